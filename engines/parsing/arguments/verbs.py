"""The arguments of a verb, by rules over its dependency parse."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engines.english.lexicon import transitivity, verb_use, words
from engines.english.noun_classes import YEAR, is_animate, is_duration, is_time
from engines.parsing.arguments.adjuncts import add_adverb, add_adverbial_noun, add_noun_phrase, add_prepositional
from engines.parsing.arguments.adverbial_clauses import add_adverbial_clause
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.dependencies import (
    COORDINATION,
    NOMINAL,
    SUBJECTS,
    VERBAL,
    antecedent_of_relative,
    children,
    clause_span,
    is_relative_pronoun,
    relative_head,
    span,
)
from engines.parsing.syntax.modality import is_singled_out
from engines.parsing.syntax.passives import is_passive
from engines.parsing.syntax.subjects import subject_of

if TYPE_CHECKING:
    from spacy.tokens import Token

_OWN = frozenset({"own", "relative"})
_COMPLEMENTS = frozenset({"OBJ", "CCOMP", "XCOMP"})
_AMOUNTS = frozenset({"MONEY", "PERCENT", "QUANTITY"})
_LONGEST_COORDINATION = 3
"""How many tokens apart two verbs may stand that share what follows the second ("washed and dried the cups")."""
_SELDOM = 0.1
"""Share of its active uses with an object or a clause below which a verb shares no object: "retired or sold their land"."""


def verb_arguments(verb: "Token") -> list[Argument]:
    """Every argument of a verb that the rules find, own and shared, each span once."""
    if verb.dep_ == "prep" and verb.tag_ == "VBG":
        return distinct(_prepositional_participle(verb))
    passive = is_passive(verb)
    found: list[Argument] = []
    subjects, construction = subject_of(verb)
    _add_subject(found, verb, subjects, construction, "OBJ" if passive else "SUBJ")
    for child in verb.children:
        add_child = _BY_LABEL.get(child.dep_)
        if add_child and child not in subjects[:1]:
            add_child(found, child, verb)
    if verb.dep_ == "relcl" and construction != "relative":
        _add_relative_gap(found, verb, passive)
    if not passive and not any(a.role in (*_COMPLEMENTS, "ATTR") for a in found):
        _add_shared_object(found, verb)
    _add_quotation(found, verb)
    _add_inherited_adjuncts(found, verb)
    return distinct(found)


def distinct(found: list[Argument]) -> list[Argument]:
    """The first argument of each non-empty span."""
    by_span: dict[tuple[int, int], Argument] = {}
    for argument in found:
        if argument.end > argument.start:
            by_span.setdefault(argument.span, argument)
    return list(by_span.values())


def _prepositional_participle(verb: "Token") -> list[Argument]:
    """Participles parsed as prepositions: "including", "regarding"."""
    found: list[Argument] = []
    for child in verb.children:
        if child.dep_ == "pobj":
            add_noun_phrase(found, "OBJ", child, verb)
        elif child.dep_ == "prep":
            add_prepositional(found, child, verb)
    if verb.head.pos_ in NOMINAL or verb.head.pos_ == "NUM":
        add_noun_phrase(found, "SUBJ", verb.head, verb, source="participle")
    else:
        subjects, _ = subject_of(verb.head)
        if subjects and verb.lower_ != "according":
            add_noun_phrase(found, "SUBJ", subjects[0], verb, source="participle")
    return found


def _add_subject(found: list[Argument], verb: "Token", subjects: list["Token"], construction: str, role: str) -> None:
    for subject in subjects:
        if subject.dep_ in ("csubj", "csubjpass"):
            found.append(Argument(subject.i, *clause_span(subject, verb.i), role, "what"))
        elif subject.lower_ == "it" and subject.dep_ in ("nsubj", "nsubjpass") and role == "OBJ" and children(verb, "ccomp"):
            continue
        elif construction == "attributive":
            surface = "SUBJ" if verb.tag_ == "VBG" else role
            start, end = span(subject, verb.i, COORDINATION | {"appos", "relcl", "prep", "acl"})
            start = max(start, verb.i + 1) if verb.i < subject.i else start
            asked = "who" if is_animate(subject) else "what"
            found.append(Argument(subject.i, start, max(end, subject.i + 1), surface, asked, "", False, "participle"))
        else:
            add_noun_phrase(found, role, subject, verb, construction in _OWN, source="" if construction == "own" else construction)


def _add_agent(found: list[Argument], agent: "Token", verb: "Token") -> None:
    if not is_passive(verb):
        add_prepositional(found, agent, verb)
        return
    for inner in agent.children:
        if inner.dep_ == "pcomp":
            found.append(Argument(inner.i, agent.i, span(inner, verb.i)[1], "ADJ", "how"))
        elif inner.dep_ == "pobj":
            meant = antecedent_of_relative(inner, verb)
            if not is_relative_pronoun(meant):
                add_noun_phrase(found, "SUBJ", meant, verb, source="" if meant == inner else "relative")


def _add_object(found: list[Argument], child: "Token", verb: "Token") -> None:
    noun = antecedent_of_relative(child, verb)
    if is_relative_pronoun(noun):
        return
    if _is_receiver(child, verb):
        add_noun_phrase(found, "IOBJ", child, verb)
    elif is_duration(noun) and verb.lemma_ in words("lasting"):
        found.append(Argument(noun.i, *span(noun, verb.i), "ADJ", "how long"))
    elif _is_earlier(noun) or (_tells_when(noun) and verb.lemma_ not in words("date objects")):
        found.append(Argument(noun.i, *span(noun, verb.i), "ADJ", "when"))
    elif (noun.ent_type_ in _AMOUNTS or noun.pos_ == "NUM") and verb.lemma_ in words("amounts change"):
        found.append(Argument(noun.i, *span(noun, verb.i), "OBJ", "how much"))
    else:
        add_noun_phrase(found, "OBJ", noun, verb, source="" if noun == child else "relative")


def _tells_when(noun: "Token") -> bool:
    """Whether a bare time is no thing that something is done to: "ordered forty" and "survives warmer winters" are."""
    number = noun.pos_ == "NUM" and not YEAR.fullmatch(noun.text)
    several = noun.tag_ == "NNS" and all(c.dep_ in ("amod", "advmod") for c in noun.children)
    return noun.ent_type_ in ("DATE", "TIME") and not (number or several or is_duration(noun))


def _is_earlier(noun: "Token") -> bool:
    """ "The year before"."""
    last = noun.doc[noun.i + 1].lower_ if noun.i + 1 < len(noun.doc) else ""
    ends = noun.i + 2 >= len(noun.doc) or noun.doc[noun.i + 2].pos_ in ("PUNCT", "CCONJ", "SCONJ", "ADP")
    return is_time(noun) and last in ("before", "earlier") and ends


def _is_receiver(child: "Token", verb: "Token") -> bool:
    """Whether a second object follows at once: "earned the team a win"."""
    following = child.right_edge.i + 1
    if child.i < verb.i or following >= len(verb.doc):
        return False
    second = verb.doc[following]
    while second.head not in (second, verb):
        second = second.head
    return second.head == verb and second.dep_ == "dobj" and second.left_edge.i == following


def _add_recipient(found: list[Argument], child: "Token", verb: "Token") -> None:
    objects = children(child, "pobj")
    if child.pos_ == "ADP" and objects:
        add_noun_phrase(found, "IOBJ", objects[0], verb, preposition=child.lower_)
    else:
        add_noun_phrase(found, "IOBJ", child, verb)


def _add_attribute(found: list[Argument], child: "Token", verb: "Token") -> None:
    if child.dep_ == "acomp" or child.pos_ in ("ADJ", "ADV"):
        found.append(Argument(child.i, *span(child, verb.i), "ATTR", "how" if verb.lemma_ == "feel" else "what"))
    else:
        add_noun_phrase(found, "ATTR", child, verb)


def _add_verbal_complement(found: list[Argument], child: "Token", verb: "Token") -> None:
    if child.lower_ == "following":  # "begins following the race": after it
        found.append(Argument(child.i, *clause_span(child, verb.i), "ADJ", "when"))
    elif _is_decided(child, verb):
        _add_clausal_complement(found, child, verb)
    else:
        found.append(Argument(child.i, *clause_span(child, verb.i), "XCOMP", "what"))


def _is_decided(child: "Token", verb: "Token") -> bool:
    """ "It was agreed to close the ford": what was agreed, not what something was agreed to do."""
    stands_for_it = any(c.dep_ == "nsubjpass" and c.lower_ == "it" for c in verb.children)
    return stands_for_it and child.i > verb.i and child.tag_ == "VB" and verb.lemma_ in words("verbs of deciding")


def _add_clausal_complement(found: list[Argument], child: "Token", verb: "Token") -> None:
    found.append(Argument(child.i, *clause_span(child, verb.i), "CCOMP", "what"))


_BY_LABEL: dict[str, Callable[..., None]] = {
    "agent": _add_agent,
    "dobj": _add_object,
    "dative": _add_recipient,
    "attr": _add_attribute,
    "oprd": _add_attribute,
    "acomp": _add_attribute,
    "xcomp": _add_verbal_complement,
    "ccomp": _add_clausal_complement,
    "prep": add_prepositional,
    "advmod": add_adverb,
    "npadvmod": add_adverbial_noun,
    "advcl": add_adverbial_clause,
}


def _add_relative_gap(found: list[Argument], verb: "Token", passive: bool) -> None:
    """The noun that a relative clause modifies fills the place left empty in the clause."""
    noun = relative_head(verb) or verb.head
    place = {"where": "where", "when": "when", "why": "why"}
    adverb = next((c for c in verb.children if c.tag_ == "WRB"), None)
    stranded = [c for c in verb.children if c.dep_ == "prep" and not children(c, "pobj", "pcomp")]
    if adverb is not None:
        if adverb.lower_ in place:
            found.append(_whole(noun, verb, place[adverb.lower_]))
    elif stranded and not _holds_relative_pronoun(verb):  # not "farmers, eleven of whom walked out"
        add_noun_phrase(found, "PREP", noun, verb, preposition=stranded[0].lower_, source="relative")
    elif not any(a.role in _COMPLEMENTS for a in found) and not _holds_relative_pronoun(verb):
        if is_time(noun):
            found.append(_whole(noun, verb, "when"))
        elif not passive and verb.tag_ == "VB" and is_singled_out(verb) and _acts(noun, verb):
            add_noun_phrase(found, "SUBJ", noun, verb, source="relative")
        else:
            add_noun_phrase(found, "OBJ", noun, verb, source="relative")


def _acts(noun: "Token", verb: "Token") -> bool:
    """Whether a noun does what a verb without an object tells of it: "the first woman to preside", "the first train to arrive"."""
    marked = any(child.lower_ == "to" and child.dep_ == "aux" for child in verb.children)
    return marked and (is_animate(noun) or transitivity(verb.lemma_) == "intransitive")


def _whole(noun: "Token", verb: "Token", wh: str) -> Argument:
    return Argument(noun.i, *span(noun, verb.i, COORDINATION | {"appos"}), "ADJ", wh, source="relative")


def _holds_relative_pronoun(verb: "Token") -> bool:
    return any(t.dep_ in ("pobj", "poss") and is_relative_pronoun(t) for t in verb.subtree)


def _add_shared_object(found: list[Argument], verb: "Token") -> None:
    """ "Washed and dried the cups": the object of the second verb is that of the first too, which "laughs" has none of."""
    completed = verb_use(verb.lemma_).completed
    if transitivity(verb.lemma_) == "intransitive" or (completed is not None and completed < _SELDOM):
        return
    for later in children(verb, "conj"):
        if later.tag_ != verb.tag_ or not 0 < later.i - verb.i <= _LONGEST_COORDINATION or children(later, *SUBJECTS):
            continue
        objects = children(later, "dobj")
        between = [c for c in verb.children if verb.i < c.i < later.i and c.dep_ not in ("cc", "punct", "conj", "advmod")]
        if objects and not between:
            add_noun_phrase(found, "OBJ", objects[0], verb, False)


def _add_quotation(found: list[Argument], verb: "Token") -> None:
    """ "It rained, she said": the main clause is what was said."""
    if verb.dep_ != "parataxis" or verb.lemma_ not in words("verbs of saying") or any(a.role == "CCOMP" for a in found):
        return
    if verb.head != verb and verb.head.pos_ in VERBAL:
        found.append(Argument(verb.head.i, *span(verb.head, verb.i), "CCOMP", "what"))


def _add_inherited_adjuncts(found: list[Argument], verb: "Token") -> None:
    """Adjuncts before the first of two conjoined verbs, or after the second, belong to both."""
    if verb.dep_ == "conj" and verb.head.pos_ in VERBAL and not children(verb, *SUBJECTS):
        for child in verb.head.children:
            if child.i < verb.head.i and child.dep_ in ("prep", "advmod", "npadvmod", "advcl"):
                _BY_LABEL[child.dep_](found, child, verb, False)
    for later in children(verb, "conj"):
        if later.pos_ == "VERB" and not children(later, *SUBJECTS) and later.i - verb.i <= _LONGEST_COORDINATION:
            for child in children(later, "prep"):
                if child.i > later.i:
                    add_prepositional(found, child, verb, False)
