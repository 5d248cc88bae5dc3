"""Curves of systems: how far scores can be trusted, what every threshold would do."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from explorer.evaluation.benchmark.figures import judged, spans
from explorer.evaluation.benchmark.figures.measures import roc_auc
from explorer.evaluation.benchmark.labels.gold import Item
from explorer.evaluation.benchmark.results import SPAN, Curve, Plot
from explorer.evaluation.benchmark.systems.answering import THRESHOLDS
from explorer.evaluation.benchmark.systems.answers import Answer

_FINE = tuple(round(0.02 * step, 2) for step in range(1, 50))
_POINTS = 200
"""Most points of a curve."""
_OF_MARKS = (
    ("Errors located", "located"),
    ("Word precision", "precision"),
    ("Word F1, all texts", "f1_all"),
    ("Alarms in faithful texts", "alarms"),
)


def plots(
    level: str, entries: Mapping[str, Sequence[Any]], items: Sequence[Item | None], answers: Mapping[str, Sequence[Answer]]
) -> list[Plot]:
    """Reliability, ROC and threshold plots of scores, a curve for each system with labels of both kinds; threshold plots of marks.

    Args:
        entries: what each system says at this level.
        items: None in the place of those that are not measured.
    """
    if level == SPAN:
        return list(_of_marks({name: answers[name] for name in entries}, items))
    known = {name: of for name, of in entries.items() if len({e.label for e in of if e.label is not None}) == 2}
    return list(_of_scores(level, known)) if known else []


def _of_scores(level: str, entries: Mapping[str, Sequence[judged.Judged]]) -> Iterator[Plot]:
    yield Plot(level, "Reliability", "score", "share supported", tuple(_reliability(name, of) for name, of in entries.items()), True)
    roc = tuple(_roc(name, of) for name, of in entries.items())
    yield Plot(level, "ROC", "supported, called errors", "errors found", roc, True)
    swept = {name: judged.by_threshold(of, _FINE) for name, of in entries.items()}
    for title, key in (("F1 of errors", "f1"), ("Balanced accuracy", "balanced_accuracy")):
        yield Plot(level, f"{title} by threshold", "threshold", title, tuple(_curve(name, _FINE, of[key]) for name, of in swept.items()))
    recall = tuple(_curve(name, of["recall"], of["precision"]) for name, of in swept.items())
    yield Plot(level, "Precision and recall of errors", "recall", "precision", recall)


def _of_marks(answers: Mapping[str, Sequence[Answer]], items: Sequence[Item | None]) -> Iterator[Plot]:
    swept: dict[str, dict[str, list[float]]] = {}
    tested = [(item, place) for place, item in enumerate(items) if item is not None]
    for name, found in answers.items():
        of = [found[place] for _, place in tested]
        if not any(answer.sweep for answer in of):
            continue
        swept[name] = {"located": [], "f1_all": [], "precision": [], "alarms": []}
        for threshold in THRESHOLDS:
            texts = spans.marked_texts([item for item, _ in tested], of, threshold)
            figures = spans.span_measures(texts)
            for key, values in swept[name].items():
                values.append(float(figures[key](np.ones((1, len(texts))))[0]))
    if not swept:
        return
    for title, key in _OF_MARKS:
        curves = tuple(_curve(name, THRESHOLDS, of[key]) for name, of in swept.items())
        if any(curve.x for curve in curves):
            yield Plot(SPAN, f"{title}, by threshold", "threshold", "share", curves)
    if any(not math.isnan(value) for of in swept.values() for value in of["alarms"]):
        traded = tuple(_curve(name, of["alarms"], of["located"]) for name, of in swept.items())
        yield Plot(SPAN, "Errors located against alarms", "faithful texts with an alarm", "errors located", traded, True)


def _reliability(name: str, entries: Sequence[judged.Judged]) -> Curve:
    bins = [b for b in judged.bins_of(entries) if b.count]
    return Curve(name, tuple(b.mean_probability or 0.0 for b in bins), tuple(b.share_supported or 0.0 for b in bins))


def _roc(name: str, entries: Sequence[judged.Judged]) -> Curve:
    x, y = judged.roc_curve(entries)
    step = max(1, len(x) // _POINTS)
    kept = sorted({*range(0, len(x), step), len(x) - 1})
    labels = np.array([e.label for e in entries if e.label is not None], float)
    scores = np.array([e.score for e in entries if e.label is not None], float)
    area = float(roc_auc(np.ones((1, len(labels))), labels, scores)[0])
    return Curve(name, tuple(x[i] for i in kept), tuple(y[i] for i in kept), f"AUC {100 * area:.1f}")


def _curve(name: str, x: Sequence[float], y: Sequence[float]) -> Curve:
    """The points where both are known."""
    known = [(a, b) for a, b in zip(x, y, strict=True) if not math.isnan(a) and not math.isnan(b)]
    return Curve(name, tuple(a for a, _ in known), tuple(b for _, b in known))
