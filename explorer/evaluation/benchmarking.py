"""Labelled rows to figures: how well an engine, or the verifier alone, agrees with people."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from engines.calibration.reliability import ReliabilityBin, reliability
from engines.core.errors import ErrataError, FormatError
from engines.core.roles import Verifier
from explorer.batches.verifying import verified
from explorer.evaluation import metrics
from explorer.reading.rows import BadRow, Row

VERIFIER = "verifier"
"""Name under which the verifier is measured alone, without an engine."""


@dataclass(frozen=True)
class Scored:
    """A labelled row with its score; `label` is 1 (supported) or 0, `rating` a person's rating, either may be None."""

    subset: str
    score: float
    label: int | None
    rating: float | None


@dataclass(frozen=True)
class Figures:
    """One line of the table. Shares and correlations in [0, 1] and [-1, 1]; None where a figure has no meaning.

    `reliability` are the scores against the labels in ten bins, empty without labels.
    """

    engine: str
    subset: str
    n: int
    balanced_accuracy: float | None
    roc_auc: float | None
    ece: float | None
    pearson: float | None
    spearman: float | None
    seconds_per_item: float
    reliability: tuple[ReliabilityBin, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def labelled(rows: Sequence[Row], bad: list[BadRow]) -> list[Row]:
    """The rows that carry a label or a rating; the others are added to `bad`."""
    kept = []
    for row in rows:
        try:
            if _label(row) is None and _rating(row) is None:
                raise FormatError(f"line {row.line}: there is no 'label' (1 or 0), 'human' or 'ratings' to compare with.")
            kept.append(row)
        except FormatError as problem:
            bad.append(BadRow(row.line, str(problem), row.id))
    return kept


def verifier_scores(verifier: Verifier, rows: Sequence[Row], bad: list[BadRow]) -> Iterator[Scored]:
    """Scores of the verifier alone, in order."""
    places = {id(row): row for row in rows}
    usable = list(places.values())
    answers = {answer["position"]: answer for answer in _positioned(verifier, usable, bad)}
    for position, row in enumerate(usable):
        if position in answers:
            yield _scored(row, answers[position]["probability"])


def engine_scores(
    engine: str,
    verifier: str,
    rows: Sequence[Row],
    bad: list[BadRow],
    settings: Mapping[str, Any],
    models: Mapping[str, str] | None = None,
) -> Iterator[Scored]:
    """Main scores of an engine, in order; an output in which it finds no facts has nothing unsupported and scores 1."""
    from engines.declaration.registry import main_score
    from explorer.services.analysis import analyze

    chosen: dict[str, Any] = {"engine": engine, "verifier": verifier, "models": models, "settings": settings}
    for row in rows:
        try:
            analysis = analyze(row.text("reference"), row.text("output"), **chosen)
        except ErrataError as problem:
            reason = str(problem)
            bad.append(BadRow(row.line, reason if reason.startswith("line ") else f"line {row.line}: {reason}", row.id))
            continue
        score = main_score(analysis.engine.name, analysis.scores)
        yield _scored(row, 1.0 if score is None else score)


def table(engine: str, scored: Sequence[Scored], seconds: float) -> list[Figures]:
    """Figures per subset where there are several, then over all."""
    subsets = sorted({item.subset for item in scored})
    each = seconds / max(1, len(scored))
    lines = [_figures(engine, subset, [s for s in scored if s.subset == subset], each) for subset in subsets] if len(subsets) > 1 else []
    return [*lines, _figures(engine, "all", scored, each)]


class Clock:
    """Seconds from its making."""

    def __init__(self) -> None:
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started


def _positioned(verifier: Verifier, rows: Sequence[Row], bad: list[BadRow]) -> Iterator[dict[str, Any]]:
    """The verifier's answers with the position of their row, since ids may be missing or come twice in a benchmark."""
    numbered = [Row(row.line, {**row.data, "id": position}) for position, row in enumerate(rows)]
    for answer in verified(verifier, numbered, bad):
        yield {**answer, "position": answer["id"]}


def _scored(row: Row, score: float) -> Scored:
    return Scored(str(row.data.get("subset", "all")), score, _label(row), _rating(row))


def _label(row: Row) -> int | None:
    value = row.data.get("label")
    if value is None:
        return None
    if value in (0, 1, "0", "1", True, False):
        return int(value)
    if _rating(row) is None:
        raise FormatError(f"line {row.line}: 'label' must be 1 (supported) or 0.")
    return None


def _rating(row: Row) -> float | None:
    value = row.data.get("human")
    ratings = row.data.get("ratings")
    try:
        if ratings:
            return sum(float(r) for r in ratings) / len(ratings)
        return None if value is None else float(value)
    except (TypeError, ValueError) as problem:
        raise FormatError(f"line {row.line}: 'human' and 'ratings' must be numbers.") from problem


def _figures(engine: str, subset: str, scored: Sequence[Scored], seconds: float) -> Figures:
    known = [(s.label, s.score) for s in scored if s.label is not None]
    labels, scores = [label for label, _ in known], [score for _, score in known]
    rated = [(s.rating, s.score) for s in scored if s.rating is not None]
    ratings, against = [rating for rating, _ in rated], [score for _, score in rated]
    return Figures(
        engine,
        subset,
        len(scored),
        metrics.balanced_accuracy(labels, scores) if labels else None,
        metrics.roc_auc(labels, scores) if labels else None,
        metrics.calibration_error(labels, scores) if labels else None,
        metrics.pearson(against, ratings) if ratings else metrics.pearson(scores, labels) if labels else None,
        metrics.spearman(against, ratings) if ratings else metrics.spearman(scores, labels) if labels else None,
        seconds,
        tuple(reliability(scores, labels)) if labels else (),
    )
