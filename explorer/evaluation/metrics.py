"""Figures that compare scores with labels and ratings."""

from collections.abc import Sequence

import numpy as np


def balanced_accuracy(labels: Sequence[int], scores: Sequence[float], threshold: float = 0.5) -> float | None:
    """The mean of the accuracies on the supported (1) and on the unsupported (0), [0, 1]; None unless both occur."""
    y, decided = np.asarray(labels), np.asarray(scores) >= threshold
    if not (y == 1).any() or not (y == 0).any():
        return None
    return float((decided[y == 1].mean() + (~decided[y == 0]).mean()) / 2)


def roc_auc(labels: Sequence[int], scores: Sequence[float]) -> float | None:
    """The probability that a supported item scores higher than an unsupported one, ties counting half; None unless both occur."""
    y = np.asarray(labels)
    positive, negative = int((y == 1).sum()), int((y == 0).sum())
    if not positive or not negative:
        return None
    ranks = _ranks(scores)
    return float((ranks[y == 1].sum() - positive * (positive + 1) / 2) / (positive * negative))


def calibration_error(labels: Sequence[int], scores: Sequence[float], bins: int = 10) -> float | None:
    """Expected calibration error in bins of equal width: the mean distance of mean score and share supported, weighted by bin size."""
    y, p = np.asarray(labels, float), np.asarray(scores, float)
    if not len(y):
        return None
    places = np.clip((p * bins).astype(int), 0, bins - 1)
    return float(sum(abs(y[places == b].mean() - p[places == b].mean()) * (places == b).mean() for b in np.unique(places)))


def pearson(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Linear correlation, [-1, 1]; None where one side does not vary."""
    a, b = np.asarray(x, float), np.asarray(y, float)
    if len(a) < 2:
        return None
    a, b = a - a.mean(), b - b.mean()
    scale = float(np.sqrt((a @ a) * (b @ b)))
    return float(np.clip((a @ b) / scale, -1, 1)) if scale > 1e-12 else None


def spearman(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Correlation of ranks (ties share their mean rank), [-1, 1]; None where one side does not vary."""
    return pearson(_ranks(x), _ranks(y)) if len(x) > 1 else None  # type: ignore[arg-type]


def _ranks(values: Sequence[float]) -> np.ndarray:
    """Ranks from 1; equal values share the mean of their ranks."""
    _, places, counts = np.unique(np.asarray(values, float), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2)[places]
