"""Dates and times of day as written, read from tokens; what depends on the day of writing ("last Tuesday") is left open."""

import math
import re

from engines.core.digits import begins_with_digit, whole_number
from engines.english.calendar import FIXED_DAYS, MONTH_NUMBERS, WEEKDAY_NUMBERS
from engines.english.number_words import TENS
from engines.verification.values.clock_times import Moment, read_clock
from engines.verification.values.days import (
    MARKS,
    comma,
    day_at,
    decade_mark,
    joined_behind_month,
    joined_to_month,
    month_before,
    year_at,
    year_of,
)
from engines.verification.values.numerals import Tokens, read_number
from engines.verification.values.periods import part_before
from engines.verification.values.spoken_times import SPOKEN_STARTS, TWELVES, read_spoken

DECADES = {word.removesuffix("y") + "ies": number for word, number in TENS.items()}
_RELATIVE = frozenset({"yesterday", "today", "tomorrow", "tonight", "overnight"})
_RELATIVE_BEFORE = frozenset({"last", "next", "this", "previous", "following", "past", "coming"})
_PERIODS = frozenset({"day", "week", "weekend", "month", "year", "decade", "century", "morning", "afternoon", "evening", "night"})
_BEFORE_YEAR = frozenset(
    {
        "in",
        "since",
        "of",
        "by",
        "until",
        "till",
        "from",
        "to",
        "the",
        "during",
        "before",
        "after",
        "early",
        "late",
        "mid",
        "between",
        "and",
        "or",
    }
    | {
        "through",
        "for",
        "around",
        "circa",
        "c",
        "year",
        "summer",
        "winter",
        "spring",
        "autumn",
        "fall",
        ",",
        "(",
        "-",
        "–",
        "—",
        "/",
        "about",
    }
)
_OPEN = (-math.inf, math.inf)
_SHORT_DAYS = {"sat": 5, "sun": 6}
"""Abbreviations of days that are words of their own."""
_DAYS = {**WEEKDAY_NUMBERS, **_SHORT_DAYS}
_BETWEEN_DAYS = frozenset({"-", "–", "—", "/", ",", "and", "to", "&"})
_DASHES = frozenset({"-", "–", "—", "−"})
_NAMED_DAYS = {tuple(re.findall(r"\w+|'", name)): date for name, date in FIXED_DAYS.items()}
_FIRST_OF_DAYS = frozenset(words[0] for words in _NAMED_DAYS)
CALENDAR_STARTS = frozenset(
    {*SPOKEN_STARTS, *_FIRST_OF_DAYS}
    | {*MONTH_NUMBERS, *WEEKDAY_NUMBERS, *_SHORT_DAYS, *DECADES, *_RELATIVE, *_RELATIVE_BEFORE, *TWELVES, *MARKS}
)


def read_moment(tokens: Tokens, index: int) -> Moment | None:
    """The date or time that begins at token `index`, or None."""
    word = tokens.at(index)
    spoken = read_spoken(tokens, index)
    if spoken:
        return spoken
    if word in _FIRST_OF_DAYS and tokens.named(index) and (day := _named_day(tokens, index)):
        return day
    if begins_with_digit(word):
        dated = _numeric(tokens, index) or read_clock(tokens, index) or _day_first(tokens, index) or _day_behind(tokens, index)
        return dated or _years(tokens, index)
    if word in _RELATIVE_BEFORE:
        following = tokens.at(index + 1)
        named = following in WEEKDAY_NUMBERS or (following in MONTH_NUMBERS and tokens.capital(index + 1))
        return Moment("relative", *_OPEN, index + 2) if named or following in _PERIODS else None
    if word in _RELATIVE:
        return Moment("relative", *_OPEN, index + 1)
    if word in TWELVES:
        minute = float(TWELVES[word])
        return Moment("time", minute, minute, index + 1)
    if (word in WEEKDAY_NUMBERS and tokens.named(index)) or (word in _SHORT_DAYS and _is_short_day(tokens, index)):
        return _weekday(tokens, index)
    if word in MONTH_NUMBERS and tokens.named(index):
        return _month_first(tokens, index)
    if word in DECADES:
        named = tokens.at(part_before(tokens, index)[0] - 1) == "the"
        return Moment("date", 1900.0 + DECADES[word], 1909.0 + DECADES[word], index + 1) if named else None
    if word in MARKS and decade_mark(tokens, index + 2) and len(tokens.at(index + 1)) == 2:
        tens = whole_number(tokens.at(index + 1), 99)
        return Moment("date", 1900.0 + tens, 1909.0 + tens, index + 3) if tens is not None and tens % 10 == 0 else None
    if word in MARKS and tokens.at(index - 1) in _BEFORE_YEAR and (year := year_at(tokens, index)):
        return Moment("date", year[0], *year)
    return _day_first(tokens, index) or _years(tokens, index)


