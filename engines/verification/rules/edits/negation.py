"""A "not" that only one of two near copies has, before the same words."""

from collections.abc import Iterator, Sequence

from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Near
from engines.verification.rules.edits.copies import rest_shared
from engines.verification.rules.registry import rule
from engines.verification.sentences.assertion import POSSIBLE
from engines.verification.sentences.edits import Difference, Gap
from engines.verification.sentences.lexical_relations import NEGATIVE, are_opposite, is_denied, thesaurus_told
from engines.verification.sentences.parsed import ParsedSentence, counts
from engines.verification.sentences.thesaurus import Told
from engines.verification.sentences.word_lists import word_list

_REFUSING = word_list("verbs of refusing")
_BEFORE_VERB = frozenset({"AUX", "ADV", "PART", "DET", "PRON", "ADP", "ADJ", "NOUN"})
_BOUNDS = frozenset({"since", "till", "unless", "until"})
"""Behind which stands from when on, or when, what is denied is so."""
_POSSIBLE = 2
"""The doubt of what is only possible, or would be under a condition (`engines.verification.sentences.assertion`)."""
_NOMINAL = (("ADJ",), ("NOUN",), ("NUM",), ("PROPN",))
_GOES_ON = {"AUX": (("AUX",), ("VERB",), ("ADV",)), "DET": _NOMINAL, "ADJ": _NOMINAL[:2], "ADP": (("DET",), *_NOMINAL)}
"""What belongs to a word of each class that begins what is denied, where it comes right behind it."""
_COMPARED = (("more",), ("less",), ("little",), ("few",), ("fewer",))
"""What stands after a "no" that negates nothing: "no more than three"."""


NAME = "negation"


@rule(NAME, ConflictKind.NEGATION, "a negation in one place of a near copy that the other has not")
def negation(case: Case) -> Iterator[Conflict]:
    """What a near copy denies of what the premise says, or says of what it denies."""
    for near, between in zip(case.near, case.differences, strict=True):
        shared = frozenset(a for a, _ in between.pairs)
        for gap in between.gaps:
            if gap.after is not None and _is_denied(case.hypothesis, near.sentence, gap, between):
                tokens = frozenset({*_to_verb(case.hypothesis, gap.after), *gap.mine})
                if rest_shared(case, shared, tokens):
                    yield Conflict(ConflictKind.NEGATION, tokens, _words(near, gap), near=near.place)
        for own, other in between.pairs:
            if _denied_behind_but(case.hypothesis, own, near.sentence, other) and rest_shared(case, shared, frozenset({own})):
                yield Conflict(ConflictKind.NEGATION, frozenset({own}), near.span(other, other), near=near.place)


def _denied_behind_but(mine: ParsedSentence, own: int, theirs: ParsedSentence, other: int) -> bool:
    """Whether one of two verbs is denied, and the other stands behind a "but" after another that is: "was not paid but kept it"."""
    if own not in mine.verbs or other not in theirs.verbs or mine.verbs[own].negated == theirs.verbs[other].negated:
        return False
    sentence, verb = (theirs, other) if mine.verbs[own].negated else (mine, own)
    while verb and sentence.classes[verb - 1] in ("AUX", "ADV"):
        verb -= 1
    return sentence.lemmas[verb - 1 : verb] == ("but",) and any(lemma in NEGATIVE for lemma in sentence.lemmas[:verb])


def _is_denied(mine: ParsedSentence, theirs: ParsedSentence, gap: Gap, between: Difference) -> bool:
    """Whether only one of the two negates here, and the other has no negation of its own that only stands in another place."""
    own = negates(mine, gap.mine) or _denied_through(mine, gap.mine, gap.after)
    other = negates(theirs, gap.theirs) or _denied_through(theirs, gap.theirs, gap.after_theirs)
    if any(sentence.lemmas[t] in _REFUSING for sentence, tokens in ((mine, gap.mine), (theirs, gap.theirs)) for t in tokens):
        return False  # "withheld his support" for "did not support it"
    if _is_without(mine, gap.mine, gap.after, theirs, gap.theirs) or _is_without(theirs, gap.theirs, gap.after_theirs, mine, gap.mine):
        return False  # "without Ada Osk, who is ill" denies nothing of what she is
    if any(sentence.lemmas[t] == "against" for sentence, tokens in ((mine, gap.mine), (theirs, gap.theirs)) for t in tokens):
        return False  # "advised them not to" for "advised against"
    places = [(a, b) for a in gap.mine for b in gap.theirs if mine.classes[a] != "ADP"]
    if gap.after is not None and gap.after_theirs is not None:
        places.append((_to_verb(mine, gap.after)[-1], _to_verb(theirs, gap.after_theirs)[-1]))  # "be refused" for "not be accepted"
    if own == other or any(_opposed(mine, a, theirs, b) for a, b in places):
        return False  # two negations, as in "did not close" for "opened"; "with" for "without" is one
    if _is_unreal(mine, gap.mine, gap.after) != _is_unreal(theirs, gap.theirs, gap.after_theirs):
        return False  # "had the winter not been so mild"
    if {*_bounds(mine if own else theirs)} - {*_bounds(theirs if own else mine)}:
        return False  # "did not open until May" for "opened in May"
    if not _are_followed_alike(mine, gap.after, theirs, gap.after_theirs, between):
        return False  # "not a house but a boat" for "a boat"
    if gap.after in mine.verbs and gap.after_theirs in theirs.verbs and _equally(mine, gap.after, theirs, gap.after_theirs):
        return False  # one of them says so with another word: "has not proven", "failed to prove"
    if _is_denied_above(mine, gap.after) and _is_denied_above(theirs, gap.after_theirs):
        return False  # "did not find any proof", "found no proof"
    without, rest, side = (theirs, gap.theirs, 1) if own else (mine, gap.mine, 0)
    kept = {pair[side] for pair in between.pairs}
    elsewhere = {without.lemmas[t] for t in range(len(without.keys)) if t not in rest and t not in kept}
    said = {s.lemmas[t] for s, tokens in ((mine, gap.mine), (theirs, gap.theirs)) for t in tokens if s.lemmas[t] in NEGATIVE}
    return not said & elsewhere


