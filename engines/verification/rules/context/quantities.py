"""Another value in the place that tells the rest: "September 2012" for 2015, "on Monday" for Wednesday, "45 seconds" for 38.

Each number, amount, date or time of a hypothesis is held against every one of its kind in the reference, by how much of the words around
it stand around that one, by meaning and with less weight the farther away. Where another value has clearly more of them than any that
may be meant, the hypothesis has it from another fact, or from nowhere. No parse is needed, nor the same verb.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isclose, isfinite
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from engines.core.machine.recent import Recent
from engines.core.plain.tables import tables
from engines.verification.encoding.reference import EncodedReference
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.context.copied_values import is_copied
from engines.verification.rules.context.surroundings import told_around, told_in_order, words_around
from engines.verification.rules.context.year_spans import years_of_spans
from engines.verification.rules.registry import rule
from engines.verification.values.arithmetic import figures
from engines.verification.values.finding import Value, compare, entails

_TOLD = 0.45
"""The share of what stands around a value that another one must have, where the reference has no such value at all."""
_TOLD_ELSEWHERE, _MARGIN, _FAR_LESS = 0.65, 0.25, 0.45
"""The same where it has, how much less the best place of that one must have, and how much less makes it one that the reference has not."""
_SAME_PLACE = 0.6
"""The share of what tells the best place that tells about the same one."""
_NEAR, _NEARER = 0.6, 0.35
"""The same of what stands right beside the values, where both are told in one place."""
_ROUNDED = 0.015
"""Numbers that differ by less than this share of themselves may be one rounded."""
_NEAR_BOUND = 0.25
"""How far a bound may be from what is told by it, as a share of that: "more than 400" of 412, not of 4,000."""
_GAP = 5
"""Characters between values that stand side by side: " to ", " and "."""
_MOST_KEPT = 50_000
"""Values that are kept as what they were found to be beside claimed ones: less than a megabyte."""
_VAGUE = frozenset({"several", "dozens", "hundreds", "thousands", "millions", "couple", "dozen", "zero"})
_COMPARED = frozenset({"number", "percent", "money", "quantity", "date", "time"})
_SCARCE = frozenset({"date", "percent", "time"})
"""Kinds of values of which a text has few, so that none is right by chance: in samples of FIB, Q² and SummEdits 72 of 74 that the reference
had nothing for but others of their kind were false, in BUMP all five (assets/localizer/CARD.md)."""
NOWHERE = "value told nowhere"
_BOUNDS = frozenset({">", ">=", "<", "<="})


@rule("quantity in context", ConflictKind.QUANTITY, "numbers, amounts, dates and times beside those of the place that tells the rest")
def quantity_in_context(case: Case) -> Iterator[Conflict]:
    """The values of a hypothesis that are another one in the place that tells the rest of it."""
    paired = _in_pairs(case) | years_of_spans(case)
    for claimed in case.hypothesis.values:
        told = claimed.start in paired or _is_named(case, claimed) or is_copied(case, claimed)
        if claimed.kind in _COMPARED and not told:
            instead = _instead(case, claimed, *case.reference.derived(_Parted).by(claimed))
            if instead is not None:
                yield Conflict(ConflictKind.QUANTITY, case.inside(claimed.start, claimed.end), (instead.start, instead.end))


@rule(NOWHERE, ConflictKind.QUANTITY, "dates, times and percentages that are none of the reference's and do not follow from them")
def value_told_nowhere(case: Case) -> Iterator[Conflict]:
    """The dates, times and percentages of a hypothesis that no value of the reference can be, though it has others of their kind."""
    for claimed in case.hypothesis.values:
        others, same = case.reference.derived(_Parted).by(claimed) if claimed.kind in _SCARCE else ((), ())
        if others and not same and not is_copied(case, claimed):
            weights = words_around(case, claimed.start, claimed.end)
            told, other = _best_told(case, weights, others)
            found = (other.start, other.end) if told >= _TOLD else None
            yield Conflict(ConflictKind.QUANTITY, case.inside(claimed.start, claimed.end), found)


def values_told(case: Case) -> Iterator[Value]:
    """The values of a hypothesis that the place which tells the rest has in another form: "two days" of 48 hours, "a quarter" of 25 per
    cent, "mid-December" of the 14th, "more than 400" of 412.

    What stands there in the same form is not told by this, as it may belong to something else there; but for what the reference has word
    for word with its neighbours: "qualified in 1928, second in her year".
    """
    spans = years_of_spans(case)
    for claimed in case.hypothesis.values:
        if claimed.start in spans or is_copied(case, claimed):
            yield claimed
            continue
        vague = claimed.is_vague or (claimed.kind == "date" and isfinite(claimed.low) and claimed.low < claimed.high)
        if not vague and claimed.kind not in _COMPARED:
            continue
        others, same = case.reference.derived(_Parted).by(claimed)
        within = [value for value in same if entails(value, claimed) and _stands_for(claimed, value)]
        if not vague and (not within or any(_form(value) == _form(claimed) for value in same)):
            continue
        weights = words_around(case, claimed.start, claimed.end)
        told = max(told_around(case, weights, [value.start for value in within]), default=0.0)
        if told >= _TOLD and told >= max(told_around(case, weights, [value.start for value in others]), default=0.0) - _MARGIN:
            yield claimed


def values_standing(case: Case) -> Iterator[Value]:
    """The values of a hypothesis that the reference has just so somewhere: the same amount, the day of a fuller date, or a day of the month
    that the date before it tells: "the 15th" behind "8 February"."""
    for claimed in case.hypothesis.values:
        if claimed.kind in _COMPARED and any(_is_same(value, claimed) for value in case.reference.derived(_Parted).by(claimed)[1]):
            yield claimed


def _is_same(known: Value, claimed: Value) -> bool:
    day_alone = known.kind == "ordinal" and claimed.kind == "date"
    if known.comparator != claimed.comparator or not (day_alone or known.kind == claimed.kind):
        return False
    day = claimed.kind == "date" and claimed.calendar[1] is not None
    return compare(known, claimed) == "same" or (day and entails(known, claimed))


def _stands_for(claimed: Value, known: Value) -> bool:
    """Whether a value may be told for a known one: as it is, as a rounder number near it, or as a bound near it on the same things."""
    if claimed.comparator == "=":
        return True
    if claimed.comparator == "~":
        return not any(character.isdecimal() for character in claimed.surface) or figures(claimed) < figures(known)
    alike = claimed.kind != "number" or (claimed.counted != "" and claimed.counted == known.counted)
    return alike and known.comparator == "=" and abs(known.low - claimed.low) <= _NEAR_BOUND * abs(known.low)


def _form(value: Value) -> str:
    """How a value is written, but for signs, spaces and dots."""
    return "".join(character for character in value.surface.casefold() if character.isalnum())


class _Parted:
    """The values of a reference by whether they can be what is claimed; kept, since a sentence is asked about again and again."""

    def __init__(self, reference: EncodedReference) -> None:
        self._values = [value for value, _ in reference.values]
        self._lock = Lock()
        self._kept: Recent[tuple[object, ...], tuple[list[Value], list[Value]]] = Recent(_MOST_KEPT, lambda parts: sum(map(len, parts)) + 1)

    def by(self, claimed: Value) -> tuple[list[Value], list[Value]]:
        """Those that cannot be `claimed`, and those that may be."""
        with self._lock:
            known = self._kept.get(claimed.amount)
        if known is None:
            others: list[Value] = []
            same: list[Value] = []
            for value in self._values:
                if _differ(value, claimed):
                    others.append(value)
                elif _may_be(value, claimed):
                    same.append(value)
            known = others, same
            with self._lock:
                self._kept.keep(claimed.amount, known)
        return known


def _instead(case: Case, claimed: Value, others: Sequence[Value], same: Sequence[Value]) -> Value | None:
    """The value that has the place of `claimed` in the reference, None where `claimed` or nothing has it."""
    if same:
        stated = [value for value in case.hypothesis.values if value != claimed]
        others = [value for value in others if not any(value.amount == one.amount or entails(one, value) for one in stated)]
    weights = words_around(case, claimed.start, claimed.end)
    if not others or not weights.any():
        return None
    best, other = _best_told(case, weights, others)
    known = max(told_around(case, weights, [value.start for value in same]), default=0.0)
    if best < (_TOLD_ELSEWHERE if same and known > best - _FAR_LESS else _TOLD):
        return None
    if known <= best - _MARGIN:
        return _shown(case, claimed, _of_one_kind(case, claimed, weights, others, best) or other)
    # Of values that are told together, another one may stand clearly nearer to the same words: "£45,000 ..., and £1.2 million ...".
    # In a row of a table nothing stands nearer than the rest.
    rows = case.reference.derived(_Rows)
    shared = {rows.at(value.start) for value in same} - {None}
    apart = [value for value in others if rows.at(value.start) not in shared] if shared else others
    if not apart:
        return None
    best, other = _best_told(case, weights, apart, nearest=True)
    known = max(told_around(case, weights, [value.start for value in same], nearest=True), default=0.0)
    return _shown(case, claimed, other) if best >= _NEAR and known <= best - _NEARER else None


class _Rows:
    """The rows of the tables of a reference."""

    def __init__(self, reference: EncodedReference) -> None:
        every = (row for table in tables(reference.text.text) for row in (table.head, *table.rows))
        self._places = sorted((row.start, row.end) for row in every)

    def at(self, offset: int) -> int | None:
        """The number of the row with a character, None outside of tables."""
        number = bisect_right(self._places, offset, key=lambda place: place[0]) - 1
        return number if number >= 0 and offset < self._places[number][1] else None


def _of_one_kind(case: Case, claimed: Value, weights: NDArray[np.float64], others: Sequence[Value], best: float) -> Value | None:
    """Of values that are told in about the same place the one that counts the same: "214 passengers" for "241 passengers", not the hour."""
    alike = [value for value in others if claimed.counted and value.counted == claimed.counted]
    told, other = _best_told(case, weights, alike) if alike else (0.0, None)
    return other if told >= best * _SAME_PLACE else None


def _shown(case: Case, claimed: Value, other: Value) -> Value:
    """The value that has the place of `claimed`: the `other` one, but where the hypothesis states that itself the one of those that it does
    not state which has the words of `claimed` before and after it.

    In "sales of $30 million and a profit of $7 million" what stands in the place of $30 million is not the profit.
    """
    stated = {value.amount for value in case.hypothesis.values}
    if other.amount not in stated:
        return other
    alike = (value for value, _ in case.reference.values if value.kind == claimed.kind and value.amount not in stated)
    free = [value for value in alike if compare(value, claimed) == "different"]
    told = told_in_order(case, (claimed.start, claimed.end), [(value.start, value.end) for value in free])
    return max(zip(told, free, strict=True), key=lambda pair: pair[0])[1] if any(told) else other


def _in_pairs(case: Case) -> frozenset[int]:
    """Where values begin that stand side by side and do so in the reference too: "205 to 198" is right wherever that is told."""
    text, values = case.hypothesis.text, sorted(case.hypothesis.values, key=lambda value: value.start)
    beside = [(one, other) for one, other in pairwise(values) if 0 < other.start - one.end <= _GAP]
    pairs = ((one, other, text[one.start : other.end].casefold()) for one, other in beside)
    return frozenset(start for one, other, words in pairs if words in case.reference.derived(_small) for start in (one.start, other.start))


def _small(reference: EncodedReference) -> str:
    return reference.text.model_text.casefold()


def _best_told(case: Case, weights: NDArray[np.float64], values: Sequence[Value], nearest: bool = False) -> tuple[float, Value]:
    shares = told_around(case, weights, [value.start for value in values], nearest)
    return max(zip(shares, values, strict=True), key=lambda told: told[0])


def _is_named(case: Case, claimed: Value) -> bool:
    """Whether a number belongs to a name or says too little: "League One", "section 71", "Sapp, 42,", "several"."""
    if claimed.surface.lower() in _VAGUE:
        return True
    mine = case.hypothesis
    before, after = mine.text[: claimed.start].rstrip(), mine.text[claimed.end :].lstrip()
    first = next((t for t, (start, _) in enumerate(mine.spans) if start >= claimed.start), 0)
    age = before.endswith(",") and after.startswith(",")
    return claimed.kind == "number" and (age or (first > 0 and mine.classes[first - 1] == "PROPN"))


def _may_be(known: Value, claimed: Value) -> bool:
    """Whether a value may be what is claimed; that 318 people are "at least 37" says nothing of the 37 that are meant."""
    if known.kind == "relative":
        return claimed.kind in ("date", "time")
    figure = 100 * claimed.low if claimed.kind == "percent" else claimed.low / claimed.factor
    bare = known.kind == "number" and not known.counted and known.comparator not in _BOUNDS  # "under 21" is no 21 per cent
    if bare and claimed.kind in ("percent", "money", "quantity") and isclose(known.low, figure):
        return True  # "They had asked for eight" after "a rise of 5.2 per cent".
    relation = compare(known, claimed)
    if relation == "compatible" and claimed.kind == "number" and claimed.comparator in _BOUNDS and known.comparator == "=":
        return known.counted == claimed.counted
    return relation in ("same", "compatible")


def _differ(known: Value, claimed: Value) -> bool:
    """Whether two values of one kind cannot both be meant; one that may be the other rounded can."""
    if known.kind != claimed.kind or known.surface.lower() in _VAGUE:
        return False
    if known.kind == "number" and known.counted and claimed.counted and known.counted != claimed.counted:
        return False
    if known.comparator in _BOUNDS and known.comparator == claimed.comparator and known.unit == claimed.unit:
        return (known.low, known.high) != (claimed.low, claimed.high)
    if compare(known, claimed) != "different":
        return False
    return known.kind in ("date", "time") or not _is_rounded(known, claimed)


def _is_rounded(known: Value, claimed: Value) -> bool:
    return abs(known.low - claimed.low) <= _ROUNDED * max(abs(known.low), abs(claimed.low))
