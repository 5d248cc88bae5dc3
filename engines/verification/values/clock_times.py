"""Times of day as written: 18:40, 6.40 pm, 6 p.m.; how long a race took: 29:40, 1:05.3; and what a date or time is once it is read."""

from dataclasses import dataclass

from engines.core.digits import whole_number
from engines.verification.values.numerals import Tokens

_HOURS, _MINUTE, _STEP = 24, 60, 5
_PARTS_OF_DAY = frozenset({"afternoon", "evening", "morning"})
_REACHING = frozenset({"-", "–", "—", "to", "until", "and"})
_BEFORE_TIMES = frozenset({"at", "until", "till"})
_ABOUT = frozenset({"about", "around"})
_BEHIND = frozenset({"and", "but", "for", "in", "on", "or", "so", "to", "until", "when", "with"})
"""Words before a time of day, those that may stand between, and grammatical words that may stand behind one."""
_ZONES = frozenset({"gmt", "bst", "utc", "est", "edt", "cst", "cdt", "pst", "pdt", "cet", "cest"})


@dataclass(frozen=True, slots=True)
class Moment:
    """A date, time or relative expression that ends before token `stop`; fields as in `Value`."""

    kind: str
    low: float
    high: float
    stop: int
    calendar: tuple[int | None, int | None, int | None] = (None, None, None)
    zone: str = ""
    half_day: bool = False


def read_clock(tokens: Tokens, index: int) -> Moment | None:
    """18:40, 6.40 pm, 6pm, 6 p.m., seven o'clock is left to the numbers."""
    word, stop = tokens.lower[index], index + 1
    if "," in word or len(word) > 5:
        return None
    written: str = word
    minute: int | None = 0
    second = 0
    colon = tokens.at(stop) == ":" and tokens.glued(stop) and tokens.glued(stop + 1) and len(tokens.at(stop + 1)) == 2
    if colon and tokens.at(stop + 1).isdecimal() and word.isdecimal():
        minute, stop = whole_number(tokens.at(stop + 1), 59), stop + 2
        if tokens.at(stop) == ":" and tokens.glued(stop) and tokens.at(stop + 1).isdecimal():
            second, stop = whole_number(tokens.at(stop + 1), 59) or 0, stop + 2
    elif "." in word:
        written, _, after_dot = word.partition(".")
        colon, minute = False, whole_number(after_dot, 59)
        if len(after_dot) != 2:
            return None
    half, after = half_day(tokens, stop)
    if not colon and half is None and not ("." in word and _is_time(tokens, index)):
        return None
    hour = whole_number(written, 24 if half is None else 12)
    if minute is None or hour is None:
        return None
    value = float(hour % 12 * 60 + minute + 720 * (half == "p") if half else hour % 24 * 60 + minute)
    value += second / 60
    zone = tokens.at(after) if tokens.at(after) in _ZONES else ""
    return Moment(
        "time",
        value,
        value,
        after + bool(zone),
        zone=zone,
        half_day=half is None and hour in range(1, 13) and written[0] != "0",
    )


def _is_time(tokens: Tokens, index: int) -> bool:
    """Whether a number with a dot and minutes is a time of day: "at 7.30", "at about 7.30", "from 7.30 to 8.30", "8.30 in the morning"."""
    if not _is_dotted(tokens, index):
        return False
    if tokens.at(index + 1) == "in" and tokens.at(index + 2) == "the" and tokens.at(index + 3) in _PARTS_OF_DAY:
        return True
    if tokens.at(index + 1) in _REACHING and _is_dotted(tokens, index + 2):  # "7.30 to 10.30 in the evening"
        return tokens.at(index - 1) in ("from", "between") and _ends(tokens, index + 3)
    reaching = tokens.at(index - 1) in _REACHING and _is_dotted(tokens, index - 2) and tokens.at(index - 3) in ("from", "between")
    before = index - 2 if tokens.at(index - 1) in _ABOUT else index - 1
    return (reaching or tokens.at(before) in _BEFORE_TIMES) and _ends(tokens, index + 1)


def _is_dotted(tokens: Tokens, index: int) -> bool:
    """Whether this is an hour, a dot and minutes that times are told by."""
    whole, _, minutes = tokens.at(index).partition(".")
    told = whole_number(minutes, _MINUTE - 1) if len(minutes) == len("05") else None
    return told is not None and told % _STEP == 0 and whole_number(whole, _HOURS) is not None


def _ends(tokens: Tokens, index: int) -> bool:
    """Whether what follows counts nothing: a sign, the end, or a grammatical word."""
    following = tokens.at(index)
    return following in ("", ".", ",", ";", ":", "!", "?", ")") or following in _BEHIND


def read_lap(tokens: Tokens, index: int) -> tuple[float, int] | None:
    """Minutes and seconds that are no time of day, as there are too many or a fraction: the seconds, and the token after them."""
    minutes, seconds = tokens.at(index), tokens.at(index + 2)
    whole, _, fraction = seconds.partition(".")
    if tokens.at(index + 1) != ":" or not (tokens.glued(index + 1) and tokens.glued(index + 2)):
        return None
    if minutes == seconds or (
        tokens.glued(index) and (tokens.at(index - 1) in (":", ".", ",", "-", "/") or tokens.at(index - 1).isalnum())
    ):
        return None  # "50:50"; part of something longer
    of_hour, of_minute = whole_number(minutes, 99), whole_number(whole, 59) if len(whole) == len("05") else None
    if of_hour is None or of_minute is None or (fraction and not fraction.isdecimal()) or (not fraction and of_hour <= _HOURS):
        return None
    if tokens.at(index + 3) == ":" and tokens.glued(index + 3):
        return None
    return _MINUTE * of_hour + of_minute + float(f"0.{fraction or 0}"), index + 3


def half_day(tokens: Tokens, index: int) -> tuple[str | None, int]:
    """ "a" or "p" for am or pm at `index`, and the token after it."""
    word = tokens.at(index)
    if word in ("am", "pm") and not (word == "am" and tokens.at(index + 1) == "i"):
        return word[0], index + 1
    if word in ("a", "p") and tokens.at(index + 1) == "." and tokens.at(index + 2) == "m" and tokens.glued(index + 2):
        return word, index + 3 + (tokens.at(index + 3) == "." and tokens.glued(index + 3))
    return None, index