def _is_without(sentence: ParsedSentence, tokens: Sequence[int], after: int | None, other: ParsedSentence, others: Sequence[int]) -> bool:
    """Whether "without" stands before a thing or a person that the other sentence has without any preposition, so in another role."""
    nominal = after is not None and sentence.classes[after] in ("NOUN", "PROPN")
    return nominal and any(sentence.lemmas[t] == "without" for t in tokens) and all(other.classes[t] != "ADP" for t in others)


def _denied_through(sentence: ParsedSentence, tokens: Sequence[int], after: int | None) -> bool:
    """Whether what follows is denied with the noun that it belongs to: "have no right of appeal"."""
    return any(r.dep == after and r.role == "of" and r.head in tokens and is_denied(sentence, r.head) for r in sentence.relations)


def _opposed(mine: ParsedSentence, a: int, theirs: ParsedSentence, b: int) -> bool:
    """Whether two words are opposites, or something else is said of which only one is denied: "are refused", "are not accepted"."""
    if are_opposite(mine, a, theirs, b):
        return True
    return is_denied(mine, a) != is_denied(theirs, b) and thesaurus_told(mine, a, theirs, b) == Told.OTHERWISE


def _is_unreal(sentence: ParsedSentence, tokens: Sequence[int], after: int | None) -> bool:
    """Whether the verb that is denied, or of what is, is told under a condition, not with a modal verb of its own: "could not"."""
    if any(sentence.lemmas[t] in POSSIBLE for t in tokens):
        return False
    return any(t in sentence.verbs and sentence.verbs[t].doubt == _POSSIBLE for t in (*tokens, after))


def _bounds(sentence: ParsedSentence) -> Iterator[str]:
    return (lemma for lemma in sentence.lemmas if lemma in _BOUNDS)


def _are_followed_alike(mine: ParsedSentence, a: int | None, theirs: ParsedSentence, b: int | None, between: Difference) -> bool:
    """Whether what stands behind two articles is the same, too."""
    if a is None or b is None or mine.classes[a] != "DET":
        return True
    first, second = (next((t for t in range(after + 1, len(s.keys)) if counts(s, t)), None) for s, after in ((mine, a), (theirs, b)))
    return (first, second) in between.pairs


def _is_denied_above(sentence: ParsedSentence, token: int | None) -> bool:
    """Whether the verb that a noun is an argument of is denied, be it with the noun."""
    return any(r.dep == token and r.head in sentence.verbs and sentence.verbs[r.head].negated for r in sentence.relations)


def _equally(mine: ParsedSentence, verb: int | None, theirs: ParsedSentence, other: int | None) -> bool:
    """Whether two verbs are both denied or both not, by whatever word in their sentences."""
    return verb is not None and other is not None and mine.verbs[verb].negated == theirs.verbs[other].negated


def negates(sentence: ParsedSentence, tokens: Sequence[int]) -> bool:
    """Whether these tokens negate what follows them: nothing but auxiliaries and the like comes after the negation."""
    last = max((t for t in tokens if sentence.lemmas[t] in NEGATIVE), default=None)
    if last is None or any(sentence.lemmas[t] == "only" for t in tokens) or sentence.lemmas[last + 1 : last + 2] in _COMPARED:
        return False
    rest = [t for t in tokens if t > last]
    if rest and sentence.classes[rest[-1]] == "ADP" and sentence.classes[rest[-1] + 1 : rest[-1] + 2] not in (("VERB",), ("AUX",)):
        return False  # "Found no fault with the bakery" does not deny what the bakery did.
    behind = next((t for t in range(max(tokens) + 1, len(sentence.keys)) if sentence.keys[t]), None)
    between = sentence.text[sentence.spans[last][1] : sentence.spans[behind][0] if behind is not None else None]
    if between.count(",") % 2 or ";" in between:
        return False  # "not the clock, that was wrong", "the others did not, and it closed"
    return len(rest) <= 3 and not any(sentence.classes[t] not in _BEFORE_VERB for t in rest)


def _words(near: Near, gap: Gap) -> tuple[int, int] | None:
    """What the premise has there, from its negation with the auxiliaries before it to the end of its verb, so that "not been" is not left
    without what was not done."""
    if gap.after_theirs is None:
        return None
    last = _to_verb(near.sentence, gap.after_theirs)[-1]
    denying = [t for t in gap.theirs if near.sentence.lemmas[t] in NEGATIVE]
    first = min(denying or gap.theirs, default=gap.after_theirs or last)
    while denying and first - 1 in gap.theirs and near.sentence.classes[first - 1] == "AUX":
        first -= 1
    return near.span(first, last)


def _to_verb(sentence: ParsedSentence, token: int) -> range:
    """The tokens from one on to the verb that it is an auxiliary of, or to the noun that it belongs to."""
    last = token
    while sentence.classes[last + 1 : last + 2] in _GOES_ON.get(sentence.classes[last], ()):
        last += 1
    return range(token, last + 1)
