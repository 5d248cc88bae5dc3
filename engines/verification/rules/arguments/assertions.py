"""Verbs that a premise denies, doubts or only plans where the hypothesis tells them as facts, or the other way round.

A near copy is compared place by place (`engines.verification.rules.edits.negation`); here the order of words does not matter: "the prize
was claimed" where nobody claimed the prize, "has sold the hall" where the mayor wants to sell it.
"""

from collections.abc import Iterator

from engines.english.inflection import inflect
from engines.english.lexicon import closed_class
from engines.english.planning import PLANNING
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Near
from engines.verification.rules.registry import rule
from engines.verification.sentences.assertion import NEGATIVE
from engines.verification.sentences.lexical_relations import is_gerund
from engines.verification.sentences.parsed import ParsedSentence, counts
from engines.verification.sentences.word_lists import word_list

_WORDS = 0.99
"""The share of the hypothesis' words that the premise must have, besides those that deny."""
_DENYING = NEGATIVE | closed_class("denying pronouns") | {"without"}
_REFUSING = word_list("negating verbs")
_ENDED = (("long",), ("longer",))
PLANNED = 1
"""The doubt of what is planned or will be (`engines.verification.sentences.assertion`)."""
_NOW = frozenset({"am", "are", "is", "'m", "'re", "'s"})


DENIAL = "denial"


@rule(DENIAL, ConflictKind.NEGATION, "verbs with the same arguments that only one of hypothesis and premise denies")
def denial(case: Case) -> Iterator[Conflict]:
    """What a premise denies and the hypothesis does not, and the other way round."""
    for own, near, other in _told(case):
        denied = case.hypothesis.verbs[own].negated
        said = near.sentence if denied else case.hypothesis
        if denied != near.sentence.verbs[other].negated and not _DENYING & {*said.lemmas}:  # "cakes but no bread"
            tokens = frozenset({own, _said(case.hypothesis, own)})
            yield Conflict(ConflictKind.NEGATION, tokens, near.span(*sorted((other, _said(near.sentence, other)))), near=near.place)


@rule(
    "plan",
    ConflictKind.MODALITY,
    "verbs told as done where the premise has the same only as planned, wished or possible, or planned for done",
)
def plan(case: Case) -> Iterator[Conflict]:
    """What was done by the hypothesis, and is only planned by a premise; or is only planned by it, and was done."""
    for own, near, other in _told(case):
        verb, theirs = case.hypothesis.verbs[own], near.sentence.verbs[other]
        too_much = not verb.doubt and theirs.doubt and _is_past(case.hypothesis, own)
        too_little = verb.doubt == PLANNED and not theirs.doubt and _is_past(near.sentence, other)
        if counts(case.hypothesis, own) and verb.negated == theirs.negated and (too_much or too_little):
            yield Conflict(ConflictKind.MODALITY, frozenset({own}), near.span(other, other), near=near.place)


def _told(case: Case) -> Iterator[tuple[int, Near, int]]:
    """Verbs of the hypothesis and of a premise that has all its words: the only one with that lemma in each, and with an argument in the
    same role."""
    mine = case.hypothesis
    for near in case.near:
        theirs = near.sentence
        for own in mine.verbs if near.words >= _WORDS or _has_all(case, theirs) else ():
            said = mine.keys[_said(mine, own)]
            others = [there for there in theirs.verbs if said & theirs.keys[_said(theirs, there)]]
            alone = len(others) == 1 and sum(bool(said & mine.keys[_said(mine, verb)]) for verb in mine.verbs) == 1
            alone = alone and not any(is_gerund(*each) for each in ((mine, own), (theirs, others[0])))
            if alone and counts(mine, _said(mine, own)) and _same_arguments(mine, own, theirs, others[0]):
                yield own, near, others[0]


def _said(sentence: ParsedSentence, verb: int) -> int:
    """What a verb says: what somebody or something is, for *be*, otherwise the verb itself."""
    return next((r.dep for r in sentence.of(verb) if r.role == "ATTR" and sentence.lemmas[verb] == "be"), verb)


def _has_all(case: Case, theirs: ParsedSentence) -> bool:
    """Whether a premise has all words of the hypothesis but pronouns and those that deny or tell of plans."""
    mine = case.hypothesis
    present = frozenset(key for keys in theirs.keys for key in keys)
    denying = {
        t + i for t, lemma in enumerate(mine.lemmas) if lemma in _DENYING for i in (0, 1) if not i or mine.lemmas[t + 1 : t + 2] in _ENDED
    }
    denying |= {t for t, lemma in enumerate(mine.lemmas) if lemma in _REFUSING | PLANNING}
    denying |= {t for t, kind in enumerate(mine.classes) if kind in ("DET", "PRON")}
    return all(mine.keys[t] & present for t in case.content if t not in denying)


def _same_arguments(mine: ParsedSentence, own: int, theirs: ParsedSentence, other: int) -> bool:
    """Whether subject or object of one verb are those of the other, and none is the other's other one."""
    pairs = [(_role(mine, own, role), _role(theirs, other, role)) for role in ("SUBJ", "OBJ")]
    shared = [bool(a & b) for a, b in pairs]
    crossed = bool(pairs[0][0] & pairs[1][1]) or bool(pairs[1][0] & pairs[0][1])
    return (
        any(shared)
        and not crossed
        and all(same or not (a and b) or _denies(b) or _denies(a) for same, (a, b) in zip(shared, pairs, strict=True))
    )


def _role(sentence: ParsedSentence, verb: int, role: str) -> frozenset[str]:
    return frozenset(key for r in sentence.relations if r.head == verb and r.role == role for key in sentence.keys[r.dep])


def _denies(keys: frozenset[str]) -> bool:
    return not keys.isdisjoint(_DENYING)


def _is_past(sentence: ParsedSentence, verb: int) -> bool:
    """Whether a verb is told of the past: "sold", "was sold", "has sold", but not "is sold"."""
    surface, lemma = sentence.text[slice(*sentence.spans[verb])].lower(), sentence.lemmas[verb]
    before = verb
    while before and sentence.classes[before - 1] in ("AUX", "ADV", "PART"):
        before -= 1
    auxiliaries = {sentence.text[slice(*sentence.spans[t])].lower() for t in range(before, verb)}
    if before < verb and sentence.lemmas[verb - 1] == "to":  # "may have to cut it"
        return False
    perfect = any(sentence.lemmas[t] == "have" for t in range(before, verb))
    return surface in (inflect(lemma, "VBD"), inflect(lemma, "VBN")) and (perfect or not auxiliaries & _NOW)
