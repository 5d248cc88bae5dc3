"""Shares that nobody states and two numbers tell: "a quarter" of 12 buses out of 48."""

import math
from collections.abc import Sequence

from engines.verification.values.magnitudes import Value

_ROUNDED, _ABOUT = 0.006, 0.03
"""How far a share may be from that of two numbers, as part of the whole: told as it is, or as "about" so much."""


def is_share(claimed: Value, values: Sequence[Value]) -> bool:
    """Whether a percentage or fraction is that of one of some values in another; both are plain numbers, told together."""
    told = claimed.kind == "percent" or (claimed.kind == "number" and claimed.low < 1)
    if not told or not 0 < claimed.low == claimed.high < 1:
        return False
    slack = _ROUNDED if claimed.comparator == "=" else _ABOUT
    known = [value.low for value in values if value.kind == "number" and 1 <= value.low == value.high < math.inf]
    return any(abs(part - claimed.low * whole) <= slack * whole for whole in known for part in known if part < whole)
