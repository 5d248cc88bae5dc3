"""Texts and facts that a system scored, against what people said of them: the figures of the first two levels."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from engines.calibration.reliability import ReliabilityBin, reliability
from explorer.evaluation.benchmark.figures import measures
from explorer.evaluation.benchmark.figures.measures import Array, Measure
from explorer.evaluation.benchmark.labels.gold import Item
from explorer.evaluation.benchmark.systems.answers import MAIN, Answer

THRESHOLD = 0.5
"""The score from which on something counts as supported, where none is chosen."""


@dataclass(frozen=True)
class Judged:
    """Something that was scored; `of` is the place of its item, `unit` that of the fact within it."""

    of: int
    score: float
    label: int | None
    rating: float | None = None
    unit: int | None = None


def texts(items: Sequence[Item], answers: Sequence[Answer], score: str = MAIN) -> list[Judged]:
    """The texts that people judged as a whole and the system scored."""
    return [
        Judged(place, answer.scores[score], item.label, item.rating)
        for place, (item, answer) in enumerate(zip(items, answers, strict=True))
        if item.judged_whole and score in answer.scores and not answer.error
    ]


def facts(items: Sequence[Item], answers: Sequence[Answer]) -> list[Judged]:
    """The facts that people judged and the system has something to say of."""
    return [
        Judged(place, found, unit.label, None, number)
        for place, (item, answer) in enumerate(zip(items, answers, strict=True))
        for number, (unit, found) in enumerate(zip(item.units, answer.units, strict=False))
        if found is not None
    ]


def clusters(judged: Sequence[Judged], items: Sequence[Item]) -> list[Hashable]:
    """What each is drawn together with: its reference."""
    return [items[each.of].reference for each in judged]


def judged_measures(judged: Sequence[Judged], threshold: float = THRESHOLD) -> dict[str, Measure]:
    """The figures of scores against labels; correlations with ratings where there are any, else with labels."""
    labels = np.array([0.0 if j.label is None else j.label for j in judged])
    scores = np.array([j.score for j in judged])
    decided = (scores >= threshold).astype(float)
    known, rated = (np.array([float(getattr(j, name) is not None) for j in judged]) for name in ("label", "rating"))
    among, against = known, labels
    if rated.any():
        among, against = rated, np.array([0.0 if j.rating is None else j.rating for j in judged])
    return {
        "balanced_accuracy": _among(known, partial(measures.balanced_accuracy, labels=labels, decided=decided)),
        "roc_auc": _among(known, partial(measures.roc_auc, labels=labels, scores=scores)),
        "precision": _among(known, partial(measures.error_precision, labels=labels, decided=decided)),
        "recall": _among(known, partial(measures.error_recall, labels=labels, decided=decided)),
        "f1": _among(known, partial(measures.error_f1, labels=labels, decided=decided)),
        "ece": _among(known, partial(measures.calibration_error, labels=labels, scores=np.clip(scores, 0, 1))),
        "pearson": _among(among, partial(measures.pearson, x=scores, y=against)),
        "spearman": _among(among, partial(measures.spearman, x=scores, y=against)),
    }


def chosen_threshold(judged: Sequence[Judged]) -> float | None:
    """The threshold with the best balanced accuracy, halfway between two scores; of several the one nearest to 0.5. None without both
    kinds of label."""
    labels = np.array([j.label for j in judged if j.label is not None], float)
    scores = np.array([j.score for j in judged if j.label is not None], float)
    if not len(labels) or not 0 < labels.mean() < 1:
        return None
    values = np.unique(scores)
    candidates = np.unique([THRESHOLD, *((values[1:] + values[:-1]) / 2)])
    ones = np.ones((1, len(labels)))
    reached = [float(measures.balanced_accuracy(ones, labels, (scores >= t).astype(float))[0]) for t in candidates]
    best = [float(t) for t, value in zip(candidates, reached, strict=True) if value >= max(reached) - 1e-12]
    return min(best, key=lambda t: (abs(t - THRESHOLD), t))


def _among(mask: Array, measure: Measure) -> Measure:
    """A measure of the items of a mask alone."""
    return lambda weights: measure(weights * mask)


def by_threshold(judged: Sequence[Judged], thresholds: Sequence[float]) -> Mapping[str, list[float]]:
    """Balanced accuracy, and precision, recall and F1 of errors, at each threshold; NaN where there is none."""
    labels = np.array([j.label for j in judged if j.label is not None], float)
    scores = np.array([j.score for j in judged if j.label is not None], float)
    ones = np.ones((1, len(labels)))
    found: dict[str, list[float]] = {"precision": [], "recall": [], "f1": [], "balanced_accuracy": []}
    for threshold in thresholds:
        decided = (scores >= threshold).astype(float)
        found["precision"].append(float(measures.error_precision(ones, labels, decided)[0]))
        found["recall"].append(float(measures.error_recall(ones, labels, decided)[0]))
        found["f1"].append(float(measures.error_f1(ones, labels, decided)[0]))
        found["balanced_accuracy"].append(float(measures.balanced_accuracy(ones, labels, decided)[0]))
    return found


def bins_of(judged: Sequence[Judged]) -> list[ReliabilityBin]:
    """The scores against the labels in ten bins; none without labels."""
    known = [(min(max(j.score, 0.0), 1.0), j.label) for j in judged if j.label is not None]
    return reliability([score for score, _ in known], [label for _, label in known]) if known else []


def roc_curve(judged: Sequence[Judged]) -> tuple[list[float], list[float]]:
    """The share of supported things called errors, and that of errors found, as the threshold rises."""
    labels = np.array([j.label for j in judged if j.label is not None], float)
    scores = np.array([j.score for j in judged if j.label is not None], float)
    order = np.argsort(scores, kind="stable")
    last = np.append(scores[order][1:] != scores[order][:-1], True) if len(order) else np.zeros(0, bool)
    wrong, right = np.cumsum(1 - labels[order])[last], np.cumsum(labels[order])[last]
    return [0.0, *(right / max(1, labels.sum())).tolist()], [0.0, *(wrong / max(1, (1 - labels).sum())).tolist()]
