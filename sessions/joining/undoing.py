"""What an import changed, row by row, so that it can be taken back; what was changed again since then stays."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engines.core.errors import ErrataError, InputError
from engines.records.times import now
from sessions.database import Database
from sessions.rows import put, read

if TYPE_CHECKING:
    from sqlite_utils import Database as Tables

Row = dict[str, Any]


@dataclass(frozen=True)
class ImportDone:
    """An import that can be undone: its number, when it was, the name of the file, and what it did, counted."""

    number: int
    created: str
    name: str
    done: Mapping[str, int]


@dataclass(frozen=True)
class Undone:
    """An import that was undone: `back` rows are as they were before it, `kept` were changed since then and stay as they are."""

    number: int
    name: str
    back: int
    kept: int


@dataclass
class Journal:
    """The changes of an import, in their order."""

    tables: "Tables"
    steps: list[dict[str, Any]] = field(default_factory=list)

    def write(self, table: str, key: Row, values: Row) -> None:
        """Write a row in place of the one of that key, and note how to go back."""
        before = _row(self.tables, table, key)
        self.tables.table(table).insert({**key, **values}, replace=True)
        self.changed(table, key, before)

    def changed(self, table: str, key: Row, before: Row | None) -> None:
        """Note that a row was changed from `before`."""
        self.steps.append({"table": table, "key": key, "before": before, "after": _digest(_said(_row(self.tables, table, key)))})

    def added(self, id: str) -> None:
        """Note an analysis that is new, with all that came with it."""
        self.steps.append({"new": id, "after": _digest(_whole(self.tables, id))})

    def added_batch(self, id: str) -> None:
        """Note a batch that is new, with its rows."""
        self.steps.append({"batch": id, "after": _batch_digest(self.tables, id)})

    def analysis(self, id: str) -> Row | None:
        """The row of an analysis, before it is changed."""
        return _row(self.tables, "analyses", {"id": id})


class Undoing:
    """The part of the store that remembers imports."""

    _database: Database

    def imports(self) -> list[ImportDone]:
        """The imports that can be undone, newest first."""
        with self._database.reading() as tables:
            rows = tables.execute("SELECT number, created, name, done FROM imports WHERE undone IS NULL ORDER BY number DESC").fetchall()
        return [ImportDone(number, str(created), str(name), _counts(done)) for number, created, name, done in rows]

    def undo_import(self, number: int | None = None) -> Undone:
        """Take back an import, by default the newest. Analyses and batches that it added are deleted, so that they can be brought back.

        Raises:
            InputError: there is no such import, or it was undone before.
        """
        with self._database.writing() as tables:
            chosen = (
                "SELECT number, name, undo FROM imports WHERE undone IS NULL AND (? IS NULL OR number = ?) ORDER BY number DESC LIMIT 1"
            )
            found = tables.execute(chosen, [number, number]).fetchone()
            if found is None:
                which = "There is no import" if number is None else f"There is no import {number}"
                raise InputError(f"{which} that could be undone. An import can be undone once, for a day.")
            moment = now()
            outcomes = [_taken_back(tables, step, moment) for step in reversed(json.loads(found[2]))]
            tables.table("imports").update(found[0], {"undone": moment, "undo": "[]"})
        return Undone(found[0], str(found[1]), sum(outcomes), len(outcomes) - sum(outcomes))

    def remember_import(self, tables: "Tables", name: str, done: Mapping[str, int], journal: Journal) -> int:
        """Keep how to undo an import, in its own transaction; its number, 0 where it changed nothing."""
        if not journal.steps:
            return 0
        row = {"created": now(), "name": name, "done": json.dumps(dict(done)), "undo": json.dumps(journal.steps), "undone": None}
        number: Any = tables.table("imports").insert(row).last_rowid
        return int(number)

    def forget_imports(self, before: str) -> None:
        """Erase from the disk how imports made before that time can be undone: earlier states of texts are in it."""
        with self._database.reading() as tables:
            if not tables.execute("SELECT 1 FROM imports WHERE created <= ? LIMIT 1", [before]).fetchone():
                return
        with self._database.writing() as tables:
            tables.table("imports").delete_where("created <= ?", [before])
        self._database.empty_log()


def _taken_back(tables: "Tables", step: Mapping[str, Any], moment: str) -> bool:
    """Undo one change, unless the row was changed again; what was new is deleted at that moment."""
    if "new" in step:
        if _digest(_whole(tables, step["new"])) != step["after"]:
            return False
        tables.execute("UPDATE analyses SET deleted = ? WHERE id = ?", [moment, step["new"]])
        return True
    if "batch" in step:
        if _batch_digest(tables, step["batch"]) != step["after"]:
            return False
        tables.execute("UPDATE batches SET deleted = ? WHERE id = ?", [moment, step["batch"]])
        return True
    table, key, before = step["table"], step["key"], step["before"]
    if _digest(_said(_row(tables, table, key))) != step["after"]:
        return False
    if table == "analyses":
        _put_back(tables, before)
    elif before is None:
        tables.table(table).delete_where(" AND ".join(f"{name} = ?" for name in key), list(key.values()))
    else:
        tables.table(table).insert(before, replace=True)
    return True


def _put_back(tables: "Tables", row: Row) -> None:
    """Write an earlier row of an analysis, with the units that it has."""
    try:
        analysis = read(row["data"])
    except ErrataError:  # it was damaged before, and is again
        analysis = None
    put(tables, row, analysis)


def _row(tables: "Tables", table: str, key: Row) -> Row | None:
    columns = [column.name for column in tables.table(table).columns if column.name != "number"]
    where = " AND ".join(f"{name} = ?" for name in key)
    found = tables.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE {where}", list(key.values())).fetchone()
    return None if found is None else {name: _plain(value) for name, value in zip(columns, found, strict=True)}


def _plain(value: Any) -> Any:
    """A value as JSON can hold it; bytes are only in damaged rows."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _whole(tables: "Tables", id: str) -> list[Any]:
    """An analysis with what was added to it; nothing where it is not there, or deleted."""
    row = _row(tables, "analyses", {"id": id})
    if row is None or row["deleted"]:
        return []
    added = [
        tables.execute(f"SELECT * FROM {table} WHERE analysis = ? ORDER BY 1, 2", [id]).fetchall()
        for table in ("annotations", "labels", "revisions")
    ]
    return [_said(row), *added]


def _said(row: Row | None) -> Row | None:
    """A row without the session that it is listed under: a batch of the same file takes its analyses after they have come."""
    return row if row is None or "session" not in row else {**row, "session": None}


def _batch_digest(tables: "Tables", id: str) -> str:
    """What changes when anything of a batch does; of one that is not there, or deleted, that of nothing."""
    found = hashlib.sha256()
    row = _row(tables, "batches", {"id": id})
    if row is not None and row["deleted"] is None:
        found.update(_digest(row).encode())
        for each in tables.execute("SELECT * FROM batch_rows WHERE batch = ? ORDER BY position", [id]):
            found.update(_digest(each).encode())
    return found.hexdigest()


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()


def _counts(written: Any) -> dict[str, int]:
    try:
        return {str(name): int(count) for name, count in json.loads(written).items()}
    except (ValueError, TypeError, AttributeError, RecursionError):
        return {}
