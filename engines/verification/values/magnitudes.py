"""What a number, quantity, date or time in a text amounts to, and whether two of them can both be true.

Comparison is about the values alone: "three dogs" and "five cats" are different numbers, whether that matters is for the
caller, who knows which value plays which role (`Value.counted` names the noun after a number to help).
"""

import math
from dataclasses import dataclass
from datetime import date
from typing import Literal

from engines.verification.values.periods import WHOLE, Part, lies_in, overlap, place_in_month, place_in_year

Relation = Literal["same", "compatible", "different", "incomparable"]
Comparator = Literal["=", "~", ">", ">=", "<", "<="]

_ABOUT = 0.1
"""How far "about 500" reaches on either side, as a share of the value."""
_SAME = 0.002
"""How far two ways to write one value may lie apart where a unit was converted, as a share of it; figures of one unit are exact."""
_EXACT = 1e-9
_CONVERTED = 0.03
"""Two quantities in different units are rounded: "5 miles" may be given as "8 km"."""
_CONVERTED_DEGREES = 0.6
"""Of temperatures, whose zero is anywhere: "34 °F" may be given as "1 °C"."""
_DAY = 1440


@dataclass(frozen=True, slots=True)
class Value:
    """One value in a text.

    Attributes:
        kind: number, ordinal, percent, money, quantity, date, time, score, or relative ("last Tuesday": left open).
        start, end: code points of the text searched; `surface` is that piece as models read it, comparator words left out.
        low, high: the canonical interval: plain numbers, shares for percentages (0.12), SI or base units for quantities, minutes
            after midnight for times, years for dates (infinite where the year is open).
        unit: the dimension of a quantity ("length", "age"), the currency code of money, the zone of a time; "" where there is none.
        factor: what one of the unit that the text uses is worth in the base unit.
        comparator: "=" or what the words before say: "~" about, ">" more than, ">=" at least, "<" fewer than, "<=" up to.
        slack: half of the last digit given where the text plainly rounds ("1.5 million"), in base units.
        calendar: month, day of the month and weekday (Monday 0) of a date; None where open. Of an ordinal that may be a day ("the 15th")
            the month of the date before it, and the day.
        half_day: a time on a twelve-hour clock without am or pm.
        counted: the lower-case word after a plain number, "" if there is none.
        part: of a month or year, which part of it is meant, as shares of it: (0, 0.45) of "early March".
        below: about so much and no more: "nearly 400".
    """

    kind: str
    start: int
    end: int
    surface: str
    low: float
    high: float
    unit: str = ""
    factor: float = 1.0
    comparator: Comparator = "="
    slack: float = 0.0
    calendar: tuple[int | None, int | None, int | None] = (None, None, None)
    half_day: bool = False
    counted: str = ""
    part: Part = WHOLE
    below: bool = False

    @property
    def amount(self) -> tuple[object, ...]:
        """What is compared of a value: the same for two that say the same, wherever they stand and however they are written."""
        return (
            self.kind,
            self.low,
            self.high,
            self.unit,
            self.factor,
            self.comparator,
            self.slack,
            self.calendar,
            self.half_day,
            self.counted,
            self.part,
            self.below,
        )

    @property
    def is_vague(self) -> bool:
        """Whether a part of a period is meant, with or without a digit: "mid-December", "her thirties"."""
        return self.part != WHOLE or (self.unit == "age" and self.low < self.high)

    @property
    def interval(self) -> tuple[float, float]:
        """What the text allows: the interval widened by rounding and by the comparator."""
        low, high = self.low - self.slack, self.high + self.slack
        if self.comparator == "~":
            return low - _ABOUT * abs(low), high + (0.0 if self.below else _ABOUT * abs(high))
        if self.comparator in (">", ">="):
            return self.low, math.inf
        if self.comparator in ("<", "<="):
            return -math.inf, self.high
        return low, high


def compare(a: Value, b: Value) -> Relation:
    """Whether two values are the same, can both be true ("March 2024" and "3 March 2024"), cannot, or say nothing about each other."""
    if "relative" in (a.kind, b.kind):
        return "incomparable"
    if a.kind == b.kind == "date":
        return _compare_dates(a, b)
    if a.kind == b.kind == "time":
        return _compare_times(a, b)
    if a.kind == b.kind == "score":
        return "same" if {a.low, a.high} == {b.low, b.high} else "different"
    if "score" in (a.kind, b.kind):
        both_numbers = {a.kind, b.kind} == {"score", "number"}
        return (
            "same"
            if both_numbers and (min(a.low, a.high), max(a.low, a.high)) == (min(b.low, b.high), max(b.low, b.high))
            else "incomparable"
        )
    if {a.kind, b.kind} == {"date", "ordinal"} and None not in a.calendar[:2] and a.calendar[:2] == b.calendar[:2]:
        return "compatible"
    if _commensurable(a, b):
        return _compare_intervals(a, b)
    return _compare_loosely(a, b)


