"""Parts of months, years, decades and centuries: "mid-December", "the end of 1934", "the early 1930s", "her late thirties"."""

import math

from engines.verification.values.numerals import Tokens

Part = tuple[float, float]
"""From where to where of a period, as shares of it."""
WHOLE: Part = (0.0, 1.0)
_EARLY, _MIDDLE, _LATE = (0.0, 0.45), (0.25, 0.75), (0.55, 1.0)
"""What people call so: nobody says that the fourteenth is not mid-month, or that it is not early any more."""
_ADJECTIVES: dict[str, Part] = {"early": _EARLY, "mid": _MIDDLE, "late": _LATE}
_NOUNS: dict[str, Part] = {
    "beginning": _EARLY, "start": _EARLY, "middle": _MIDDLE, "end": _LATE, "close": _LATE,
}  # fmt: skip
_HALVES: dict[str, Part] = {"first": (0.0, 0.5), "second": (0.5, 1.0), "latter": (0.5, 1.0)}
_DASHES = frozenset({"-", "–"})


def part_before(tokens: Tokens, index: int) -> tuple[int, Part]:
    """Where the name of a period that begins at a token begins with what is said of its part, and which part that is.

    Returns:
        The index itself and the whole period where no part of it is meant.
    """
    before = tokens.at(index - 1)
    if before in _DASHES and tokens.at(index - 2) in _ADJECTIVES:
        return index - 2, _ADJECTIVES[tokens.at(index - 2)]
    if before in _ADJECTIVES:
        return index - 1, _ADJECTIVES[before]
    of = index - 1 - (before == "the")
    if tokens.at(of) == "of":
        if tokens.at(of - 1) in _NOUNS:
            return of - 1, _NOUNS[tokens.at(of - 1)]
        if tokens.at(of - 1) == "half" and tokens.at(of - 2) in _HALVES:
            return of - 2, _HALVES[tokens.at(of - 2)]
    return index, WHOLE


def narrowed(low: float, high: float, part: Part) -> tuple[float, float]:
    """The years of a part of a decade or century, or the ages of a part of somebody's thirties; ends included."""
    count = high - low + 1
    return low + math.floor(part[0] * count), low + math.ceil(part[1] * count) - 1


def place_in_year(month: int | None, part: Part) -> Part:
    """Which part of the year a month is, or the given part where none is named."""
    return part if month is None else ((month - 1) / 12, month / 12)


def place_in_month(day: int | None, part: Part) -> Part:
    """Which part of the month a day is, or the given part where none is named."""
    return part if day is None else ((day - 1) / 31, day / 31)


def overlap(one: Part, other: Part) -> bool:
    """Whether two parts of the same period share some of it."""
    return max(one[0], other[0]) < min(one[1], other[1])


def lies_in(one: Part, other: Part) -> bool:
    """Whether the middle of a part is in another part of the same period."""
    return other[0] <= (one[0] + one[1]) / 2 <= other[1]
