"""Figures that compare one list of scores with labels and ratings; with intervals in `explorer.evaluation.benchmark.figures`."""

from collections.abc import Sequence

import numpy as np

from explorer.evaluation.benchmark.figures import measures


def balanced_accuracy(labels: Sequence[int], scores: Sequence[float], threshold: float = 0.5) -> float | None:
    """The mean of the accuracies on the supported (1) and on the unsupported (0), [0, 1]; None unless both occur."""
    decided = (np.asarray(scores, float) >= threshold).astype(float)
    return _known(measures.balanced_accuracy(_once(labels), np.asarray(labels, float), decided))


def roc_auc(labels: Sequence[int], scores: Sequence[float]) -> float | None:
    """The probability that a supported item scores higher than an unsupported one, ties counting half; None unless both occur."""
    return _known(measures.roc_auc(_once(labels), np.asarray(labels, float), np.asarray(scores, float)))


def calibration_error(labels: Sequence[int], scores: Sequence[float], bins: int = 10) -> float | None:
    """Expected calibration error in bins of equal width: the mean distance of mean score and share supported, weighted by bin size."""
    return _known(measures.calibration_error(_once(labels), np.asarray(labels, float), np.asarray(scores, float), bins))


def pearson(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Linear correlation, [-1, 1]; None where one side does not vary."""
    return _known(measures.pearson(_once(x), np.asarray(x, float), np.asarray(y, float))) if len(x) > 1 else None


def spearman(x: Sequence[float], y: Sequence[float]) -> float | None:
    """Correlation of ranks (ties share their mean rank), [-1, 1]; None where one side does not vary."""
    return _known(measures.spearman(_once(x), np.asarray(x, float), np.asarray(y, float))) if len(x) > 1 else None


def _once(values: Sequence[float]) -> measures.Array:
    return np.ones((1, len(values)))


def _known(found: measures.Array) -> float | None:
    value = float(found[0])
    return None if np.isnan(value) else value
