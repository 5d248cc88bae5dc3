"""Figures of the verifier: ranking (ROC-AUC), balanced accuracy at 0.5, calibration error, beside unlearned baselines."""

import numpy as np
from numpy.typing import NDArray

from engines.calibration.monotone import expected_calibration_error
from engines.verification.heads.head import Head
from explorer.training.verifier.columns import Table

Column = NDArray[np.float64]
UNLEARNED = ("doc", "docu", "win3", "win3u", "best", "bestu", "like", "like_content", "like_weighted", "like_least", "at_least", "order")
"""Statement features that could rank without any training; "docu" is plain word overlap."""


def figures(labels: NDArray[np.int64], probabilities: Column) -> dict[str, float]:
    """Size, balanced accuracy at 0.5 and AUC in per cent, calibration error."""
    from sklearn.metrics import balanced_accuracy_score, roc_auc_score

    return {
        "n": len(labels),
        "bacc": round(100 * balanced_accuracy_score(labels, probabilities >= 0.5), 1),
        "auc": round(100 * roc_auc_score(labels, probabilities), 1),
        "ece": round(expected_calibration_error(probabilities, labels), 3),
    }


def by_subset(table: Table, probabilities: Column, by: str = "subsets") -> dict[str, object]:
    """Figures of every part (of `subsets` or `sources`), their mean AUC, and the calibration error over all."""
    of = getattr(table, by)
    parts = {s: figures(table.labels[of == s], probabilities[of == s]) for s in np.unique(of)}
    return {
        **{str(k): v for k, v in parts.items()},
        "mean_auc": round(float(np.mean([p["auc"] for p in parts.values()])), 2),
        "ece": round(expected_calibration_error(probabilities, table.labels), 3),
    }


def on_source(table: Table, head: Head) -> dict[str, object]:
    """Figures of a head on a data set, beside its best single feature and word overlap; an item is as good as its worst sentence."""
    items, inverse = np.unique(table.items, return_inverse=True)
    labels = _worst(table.labels, inverse, len(items))
    own = figures(labels.astype(np.int64), _worst(head.probability(table.columns), inverse, len(items)))
    single = {name: auc(labels, _worst(table.columns[name], inverse, len(items))) for name in UNLEARNED}
    champion = max(single, key=lambda name: single[name])
    return {**own, "best_feature": [champion, single[champion]], "overlap": single["docu"]}


def auc(labels: Column, scores: Column) -> float:
    """ROC-AUC in per cent."""
    from sklearn.metrics import roc_auc_score

    return round(100 * float(roc_auc_score(labels, scores)), 1)


def _worst(values: NDArray, inverse: NDArray[np.int64], count: int) -> Column:
    worst = np.full(count, np.inf)
    np.minimum.at(worst, inverse, values.astype(np.float64))
    return worst