def _named_day(tokens: Tokens, index: int) -> Moment | None:
    """ "Christmas Eve", "New Year's Day"."""
    for words, (month, day) in _NAMED_DAYS.items():
        stop = index + len(words)
        if tuple(word.replace("’", "'") for word in tokens.lower[index:stop]) == words:
            return Moment("date", *_OPEN, stop, (month, day, None))
    return None


def _is_short_day(tokens: Tokens, index: int) -> bool:
    """Whether "Sat" or "Sun" is a day: beside another day or a date, as in "Mon–Sat", "Sat, Sun", "Sat 7 Feb"."""
    if not tokens.capital(index):
        return False
    beside = ((tokens.at(index - 1), tokens.at(index - 2)), (tokens.at(index + 1), tokens.at(index + 2)))
    dated = _day_first(tokens, index + 1) or (tokens.at(index + 1) in MONTH_NUMBERS and tokens.capital(index + 1))
    return bool(dated) or any(mark in _BETWEEN_DAYS and day in _DAYS for mark, day in beside)


def _weekday(tokens: Tokens, index: int) -> Moment:
    weekday = _DAYS[tokens.lower[index]]
    following = comma(tokens, index + 1)
    date = None
    if tokens.at(following) in MONTH_NUMBERS and tokens.capital(following):
        date = _month_first(tokens, following)
    elif begins_with_digit(tokens.at(following)) or tokens.at(following) == "the":
        date = _day_first(tokens, following + (tokens.at(following) == "the"))
    if date and date.calendar[1]:
        return Moment("date", date.low, date.high, date.stop, (date.calendar[0], date.calendar[1], weekday))
    return Moment("date", *_OPEN, index + 1, (None, None, weekday))


def _month_first(tokens: Tokens, index: int) -> Moment | None:
    word = tokens.lower[index]
    month = MONTH_NUMBERS[word]
    stop = index + 1
    if len(word) <= 4 and tokens.at(stop) == "." and word != "may":
        stop += 1
    before = tokens.at(index - 1)
    day = day_at(tokens, stop)
    if (day and tokens.at(day[1]) in (":", "%")) or (day and tokens.at(day[1]) == "." and begins_with_digit(tokens.at(day[1] + 1))):
        day = None
    if day:
        last = joined_behind_month(tokens, *reversed(day))
        year = year_at(tokens, comma(tokens, last))
        low, high, stop = (year[0], *year) if year else (*_OPEN, day[1])
        return Moment("date", low, high, stop if last == day[1] else day[1], (month, day[0], None))
    following = comma(tokens, stop) if tokens.at(stop) == "," else stop + (tokens.at(stop) == "of")
    year = year_at(tokens, following)
    if year:
        return Moment("date", year[0], *year, (month, None, None))
    weak = word in ("may", "march", "april", "june", "august") or len(word) <= 3
    if (
        weak
        and before not in _BEFORE_YEAR - {"the", ",", "(", "about"}
        and before not in ("this", "that", "each", "every", "last", "next", "on")
    ):
        return None
    return Moment("date", *_OPEN, stop if word in ("may",) or len(word) > 4 or stop == index + 1 else index + 1, (month, None, None))


def _day_first(tokens: Tokens, index: int) -> Moment | None:
    day = day_at(tokens, index)
    if day is None:
        return None
    following = day[1] + (tokens.at(day[1]) == "of")
    joined = tokens.at(following) not in MONTH_NUMBERS or not tokens.capital(following)
    if joined:
        month_at = joined_to_month(tokens, day[1], day[0])
        if month_at is None:
            return None
        following = month_at
    month = MONTH_NUMBERS[tokens.lower[following]]
    stop = following + 1
    dot = tokens.at(stop) == "." and len(tokens.lower[following]) <= 4
    after = comma(tokens, stop + dot)
    year = year_at(tokens, after)
    low, high, stop = (year[0], *year) if year else (*_OPEN, stop)
    return Moment("date", low, high, day[1] if joined else stop, (month, day[0], None))


