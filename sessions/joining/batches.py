"""Batches and rounds of quizzes that come from elsewhere, joined with those that are here."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engines.core.plain.copying import safe_text
from engines.records.times import moment, now
from sessions.batches.records import Answered, Batch, row_of, session_of
from sessions.classroom.rounds import Round
from sessions.joining.undoing import Journal
from sessions.listing.titles import one_line


@dataclass(frozen=True)
class BroughtRow:
    """A row of a batch, and what came of it."""

    batch: str
    row: Answered


@dataclass
class TakenBatches:
    """The batches of a file: those that are new here, by their ids, and of the others whether the file has the newer state."""

    new: set[str] = field(default_factory=set)
    newer: dict[str, bool] = field(default_factory=dict)


def take_batch(batch: Batch, taken: TakenBatches, journal: Journal, done: Counter[str], passed: Counter[str]) -> None:
    """Keep a batch; its rows come after it. One that was deleted here comes back."""
    id, data = safe_text(batch.id), json.dumps(dict(batch.about))
    name, updated = one_line(batch.name) or id, batch.updated or now()
    before = journal.tables.execute("SELECT name, updated, deleted, data FROM batches WHERE id = ?", [id]).fetchone()
    if before is None:
        row = {"id": id, "created": batch.created or updated, "updated": updated, "name": name, "data": data}
        journal.tables.table("batches").insert(row)
        taken.new.add(id)
        done["batch"] += 1
        return
    taken.newer[id] = newer = _later(batch.updated, before[1])
    if before[2] is not None:
        done["back"] += 1
        journal.tables.execute("UPDATE analyses SET deleted = NULL WHERE session = ? AND deleted = ?", [session_of(id), before[2]])
    if (before[0], before[3]) != (name, data) and not newer:
        passed["batch"] += 1
    if newer or before[2] is not None:
        created = journal.tables.execute("SELECT created FROM batches WHERE id = ?", [id]).fetchone()[0]
        values = {"name": name, "updated": updated, "data": data} if newer else {"name": before[0], "updated": before[1], "data": before[3]}
        journal.write("batches", {"id": id}, {"created": created, "deleted": None, **values})
        done["batch"] += newer


def take_row(thing: BroughtRow, renamed: Mapping[str, str], taken: TakenBatches, journal: Journal, passed: Counter[str]) -> None:
    """Keep a row of a batch that is here: one that has no answer yet, or an error for one, or where the batch of the file is newer.

    Args:
        renamed: ids of analyses as they are here, by their ids in the file.
    """
    batch, answered = safe_text(thing.batch), thing.row
    if batch not in taken.new and batch not in taken.newer:
        passed["batch row"] += 1
        return
    row = {name: safe_text(value) if isinstance(value, str) else value for name, value in row_of(answered).items()}
    if answered.analysis is not None:
        row["analysis"] = id = renamed.get(answered.analysis, safe_text(answered.analysis))
        journal.tables.table("sessions").insert({"id": session_of(batch), "created": now(), "updated": now()}, ignore=True)
        journal.tables.execute("UPDATE analyses SET session = ? WHERE id = ? AND session IS NULL", [session_of(batch), id])
    if batch in taken.new:
        journal.tables.table("batch_rows").insert({"batch": batch, **row}, replace=True)
        return
    sql = f"SELECT {', '.join(row)} FROM batch_rows WHERE batch = ? AND position = ?"
    found = journal.tables.execute(sql, [batch, answered.position]).fetchone()
    if found == tuple(row.values()):
        return
    if found is None or (dict(zip(row, found, strict=True))["error"] and not answered.error) or taken.newer[batch]:
        journal.write("batch_rows", {"batch": batch, "position": row.pop("position")}, row)
    else:
        passed["batch row"] += 1


def take_round(of: Round, renamed: Mapping[str, str], journal: Journal, done: Counter[str], passed: Counter[str]) -> None:
    """Keep a round on an analysis that is here; of two states of one round the one that was written later."""
    analysis = safe_text(renamed.get(of.analysis, of.analysis))
    key = {"id": safe_text(of.id)}
    here = journal.tables.execute("SELECT 1 FROM analyses WHERE id = ? AND deleted IS NULL", [analysis]).fetchone()
    found = journal.tables.execute("SELECT analysis, updated, revision, data FROM rounds WHERE id = ?", [key["id"]]).fetchone()
    data = json.dumps(dict(of.data), separators=(",", ":"))
    if found is not None and (found[0], found[3]) == (analysis, data):
        return
    if not here or (found is not None and (found[0] != analysis or not _later(of.updated, found[1]))):
        passed["round"] += 1
        return
    updated = of.updated or now()
    revision = max(of.revision, found[2] + 1 if found else 0)
    journal.write(
        "rounds", key, {"analysis": analysis, "created": of.created or updated, "updated": updated, "revision": revision, "data": data}
    )
    done["round"] += 1


def _later(one: str, other: Any) -> bool:
    first, second = moment(one), moment(other)
    return first is not None and (second is None or first > second)
