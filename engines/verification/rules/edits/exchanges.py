"""Two arguments of a near copy that have each other's places in the sentence: "A beat B" for "B beat A", but not "B was beaten by A"."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from engines.verification.sentences.edits import Change, Difference, Gap
from engines.verification.sentences.lexical_relations import NEGATIVE, SYMMETRIC
from engines.verification.sentences.parsed import PRONOUNS, Facts, counts

_LOOSE = frozenset({"and", "or", "but", "be", "have", "as", "than", "like", "with"})
"""Words around which two things may change places and the meaning stays."""


def exchanges(mine: Facts, theirs: Facts, between: Difference) -> Iterator[Change]:
    """Two gaps that have each other's words in the other sentence, beside the same prepositions and auxiliaries."""
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
                yield Change("roles", frozenset(first.mine) | frozenset(second.mine))
        elif own or other:
            yield from _turned(mine, theirs, *((first, second) if own else (second, first)))


def _displaced(mine: Facts, own: Sequence[int], theirs: Facts, other: Sequence[int]) -> bool:
    """Whether what took the place of a word that moved is new, and what had its new place is gone.

    "Wasps kill mites" for "mites kill bees".
    """
    present = frozenset(key for keys in mine.keys for key in keys)
    elsewhere = frozenset(key for keys in theirs.keys for key in keys)
    gone = [t for t in other if counts(theirs, t)]
    return bool(gone) and not any(theirs.keys[t] & present for t in gone) and not any(mine.keys[t] & elsewhere for t in own)


def _turned(mine: Facts, theirs: Facts, here: Gap, there: Gap) -> Iterator[Change]:
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
            yield Change("roles", frozenset(here.mine))
            return


def _content(facts_: Facts, tokens: Sequence[int]) -> list[int]:
    return [t for t in tokens if counts(facts_, t)]


def _crossed(mine: Facts, own: Sequence[int], theirs: Facts, there: Sequence[int]) -> bool:
    """Whether the words stand in the other place of the sentence, all or, of several, all but one."""
    present = frozenset(key for t in there if theirs.lemmas[t] not in PRONOUNS for key in theirs.keys[t])
    return sum(bool(mine.keys[t] & present) for t in own) >= max(1, len(own) - 1)


def _same_frame(mine: Facts, theirs: Facts, first: Gap, second: Gap) -> bool:
    """Whether the same prepositions, auxiliaries and conjunctions stand from the first place to the second."""
    own = first.mine[0] if first.mine else first.after, second.mine[-1] if second.mine else second.before
    other = first.theirs[0] if first.theirs else first.after_theirs, second.theirs[-1] if second.theirs else second.before_theirs
    if own[0] is None or own[1] is None or other[0] is None or other[1] is None:
        return False
    return _frame(mine, range(own[0], own[1] + 1)) == _frame(theirs, range(other[0], other[1] + 1))


def _frame(facts_: Facts, tokens: Sequence[int]) -> Counter[str]:
    return Counter(facts_.lemmas[t] for t in tokens if facts_.classes[t] in ("ADP", "AUX", "SCONJ", "CCONJ"))


def _governed(mine: Facts, between: Difference, first: int, second: int) -> bool:
    """Whether something between the two places makes it matter which is which."""
    inside = [a for a, _ in between.pairs if first < a < second]
    if any(mine.lemmas[t] in NEGATIVE for t in inside):
        return True
    return any(counts(mine, t) and mine.lemmas[t] not in SYMMETRIC and mine.lemmas[t] not in _LOOSE for t in inside)
