"""Another value between the very same words: "opened 43 rural clinics" for 34, "will make nine crossings a day" for four.

The words right beside a value, in their order, are held against those right beside every other value of its kind in the reference. Three in
a row, one of which says something, are seldom the same by chance, on one side alone four; where the value itself has fewer
of them anywhere, it is another one.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from engines.verification.encoding.reference import EncodedReference
from engines.verification.encoding.words import Words
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.registry import rule
from engines.verification.values.finding import Value, compare
from engines.verification.values.quantities import comparing

NAME = "value beside its neighbours"
_ENOUGH = 3
"""Words in a row beside a value that must be the same."""
_SURELY = 5
"""The same where the sentence has the value itself, too, elsewhere; and from which on the value itself stands beside the same words."""
_FAR = 6
"""Words on either side that are looked at."""
_COMPARED = frozenset({"number", "percent", "money", "quantity", "date", "time"})
_ONE_OF = re.compile(r"\bone of(?: \w+)? \Z", re.IGNORECASE)
_BESIDE = frozenset({" and ", ", ", " of ", " or ", " to "})
_BEFORE = 24
"""Characters before a value in which that is looked for."""
_ENDS = frozenset(".!?;:")
_AT_MOST, _AT_LEAST = frozenset({"<", "<="}), frozenset({">", ">="})


class _Placed(NamedTuple):
    """A value of a reference with its first and its last word, by their numbers."""

    value: Value
    first: int
    last: int


def _placed(reference: EncodedReference) -> tuple[_Placed, ...]:
    values = [value for value, _ in reference.values]
    firsts = np.searchsorted(reference.words.ends, [value.start for value in values], side="right").tolist()
    lasts = (np.searchsorted(reference.words.starts, [value.end for value in values]) - 1).tolist()
    every = zip(values, firsts, lasts, strict=True)
    return tuple(_Placed(value, first, last) for value, first, last in every if first <= last)


@rule(NAME, ConflictKind.QUANTITY, "values between the same words as another one of the reference")
def value_beside_its_neighbours(case: Case) -> Iterator[Conflict]:
    """The values of a hypothesis in whose place, between the same words, the reference has others."""
    if case.is_copy:
        return
    placed = case.reference.derived(_placed)
    for claimed in case.hypothesis.values:
        mine = case.alignment.words.inside(claimed.start, claimed.end).nonzero()[0].tolist() if claimed.kind in _COMPARED else []
        alike = [each for each in placed if each.value.kind == claimed.kind or each.value.low == claimed.low] if mine else []
        told = [(each.value, _same_words(case, claimed, (mine[0], mine[-1]), each)) for each in alike]
        best, row = max(told, key=lambda pair: pair[1], default=(claimed, 0))
        if row < _ENOUGH or not _differ(best, claimed) or _is_part(case, claimed, best):
            continue
        beside = {case.reference.sentence_of(value.start) for value, _ in told if not _differ(value, claimed)}
        if case.reference.sentence_of(best.start) in beside and row < _SURELY:
            continue
        if all(_differ(value, claimed) for value, same in told if same >= min(row - 1, _SURELY)):
            yield Conflict(ConflictKind.QUANTITY, _wrong(case, claimed, best), (best.start, best.end))


def _is_part(case: Case, claimed: Value, known: Value) -> bool:
    """Whether the reference has the value as a part of the other one, or the other one is a part: "one of our two pumps", "one half"."""
    text = case.reference.text.model_text
    before = text[max(0, known.start - _BEFORE) : known.start]
    listed = (value for value, _ in case.reference.values if value.kind == known.kind and value.end < known.start)
    if any(text[value.end : known.start] in _BESIDE and not _differ(value, claimed) for value in listed):
        return True  # "fines of £20,000 and £30,000", "140 of 600 plants"
    return (claimed.low == 1 and _ONE_OF.search(before) is not None) or (known.low <= 1 < claimed.low and not known.counted)


def _wrong(case: Case, claimed: Value, known: Value) -> frozenset[int]:
    """The words of a value, or those that compare it where they alone are wrong: "at least" for "up to seven years"."""
    if compare(claimed, known) != "different" or (claimed.low, claimed.unit) == (known.low, known.unit):
        own = case.alignment.words
        first = int(np.searchsorted(own.ends, claimed.start, side="right"))
        before = _comparing(own, first)
        if before:
            return case.inside(int(own.starts[first - before]), int(own.ends[first - 1]))
    return case.inside(claimed.start, claimed.end)


def _differ(known: Value, claimed: Value) -> bool:
    if known.kind != claimed.kind:  # "31.5 million", where it was 31.5 million crowns
        return known.low != claimed.low
    if _is_same_number(known, claimed):
        signs = {known.comparator, claimed.comparator}
        return not signs.isdisjoint(_AT_MOST) and not signs.isdisjoint(_AT_LEAST)
    return compare(known, claimed) == "different"


def _is_same_number(one: Value, other: Value) -> bool:
    return (one.low, one.high, one.unit) == (other.low, other.high, other.unit)


def _same_words(case: Case, claimed: Value, mine: tuple[int, int], known: _Placed) -> int:
    """How many words right before and behind two values are the same, 0 if none of them says anything.

    Args:
        mine: the first and the last word of the value of the hypothesis.
    """
    own, theirs = case.alignment.words, case.reference.words
    if claimed.kind == "quantity" and own.keys[mine[1]] != theirs.keys[known.last]:
        return 0  # "three weeks before she died", "married for 41 years before she died"
    first, others = mine[0], known.first
    if claimed.comparator != known.value.comparator:
        first, others = first - _comparing(own, first), others - _comparing(theirs, others)
    left_out = known.value.counted != "" and claimed.counted == ""  # "4.1 in the group", where it was 4.1 points in the group
    before, behind = _row(case, first - 1, others - 1, -1), _row(case, mine[1] + 1, known.last + 1 + left_out, 1)
    same = [*before, *behind]
    if not any(own.content[i] and not own.numbers[i] for i in same):
        return 0
    return len(same) - (not (before and behind)) + 2 * _is_same_number(claimed, known.value)


def _comparing(words: Words, first: int) -> int:
    return comparing([surface.lower() for surface in words.surfaces[max(0, first - _FAR) : first]])


def _row(case: Case, first: int, there: int, step: int) -> list[int]:
    """The words of the hypothesis, by their numbers, that are the same as those of the reference, one after the other."""
    own, theirs = case.alignment.words, case.reference.words
    found: list[int] = []
    while len(found) < _FAR and 0 <= first < len(own) and 0 <= there < len(theirs) and own.keys[first] == theirs.keys[there]:
        if _is_parted(case.alignment.text, own, first, step) or _is_parted(case.reference.text.model_text, theirs, there, step):
            break
        found.append(first)
        first, there = first + step, there + step
    return found


def _is_parted(text: str, words: Words, place: int, step: int) -> bool:
    """Whether a sentence or a clause ends between a word and the one before it on the way."""
    one, other = sorted((place, place - step))
    return not _ENDS.isdisjoint(text[words.ends[one] : words.starts[other]])
