"""Two arguments of a near copy that have each other's places in the sentence: "A beat B" for "B beat A", but not "B was beaten by A"."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Near
from engines.verification.rules.edits.copies import rest_shared
from engines.verification.rules.registry import rule
from engines.verification.sentences.edits import Difference, Gap
from engines.verification.sentences.lexical_relations import NEGATIVE, SYMMETRIC
from engines.verification.sentences.parsed import PRONOUNS, ParsedSentence, counts

_LOOSE = frozenset({"and", "or", "but", "be", "have", "as", "than", "like", "with"})
"""Words around which two things may change places and the meaning stays."""


@rule("swap", ConflictKind.SWAP, "two arguments that have each other's places in a near copy")
def swap(case: Case) -> Iterator[Conflict]:
    """What changed places in a near copy, with the words that it has there."""
    for near, between in zip(case.near, case.differences, strict=True):
        shared = frozenset(a for a, _ in between.pairs)
        for tokens in swaps(case.hypothesis, near.sentence, between):
            if rest_shared(case, shared, tokens):
                yield Conflict(ConflictKind.SWAP, tokens, _words(case.hypothesis, near, tokens), near=near.place)


def _words(mine: ParsedSentence, near: Near, tokens: frozenset[int]) -> tuple[int, int] | None:
    """The same words where the premise has them."""
    theirs, keys = near.sentence, frozenset(key for t in tokens if counts(mine, t) for key in mine.keys[t])
    found = [t for t in range(len(theirs.keys)) if counts(theirs, t) and theirs.keys[t] & keys]
    return near.span(found[0], found[-1]) if found else None


def swaps(mine: ParsedSentence, theirs: ParsedSentence, between: Difference) -> Iterator[frozenset[int]]:
    """The tokens of two gaps that have each other's words in the other sentence, beside the same prepositions and auxiliaries."""
    for first, second in combinations(between.gaps, 2):
        if not _same_frame(mine, theirs, first, second):
            continue
        own, other = _content(mine, first.mine), _content(mine, second.mine)
        if own and other:
            crossed = _crossed(mine, own, theirs, second.theirs), _crossed(mine, other, theirs, first.theirs)
            same = {key for t in own for key in mine.keys[t]} & {key for t in other for key in mine.keys[t]}
            moved = all(crossed) or (
                any(crossed) and _displaced(mine, own if crossed[1] else other, theirs, second.theirs if crossed[1] else first.theirs)
            )
            if moved and not same and _governed(mine, between, first.mine[-1], second.mine[0]):
                yield frozenset(first.mine) | frozenset(second.mine)
        elif own or other:
            yield from _turned(mine, theirs, *((first, second) if own else (second, first)))


def _displaced(mine: ParsedSentence, own: Sequence[int], theirs: ParsedSentence, other: Sequence[int]) -> bool:
    """Whether what took the place of a word that moved is new, and what had its new place is gone.

    "Wasps kill mites" for "mites kill bees".
    """
    present = frozenset(key for keys in mine.keys for key in keys)
    elsewhere = frozenset(key for keys in theirs.keys for key in keys)
    gone = [t for t in other if counts(theirs, t)]
    return bool(gone) and not any(theirs.keys[t] & present for t in gone) and not any(mine.keys[t] & elsewhere for t in own)


def _turned(mine: ParsedSentence, theirs: ParsedSentence, here: Gap, there: Gap) -> Iterator[frozenset[int]]:
    """ "causes rain" here and "rain causes" there: one of two things stands on the other side of its verb."""
    own, other = _content(mine, here.mine), _content(theirs, there.theirs)
    if here.theirs or there.mine or len(own) != len(other) or not _crossed(mine, own, theirs, other):
        return
    for i, pivot in enumerate(own):
        asymmetric = pivot in mine.verbs and mine.lemmas[pivot] not in SYMMETRIC
        place = next((j for j, t in enumerate(other) if mine.keys[pivot] & theirs.keys[t]), None)
        if place is None or not (asymmetric or mine.lemmas[pivot] == "rather"):
            continue
        after, before = own[i + 1 :], own[:i]
        moved_forward = (
            bool(after) and _crossed(mine, after, theirs, other[:place]) and not _crossed(mine, after, theirs, other[place + 1 :])
        )
        moved_back = (
            bool(before) and _crossed(mine, before, theirs, other[place + 1 :]) and not _crossed(mine, before, theirs, other[:place])
        )
        if moved_forward or moved_back:
            yield frozenset(here.mine)
            return


def _content(sentence: ParsedSentence, tokens: Sequence[int]) -> list[int]:
    return [t for t in tokens if counts(sentence, t)]


def _crossed(mine: ParsedSentence, own: Sequence[int], theirs: ParsedSentence, there: Sequence[int]) -> bool:
    """Whether the words stand in the other place of the sentence, all or, of several, all but one."""
    present = frozenset(key for t in there if theirs.lemmas[t] not in PRONOUNS for key in theirs.keys[t])
    return sum(bool(mine.keys[t] & present) for t in own) >= max(1, len(own) - 1)


def _same_frame(mine: ParsedSentence, theirs: ParsedSentence, first: Gap, second: Gap) -> bool:
    """Whether the same prepositions, auxiliaries and conjunctions stand from the first place to the second."""
    own = first.mine[0] if first.mine else first.after, second.mine[-1] if second.mine else second.before
    other = first.theirs[0] if first.theirs else first.after_theirs, second.theirs[-1] if second.theirs else second.before_theirs
    if own[0] is None or own[1] is None or other[0] is None or other[1] is None:
        return False
    return _frame(mine, range(own[0], own[1] + 1)) == _frame(theirs, range(other[0], other[1] + 1))


def _frame(sentence: ParsedSentence, tokens: Sequence[int]) -> Counter[str]:
    return Counter(sentence.lemmas[t] for t in tokens if sentence.classes[t] in ("ADP", "AUX", "SCONJ", "CCONJ"))


def _governed(mine: ParsedSentence, between: Difference, first: int, second: int) -> bool:
    """Whether something between the two places makes it matter which is which."""
    inside = [a for a, _ in between.pairs if first < a < second]
    if any(mine.lemmas[t] in NEGATIVE for t in inside):
        return True
    return any(counts(mine, t) and mine.lemmas[t] not in SYMMETRIC and mine.lemmas[t] not in _LOOSE for t in inside)