def entails(found: Value, claimed: Value) -> bool:
    """Whether a text that has `found` supports `claimed`: the same value or a less exact one ("512" for "about 500", "over 400")."""
    relation = compare(found, claimed)
    if relation == "same":
        return True
    if relation != "compatible":
        return False
    if found.kind == claimed.kind == "date":
        known = _date_fields(found)
        fields = all(value is None or known[field] == value for field, value in enumerate(claimed.calendar))
        return fields and _within(found.low, found.high, claimed.low, claimed.high) and lies_in(*_parts(found, claimed))
    if found.kind == claimed.kind == "time":
        return claimed.half_day or claimed.comparator == "~"
    if not _commensurable(found, claimed):
        return True
    (low, high), (least, most) = found.interval, claimed.interval
    if found.comparator == "=" and found.factor != claimed.factor:
        low, high = _loosened(found, found.low, found.high)
        return max(low, least) <= min(high, most)
    if found.comparator == "~" and claimed.comparator == "=":
        return claimed.low <= found.high and found.low <= claimed.high
    return _within(found.low if found.comparator in "=~" else low, found.high if found.comparator in "=~" else high, least, most)


def _within(low: float, high: float, least: float, most: float) -> bool:
    return least <= low and high <= most


def _commensurable(a: Value, b: Value) -> bool:
    if {a.kind, b.kind} == {"number", "percent"}:
        return 0 < max(a.high, b.high) <= 1
    if a.kind != b.kind:
        return False
    return a.unit == b.unit or (a.kind == "money" and "" in (a.unit, b.unit))


def _compare_intervals(a: Value, b: Value) -> Relation:
    share = _SAME if a.factor != b.factor else _EXACT
    if math.isclose(a.low, b.low, rel_tol=share) and math.isclose(a.high, b.high, rel_tol=share):
        if a.comparator == b.comparator or {a.comparator, b.comparator} in ({">", ">="}, {"<", "<="}):
            return "same"
        return "compatible" if {a.comparator, b.comparator} not in ({"=", ">"}, {"=", "<"}) else "different"
    (low, high), (least, most) = a.interval, b.interval
    if a.factor != b.factor and a.kind == "quantity":
        low, high = _loosened(a, low, high)
    return "compatible" if max(low, least) <= min(high, most) else "different"


def _loosened(value: Value, low: float, high: float) -> tuple[float, float]:
    """The bounds of a quantity, wider by what is lost when it is given in another unit."""
    if value.unit == "temperature":
        return low - _CONVERTED_DEGREES, high + _CONVERTED_DEGREES
    return low - _CONVERTED * abs(low), high + _CONVERTED * abs(high)


def _compare_loosely(a: Value, b: Value) -> Relation:
    """Values of different kinds agree when their numbers do (24 and "24-year-old", "pounds" and £); otherwise they say nothing."""
    number_a, number_b = a.low / a.factor, b.low / b.factor
    loose = {"number", "quantity", "money", "ordinal", "date"}
    pounds = {a.unit, b.unit} in ({"pound", "GBP"}, {"pound", "mass"})
    if (
        pounds
        or {a.unit, b.unit} == {"age", "duration"}
        or (a.kind != b.kind and {a.kind, b.kind} <= loose and "number" in (a.kind, b.kind))
    ):
        if math.isclose(number_a, number_b, rel_tol=_EXACT) or _of_years(a, b) or _of_years(b, a):
            return "compatible"
        return "different" if pounds and "GBP" in (a.unit, b.unit) else "incomparable"
    return "incomparable"


def _of_years(range_: Value, number: Value) -> bool:
    """Whether a plain number may be an age of a range of years: 34 and "her thirties"."""
    plain = number.kind == "number" and number.low == number.high and number.comparator == "="
    return plain and range_.unit == "age" and range_.low <= number.low * range_.factor <= range_.high and range_.low < range_.high


def _date_fields(value: Value) -> tuple[int | None, int | None, int | None]:
    month, day, weekday = value.calendar
    if weekday is None and month and day and value.low == value.high and value.low >= 1:
        try:
            weekday = date(int(value.low), month, day).weekday()
        except ValueError:
            weekday = None
    return month, day, weekday


def _parts(a: Value, b: Value) -> tuple[Part, Part]:
    """Which parts of the same month, or of the same year, two dates are; of periods that cannot be compared so the whole."""
    if a.calendar[0] is not None and b.calendar[0] is not None:
        return place_in_month(a.calendar[1], a.part), place_in_month(b.calendar[1], b.part)
    if a.low == b.low == a.high == b.high:
        return place_in_year(a.calendar[0], a.part), place_in_year(b.calendar[0], b.part)
    return WHOLE, WHOLE


def _compare_dates(a: Value, b: Value) -> Relation:
    years = math.isfinite(a.low) and math.isfinite(b.low)
    if years and (a.low > b.high or b.low > a.high):
        return "different"
    shared = years
    for mine, its in zip(_date_fields(a), _date_fields(b), strict=True):
        if mine is not None and its is not None:
            if mine != its:
                return "different"
            shared = True
    if not shared:
        return "incomparable"
    if not overlap(*_parts(a, b)):
        return "different"
    alike = (a.low, a.high, a.calendar[:2], a.part) == (b.low, b.high, b.calendar[:2], b.part)
    return "same" if alike and (a.calendar[2] == b.calendar[2] or a.calendar[1] is not None) else "compatible"


def _compare_times(a: Value, b: Value) -> Relation:
    if a.unit and b.unit and a.unit != b.unit:
        return "incomparable"
    apart = min(abs(a.low - b.low), _DAY - abs(a.low - b.low))
    if a.half_day or b.half_day:
        apart = min(apart % 720, 720 - apart % 720)
    if apart == 0:
        return "same" if a.half_day == b.half_day else "compatible"
    return "compatible" if "~" in (a.comparator, b.comparator) and apart <= 30 else "different"
