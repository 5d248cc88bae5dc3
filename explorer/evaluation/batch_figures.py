"""Figures of a batch: means with intervals, errors by kind, the same by what stands in a column, and agreement with labels."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from explorer.evaluation.benchmark.figures import measures
from explorer.evaluation.benchmark.figures.measures import Array
from explorer.evaluation.benchmark.figures.resampling import Figure, Resampling
from sessions.batches.records import Answered

BINS = 20
"""Bars of the distribution of scores, each of the same width."""
DRAWS = 400
"""Draws of an interval: enough for the two digits that are shown."""
MOST_GROUPS = 30


@dataclass(frozen=True)
class Group:
    """Figures of some of the rows.

    Attributes:
        name: what stands in the column.
        rows: how many have an answer that is no error; failed: how many others.
        score: the mean of the main score. wrong: the share of rows with an error. density: errors in 100 words of output.
        kinds: errors of each kind.
    """

    name: str
    rows: int
    failed: int
    score: Figure
    wrong: Figure
    density: Figure
    kinds: Mapping[str, int]


@dataclass(frozen=True)
class Agreement:
    """How far a batch agrees with labels.

    Attributes:
        rows: how many have a label and an answer; right: of how many the label says that all is supported; None for ratings.
        figures: by their names: `auc` (of the support of a row) and `balanced` accuracy (a row without an error counts as supported),
            `precision` and `recall` of rows with an error; for ratings the `spearman` and `pearson` correlation with the score.
        missed: rows without an error that people found one in; false: rows with one where they did not.
    """

    rows: int
    right: int | None
    figures: Mapping[str, Figure]
    missed: int = 0
    false: int = 0


@dataclass(frozen=True)
class Figures:
    """All figures of a batch.

    Attributes:
        whole: of all rows.
        bins: how many rows have a score in each bar, from 0 to 1; wrong_bins: how many of these have an error.
        outside: rows whose score does not lie between 0 and 1.
        conflicts: what contradicts the reference, by the kind of conflict.
        groups: by column.
    """

    whole: Group
    bins: tuple[int, ...]
    wrong_bins: tuple[int, ...]
    outside: int
    conflicts: Mapping[str, int]
    groups: Mapping[str, tuple[Group, ...]] = field(default_factory=dict)
    agreement: Agreement | None = None


def figures(rows: Iterable[Answered], columns: Sequence[str] = (), draws: int = DRAWS) -> Figures:
    """The figures of answered rows.

    Args:
        columns: by which rows are told apart.
        draws: of the intervals, 0 for none.
    """
    kept = [_Light(row) for row in rows]
    good = [row for row in kept if not row.failed]
    bins, wrong, outside = [0] * BINS, [0] * BINS, 0
    for row in good:
        if row.score is None or not 0 <= row.score <= 1:
            outside += row.score is not None
            continue
        place = min(BINS - 1, int(row.score * BINS + 1e-9))
        bins[place] += 1
        wrong[place] += bool(row.errors)
    conflicts = Counter[str]()
    for row in good:
        conflicts.update(row.conflicts)
    by = {name: _by(kept, name, draws) for name in columns}
    return Figures(_group("", kept, draws), tuple(bins), tuple(wrong), outside, conflicts, by, _agreement(good, draws))


class _Light:
    """What figures need of a row: of ten thousand, some megabytes."""

    __slots__ = ("cluster", "conflicts", "errors", "failed", "fields", "kinds", "label", "score", "support", "words")

    def __init__(self, row: Answered) -> None:
        self.failed, self.score, self.support = bool(row.error), row.score, row.support
        self.errors, self.words, self.label = row.errors, row.words, row.label
        self.kinds, self.conflicts, self.fields, self.cluster = row.kinds, row.conflicts, row.fields, row.cluster or str(row.position)


def _by(rows: Sequence[_Light], column: str, draws: int) -> tuple[Group, ...]:
    parts: dict[str, list[_Light]] = {}
    for row in rows:
        parts.setdefault(row.fields.get(column, ""), []).append(row)
    names = sorted(parts, key=lambda name: (name == "", -len(parts[name]), name))[:MOST_GROUPS]
    return tuple(_group(name, parts[name], draws) for name in names)


def _group(name: str, rows: Sequence[_Light], draws: int) -> Group:
    good = [row for row in rows if not row.failed]
    kinds = Counter[str]()
    for row in good:
        kinds.update(row.kinds)
    none = Figure(None)
    found = {"score": none, "wrong": none, "density": none}
    if good:
        score, known = _filled(good, lambda row: row.score)
        errors, counted = _filled(good, lambda row: row.errors)
        words = np.array([row.words if row.errors is not None else 0 for row in good], float)
        asked: dict[str, Callable[[Array], Array]] = {
            "score": lambda weights: measures.share(weights, score, known),
            "wrong": lambda weights: measures.share(weights, (errors > 0).astype(float), counted),
            "density": lambda weights: 100 * measures.share(weights, errors, words),
        }
        found = Resampling([row.cluster for row in good], draws).figures(asked)
    return Group(name, len(good), len(rows) - len(good), found["score"], found["wrong"], found["density"], kinds)


def _filled(rows: Sequence[_Light], of: Callable[[_Light], float | None]) -> tuple[Array, Array]:
    """Values, 0 where there is none, and 1 where there is one."""
    values = [of(row) for row in rows]
    return np.array([value or 0.0 for value in values], float), np.array([value is not None for value in values], float)


def _agreement(rows: Sequence[_Light], draws: int) -> Agreement | None:
    labelled = [row for row in rows if row.label is not None and row.score is not None]
    if not labelled:
        return None
    labels = np.array([row.label for row in labelled], float)
    resampling = Resampling([row.cluster for row in labelled], draws)
    score = np.array([row.score for row in labelled], float)
    if not np.isin(labels, (0.0, 1.0)).all():
        asked: dict[str, Callable[[Array], Array]] = {
            "spearman": lambda weights: measures.spearman(weights, labels, score),
            "pearson": lambda weights: measures.pearson(weights, labels, score),
        }
        return Agreement(len(labelled), None, resampling.figures(asked))
    support = np.array([row.score if row.support is None else row.support for row in labelled], float)
    asked = {"auc": lambda weights: measures.roc_auc(weights, labels, support)}
    judged = all(row.errors is not None for row in labelled)
    decided = np.array([row.errors == 0 if judged else (row.score or 0) >= 0.5 for row in labelled], float)
    asked |= {
        "balanced": lambda weights: measures.balanced_accuracy(weights, labels, decided),
        "precision": lambda weights: measures.error_precision(weights, labels, decided),
        "recall": lambda weights: measures.error_recall(weights, labels, decided),
    }
    missed, false = int(((decided == 1) & (labels == 0)).sum()), int(((decided == 0) & (labels == 1)).sum())
    return Agreement(len(labelled), int(labels.sum()), resampling.figures(asked), missed, false)
