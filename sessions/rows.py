"""Analyses as rows of the database, and back."""

import json
from typing import TYPE_CHECKING, Any

from engines.core.errors import ErrataError, FormatError, StoreError
from engines.core.plain.copying import safe_text
from engines.core.results import SCHEMA, Analysis, Unit
from engines.declaration.registry import main_score
from engines.records.times import moment, now
from engines.units.errors import completed
from sessions.listing.titles import one_line, title_of
from sessions.pairs import pair_of

if TYPE_CHECKING:
    from sqlite_utils import Database as Tables


def analysis_row(analysis: Analysis, key: str | None = None, title: str | None = None, session: str | None = None) -> dict[str, Any]:
    """The row of an analysis, without its number; its time in UTC, so that the history can be sorted by it."""
    reference, output = safe_text(analysis.reference.text), safe_text(analysis.output.text)
    created = moment(analysis.created)
    return {
        "id": analysis.id,
        "session": session,
        "key": key,
        "engine": safe_text(analysis.engine.name),
        "score": main_score(analysis.engine.name, analysis.scores),
        "created": safe_text(analysis.created) if created is None else created.isoformat(),
        "deleted": None,
        "title": one_line(title) if title else title_of(output),
        "titled": now() if title else None,
        "output": output,
        "reference": reference,
        "pair": pair_of(reference, output),
        "verifier": safe_text(analysis.engine.models.get("verifier", "")) or None,
        "data": json.dumps(analysis.to_json(), separators=(",", ":")),
    }


def put(tables: "Tables", row: dict[str, Any], analysis: Analysis | None) -> None:
    """Write the row of an analysis over the one of its id, or as a new one, with its units; None has none that could be told."""
    known = tables.execute("SELECT number FROM analyses WHERE id = ?", [row["id"]]).fetchone()
    if known:
        number = known[0]
        tables.table("analyses").update(number, row)
        tables.table("units").delete_where("analysis = ?", [number])
    else:
        number = tables.table("analyses").insert(row).last_rowid
    units = analysis.units if analysis is not None else ()
    rows = [_unit_row(number, position, unit) for position, unit in enumerate(units)]
    tables.table("units").insert_all(rows)
    tables.execute("DELETE FROM facts_fts WHERE rowid = ?", [number])
    if rows:
        words = "\n".join(" ".join(filter(None, (row["question"], row["answer"], row["statement"]))) for row in rows)
        tables.execute("INSERT INTO facts_fts (rowid, words) VALUES (?, ?)", [number, words])


def read(data: Any) -> Analysis:
    """The analysis of a row.

    Raises:
        StoreError: the row is damaged.
        FormatError: it was written by a newer version.
    """
    value = None
    try:
        value = json.loads(data)
        analysis = Analysis.from_json(value)
        return analysis if value["schema"] == SCHEMA else completed(analysis)
    except Exception as problem:  # whatever stands there, it is not what was written
        schema = value.get("schema") if isinstance(value, dict) else None
        if isinstance(problem, FormatError) and schema != SCHEMA and str(schema).startswith("errata/"):
            raise
        words = "This analysis is damaged in the database and cannot be read. Delete it and analyse again."
        raise StoreError(f"{words} ({_first_line(problem)})") from problem


def _first_line(problem: Exception) -> str:
    lines = str(problem).splitlines()
    return lines[0][:200].rstrip(".") if lines and isinstance(problem, ErrataError) else type(problem).__name__


def stored_object(data: Any, what: str) -> dict[str, Any]:
    """The JSON object of a row.

    Raises:
        StoreError: it is something else; `what` begins the message.
    """
    try:
        value = json.loads(data)
    except (ValueError, TypeError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise StoreError(f"{what} cannot be read: what is stored is damaged. `errata history damaged` names it, and how to remove it.")
    return value


def _unit_row(number: int, position: int, unit: Unit) -> dict[str, Any]:
    return {
        "analysis": number,
        "position": position,
        "id": safe_text(unit.id),
        "kind": safe_text(unit.kind),
        "predicate": safe_text(unit.predicate.text) if unit.predicate else None,
        "question": safe_text(unit.question) if unit.question else None,
        "answer": safe_text(unit.answer.text) if unit.answer else None,
        "statement": safe_text(unit.statement),
        "probability": unit.probability,
        "supported": None if unit.supported is None else int(unit.supported),
        "error": unit.error,
    }
