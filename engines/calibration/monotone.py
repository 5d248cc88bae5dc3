"""Probabilities that mean what they say.

Calibration is a monotone, piecewise linear map from scores to probabilities; the fitted ones follow a sigmoid and never make two
scores equal, so that ranking is untouched. `recalibrate` fits one to a person's own annotations.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.core.errors import InputError

Column = NDArray[np.float64]
_ENOUGH_FOR_BOTH_SIDES = 100
_KNOTS = np.concatenate([[0.0, 0.001, 0.003], np.linspace(0.01, 0.99, 99), [0.997, 0.999, 1.0]])


@dataclass(frozen=True)
class Calibration:
    """A monotone map of [0, 1] onto itself through (score, probability) knots; straight between them."""

    scores: tuple[float, ...] = (0.0, 1.0)
    probabilities: tuple[float, ...] = (0.0, 1.0)

    def apply(self, scores: Column | Sequence[float]) -> Column:
        """Calibrated probabilities of scores."""
        return np.interp(np.asarray(scores, dtype=np.float64), self.scores, self.probabilities)

    def to_json(self) -> dict[str, list[float]]:
        return {"scores": list(self.scores), "probabilities": list(self.probabilities)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Calibration":
        return cls(tuple(map(float, data["scores"])), tuple(map(float, data["probabilities"])))


def expected_calibration_error(
    probabilities: Sequence[float] | Column,
    labels: Sequence[int] | NDArray[np.int64],
    bins: int = 10,
    weights: Sequence[float] | Column | None = None,
) -> float:
    """Mean gap between probability and share of positives over equal-width bins, weighted by their size (SCALE, section 4).

    Args:
        weights: the importance of each row, all 1 by default.
    """
    p, y = np.asarray(probabilities, dtype=np.float64), np.asarray(labels, dtype=np.float64)
    w = np.ones(len(p)) if weights is None else np.asarray(weights, dtype=np.float64)
    which = np.clip((p * bins).astype(int), 0, bins - 1)
    gaps = [abs((w * (y - p))[which == b].sum()) for b in range(bins)]
    return float(sum(gaps) / max(w.sum(), 1e-12))


def recalibrate(
    probabilities: Sequence[float] | Column, labels: Sequence[int] | NDArray[np.int64], weights: Sequence[float] | Column | None = None
) -> Calibration:
    """Fit a calibration to annotated verdicts: Platt's sigmoid for few, beta calibration from about a hundred on.

    Args:
        probabilities: what the verifier said, [0, 1].
        labels: 1 where the person found support, else 0.
        weights: the importance of each annotation, all 1 by default.

    Raises:
        InputError: lengths differ, or the labels are not of both kinds.
    """
    p, y = np.asarray(probabilities, dtype=np.float64), np.asarray(labels, dtype=np.float64)
    w = np.ones(len(p)) if weights is None else np.asarray(weights, dtype=np.float64)
    if not len(p) == len(y) == len(w):
        raise InputError(f"There are {len(p)} probabilities for {len(y)} labels; they must go in pairs.")
    if not (0 < y.mean() < 1 if len(y) else False):
        raise InputError("Recalibration needs annotations of both kinds: supported and unsupported.")
    return sigmoidal(p, y, w, sides=len(p) >= _ENOUGH_FOR_BOTH_SIDES)


def sigmoidal(p: Column, y: Column, w: Column, sides: bool) -> Calibration:
    """A sigmoid of the log-odds, fitted by Newton's method: Platt's (1999) two parameters, or with `sides` the three of beta
    calibration (Kull et al., 2017), which bend the two ends differently."""
    design, identity = _design(p, sides), np.array([1.0, 1.0, 0.0] if sides else [1.0, 0.0])
    positives, negatives = (w * y).sum(), (w * (1 - y)).sum()
    target = np.where(y > 0, (positives + 1) / (positives + 2), 1 / (negatives + 2))
    beta, loss = identity.copy(), _loss(design, target, w, identity, identity)
    for _ in range(100):
        fitted = _sigmoid(design @ beta)
        # A weak pull towards the identity keeps separable annotations from a step function.
        gradient = design.T @ (w * (target - fitted)) - (beta - identity)
        hessian = (design * (w * fitted * (1 - fitted))[:, None]).T @ design + np.eye(len(beta))
        step = np.linalg.solve(hessian, gradient)
        while (new := _loss(design, target, w, beta + step, identity)) > loss and np.abs(step).max() > 1e-8:
            step = step / 2
        beta, loss = beta + step, new
        if np.abs(step).max() < 1e-7:
            break
    beta[:-1] = np.maximum(beta[:-1], 1e-3)
    values = _sigmoid(_design(_KNOTS, sides) @ beta)
    return Calibration(tuple(map(float, _KNOTS)), tuple(map(float, values)))


def _sigmoid(x: Column) -> Column:
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


def _loss(design: NDArray[np.float64], target: Column, w: Column, beta: Column, identity: Column) -> float:
    """Cross-entropy and the pull towards the identity."""
    x = design @ beta
    return float((w * (np.logaddexp(0, x) - target * x)).sum() + ((beta - identity) ** 2).sum() / 2)


def _design(p: Column, sides: bool) -> NDArray[np.float64]:
    clipped = np.clip(p, 1e-3, 1 - 1e-3)
    low, high = np.log(clipped), -np.log(1 - clipped)
    return np.stack([low, high, np.ones_like(p)] if sides else [low + high, np.ones_like(p)], axis=1)


def threshold_for(calibration: Calibration, probability: float) -> float:
    """The score at which the calibrated probability reaches `probability`."""
    found = np.interp(probability, calibration.probabilities, calibration.scores)
    return float(found) if math.isfinite(found) else 1.0
