"""How well runs of reference sentences fit a hypothesis: what evidence search by descent (SCALE, section 3.2) asks at every level."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.verification.evidence import sentence_scores
from engines.verification.features.measuring import Measured


def range_scores(measured: Measured, ranges: Sequence[tuple[int, int]]) -> list[float]:
    """The best sentence of each (first, last exclusive) run, [0, 1]; a longer run never scores lower than a part of it."""
    scores = sentence_scores(measured)
    maxima = _maxima(scores)
    return [float(min(1.0, _maximum(maxima, first, last))) for first, last in ranges]


def _maxima(scores: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Maxima of all runs whose length is a power of two: any run is covered by two of them."""
    levels = [scores]
    while 2 ** len(levels) <= len(scores):
        half = 2 ** (len(levels) - 1)
        levels.append(np.maximum(levels[-1][:-half], levels[-1][half:]))
    return levels


def _maximum(maxima: list[NDArray[np.float64]], first: int, last: int) -> float:
    first, last = max(0, first), min(last, len(maxima[0]))
    if first >= last:
        return 0.0
    level = (last - first).bit_length() - 1
    return float(max(maxima[level][first], maxima[level][last - 2**level]))