def _day_behind(tokens: Tokens, index: int) -> Moment | None:
    """The 19 of "April 18–19, 1987"."""
    month, day = month_before(tokens, index), day_at(tokens, index)
    if month is None or day is None:
        return None
    last = joined_behind_month(tokens, *reversed(day))
    year = year_at(tokens, comma(tokens, last))
    low, high, stop = (year[0], *year) if year else (*_OPEN, day[1])
    return Moment("date", low, high, stop if last == day[1] else day[1], (MONTH_NUMBERS[tokens.at(month)], day[0], None))


def _numeric(tokens: Tokens, index: int) -> Moment | None:
    """2024-03-03, 13/03/2024; where day and month cannot be told apart only the year is kept."""
    first, mark, second, third = (tokens.at(index + offset) for offset in (0, 1, 2, 4))
    whole = mark in ("-", "/", ".", "–") and tokens.at(index + 3) == mark and all(part.isdecimal() for part in (first, second, third))
    if not whole or not all(tokens.glued(index + offset) for offset in range(1, 5)):
        return None
    year, month, day = whole_number(first, 9999), whole_number(second, 12), whole_number(third, 31)
    if len(first) == 4 and year is not None and month and day:
        return Moment("date", float(year), float(year), index + 5, (month, day, None))
    year, a, b = year_of(third), whole_number(first, 99), whole_number(second, 99)
    if year is not None and a is not None and b is not None and len(first) <= 2 and len(second) <= 2:
        if a > 12 >= b >= 1 and a <= 31:
            return Moment("date", float(year), float(year), index + 5, (b, a, None))
        if b > 12 >= a >= 1 and b <= 31:
            return Moment("date", float(year), float(year), index + 5, (a, b, None))
        if a == b and 1 <= a <= 12:
            return Moment("date", float(year), float(year), index + 5, (a, b, None))
        return Moment("date", float(year), float(year), index + 5)
    return None


def _years(tokens: Tokens, index: int) -> Moment | None:
    """Years, decades and centuries."""
    number = read_number(tokens, index)
    if number is None:
        return None
    word = tokens.at(index)
    if number.form == "ordinal":
        century = number.stop + (tokens.at(number.stop) == "-")
        if tokens.at(century) not in ("century", "centuries") or number.low > 25:
            return None
        first = 100 * (number.low - 1) + 1
        return _with_era(tokens, Moment("date", first, first + 99, century + 1))
    if not word.isdecimal() or number.stop != index + 1:
        spoken = (
            number.form == "words"
            and 1100 < number.low < 2100
            and number.slack == 0
            and tokens.at(index - 1) in ("in", "since", "of", "by", "until")
        )
        return Moment("date", number.low, number.low, number.stop) if spoken else None
    if decade_mark(tokens, index + 1) and (len(word) == 4 or (len(word) == 2 and word[1] == "0")) and word[-1] == "0":
        first = float(word) if len(word) == 4 else 1900.0 + int(word)
        return Moment(
            "date",
            first,
            first + (99 if len(word) == 4 and word.endswith("00") and first < 2000 else 9),
            index + (3 if tokens.at(index + 1) != "s" else 2),
        )
    era = _with_era(tokens, Moment("date", number.low, number.low, number.stop))
    if era.stop > number.stop:
        return era
    if year_at(tokens, index) is None or tokens.at(index - 1) in ("$", "£", "€", "#"):
        return None
    return Moment("date", number.low, number.low, number.stop) if _looks_like_year(tokens, index, number.low) else None


def _with_era(tokens: Tokens, moment: Moment) -> Moment:
    word = tokens.at(moment.stop)
    if word in ("bc", "bce") and tokens.capital(moment.stop):
        return Moment("date", -moment.high, -moment.low, moment.stop + 1)
    if word in ("ad", "ce") and tokens.capital(moment.stop):
        return Moment("date", moment.low, moment.high, moment.stop + 1)
    return moment


def _looks_like_year(tokens: Tokens, index: int, year: float) -> bool:
    before, after = tokens.at(index - 1), tokens.at(index + 1)
    counted = (
        after.isalpha()
        and len(after) > 3
        and after.endswith("s")
        and not tokens.capital(index + 1)
        and after not in ("as", "was", "his", "this", "is")
    )
    if before in _BEFORE_YEAR or before in MONTH_NUMBERS:
        return not (counted and before not in ("in", "since", "during") and year < 1900)
    return 1800 <= year <= 2100 and not counted
