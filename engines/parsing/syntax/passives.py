"""Whether a verb is passive: by its auxiliary, or as the participle that stands for one."""

from typing import TYPE_CHECKING

from engines.english.auxiliaries import CONTRACTED_HAVE, HAVE
from engines.english.lexicon import transitivity, verb_use, words
from engines.english.pronouns import THIRD_PERSON_SUBJECTS
from engines.parsing.syntax.dependencies import SUBJECTS, children

if TYPE_CHECKING:
    from spacy.tokens import Token

_HAVE = HAVE | CONTRACTED_HAVE
_HELPING = frozenset({"get", "have", "help", "keep", "like", "need", "want"})
_ITS_OWN = frozenset({"acomp", "attr", "aux", "dobj"})
"""What a verb does not share with the one that it is joined to."""
_KNOWN, _USUALLY = 20, 0.8
"""Uses from which a verb is known, and share of those with an object or clause from which it is not said without one."""


def is_passive(verb: "Token", depth: int = 0) -> bool:
    """Whether a verb is passive, participles without an auxiliary included."""
    labels = {child.dep_ for child in verb.children}
    if verb.tag_ in ("VBD", "VBN") and "aux" not in labels and is_stranded(verb):
        return True
    if "agent" in labels and "dobj" not in labels and not _by_amount_or_means(verb):
        return not _is_clause_of_its_own(verb, labels) and not _is_finite(verb, labels)
    if verb.dep_ == "pcomp" and verb.head.lower_ == "with" and verb.tag_ in ("VBD", "VBN") and "nsubj" in labels and "aux" not in labels:
        return "dobj" not in labels  # "with Ana picked for the relay"
    if "auxpass" in labels and all(child.lower_ in _HAVE for child in children(verb, "auxpass")):  # "having given her the lead"
        return False
    if labels & {"auxpass", "nsubjpass", "csubjpass"}:
        shortened = any(c.dep_ == "auxpass" and c.lower_ in ("'s", "’s") for c in verb.children)
        return not (shortened and "dobj" in labels)  # "He's spent time": has, not is
    if verb.tag_ == "VBN":
        if "nsubj" in labels and "aux" not in labels and _is_past_tense(verb):
            return False
        if _is_named_aside(verb, labels):
            return True
        if any(child.dep_ == "aux" and child.lower_ in _HAVE for child in verb.children):
            return False
        reports = labels >= {"nsubj", "ccomp"}  # "The council announced that …", a past tense taken for a participle
        if (
            verb.dep_ == "ROOT" and not labels & {"dobj", "aux"} and not reports and not _is_told(verb)
        ):  # "Known as Mikko", "Man charged with theft"
            return True
        if verb.dep_ in ("acl", "amod", "advcl", "relcl"):
            return "dobj" not in labels or verb.lemma_.lower() in words("naming")  # "the ship, called the Ilse Varga"
        if verb.dep_ == "conj" and verb.head.tag_ == "VBN" and not labels & SUBJECTS and "dobj" not in labels and depth < 6:
            return not labels & {"acomp", "attr"} and is_passive(verb.head, depth + 1)  # "was born there and became deaf"
        if verb.dep_ in ("ccomp", "xcomp", "oprd") or (
            verb.dep_ == "acomp" and verb.head.lemma_ in ("become", "feel", "get", "look", "seem")
        ):
            return True
    if verb.dep_ == "conj" and verb.tag_ == "VBD" and verb.head.tag_ == "VBN" and not labels & (SUBJECTS | _ITS_OWN):
        beside = any(c.lower_ in ("by", "with") for c in children(verb, "prep", "agent"))  # "was covered with dust and littered with boxes"
        use = verb_use(verb.lemma_.lower())
        needs = use.seen >= _KNOWN and (use.completed or 0.0) >= _USUALLY  # "was treated and sent home"
        shares = (beside or needs) and transitivity(verb.lemma_.lower()) != "intransitive" and depth < 6
        return shares and is_passive(verb.head, depth + 1)
    if verb.dep_ == "acl" and verb.tag_ == "VBD" and labels & {"dobj", "oprd"} and not labels & (SUBJECTS | {"aux"}):
        return verb.lemma_.lower() in words("naming")  # "small boats called …", a participle taken for a past tense
    if _is_participle_aside(verb, labels):
        return True
    if verb.dep_ == "csubj" and verb.tag_ == "VBD":  # "Deaths linked to heat are rare", a participle taken for a past tense
        return not labels & {"dobj", "mark", "csubj", "aux"}
    if _is_state_wanted(verb, labels):
        return True
    return verb.dep_ == "amod" and verb.lower_.endswith("ed")


def is_predicative_participle(verb: "Token") -> bool:
    """Whether a participle is taken for the adjective of a copula: "the trip was highly anticipated"."""
    return verb.dep_ == "acomp" and verb.tag_ == "VBN" and verb.head.lemma_ == "be"


