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
    return len(own) > 0 and bool(np.any((runs >= _COPIED) & (ends >= own[-1]) & (ends - runs < own[0])))
