"""The store of analyses: saved whole as JSON, found again by key, listed and searched as a history."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any

from engines.core.errors import InputError, StoreError
from engines.core.results import SCHEMA, Analysis, Unit
from engines.core.text import model_text
from engines.declaration.registry import main_score
from engines.units.errors import completed
from sessions.annotations import Annotations
from sessions.calibrations import Calibrations
from sessions.database import Database
from sessions.paths import DATABASE, data_folder
from sessions.revisions import Revisions
from sessions.titles import Titles, one_line, title_of

KEPT_AFTER_DELETION = timedelta(days=1)
"""How long a deleted analysis can be restored before it is erased."""


@dataclass(frozen=True)
class HistoryEntry:
    """One line of the history.

    Attributes:
        id, title, engine, created (ISO 8601, UTC), session: of the analysis.
        score: the engine's main score in [0, 1], None if it gave none.
        supported, units: how many of the verified units are supported, and how many there are.
    """

    id: str
    title: str
    engine: str
    score: float | None
    created: str
    session: str | None
    supported: int
    units: int


class Store(Annotations, Calibrations, Revisions, Titles):
    """Analyses, annotations, revisions and drafts in one SQLite file of the data folder.

    Safe with several threads and several processes (two tabs, a batch beside the page). Close it, or use it in a `with` block.

    Raises:
        StoreError: the data folder or the database cannot be used; nothing was overwritten.
    """

    def __init__(self, folder: str | Path | None = None) -> None:
        self._database = Database(data_folder(folder) / DATABASE)
        self.purge(KEPT_AFTER_DELETION)

    @property
    def path(self) -> Path:
        """The database file."""
        return self._database.path

    def save(self, analysis: Analysis, key: str | None = None, title: str | None = None, session: str | None = None) -> str:
        """Keep an analysis; one of the same id is replaced. Returns its id.

        Args:
            key: what `find` will look for: a digest of everything that the result depends on.
            title: shown in the history; if not given, the title that a person gave it, or else the beginning of the output.
            session: id of the person's workspace.
        """
        row = {
            "id": analysis.id,
            "session": session,
            "key": key,
            "engine": analysis.engine.name,
            "score": main_score(analysis.engine.name, analysis.scores),
            "created": analysis.created,
            "deleted": None,
            "title": one_line(title) if title else title_of(model_text(analysis.output.text)),
            "output": model_text(analysis.output.text),
            "reference": model_text(analysis.reference.text),
            "data": json.dumps(analysis.to_json(), separators=(",", ":")),
        }
        with self._database.writing() as tables:
            if session is not None:
                self._touch_session(tables, session)
            known = tables.execute("SELECT number, title, output FROM analyses WHERE id = ?", [analysis.id]).fetchone()
            if known:
                number = known[0]
                if not title and known[1] != title_of(known[2]):
                    del row["title"]
                tables.table("analyses").update(number, row)
                tables.table("units").delete_where("analysis = ?", [number])
            else:
                number = tables.table("analyses").insert(row).last_rowid
            tables.table("units").insert_all(_unit_row(number, position, unit) for position, unit in enumerate(analysis.units))
        return analysis.id

    def get(self, id: str) -> Analysis:
        """The analysis of that id.

        Raises:
            InputError: there is none, or it has been deleted.
            FormatError: it was saved by a newer version.
        """
        row = self._one("SELECT data FROM analyses WHERE id = ? AND deleted IS NULL", id)
        if row is None:
            raise InputError(f"There is no analysis {id!r} in the history. It may have been deleted.")
        return _read(row[0])

    def find(self, key: str) -> Analysis | None:
        """The newest analysis saved under `key`, or None."""
        row = self._one("SELECT data FROM analyses WHERE key = ? AND deleted IS NULL ORDER BY number DESC LIMIT 1", key)
        return None if row is None else _read(row[0])

    def history(self, query: str = "", limit: int = 50, offset: int = 0) -> list[HistoryEntry]:
        """Saved analyses, newest first; with a query those whose title, output or reference has all its words (or their beginnings)."""
        where, parameters = _matching(query)
        sql = f"""
            SELECT id, title, engine, score, created, session,
                (SELECT count(*) FROM units WHERE analysis = number AND supported = 1),
                (SELECT count(*) FROM units WHERE analysis = number AND supported IS NOT NULL)
            FROM analyses WHERE deleted IS NULL {where} ORDER BY created DESC, number DESC LIMIT ? OFFSET ?"""
        with self._database.reading() as tables:
            rows = tables.execute(sql, [*parameters, max(0, limit), max(0, offset)]).fetchall()
        return [HistoryEntry(*row) for row in rows]

    def count(self, query: str = "") -> int:
        """How many analyses `history` would list in all."""
        where, parameters = _matching(query)
        row = self._one(f"SELECT count(*) FROM analyses WHERE deleted IS NULL {where}", *parameters)
        return int(row[0]) if row else 0

    def every(self) -> Iterator[Analysis]:
        """All saved analyses, oldest first, one in memory at a time."""
        with self._database.reading() as tables:
            numbers = [row[0] for row in tables.execute("SELECT number FROM analyses WHERE deleted IS NULL ORDER BY number").fetchall()]
        for number in numbers:
            row = self._one("SELECT data FROM analyses WHERE number = ? AND deleted IS NULL", number)
            if row is not None:
                yield _read(row[0])

    def delete(self, id: str) -> bool:
        """Take an analysis out of the history; `restore` brings it back for a day. False if there was none."""
        return self._mark(id, datetime.now(UTC).isoformat(), "deleted IS NULL")

    def restore(self, id: str) -> bool:
        """Bring a deleted analysis back. False if there is none to bring back."""
        return self._mark(id, None, "deleted IS NOT NULL")

    def purge(self, older_than: timedelta = timedelta(0)) -> int:
        """Erase analyses deleted longer ago than `older_than`, with their annotations, from the disk. Returns how many."""
        before = (datetime.now(UTC) - older_than).isoformat()
        if not self._one("SELECT 1 FROM analyses WHERE deleted <= ? LIMIT 1", before):
            return 0
        with self._database.writing() as tables:
            gone = tables.execute("SELECT number, id FROM analyses WHERE deleted <= ?", [before]).fetchall()
            for number, id in gone:
                tables.table("units").delete_where("analysis = ?", [number])
                tables.table("annotations").delete_where("analysis = ?", [id])
                tables.table("revisions").delete_where("analysis = ?", [id])
                tables.table("analyses").delete(number)
            tables.execute("INSERT INTO analyses_fts (analyses_fts) VALUES ('rebuild')")  # else their words stay in its old parts
        self._database.empty_log()
        return len(gone)

    def problems(self) -> list[str]:
        """What is wrong with the database file; empty if nothing."""
        return self._database.problems()

    def close(self) -> None:
        """Close the database; closing twice is harmless."""
        self._database.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _one(self, sql: str, *parameters: Any) -> tuple[Any, ...] | None:
        with self._database.reading() as tables:
            row = tables.execute(sql, [p.encode("utf-8", "replace").decode() if isinstance(p, str) else p for p in parameters]).fetchone()
        return None if row is None else tuple(row)

    def _mark(self, id: str, deleted: str | None, condition: str) -> bool:
        with self._database.writing() as tables:
            return tables.execute(f"UPDATE analyses SET deleted = ? WHERE id = ? AND {condition}", [deleted, model_text(id)]).rowcount > 0


class UnchangingStore(Store):
    """The store, to which no analysis is added: for runs whose results are kept elsewhere."""

    def save(self, analysis: Analysis, key: str | None = None, title: str | None = None, session: str | None = None) -> str:
        """Save nothing; the analysis keeps its id."""
        return analysis.id


def _read(data: str) -> Analysis:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as problem:
        raise StoreError("This analysis is damaged in the database and cannot be read. Delete it and analyse again.") from problem
    analysis = Analysis.from_json(value)
    return analysis if value["schema"] == SCHEMA else completed(analysis)


def _matching(query: str) -> tuple[str, list[str]]:
    """The SQL condition for a search: full text for words, a plain search for what full text does not split into words."""
    query = model_text(query).strip()[:200]
    if not query:
        return "", []
    words = re.findall(r"\w+", query)
    if words and query.isascii():
        terms = " ".join(f'"{word}"*' for word in words)
        return "AND number IN (SELECT rowid FROM analyses_fts WHERE analyses_fts MATCH ?)", [terms]
    escaped = "%" + re.sub(r"([%_\\])", r"\\\1", query) + "%"
    like = " OR ".join(f"{column} LIKE ? ESCAPE '\\'" for column in ("title", "output", "reference"))
    return f"AND ({like})", [escaped] * 3


def _unit_row(number: int, position: int, unit: Unit) -> dict[str, Any]:
    return {
        "analysis": number,
        "position": position,
        "id": model_text(unit.id),
        "kind": unit.kind,
        "predicate": model_text(unit.predicate.text) if unit.predicate else None,
        "question": model_text(unit.question) if unit.question else None,
        "answer": model_text(unit.answer.text) if unit.answer else None,
        "statement": model_text(unit.statement),
        "probability": unit.probability,
        "supported": None if unit.supported is None else int(unit.supported),
        "error": unit.error,
    }