def _is_told(verb: "Token") -> bool:
    """Whether a verb's subject is none of a headline: "the council", "they"."""
    subjects = children(verb, "nsubj")
    return any(s.lower_ in THIRD_PERSON_SUBJECTS or any(c.dep_ in ("det", "poss") for c in s.children) for s in subjects)


def _is_finite(verb: "Token", labels: set[str]) -> bool:
    """ "The board agreed by nine votes", "her report led to a suit by him": the verb of a sentence, with a subject and no auxiliary."""
    return verb.dep_ == "ROOT" and "nsubj" in labels and not labels & {"aux", "auxpass"} and _is_told(verb)


def _is_participle_aside(verb: "Token", labels: set[str]) -> bool:
    """ "Her herbarium, left to the town, …", "was a botanist, remembered for …": a participle taken for the past tense of a clause that
    begins with a comma, no "and" before it, and has neither subject nor object."""
    if verb.tag_ != "VBD" or labels & (SUBJECTS | {"dobj", "aux", "mark", "prt", "ccomp"}):
        return False
    if "xcomp" in labels:  # "a plug, thought to have come loose"
        return verb.dep_ == "acl" and any(c.dep_ == "aux" and c.lower_ == "to" for inner in children(verb, "xcomp") for c in inner.children)
    beside = verb.dep_ == "acl" or (verb.dep_ in ("conj", "dep") and verb.head.lemma_ == "be" and bool(children(verb.head, "attr")))
    if not beside or verb.left_edge.i == 0 or verb.doc[verb.left_edge.i - (verb.left_edge.text != ",")].text != ",":
        return False
    use, kind = verb_use(verb.lemma_.lower()), transitivity(verb.lemma_.lower())
    needs = kind == "transitive" or (use.seen >= _KNOWN and (use.completed or 0.0) >= _USUALLY)
    return needs or (verb.dep_ == "acl" and kind != "intransitive")


def _is_state_wanted(verb: "Token", labels: set[str]) -> bool:
    """ "See it reduced", "help every household referred to us": a participle taken for the past tense of a clause that the verb does not
    take."""
    if verb.dep_ != "ccomp" or verb.tag_ != "VBD" or labels & {"acomp", "dobj", "mark", "aux"} or verb.head.tag_ != "VB":
        return False
    if any(child.tag_ in ("WDT", "WP", "WRB") for child in verb.children):  # "find out why calls went unanswered"
        return False
    takes = words("perceiving") | _HELPING
    return verb.head.lemma_ in takes and any(verb.head.i < child.i < verb.i for child in children(verb, "nsubj"))


def is_stranded(verb: "Token") -> bool:
    """Whether a preposition right after the verb has nothing but "as" after it: "the crew (referred to as hands)"."""
    last = verb.i + 2 < len(verb.doc) and verb.nbor(2).lower_ == "as"
    return last and any(child.dep_ == "prep" and child.i == verb.i + 1 and not any(child.children) for child in verb.children)


def _by_amount_or_means(verb: "Token") -> bool:
    """ "Rose by 4.2 %", "heard by telephone": a verb without an auxiliary, and by how much or by what means, not by whom."""
    if children(verb, "auxpass") or not children(verb, "nsubj"):
        return False
    inner = [c for agent in children(verb, "agent") for c in children(agent, "pobj")]
    means = verb.tag_ == "VBD" and any(c.tag_ == "NN" and not any(c.children) for c in inner)
    return means or any(c.ent_type_ in ("CARDINAL", "MONEY", "PERCENT", "QUANTITY") for c in inner)


def _is_clause_of_its_own(verb: "Token", labels: set[str]) -> bool:
    """ "Although Rovers lost by an innings": a conjunction, a subject and no auxiliary, so that "by" says no agent."""
    if verb.dep_ != "advcl" or "nsubj" not in labels or labels & {"aux", "auxpass"}:
        return False
    return any(child.dep_ == "mark" or child.tag_ == "WRB" for child in verb.children)


def _is_past_tense(participle: "Token") -> bool:
    """Whether a participle with a subject and no auxiliary is a past tense in fact: "when work ceased", "the bands mingled", "that the firm
    intended to leave"."""
    if transitivity(participle.lemma_.lower()) == "intransitive" or participle.dep_ == "relcl":
        return True
    return participle.dep_ in ("advcl", "ccomp") and any(c.dep_ == "mark" or c.tag_ == "WRB" for c in participle.children)


def _is_named_aside(participle: "Token", labels: set[str]) -> bool:
    """Whether a verb of naming with a comma before it says what its subject is called: "the Long Drain, also called …, was dug"."""
    if participle.lemma_.lower() not in words("naming") or "nsubj" not in labels or "aux" in labels:
        return False
    before = [child for child in participle.children if child.i < participle.i and child.dep_ == "advmod"]
    first = min((child.left_edge.i for child in before), default=participle.i)
    return first > 0 and participle.doc[first - 1].text == ","
