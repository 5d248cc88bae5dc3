"""The clauses of a sentence, found in its parse."""

from typing import TYPE_CHECKING

from engines.decomposition.clauses.attachments import begins_phrase, is_adjunct, is_degree, is_needed
from engines.decomposition.clauses.clause import Clause
from engines.decomposition.clauses.complements import complete, keep_whole
from engines.decomposition.lexicon import words
from engines.decomposition.wording.phrases import Items, after_comma, noun_phrase, phrase, subject_given_away
from engines.english.animacy import is_person
from engines.english.lexicon import closed_class, transitivity
from engines.parsing.syntax.dependencies import SUBJECTS, VERBAL, children
from engines.parsing.syntax.subjects import subject_of

if TYPE_CHECKING:
    from spacy.tokens import Token

_AUXILIARY = frozenset({"aux", "auxpass", "neg", "prt"})
_LIMITING = closed_class("denying adverbs") | {"no", "only"}
_NEEDED = frozenset({"dobj", "dative", "attr", "acomp", "oprd", "ccomp", "agent", "expl"})
_ADDED = frozenset({"prep", "advcl", "npadvmod", "advmod", "obl", "tmod", "npmod"})
_CONNECTED = frozenset({"cc", "conj", "punct", "mark", "preconj", "discourse", "intj", "parataxis", "meta", "dep"})


def clause_of(verb: "Token", subject: Items | None = None, head: "Token | None" = None) -> Clause:
    """The clause of a verb; a subject is looked for in the neighbouring clauses unless given."""
    if subject is None:
        found, _ = subject_of(verb)
        head = _right_before(verb) or (found[0] if found else None)
        own = children(verb, *SUBJECTS, "expl")
        if head is None and own:
            head = own[0]
        if own and own[0].dep_ == "expl":
            subject, head = [own[0]], own[0]
        elif head is not None:
            head = named_after(head)
            subject = _joined(own) or (noun_phrase(head) if head.dep_ != "csubj" else list(phrase(head)))
            last = min(verb.i, head.head.i if head.dep_ in SUBJECTS and head.head.i > head.i else verb.i)
            if head.i < last:
                subject = [item for item in subject if isinstance(item, str) or item.i < last]
    clause = Clause(verb, subject, head)
    _gather(clause, verb, 0)
    clause.borrowed = _borrowed(verb)
    _share_object(clause)
    clause.group.sort(key=lambda t: t.i)
    return clause


def _joined(own: list["Token"]) -> Items:
    """One phrase of two nouns that the parse gave to a verb side by side: "the folk band The Reeds", "their loud, raw style"."""
    nouns = [t for t in own if t.dep_ in ("nsubj", "nsubjpass") and t.i < t.head.i]
    if len(nouns) < 2:
        return []
    first, last = nouns[0], nouns[-1]
    between = first.doc[first.right_edge.i + 1 : last.left_edge.i]
    marked = len(between) == 1 and between[0].text == "," and first.pos_ == "NOUN" and last.pos_ == "NOUN"
    if len(between) and not marked:
        return []
    return [t for t in first.doc[first.left_edge.i : last.right_edge.i + 1] if not t.is_space]


def _right_before(verb: "Token") -> "Token | None":
    """The noun before a verb that is its subject although the parse joined it to another noun."""
    first = min([verb.i, *(c.i for c in verb.children if c.dep_ in ("aux", "auxpass"))])
    before = verb.doc[first - 1] if first else None
    while before is not None and before.right_edge.i == first - 1:
        if subject_given_away(before) == verb:
            return before
        before = before.head if before.head.i != before.i and before.head.right_edge.i == first - 1 else None
    return None


def named_after(noun: "Token") -> "Token":
    """The name that a description opens a sentence for: in "A native of Mora, Ana Lind moved to ..." she is the subject."""
    if noun.pos_ != "NOUN" or noun.left_edge.i > 0:
        return noun
    second = next((c for c in noun.head.children if c.dep_ in SUBJECTS and c.i > noun.i and c.pos_ == "PROPN" and after_comma(c)), None)
    if second is not None and second.head != second:
        return second
    name = next((c for c in noun.children if c.dep_ == "appos" and c.pos_ == "PROPN" and after_comma(c)), None)
    if name is None:
        return noun
    following = noun.doc[name.right_edge.i + 1] if name.right_edge.i + 1 < len(noun.doc) else None
    return name if following is not None and not following.is_punct else noun


