"""Values that nobody states and two or more others tell: "eight minutes longer" of a rise from 18 to 26 minutes, "eleven riders" of nine
and two, "by a third" of 12 and 8, "three times as much" of 1.2 and 0.4 kg.

What is worked out of numbers that are told together must come out as exactly as it is told: "five points" are not 5.4, "about 31,000"
are 30,800, "more than a fifth" is 21.7 per cent.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from engines.verification.values.magnitudes import Value

TIMES, POINTS = "times", "percentage points"
NO_AMOUNTS = frozenset({"date", "time", "score", "ordinal", "relative"})
"""Kinds of values that nothing is added to or taken from here."""
_ABOUT, _NEAR_BOUND = 0.05, 0.15
"""How far what comes out may be from what is told as "about" or as a bound, as a share of it."""
_ROUNDED = 0.03
"""The same of a known number that is rounded: "nearly 190" of 186, "almost 1,300" not of 1,240."""
_OF_A_SHARE, _NEAR_SHARE = 0.006, 0.03
"""How far a share may be from one that is told as it is, and as "about" so much, in parts of the whole."""
_OF_MULTIPLES = 0.03
_MOST_ADDED = 5
_APART = 2
"""So many amounts of one unit on, a part is told after the whole, or before it: of many numbers some stand in any proportion."""
_LEAST_ROUNDED = 10
"""Smaller figures are told as they are: "three points" of 3, not of 3.4."""
_LIKE = {"age": "duration"}


def is_difference(claimed: Value, known: Sequence[Value]) -> bool:
    """Whether a value is the difference of two others of its unit; a plain number that of two of any unit, in this unit."""
    return any(
        _comes_out(abs(one - other), claimed)
        for of in _groups(claimed, known).values()
        for one, other in combinations(dict.fromkeys(of), 2)
    )


def is_sum(claimed: Value, known: Sequence[Value]) -> bool:
    """Whether a value is the sum of others of its unit that are told one after the other."""
    for of in _groups(claimed, known).values() if claimed.comparator in ("=", "~") else ():
        for number in range(2, _MOST_ADDED + 1):
            parts = (of[first : first + number] for first in range(len(of) - number + 1))
            if any(_comes_out(sum(added), claimed) for added in parts if all(added)):
                return True
    return False


def is_rest(claimed: Value, wholes: Sequence[Value], known: Sequence[Value]) -> bool:
    """Whether a plain number is what another one leaves of a whole that is told beside it: "three of the 22" where 19 of 22 are known.

    Args:
        wholes: told with the value; only those count that are known.
    """
    if claimed.kind != "number" or claimed.comparator != "=" or not 1 <= claimed.low == claimed.high:
        return False
    figures = [value.low for value in known if value.kind == "number" and value.low == value.high]
    stated = {value.low for value in wholes if value.kind == "number" and value.low > claimed.low}
    return any({one, other} & stated and max(one, other) - min(one, other) == claimed.low for one, other in pairwise(figures))


def is_part(claimed: Value, known: Sequence[Value], changed: bool = False) -> bool:
    """Whether a percentage or fraction is that of one of some values in another of its unit.

    Args:
        changed: whether something is told to be so much more or less, which is a part of what it was, or of the other.
    """
    told = claimed.kind == "percent" or (claimed.kind == "number" and claimed.low < 1)
    if not told or not 0 < claimed.low == claimed.high < 1:
        return False
    if claimed.kind == "number" and any(_is_share(value.low, claimed) for value in known if value.kind == "percent"):
        return True
    if changed:
        return any(_is_share(part, claimed) for low, high in _pairs(known, 1) for part in (1 - low / high, high / low - 1))
    return any(_is_share(low / high, claimed) for low, high in _pairs(known, _APART))


def is_multiple(claimed: Value, known: Sequence[Value]) -> bool:
    """Whether "twice" or "three times" is how often one of some values holds another of its unit."""
    if claimed.unit != TIMES or not 1 < claimed.low == claimed.high:
        return False
    exact = replace(claimed, comparator="~") if claimed.comparator == "=" else claimed
    return any(
        _within(high / low, exact, _OF_MULTIPLES if claimed.comparator == "=" else _ABOUT, 3 * _NEAR_BOUND)
        for low, high in _pairs(known, 1)
    )


def is_times(claimed: Value, factor: float, known: Sequence[Value]) -> bool:
    """Whether a value is one of some values of its unit times a factor, or divided by it: 75 crowns of 150 that were halved."""
    return any(
        unit_of(value) == unit_of(claimed)
        and any(math.isclose(claimed.low, value.low * by) and math.isclose(claimed.high, value.high * by) for by in (factor, 1 / factor))
        for value in known
        if value.low and math.isfinite(value.low) and math.isfinite(value.high)
    )


def is_rounding(claimed: Value, known: Value) -> bool:
    """Whether a value is a known one of its unit with fewer figures, told as it is ("186 km" of 186.4), as about so much, or as a bound
    near it ("nearly 190 tonnes" of 186, "more than 4,300" of 4,318)."""
    if known.low != known.high or known.comparator != "=" or figures(claimed) >= figures(known):
        return False
    return any(
        figure != _own(claimed) and _comes_out(figure, claimed, _ROUNDED) for of in _groups(claimed, [known]).values() for figure in of
    )


def figures(value: Value) -> int:
    """How many digits of a value are told, the zeros at its end left out: 2 of 4,900."""
    return len(f"{value.low / value.factor:.6g}".replace(".", "").strip("0"))


def unit_of(value: Value) -> tuple[str, str]:
    """What two values must share to be added or compared: their kind and unit, ages and lengths of time the same."""
    return value.kind, _LIKE.get(value.unit, value.unit)


def _groups(claimed: Value, known: Sequence[Value]) -> dict[tuple[str, str], list[float]]:
    """The known amounts that may be held against a value, by kind and unit, in order, in the unit that the value is told in."""
    found: dict[tuple[str, str], list[float]] = {}
    if not 0 < claimed.low == claimed.high < math.inf or claimed.kind in NO_AMOUNTS:
        return found
    for value in _with_units(claimed, known):
        if not (math.isfinite(value.low) and math.isfinite(value.high)) or value.kind in ("date", "time", "score", "relative"):
            continue
        unit = unit_of(value)
        ends = (value.low,) if value.low == value.high else (value.low, value.high)
        if claimed.kind == "number" or (claimed.unit == POINTS and value.kind == "percent"):
            found.setdefault(unit, []).extend(100 * end if value.kind == "percent" else end / value.factor for end in ends)
        elif unit == unit_of(claimed):
            found.setdefault(unit, []).extend(100 * end if value.kind == "percent" else end / claimed.factor for end in ends)
    return found


def _with_units(claimed: Value, known: Sequence[Value]) -> Iterator[Value]:
    """The known values; a number alone behind one in the unit of `claimed` is in this unit, too: the 38.9 of "41.3 years (2012: 38.9)"."""
    last, unit = "", unit_of(claimed)[1]
    for value in known:
        if unit and value.kind == "number" and not value.counted and last == unit:
            yield replace(value, kind=claimed.kind, unit=claimed.unit, low=value.low * claimed.factor, high=value.high * claimed.factor)
            continue
        yield value
        last = last if value.kind == "date" else unit_of(value)[1]


def _pairs(known: Sequence[Value], apart: int) -> Iterator[tuple[float, float]]:
    """Any two amounts of one kind and unit of which one is told at most so many after the other, the smaller one first."""
    plain = [
        value for value in known if 0 < value.low == value.high < math.inf and value.kind in ("number", "quantity", "money", "percent")
    ]
    for unit in dict.fromkeys(map(unit_of, plain)):
        alike = [value.low for value in plain if unit_of(value) == unit]
        for first, one in enumerate(alike):
            yield from ((min(one, other), max(one, other)) for other in alike[first + 1 : first + 1 + apart] if one != other)


def _own(value: Value) -> float:
    return 100 * value.low if value.kind == "percent" else value.low / value.factor


def _comes_out(figure: float, claimed: Value, about: float = _ABOUT) -> bool:
    """Whether a figure, in the unit of a value, is what the value tells."""
    told = _own(claimed)
    if claimed.comparator != "=":
        return _within(figure, claimed, about, _NEAR_BOUND)
    if claimed.slack:
        return abs(figure - told) <= claimed.slack / claimed.low * told * (1 + 1e-9)
    return abs(figure - told) <= (0.5 if told >= _LEAST_ROUNDED else 0.001) * (1 - 1e-9)


def _within(figure: float, claimed: Value, about: float, near: float) -> bool:
    told = _own(claimed)
    if claimed.comparator == "~":
        most = told if claimed.below else told * (1 + about)
        return told * (1 - about) <= figure <= most * (1 + 1e-9)
    if claimed.comparator in (">", ">="):
        return told * (1 - 1e-9) <= figure <= told * (1 + near) and (claimed.comparator == ">=" or figure > told * (1 + 1e-9))
    return told * (1 - near) <= figure <= told * (1 + 1e-9)


def _is_share(part: float, claimed: Value) -> bool:
    told, near = claimed.low, max(_NEAR_SHARE, _NEAR_BOUND * claimed.low)
    if claimed.comparator in (">", ">="):
        return told < part <= told + near
    if claimed.comparator in ("<", "<="):
        return told - near <= part < told
    slack = _OF_A_SHARE if claimed.comparator == "=" else _NEAR_SHARE
    return told - slack <= part <= (told if claimed.below else told + slack)
