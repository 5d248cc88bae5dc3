"""Values that the reference has word for word with their neighbours: "qualified in 1928, second in her year"."""

import numpy as np

from engines.verification.rules.case import Case
from engines.verification.values.finding import Value

_COPIED = 4
"""Words in a row, a value among them, that tell it where the reference has them."""


def is_copied(case: Case, value: Value) -> bool:
    """Whether a value stands in the reference with the words beside it."""
    runs = case.alignment.runs
    own, ends = np.flatnonzero(case.alignment.words.inside(value.start, value.end)), np.arange(len(runs))
    if not len(own) or not np.any((runs >= _COPIED) & (ends >= own[-1]) & (ends - runs < own[0])):
        return False
    return not _has_another_sign(case, value)


def _has_another_sign(case: Case, value: Value) -> bool:
    """Whether the reference has a value below zero where this one is above it, or the other way round: signs are no words."""
    known = [other for other, _ in case.reference.values if other.kind == value.kind and other.unit == value.unit]
    turned = any(other.low == -value.low != 0 and other.factor == value.factor for other in known)
    return turned and not any(other.low == value.low for other in known)
