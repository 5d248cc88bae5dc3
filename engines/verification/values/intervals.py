"""Lengths of time that nobody states and two dates or times tell: "for 17 years" of what was shut in 1987 and sold in 2004, "an hour" of
9pm instead of 10pm; and years that are told by another one and a length: 1924 of "in 1921 she left the firm of Robert Ames, whom she
married three years later", 1890 of "ready in 1889, and the tables for the following year".
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from engines.verification.values.arithmetic import is_difference
from engines.verification.values.magnitudes import Value
from engines.verification.values.quantities import YEAR

_DAY = 86400.0
_OPEN_YEAR = 2001
"""Stands for the year of dates where none has one, or several have: no leap year, as most."""
_FROM_THEN = {"later": 1, "after": 1, "afterwards": 1, "before": -1, "earlier": -1}
"""Which way a length of time counts that one of these words follows."""
_NEXT_YEARS = {"following year": 1, "next year": 1, "preceding year": -1, "previous year": -1}
_MINUTE, _MOST_TIMES = 60.0, 40
"""Seconds, and the times of a sentence between which a length may lie."""
_LONGEST = 15
_INCLUSIVE = 1
"""Days by which people count otherwise: with the first day, or without it."""
_OF_A_MONTH = 3
"""Days by which months differ from each other."""


def lies_between(length: Value, dates: Sequence[Value]) -> bool:
    """Whether a length of time is that between two of some dates: in years between years, in days, weeks or months between days."""
    if length.kind != "quantity" or length.unit != "duration" or not 0 < length.low == length.high < math.inf:
        return False
    known = [value for value in dates if value.kind == "date"]
    if length.factor >= YEAR:
        years = {value.low for value in known if math.isfinite(value.low) and value.low == value.high}
        apart = round(length.low / YEAR)
        return abs(apart * YEAR - length.low) < _DAY and any(year + apart in years for year in years)
    if length.factor < _DAY:
        return False
    days, apart = {day.toordinal() for day in _days(known)}, round(length.low / _DAY)
    slack = _OF_A_MONTH if length.factor > 7 * _DAY else _INCLUSIVE
    return any(day + later in days for day in days for later in range(max(1, apart - slack), apart + slack + 1))


def lies_between_times(length: Value, times: Sequence[Value]) -> bool:
    """Whether a length of time in hours, minutes or seconds is that between two of some times of day, or of a race: "45 seconds ahead"
    of 2:14:37 and 2:15:22."""
    if length.kind != "quantity" or length.unit != "duration" or not 0 < length.low == length.high < math.inf or length.factor >= _DAY:
        return False
    told = dict.fromkeys(value.low for value in times if value.kind == "time" and value.low == value.high and math.isfinite(value.low))
    known = [round(_MINUTE * minutes) for minutes in list(told)[:_MOST_TIMES]]
    apart = round(length.low)
    if length.comparator == "=":
        return apart > 0 and any((time + apart) % _DAY in known for time in known)
    lengths = (replace(length, low=float(time), high=float(time), comparator="=") for time in known)
    return is_difference(length, tuple(lengths))


def counted_from(year: Value, told: Sequence[Value], text: str) -> Value | None:
    """The length of time among the values of a text by which a year is told: that of a date there, and as many years later or earlier; or
    "the following year"."""
    if year.kind != "date" or year.low != year.high or year.calendar != (None, None, None):
        return None
    years = {value.low for value in told if value.kind == "date" and math.isfinite(value.low) and value.low == value.high}
    for length in told:
        if year.low - _NEXT_YEARS.get(length.surface.lower(), math.inf) in years:
            return length
        way = _FROM_THEN.get(_next_word(text, length.end), 0) if length.kind == "quantity" and length.unit == "duration" else 0
        counts = way and length.factor >= YEAR and 0 < length.low == length.high < math.inf
        if counts and year.low - way * round(length.low / YEAR) in years:
            return length
    return None


def _next_word(text: str, end: int) -> str:
    return next(iter(text[end : end + _LONGEST].split()), "").rstrip(",.;")


def _days(dates: Sequence[Value]) -> Iterator[date]:
    """The days among dates; one without a year is of the only year that the others have."""
    years = {int(value.low) for value in dates if math.isfinite(value.low) and 1 <= value.low == value.high <= date.max.year}
    open_year = min(years) if len(years) == 1 else _OPEN_YEAR
    for value in dates:
        month, day, _ = value.calendar
        year = int(value.low) if value.low in years else open_year
        if month is not None and day is not None:
            try:
                yield date(year, month, day)
            except ValueError:  # 29 February of a year without one
                continue
