"""What came of a row of a batch, as the store keeps it: scores, errors counted by kind, the label and the columns with few values."""

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from engines.core.results import Analysis
from engines.declaration.registry import main_score, specs
from engines.units.errors import completed
from engines.units.support import SUPPORT
from explorer.batches import answers
from explorer.batches.session.columns import Columns, label_of, short
from explorer.reading.rows import dumps
from sessions.batches.records import Answered

_OURS = ("scores", "analysis", "error", answers.SEAL)

LONGEST_OUTPUT = 240
"""Characters of an output that are kept beside its row."""


@dataclass(frozen=True)
class Place:
    """Where a row stands: its position in the file, from 0, and its line, from 1; `data` is the row as it is there."""

    position: int
    line: int
    data: Mapping[str, Any]


def answered(place: Place, answer: Mapping[str, Any], analysis: Analysis | None, columns: Columns, few: Collection[str] = ()) -> Answered:
    """The record of a row.

    Args:
        answer: as `errata batch` writes it.
        analysis: the one in it, or None.
        few: the columns with few values.
    """
    known: dict[str, Any] = {
        "position": place.position,
        "line": place.line,
        "id": _words(answer.get("id", place.line)),
        "label": label_of(place.data.get(columns.label), columns.turned) if columns.label else None,
        "fields": {name: words for name in few if (words := short(place.data.get(name)))},
        "carried": {name: value for name, value in answer.items() if name not in _OURS and not (name == "id" and isinstance(value, str))},
    }
    if "error" in answer:
        output = place.data.get(columns.output) if columns.output else None
        begun = output[:LONGEST_OUTPUT] if isinstance(output, str) else ""
        return Answered(**known, output=begun, error=str(answer["error"]) or "It failed, and nobody said why.")
    scores = answer.get("scores")
    figures = {name: float(value) for name, value in scores.items() if _is_number(value)} if isinstance(scores, Mapping) else {}
    if analysis is None:
        names = (*(spec.main_score for spec in specs()), SUPPORT)
        score = next((figures[name] for name in names if name in figures), None)
        return Answered(**known, score=score, support=figures.get("support"), words=0)
    analysis = completed(analysis)
    found = analysis.errors or ()
    support = analysis.scores.get("support")
    main = main_score(analysis.engine.name, analysis.scores)
    behind = {unit.id: unit for unit in analysis.units}
    judged = [unit for unit in analysis.units if unit.supported is not None]
    conflicts = Counter(
        kind for error in found for kind in {conflict.kind for id in error.units if id in behind for conflict in behind[id].conflicts}
    )
    return Answered(
        **known,
        analysis=analysis.id,
        score=support if main is None else main,
        support=support,
        errors=len(found),
        words=len(analysis.output.text.split()),
        kinds=Counter(error.kind for error in found),
        conflicts=conflicts,
        facts={"supported": sum(unit.supported is True for unit in judged), "units": len(judged)},
        output=analysis.output.text[:LONGEST_OUTPUT],
        cluster=hashlib.sha256(analysis.reference.text.encode("utf-8", "replace")).hexdigest()[:12],
        seconds=analysis.timings.get("total"),
    )


def answer_of(row: Answered, analysis: Analysis | None) -> dict[str, Any]:
    """The row as `errata batch` writes it."""
    answer: dict[str, Any] = {"id": row.id, **row.carried}
    if row.error:
        return {**answer, "error": row.error}
    if analysis is not None:
        return {**answer, "scores": dict(analysis.scores), "analysis": analysis.to_json()}
    scores = {name: value for name, value in (("support", row.support), ("score", row.score)) if value is not None}
    return {**answer, "scores": scores, **({} if row.analysis is None else {"warning": "Its analysis was removed from the history."})}


def _words(id: Any) -> str:
    return id if isinstance(id, str) else dumps(id)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value
