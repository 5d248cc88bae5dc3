"""Analyses out: JSON, JSON lines, CSV (one unit a row) and HTML, with the person's annotations."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engines.core.results import Analysis, Span, Unit
from explorer.reading.rows import dumps
from explorer.reading.spreadsheet import safe_cell

if TYPE_CHECKING:
    from sessions.annotations import Annotation
    from sessions.store import Store

FORMATS = ("json", "jsonl", "csv", "html")

COLUMNS = (
    "analysis",
    "created",
    "engine",
    "reference",
    "output",
    "unit",
    "kind",
    "predicate",
    "predicate_start",
    "predicate_end",
    "predicate_kind",
    "question",
    "answer",
    "answer_start",
    "answer_end",
    "statement",
    "probability",
    "supported",
    "error",
    "evidence",
    "evidence_start",
    "evidence_end",
    "evidence_score",
    "more_evidence",
    "vote",
    "note",
)
"""Columns of the CSV; both texts and the engine stand in the first row of an analysis only. The best evidence has columns of its own,
what follows it is JSON in `more_evidence`."""


def exported(store: "Store", ids: Sequence[str] | None) -> Iterator[tuple[Analysis, Mapping[str, "Annotation"]]]:
    """The analyses with these ids (None: all, oldest first), each with its annotations by unit.

    Raises:
        InputError: there is no analysis of that id.
    """
    analyses: Iterable[Analysis] = store.every() if ids is None else (store.get(id) for id in ids)
    for analysis in analyses:
        yield analysis, store.annotations(analysis.id)


Titles = Callable[[str], str | None]
"""The title that a person gave to the analysis of an id, if any."""


def as_json(analysis: Analysis, annotations: Mapping[str, "Annotation"], title: str | None = None) -> dict[str, Any]:
    """The analysis as in `to_json`, and beside it the title that a person gave it and the annotations if there are any."""
    data = analysis.to_json() | ({"title": title} if title else {})
    if annotations:
        data["annotations"] = [{"unit": a.unit, "vote": a.vote, "note": a.note, "created": a.created} for a in annotations.values()]
    return data


def json_text(items: Iterable[tuple[Analysis, Mapping[str, "Annotation"]]], titles: Titles = lambda id: None) -> Iterator[str]:
    """A JSON list of analyses, piece by piece."""
    yield "["
    separator = "\n"
    for analysis, annotations in items:
        yield separator + dumps(as_json(analysis, annotations, titles(analysis.id)))
        separator = ",\n"
    yield "\n]\n"


def jsonl_text(items: Iterable[tuple[Analysis, Mapping[str, "Annotation"]]], titles: Titles = lambda id: None) -> Iterator[str]:
    """One analysis a line."""
    for analysis, annotations in items:
        yield dumps(as_json(analysis, annotations, titles(analysis.id))) + "\n"


def foreign_text(items: Iterable[tuple[Analysis, Mapping[str, "Annotation"]]], shape: str) -> Iterator[str]:
    """Analyses as another tool reads them (see `explorer.formats.foreign`): a JSON list, or lines where the tool wants them."""
    from explorer.formats.foreign.registry import writer

    format = writer(shape)
    assert format.write is not None
    lines, number = format.of_lines, 0
    yield "" if lines else "["
    for analysis, annotations in items:
        data = format.write(analysis, annotations, number)
        if data is None:
            continue
        yield dumps(data) + "\n" if lines else (",\n" if number else "\n") + dumps(data)
        number += 1
    yield "" if lines else "\n]\n"


def csv_text(items: Iterable[tuple[Analysis, Mapping[str, "Annotation"]]]) -> Iterator[str]:
    """One unit a row, every cell safe in a spreadsheet; an analysis without units has one row with its texts alone."""
    buffer = io.StringIO(newline="")
    writer = csv.DictWriter(buffer, COLUMNS, restval="", lineterminator="\r\n", quoting=csv.QUOTE_MINIMAL)
    writer.writeheader()
    for analysis, annotations in items:
        for row in _rows(analysis, annotations):
            writer.writerow({name: safe_cell(value) for name, value in row.items() if value is not None})
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


def _rows(analysis: Analysis, annotations: Mapping[str, "Annotation"]) -> Iterator[dict[str, Any]]:
    texts = {
        "created": analysis.created,
        "engine": json.dumps(analysis.engine.to_json()),
        "reference": analysis.reference.text,
        "output": analysis.output.text,
    }
    for unit in analysis.units or (None,):
        row: dict[str, Any] = {"analysis": analysis.id, **texts}
        texts = {}
        if unit is not None:
            row.update(_unit(unit, annotations.get(unit.id)))
        yield row


def _unit(unit: Unit, annotation: "Annotation | None") -> dict[str, Any]:
    best = unit.evidence[0] if unit.evidence else None
    return {
        "unit": unit.id,
        "kind": unit.kind,
        **_span("predicate", unit.predicate),
        "predicate_kind": unit.predicate.kind if unit.predicate else None,
        "question": unit.question,
        **_span("answer", unit.answer),
        "statement": unit.statement,
        "probability": unit.probability,
        "supported": None if unit.supported is None else str(unit.supported).lower(),
        "error": unit.error,
        **_span("evidence", best),
        "evidence_score": best.score if best else None,
        "more_evidence": dumps([passage.to_json() for passage in unit.evidence[1:]]) if unit.evidence[1:] else None,
        "vote": annotation.vote if annotation else None,
        "note": annotation.note if annotation else None,
    }


def _span(name: str, span: Span | None) -> dict[str, Any]:
    return {} if span is None else {name: span.text, f"{name}_start": span.start, f"{name}_end": span.end}
