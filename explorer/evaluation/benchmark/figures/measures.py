"""Figures that compare scores with labels and ratings, over many weightings of the items at once.

Every function takes `weights` of the shape (draws, items), how often each item counts in each draw, and gives an array (draws,), NaN where
a figure has no meaning: ones give the figure itself, resampled weights its bootstrap distribution. Labels are 1 (supported) or 0.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Measure = Callable[[Array], Array]
"""A figure as a function of the weights alone."""


def share(weights: Array, part: ArrayLike, whole: ArrayLike) -> Array:
    """The sum of `part` over that of `whole`, both of the shape (items,)."""
    return divided(weights @ np.asarray(part, float), weights @ np.asarray(whole, float))


def divided(part: Array, whole: Array) -> Array:
    """One array by the other, NaN where nothing is to be divided by."""
    return np.divide(part, whole, out=np.full(np.broadcast(part, whole).shape, np.nan), where=whole > 0)


def balanced_accuracy(weights: Array, labels: Array, decided: Array) -> Array:
    """The mean of the accuracies on the supported and on the unsupported; `decided` is 1 where a system finds support."""
    return (share(weights, labels * decided, labels) + share(weights, (1 - labels) * (1 - decided), 1 - labels)) / 2


def error_precision(weights: Array, labels: Array, decided: Array) -> Array:
    """The share of what a system calls an error that is one."""
    return share(weights, (1 - labels) * (1 - decided), 1 - decided)


def error_recall(weights: Array, labels: Array, decided: Array) -> Array:
    """The share of errors that a system finds."""
    return share(weights, (1 - labels) * (1 - decided), 1 - labels)


def error_f1(weights: Array, labels: Array, decided: Array) -> Array:
    """The harmonic mean of both."""
    return share(weights, 2 * (1 - labels) * (1 - decided), (1 - labels) + (1 - decided))


def roc_auc(weights: Array, labels: Array, scores: Array) -> Array:
    """The probability that a supported item scores higher than an unsupported one, ties counting half."""
    order = np.argsort(scores, kind="stable")
    firsts = np.unique(scores[order], return_index=True)[1]
    if not len(firsts):
        return np.full(len(weights), np.nan)
    sorted_weights = weights[:, order]
    right = np.add.reduceat(sorted_weights * labels[order], firsts, axis=1)
    wrong = np.add.reduceat(sorted_weights * (1 - labels[order]), firsts, axis=1)
    below = np.cumsum(wrong, axis=1) - wrong
    return divided((right * (below + wrong / 2)).sum(axis=1), right.sum(axis=1) * wrong.sum(axis=1))


def calibration_error(weights: Array, labels: Array, scores: Array, bins: int = 10) -> Array:
    """Expected calibration error in bins of equal width: how far mean score and share supported are apart, weighted by size."""
    places = np.clip((scores * bins).astype(int), 0, bins - 1)
    apart = sum(abs((weights * (places == b)) @ (labels - scores)) for b in np.unique(places))
    return divided(np.zeros(len(weights)) + apart, weights.sum(axis=1))


def pearson(weights: Array, x: Array, y: Array) -> Array:
    """Linear correlation, [-1, 1]; NaN where one side does not vary. Both of the shape (items,) or (draws, items)."""
    total = weights.sum(axis=1, keepdims=True)
    a = x - divided((weights * x).sum(axis=1, keepdims=True), total)
    b = y - divided((weights * y).sum(axis=1, keepdims=True), total)
    scale = np.sqrt((weights * a * a).sum(axis=1) * (weights * b * b).sum(axis=1))
    along = (weights * a * b).sum(axis=1)
    return np.where(scale > 1e-12, np.clip(np.divide(along, scale, out=np.zeros_like(along), where=scale > 1e-12), -1, 1), np.nan)


def spearman(weights: Array, x: Array, y: Array) -> Array:
    """Correlation of ranks, those of equal values their mean."""
    return pearson(weights, _ranks(weights, x), _ranks(weights, y))


def _ranks(weights: Array, values: Array) -> Array:
    """(draws, items): the mean rank of each item among the items as often as they count."""
    _, places = np.unique(values, return_inverse=True)
    order = np.argsort(places, kind="stable")
    firsts = np.unique(places[order], return_index=True)[1]
    counts = np.add.reduceat(weights[:, order], firsts, axis=1)
    middle = np.cumsum(counts, axis=1) - (counts - 1) / 2
    return middle[:, places]
