"""Days of the month and years as parts of a date, read from tokens; and days that share a month: "18–19 April", "May 3 to 5"."""

from engines.core.digits import begins_with_digit, whole_number
from engines.english.calendar import MONTH_NUMBERS
from engines.verification.values.numerals import Tokens, read_number

MARKS = ("'", "’", "‘")
"""What stands for the century of a year, "'63", and before the s of a decade."""
_THIS_CENTURY = 40
"""Years of two digits from here on are of the last century."""
_FROM_TO = frozenset({"-", "–", "—", "−", "/", "to", "until", "through"})
"""What stands between two days of which all between are meant."""
_LAST = _FROM_TO | {"and", "or", "&"}
"""What stands before the last of several days."""
_FURTHEST = 12
"""Tokens between a month and a day that is joined to it."""


def comma(tokens: Tokens, index: int) -> int:
    return index + 1 if tokens.at(index) == "," else index


def year_at(tokens: Tokens, index: int) -> tuple[float, int] | None:
    """A year, of which the first two digits may be left out ("'63"), and the token after it."""
    if tokens.at(index) in MARKS and tokens.glued(index + 1) and not tokens.glued(index) and len(tokens.at(index + 1)) == len("63"):
        short, stop = whole_number(tokens.at(index + 1), 99), index + 2
        year = None if short is None else short + (1900 if short >= _THIS_CENTURY else 2000)
    else:
        year, stop = year_of(tokens.at(index)), index + 1
    return None if year is None or decade_mark(tokens, stop) else (float(year), stop)


def year_of(word: str) -> int | None:
    """A year of four digits."""
    year = whole_number(word, 2199) if len(word) == 4 else None
    return year if year is not None and year >= 1000 else None


def day_at(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """A day of the month and the token after it."""
    word = tokens.at(index)
    day = whole_number(word, 31) if len(word) <= 2 else None
    if day:
        suffix = tokens.at(index + 1) in ("st", "nd", "rd", "th") and tokens.glued(index + 1)
        return day, index + 1 + suffix
    if word and not begins_with_digit(word):
        number = read_number(tokens, index)
        if number and number.form == "ordinal" and number.low <= 31:
            return int(number.low), number.stop
    return None


def decade_mark(tokens: Tokens, index: int) -> bool:
    if tokens.at(index) == "s":
        return tokens.glued(index)
    return tokens.at(index) in ("'", "’") and tokens.at(index + 1) == "s" and tokens.glued(index) and tokens.glued(index + 1)


def _day_after(tokens: Tokens, index: int, least: int) -> tuple[int, int, str] | None:
    """A later day than `least` of the same month, joined to it at token `index`: the day, the token after it, and what joins them."""
    mark = tokens.at(index)
    if mark not in _LAST and mark != ",":
        return None
    first = index + 1 + (mark == "," and tokens.at(index + 1) in _LAST)
    day = day_at(tokens, first + (tokens.at(first) == "the"))
    return (*day, tokens.at(first - 1)) if day and day[0] > least else None


def joined_to_month(tokens: Tokens, index: int, least: int) -> int | None:
    """The token of the month behind the days that follow on `least` at token `index`, "18–*19 April*"; None where there is none."""
    mark = ""
    while following := _day_after(tokens, index, least):
        least, index, mark = following
    month = index + (tokens.at(index) == "of")
    return month if mark in _LAST and tokens.at(month) in MONTH_NUMBERS and tokens.capital(month) else None


def joined_behind_month(tokens: Tokens, index: int, least: int) -> int:
    """The token behind the days that follow on `least` at token `index`, "April 18*–19*"; `index` where there is none.

    "May 3 and 5 people": a word behind it tells that a number is no day, unless all days from the one to the other are meant.
    """
    stop = index
    while following := _day_after(tokens, index, least):
        least, index, mark = following
        if mark in _FROM_TO or (mark in _LAST and not tokens.at(index).isalpha()):
            stop = index
    return stop


def month_before(tokens: Tokens, index: int) -> int | None:
    """The token of the month whose days go on with the one at token `index`, "*April* 18–19"; None where there is none."""
    for month in range(index - 1, max(index - _FURTHEST, 0) - 1, -1):
        if tokens.at(month) in MONTH_NUMBERS:
            first = day_at(tokens, month + 1) if tokens.capital(month) else None
            return month if first and first[1] < index < joined_behind_month(tokens, *reversed(first)) else None
    return None
