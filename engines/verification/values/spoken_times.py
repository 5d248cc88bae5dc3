"""Times of day in words: "half past six in the evening", "a quarter to eight", "twenty past midnight", "seven o'clock"."""

from engines.core.digits import whole_number
from engines.english.lexicon import closed_class
from engines.english.number_words import TENS, UNITS
from engines.verification.values.clock_times import Moment, half_day
from engines.verification.values.numerals import Tokens

_HOURS = {word: hour for hour, word in enumerate(UNITS[:13]) if hour}
TWELVES = {"noon": 720, "midday": 720, "midnight": 0}
"""Minutes after midnight of times that have a name."""
_MINUTES = {"half": 30, "quarter": 15} | {word: number for number, word in enumerate(UNITS) if number} | {"twenty": TENS["twenty"]}
SPOKEN_STARTS = frozenset({"quarter"})
_BEFORE_TIMES = closed_class("prepositions before times of day")
_PARTS_OF_DAY = {"morning": "a", "afternoon": "p", "evening": "p"}
_DAY, _HALF_DAY = 1440, 720


def read_spoken(tokens: Tokens, index: int) -> Moment | None:
    """The time of day in words that begins at token `index`, or None; without a part of the day it may be either half of it."""
    first = index + (tokens.at(index) == "a" and tokens.at(index + 1) == "quarter")
    minutes, after = _minutes(tokens, first)
    if minutes is not None and tokens.at(after) in ("past", "to"):
        return _from_hour(tokens, index, minutes, after)
    hour, after = _hour(tokens, index)
    if hour is None or index != first:
        return None
    named = _is_oclock(tokens, after)
    half, stop = _part_of_day(tokens, after + 3 * named, hour)
    if not named and (half is None or tokens.at(index - 1) not in _BEFORE_TIMES):
        return None
    return _moment(60 * (hour % 12), half, stop)


def _from_hour(tokens: Tokens, index: int, minutes: int, after: int) -> Moment | None:
    """So many minutes past an hour, or to one; "ten to nine" is a time only where something says so."""
    to = tokens.at(after) == "to"
    sure = tokens.at(after - 1) in ("quarter", "minutes", "minute")
    if to and tokens.at(after - 1) == "half":
        return None
    twelve = TWELVES.get(tokens.at(after + 1))
    if twelve is not None:
        minute = float((twelve + (-minutes if to else minutes)) % _DAY)
        return Moment("time", minute, minute, after + 2)
    hour, stop = _hour(tokens, after + 1)
    if hour is None:
        return None
    named = _is_oclock(tokens, stop)
    half, stop = _part_of_day(tokens, stop + 3 * named, hour)
    told = minutes % 5 == 0 and tokens.at(index - 1) in _BEFORE_TIMES - {"from"} and not _is_counted(tokens, stop)
    if to and not (sure or named or half or told):
        return None
    return _moment(60 * (hour % 12) + (-minutes if to else minutes), half, stop)


def _moment(minute: int, half: str | None, stop: int) -> Moment:
    value = float((minute + _HALF_DAY * (half == "p")) % (_DAY if half else _HALF_DAY))
    return Moment("time", value, value, stop, half_day=half is None)


def _minutes(tokens: Tokens, index: int) -> tuple[int | None, int]:
    """Minutes before "past" or "to", and the token after them."""
    word, stop = tokens.at(index), index + 1
    minutes = whole_number(word, 59) if word.isdecimal() else _MINUTES.get(word)
    if word == "twenty" and tokens.at(stop) == "-" and tokens.at(stop + 1) in UNITS[1:10]:
        minutes, stop = TENS["twenty"] + UNITS.index(tokens.at(stop + 1)), stop + 2
    return minutes, stop + (tokens.at(stop) in ("minutes", "minute"))


def _hour(tokens: Tokens, index: int) -> tuple[int | None, int]:
    word = tokens.at(index)
    hour = whole_number(word, 12) if word.isdecimal() and len(word) <= 2 else _HOURS.get(word)
    return hour or None, index + 1


def _is_counted(tokens: Tokens, index: int) -> bool:
    """Whether things that are counted seem to follow: "at ten to twelve places"."""
    return tokens.at(index).endswith("s") or tokens.at(index) == "people"


def _is_oclock(tokens: Tokens, index: int) -> bool:
    return tokens.at(index) == "o" and tokens.at(index + 1) in ("'", "’") and tokens.at(index + 2) == "clock"


def _part_of_day(tokens: Tokens, index: int, hour: int) -> tuple[str | None, int]:
    """ "a" or "p" for what follows an hour, and the token after it: "pm", "in the evening", "at night"."""
    half, stop = half_day(tokens, index)
    if half:
        return half, stop
    if tokens.at(index) == "in" and tokens.at(index + 1) == "the" and tokens.at(index + 2) in _PARTS_OF_DAY:
        return _PARTS_OF_DAY[tokens.at(index + 2)], index + 3
    if tokens.at(index) == "at" and tokens.at(index + 1) == "night":
        return ("p" if 6 <= hour < 12 else "a"), index + 2
    return None, index
