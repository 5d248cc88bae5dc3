"""How well probabilities match what people say, bin by bin, and an isotonic recalibration (SCALE, section 4.3; Guo et al. 2017).

The expected calibration error and the sigmoid recalibrations (Platt, beta) are those of `engines.calibration.monotone`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.calibration.monotone import Calibration, expected_calibration_error, recalibrate
from engines.core.errors import InputError

__all__ = ["Calibration", "ReliabilityBin", "expected_calibration_error", "isotonic", "recalibrate", "reliability"]


@dataclass(frozen=True)
class ReliabilityBin:
    """Verdicts with a probability in [low, high) (the last bin includes 1).

    Attributes:
        count: how many there are.
        mean_probability: what the verifier said on average; None in an empty bin.
        share_supported: the share that a person found supported; None in an empty bin.
    """

    low: float
    high: float
    count: int
    mean_probability: float | None
    share_supported: float | None

    def to_json(self) -> dict[str, Any]:
        return {
            "low": self.low,
            "high": self.high,
            "count": self.count,
            "mean_probability": self.mean_probability,
            "share_supported": self.share_supported,
        }


def reliability(probabilities: Sequence[float], labels: Sequence[int], bins: int = 10) -> list[ReliabilityBin]:
    """The verdicts in bins of equal width: what a reliability plot shows.

    Args:
        probabilities: what the verifier said, [0, 1].
        labels: 1 where the person found support, else 0.

    Raises:
        InputError: lengths differ, or there are no bins.
    """
    p, y = _paired(probabilities, labels)
    if bins < 1:
        raise InputError(f"A reliability plot needs at least 1 bin, not {bins}.")
    which = np.clip((p * bins).astype(int), 0, bins - 1)
    result = []
    for b in range(bins):
        inside = which == b
        count = int(inside.sum())
        mean, share = (float(p[inside].mean()), float(y[inside].mean())) if count else (None, None)
        result.append(ReliabilityBin(b / bins, (b + 1) / bins, count, mean, share))
    return result


def isotonic(probabilities: Sequence[float], labels: Sequence[int]) -> Calibration:
    """The monotone map that fits the labels best in squared error, by pooling adjacent violators; straight between its steps.

    Needs more annotations than a sigmoid (some hundreds), and bends wherever the verifier does.

    Raises:
        InputError: lengths differ, or the labels are not of both kinds.
    """
    p, y = _paired(probabilities, labels)
    if not len(y) or not 0 < y.mean() < 1:
        raise InputError("Recalibration needs annotations of both kinds: supported and unsupported.")
    pools: list[list[float]] = []
    for score in np.unique(p):
        same = y[p == score]
        pools.append([float(same.sum()), float(len(same)), float(score), float(score)])
        while len(pools) > 1 and pools[-2][0] * pools[-1][1] >= pools[-1][0] * pools[-2][1]:
            last = pools.pop()
            pools[-1] = [pools[-1][0] + last[0], pools[-1][1] + last[1], pools[-1][2], last[3]]
    scores: list[float] = []
    values: list[float] = []
    for positives, count, low, high in pools:
        for edge in dict.fromkeys((low, high)):
            scores.append(edge)
            values.append(positives / count)
    if scores[0] > 0:
        scores, values = [0.0, *scores], [values[0], *values]
    if scores[-1] < 1:
        scores, values = [*scores, 1.0], [*values, values[-1]]
    return Calibration(tuple(scores), tuple(values))


def _paired(probabilities: Sequence[float], labels: Sequence[int]) -> tuple[np.ndarray[Any, np.dtype[np.float64]], ...]:
    p, y = np.asarray(probabilities, dtype=np.float64), np.asarray(labels, dtype=np.float64)
    if len(p) != len(y):
        raise InputError(f"There are {len(p)} probabilities for {len(y)} labels; they must go in pairs.")
    return p, y
