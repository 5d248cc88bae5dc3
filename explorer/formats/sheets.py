"""Analyses as a spreadsheet, out and in: a fact a row, both texts in the first row of an analysis."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engines.core.errors import FormatError
from engines.core.results import SCHEMA, Analysis, Span, Unit
from engines.records.times import now
from engines.units.errors import completed
from explorer.formats.exporting import Item, skipping
from explorer.formats.records import Imported, read_analysis
from explorer.reading.rows import BadRow, Row, dumps, parse_json, read_rows
from explorer.reading.spreadsheet import plain_cell, safe_cell
from sessions.soundness import Damaged

if TYPE_CHECKING:
    from sessions.annotations import Annotation

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
    "errors",
    "unchecked",
)
"""Columns of the CSV; both texts, the engine, and as JSON the errors and what is unchecked stand in the first row of an analysis only. The
best evidence has columns of its own, what follows it is JSON in `more_evidence`."""


def csv_text(items: Iterable[Item], left_out: list[Damaged] | None = None) -> Iterator[str]:
    """One unit a row, every cell safe in a spreadsheet; an analysis without units has one row with its texts alone."""
    buffer = io.StringIO(newline="")
    writer = csv.DictWriter(buffer, COLUMNS, restval="", lineterminator="\r\n", quoting=csv.QUOTE_MINIMAL)
    writer.writeheader()
    for analysis, annotations in items:
        with skipping(analysis.id, left_out):
            rows = [{name: safe_cell(value) for name, value in row.items() if value is not None} for row in _rows(analysis, annotations)]
            writer.writerows(rows)
            piece = buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
            yield piece
    yield buffer.getvalue()


def from_csv(path: str) -> Iterator[Imported]:
    """The analyses of a spreadsheet with a fact a row, as `csv_text` writes it.

    Raises:
        FormatError: it is no spreadsheet of ours.
    """
    rows: list[Row] = []
    for row in read_rows(path, escaped=True):
        if isinstance(row, BadRow):
            yield Imported(f"line {row.line}", None, notes=[row.reason])
            continue
        if "analysis" not in row.data:
            raise FormatError(
                f"{path} is no CSV file that Errata exported: it has no column 'analysis'. Use `errata batch` for rows to be analysed."
            )
        if rows and row.data["analysis"] != rows[0].data["analysis"]:
            yield _csv_analysis(rows)
            rows = []
        rows.append(row)
    if rows:
        yield _csv_analysis(rows)


def _csv_analysis(rows: list[Row]) -> Imported:
    """An analysis from its rows; what CSV does not carry (traces and what engines say besides) is left empty."""
    first, place = rows[0].data, f"line {rows[0].line}"
    try:
        engine = parse_json(plain_cell(first.get("engine") or "{}"))
        texts = {side: {"text": first[side], "sentences": None} for side in ("reference", "output")}
        data = {
            "schema": SCHEMA,
            "id": first["analysis"],
            "created": first.get("created") or now(),
            "engine": {"name": "imported", "settings": {}, "models": {}, **(engine if isinstance(engine, dict) else {})},
            **texts,
            "scores": {},
            "units": (units := [_csv_unit(row) for row in rows if row.data.get("unit")]),
            "errors": _csv_errors(first.get("errors"), units),
            "unchecked": _csv_list(first.get("unchecked")),
            "deletions": [],
            "lss": None,
            "lss_star": None,
            "edits": [],
            "timings": {},
            "warnings": ["Imported from CSV: how the evidence was searched is not in that format."],
            "annotations": list(_csv_annotations(rows)),
        }
    except (KeyError, ValueError, FormatError) as problem:
        return Imported(place, None, notes=[f"{place}: this analysis cannot be read ({problem})."])
    result = read_analysis(data, place)
    if result.analysis is not None:
        result.analysis = completed(_scored(result.analysis))
    return result


def _csv_unit(row: Row) -> dict[str, Any]:
    cell = row.data
    predicate, answer, evidence = (_csv_span(cell, name) for name in ("predicate", "answer", "evidence"))
    if predicate is not None:
        predicate["kind"] = cell.get("predicate_kind") or "verb"
    if evidence is not None:
        evidence.update(score=float(cell.get("evidence_score") or 0), sentence=None)
    return {
        "id": cell["unit"],
        "kind": cell.get("kind") or "qa",
        "statement": cell.get("statement") or "",
        "predicate": predicate,
        "question": cell.get("question") or None,
        "answer": answer,
        "probability": float(cell["probability"]) if cell.get("probability") else None,
        "supported": _verdict(cell.get("supported")),
        "error": cell.get("error") or None,
        "evidence": [*([evidence] if evidence else []), *_csv_passages(cell.get("more_evidence"))],
        "trace": [],
        "conflicts": [],
        "details": {},
    }


def _csv_passages(written: Any) -> list[dict[str, Any]]:
    """The evidence after the best, from its JSON; files of before have none."""
    return _csv_list(written) or []


def _csv_errors(written: Any, units: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]] | None:
    """The errors as they were written; None, so that they are put together anew, where the verdicts beside them are others now."""
    errors, wrong = _csv_list(written), {unit["id"] for unit in units if unit["supported"] is False}
    fit = all(isinstance(error.get("units"), list) and wrong.issuperset(error["units"]) for error in errors or ())
    return errors if fit else None


def _csv_list(written: Any) -> list[dict[str, Any]] | None:
    """What a cell holds as JSON; None where it is empty, as in files of before."""
    value = parse_json(plain_cell(written)) if written else None
    return [dict(item) for item in value if isinstance(item, dict)] if isinstance(value, list) else None


def _csv_span(cell: Mapping[str, Any], name: str) -> dict[str, Any] | None:
    if not cell.get(name):
        return None
    return {"start": _integer(cell.get(f"{name}_start")), "end": _integer(cell.get(f"{name}_end")), "text": cell[name]}


def _verdict(written: Any) -> Any:
    """The verdict of a cell, which spreadsheets write as TRUE and FALSE; what is neither is for the schema to refuse."""
    return {"": None, "none": None, "true": True, "false": False}.get(str(written or "").strip().lower(), written)


def _integer(written: Any) -> int | None:
    """The whole number of a cell, which spreadsheets may write as 3.0; None where there is none."""
    try:
        value = float(written)
        return int(value) if value.is_integer() else None
    except (TypeError, ValueError, OverflowError):
        return None


def _csv_annotations(rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    for row in rows:
        if row.data.get("vote") or row.data.get("note"):
            vote = row.data.get("vote") or 0
            yield {"unit": row.data["unit"], "vote": vote if _integer(vote) is None else _integer(vote), "note": row.data.get("note") or ""}


def _scored(analysis: Analysis) -> Analysis:
    """With the share of supported units as its score, since CSV carries the units alone."""
    verified = [u for u in analysis.units if u.supported is not None]
    if not verified:
        return analysis
    supported = sum(bool(u.supported) for u in verified)
    scores = {analysis.engine.name: supported / len(verified), "units": float(len(verified)), "supported": float(supported)}
    return replace(analysis, scores=scores)


def _rows(analysis: Analysis, annotations: Mapping[str, "Annotation"]) -> Iterator[dict[str, Any]]:
    texts = {
        "created": analysis.created,
        "engine": json.dumps(analysis.engine.to_json()),
        "reference": analysis.reference.text,
        "output": analysis.output.text,
        **_found(analysis),
    }
    for unit in analysis.units or (None,):
        row: dict[str, Any] = {"analysis": analysis.id, **texts}
        texts = {}
        if unit is not None:
            row.update(_unit(unit, annotations.get(unit.id)))
        yield row


def _found(analysis: Analysis) -> dict[str, str | None]:
    """The errors of the output and what no unit asks about, as in JSON."""
    data = completed(analysis).to_json()
    return {name: None if data[name] is None else dumps(data[name]) for name in ("errors", "unchecked")}


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