def _gather(clause: Clause, verb: "Token", depth: int) -> None:
    clause.group.append(verb)
    for child in verb.children:
        label = child.dep_
        if label == "nsubj" and child.i == verb.i - 1 and child.pos_ == "NOUN" and children(verb, "nsubjpass"):
            clause.group.append(child)
        elif label == "conj" and child.pos_ == "ADP" and children(child, "pobj", "pcomp"):
            clause.adjuncts.append(child)
        elif label in SUBJECTS or label in _CONNECTED or (clause.head is not None and child.i == clause.head.i):
            continue
        elif label in _AUXILIARY:
            clause.group.append(child)
        elif label == "xcomp" and child.pos_ in VERBAL and depth < 4 and not children(child, *SUBJECTS) and not children(child, "conj"):
            clause.group.extend(t for t in child.children if t.dep_ == "mark")
            _gather(clause, child, depth + 1)
        elif label == "advmod" and _is_opening(child, clause):
            clause.adjuncts.append(child)
        elif label == "advmod" and ((child.lower_ in words("part of the verb") and not begins_phrase(child)) or is_degree(child, verb)):
            clause.group.extend(child.subtree)
        elif label == "advmod" and (child.lower_ in words("connectives") or begins_phrase(child)):
            continue
        elif label == "prep" and not any(True for _ in child.children):
            if child.i == verb.i + 1:
                clause.group.append(child)
        elif label in _ADDED:
            if label == "prep" and is_needed(child, verb):
                clause.complements.append(child)
            elif is_adjunct(child):
                clause.adjuncts.append(child)
        elif (
            (child.left_edge.i > verb.i and child.left_edge.nbor(-1).text in (":", ";", "—"))
            or (label == "ccomp" and child.i < verb.i and is_main_clause(child))
            or (label == "agent" and _is_done_by_another(child, verb))
        ):
            continue
        elif label == "oprd" and child.tag_ == "VBN" and any(c.dep_ == "oprd" and c.i < child.i for c in verb.children):
            continue  # "a system called Orio made by a firm in Mora"
        elif label in _NEEDED or label in ("xcomp", "pcomp", "nmod", "amod", "quantmod"):
            clause.complements.append(child)
    if depth == 0:
        complete(clause)
        keep_whole(clause)


def _is_done_by_another(agent: "Token", verb: "Token") -> bool:
    """Whether "by" after an active verb goes with the noun before it: "produced for an album by the band"."""
    active = verb.tag_ == "VBD" or (verb.dep_ == "conj" and verb.head.tag_ == "VBD" and not children(verb.head, "auxpass", "aux"))
    if not active or children(verb, "auxpass"):
        return False
    return any(c.ent_type_ in ("PERSON", "ORG", "NORP") or is_person(c) for c in children(agent, "pobj"))


def is_main_clause(complement: "Token") -> bool:
    """Whether a complement before its verb is a main clause run together with the next one: "The ship sank; nobody was hurt"."""
    verb = complement.head
    after = list(verb.doc[complement.right_edge.i + 1 : complement.right_edge.i + 3])
    joined = len(after) > 1 and after[0].text == "," and after[1].lower_ in ("so", "and", "but", "yet")
    return verb.lemma_.lower() not in words("saying") or joined or any(t.text in (";", "—", "–", ":") for t in after[:1])


def _is_opening(adverb: "Token", clause: Clause) -> bool:
    """An adverb before the subject, of which more than "not" or "never" hangs: "Originally it was white", "Back in Mora, she ..."."""
    before = clause.head is not None and adverb.right_edge.i < clause.head.left_edge.i
    return before and adverb.lower_ not in words("connectives") and adverb.lower_ not in _LIMITING


def _borrowed(verb: "Token") -> Items:
    """Auxiliaries that a coordinated verb shares with the first one: "has been shot and killed"."""
    if verb.dep_ != "conj" or children(verb, "aux", "auxpass", *SUBJECTS) or verb.head.pos_ not in VERBAL:
        return []
    first = verb.head
    if first.tag_ != verb.tag_ and {first.tag_, verb.tag_} != {"VBD", "VBN"}:
        return []
    if verb.tag_ not in ("VB", "VBN", "VBG", "VBD"):
        return []
    if verb.tag_ == "VBD" and (not children(first, "auxpass", "aux") or verb.lemma_ in ("be", "have", "do", "go")):
        return []
    lemma = verb.lemma_.lower()
    if children(first, "auxpass") and (lemma in ("debut", "premiere") or transitivity(lemma) == "intransitive"):
        return []  # "was directed by Ana Lind and debuted in May"
    auxiliaries = [t for t in first.children if t.dep_ in ("aux", "auxpass", "neg") and t.i < first.i]
    objects = children(verb, "dobj", "xcomp", "ccomp")
    if any(t.dep_ == "auxpass" for t in auxiliaries) and objects and verb.lemma_.lower() not in words("passive keeps its object"):
        return []
    if not auxiliaries and first.dep_ == "conj":
        return _borrowed(first)
    if auxiliaries and first.dep_ == "xcomp":
        above = first.head
        return [*(t for t in above.children if t.dep_ in ("aux", "auxpass", "neg") and t.i < above.i), above, *auxiliaries]
    return list(auxiliaries)


def _share_object(clause: Clause) -> None:
    """ "He wrote and directed the film": the object of the last verb is that of the first too."""
    verb = clause.verb
    conjuncts = [
        c for c in verb.children if c.dep_ == "conj" and c.pos_ in VERBAL and (c.tag_ == verb.tag_ or {c.tag_, verb.tag_} == {"VBD", "VBN"})
    ]
    if clause.complements or not conjuncts or conjuncts[0].i - verb.i > 3:
        return
    clause.complements.extend(c for c in conjuncts[0].children if c.dep_ == "dobj" and not children(conjuncts[0], *SUBJECTS))
