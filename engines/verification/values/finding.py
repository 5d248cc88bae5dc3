"""Find the numbers, quantities, money, dates and times of a text and say what each amounts to.

"1,500 m" and "1.5 km", "forty-one" and "41", "3 March 2024" and "2024-03-03" come out equal; "about", "more than" and the like are kept
as comparators. Spacing does not matter, so tokenised text ("5,000 m", "24 - year - old", "$ 5 m") reads the same.
"""

import math
from dataclasses import replace

from engines.core.digits import begins_with_digit
from engines.english.lexicon import closed_class
from engines.english.pronouns import POSSESSIVES
from engines.verification.values.clock_times import Moment, read_lap
from engines.verification.values.dates import CALENDAR_STARTS, DECADES, read_moment
from engines.verification.values.magnitudes import Value, compare, entails
from engines.verification.values.numerals import NUMBER_STARTS, Number, Tokens, read_number
from engines.verification.values.periods import WHOLE, narrowed, part_before
from engines.verification.values.quantities import CODES, DASHES, YEAR, comparator_around, number_value

__all__ = ["Value", "compare", "entails", "find_values"]

_LATER = closed_class("distances in time") | {"before", "after"}
_BOUNDING = frozenset({"than", "about", "least", "most", "nearly", "almost", "over", "under", "for"})
_ADDED = frozenset({"duration", "length", "mass", "volume", "area"})
_MOST_DAYS = 31
_ONE_ALONE = frozenset(
    {
        "of",
        "another",
        "day",
        "thing",
        "hand",
        "point",
        "or",
        "can",
        "who",
        "that",
        "and",
        "to",
        "more",
        "at",
        "by",
        "for",
        "from",
        "is",
        "was",
        "in",
    }
)


def find_values(text: str) -> tuple[Value, ...]:
    """The values of `text` in order, not overlapping; offsets are code points of `text`."""
    tokens = Tokens.of(text)
    found: list[Value] = []
    month: int | None = None
    index = 0
    while index < len(tokens):
        word = tokens.lower[index]
        value = None
        if begins_with_digit(word) or word in NUMBER_STARTS or word in CALENDAR_STARTS:
            value, stop = _value_at(tokens, index)
        if value is None:
            index += 1
            continue
        while found and found[-1].end > value.start:  # "the first half of 1934"
            found.pop()
        if found and _short_year(tokens, found[-1], value):
            year = found[-1].low + (value.low - found[-1].low) % 100
            value = replace(value, kind="date", low=year, high=year)
        if found and _continues(tokens, found[-1], value, index):
            first = found.pop()
            scale, surface = first.factor if value.kind == "number" else 1.0, tokens.text[first.start : value.end]
            low, high = first.low + value.low * scale, first.high + value.high * scale
            value = replace(first, end=value.end, surface=surface, low=low, high=high)
        month = value.calendar[0] or month
        if value.kind == "ordinal" and month and value.surface[0].isdecimal() and value.low <= _MOST_DAYS:  # "8 February ... the 15th"
            value = replace(value, calendar=(month, int(value.low), None))
        found.append(value)
        index = max(stop, index + 1)
    return tuple(found)


def _value_at(tokens: Tokens, index: int) -> tuple[Value | None, int]:
    if _inside_name(tokens, index):
        return None, index + 1
    moment = read_moment(tokens, index)
    if moment:
        return _moment_value(tokens, index, moment), moment.stop
    lap = read_lap(tokens, index)
    if lap:
        start, end = tokens.starts[index], tokens.ends[lap[1] - 1]
        return Value("quantity", start, end, tokens.text[start:end], lap[0], lap[0], unit="duration"), lap[1]
    aged = _age(tokens, index)
    if aged is not None:
        return aged, index + 1
    number = read_number(tokens, index)
    bounded = tokens.at(index + 2) in _LATER or tokens.at(index - 1) in _BOUNDING or _with_part(tokens, index + 2)
    if number is None and tokens.lower[index] in ("a", "an") and bounded:
        # "A week later", "for a week", "a week and a half" are lengths of time, "twice a week" is not.
        number = Number(1.0, 1.0, 0.0, index + 1, "words")
        value, stop = number_value(tokens, index, number)
        length = value.unit == "duration" or (value.unit in _ADDED and _with_part(tokens, index + 2))
        return (value, stop) if length else (None, index + 1)
    if number is None or (tokens.lower[index] == "one" and number.stop == index + 1 and _pronoun(tokens, index)):
        return None, index + 1
    if number.form == "ordinal" and tokens.lower[index] == "second" and (tokens.at(index - 1) in ("a", "per", "every", "each", "split")):
        return None, index + 1
    return number_value(tokens, index, number)


def _with_part(tokens: Tokens, index: int) -> bool:
    """Whether half of a unit is added at `index`: "and a half"."""
    return tuple(tokens.at(index + i) for i in range(3)) == ("and", "a", "half") and tokens.at(index + 3) != "of"


def _inside_name(tokens: Tokens, index: int) -> bool:
    """Digits that are part of a code or version: B12, COVID-19, F-16, 1.2.3."""
    if not begins_with_digit(tokens.lower[index]):
        return False
    if tokens.glued(index):
        before = tokens.at(index - 1)
        if before.isalpha() and before not in ("us", "c", "au", "nz", *CODES):
            return True
        if before == "-" and tokens.glued(index - 1) and tokens.at(index - 2).isalpha() and tokens.text[tokens.starts[index - 2]].isupper():
            return tokens.at(index - 2) not in ("mid", "pre", "post", "early", "late")
        if before == "." and tokens.glued(index - 1) and begins_with_digit(tokens.at(index - 2)):
            return True
    return (
        tokens.at(index + 1) == "."
        and tokens.glued(index + 1)
        and tokens.glued(index + 2)
        and begins_with_digit(tokens.at(index + 2))
        and _version(tokens, index)
    )


def _version(tokens: Tokens, index: int) -> bool:
    return not (tokens.at(index + 3) == "." and len(tokens.at(index + 4)) == 4)


def _pronoun(tokens: Tokens, index: int) -> bool:
    following = tokens.at(index + 1)
    return (
        following in _ONE_ALONE
        or not (following[:1].isalpha() or following in DASHES)
        or tokens.at(index - 1) in ("no", "this", "that", "any", "every", "some", "the", "which", "each", "another", "one")
    )


def _age(tokens: Tokens, index: int) -> Value | None:
    """ "Her thirties", "his late forties"."""
    first, part = part_before(tokens, index)
    if tokens.lower[index] not in DECADES or tokens.at(first - 1) not in POSSESSIVES:
        return None
    years = float(DECADES[tokens.lower[index]])
    low, high = narrowed(years, years + 9, part)
    start, end = tokens.starts[first], tokens.ends[index]
    return Value("quantity", start, end, tokens.text[start:end], low * YEAR, high * YEAR, "age", YEAR)


def _moment_value(tokens: Tokens, index: int, moment: Moment) -> Value:
    first, part = part_before(tokens, index) if moment.kind == "date" else (index, WHOLE)
    low, high, calendar = moment.low, moment.high, moment.calendar
    if calendar[1] or calendar[2] is not None or (calendar[0] is None and not math.isfinite(low)):  # a day has no such parts
        first, part = index, WHOLE
    elif math.isfinite(low) and low < high:
        (low, high), part = narrowed(low, high, part), WHOLE
    start, end = tokens.starts[first], tokens.ends[moment.stop - 1]
    comparator, _ = comparator_around(tokens, index, moment.stop)
    if comparator not in ("=", "~") or moment.kind != "time":
        comparator = "="
    return Value(
        moment.kind,
        start,
        end,
        tokens.text[start:end],
        low,
        high,
        moment.zone,
        1.0,
        comparator,
        0.0,
        calendar,
        moment.half_day,
        part=part,
    )


def _continues(tokens: Tokens, first: Value, second: Value, index: int) -> bool:
    """ "5 ft 10 in", "two hours and ten minutes": a smaller unit of the same dimension right after; "an hour and a half": half of it."""
    if first.kind == "quantity" and first.unit in _ADDED and second.kind == "number" and second.low == 0.5:
        return " ".join(tokens.text[first.end : second.end].lower().split()) == "and a half"
    if first.kind != "quantity" or second.kind != "quantity" or first.unit != second.unit or second.factor >= first.factor:
        return False
    between = tokens.text[first.end : second.start].strip().lower()
    return between in ("", "and", ",") and first.unit in _ADDED and math.isfinite(second.high) and second.comparator == "="


def _short_year(tokens: Tokens, first: Value, second: Value) -> bool:
    """The 22 of "2017–22", the 24 of "2023/24"."""
    two_digits = second.kind == "number" and len(second.surface) == 2 and second.surface.isdecimal()
    year = first.kind == "date" and first.low == first.high and first.low > 1000 and first.surface.isdecimal()
    between = tokens.text[first.end : second.start].strip()
    following = between == "/" and (first.low + 1 - second.low) % 100 == 0
    return year and two_digits and (following or (between in DASHES and first.low % 100 < second.low))
