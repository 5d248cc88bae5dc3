"""Batches in the store: made, filled row by row, listed, renamed, deleted with what they made, and brought back."""

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from engines.core.errors import InputError
from engines.core.plain.copying import safe_text
from engines.core.results import Analysis
from engines.records.times import now
from sessions.batches.looking import Look
from sessions.batches.records import PLAIN, Answered, Batch, about_of, answered_of, row_of, session_of
from sessions.database import Database
from sessions.listing.titles import one_line
from sessions.rows import analysis_row, put

if TYPE_CHECKING:
    from sqlite_utils import Database as Tables

_BATCHES = """
    SELECT b.id, name, created, updated, b.data, count(position), coalesce(sum(error != ''), 0), avg(score)
    FROM batches b LEFT JOIN batch_rows ON batch = b.id WHERE deleted IS NULL{where} GROUP BY b.id ORDER BY created DESC, b.id LIMIT ?"""

_ROWS = f"SELECT {', '.join(PLAIN)}, data{{carried}} FROM batch_rows WHERE batch = ?"

_OWN = """session = ? AND id NOT IN (
    SELECT analysis FROM batch_rows r JOIN batches b ON b.id = batch WHERE batch != ? AND b.deleted IS NULL AND analysis IS NOT NULL)"""
"""Analyses that a batch has made and no other has rows of."""


class Batches:
    """The part of the store that keeps batches."""

    _database: Database

    def save_batch(self, id: str, name: str, about: Mapping[str, Any]) -> None:
        """Keep a new batch, or what is changed of how it is made."""
        row = {"name": one_line(name), "updated": now(), "data": json.dumps(dict(about))}
        with self._database.writing() as tables:
            if tables.execute("SELECT 1 FROM batches WHERE id = ?", [id]).fetchone():
                tables.table("batches").update(id, row)
            else:
                tables.table("batches").insert({"id": id, "created": now(), **row})

    def batches(self, query: str = "", limit: int = 50) -> list[Batch]:
        """The batches, newest first; with a query those whose name or file has it."""
        words = safe_text(query).strip()
        like = "%" + words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
        where, given = (" AND (name LIKE ? ESCAPE '\\' OR b.data LIKE ? ESCAPE '\\')", [like, like]) if words else ("", [])
        with self._database.reading() as tables:
            rows = tables.execute(_BATCHES.format(where=where), [*given, max(0, limit)]).fetchall()
        return [_batch(row) for row in rows]

    def batch(self, id: str) -> Batch:
        """The batch of that id.

        Raises:
            InputError: there is none, or it has been deleted.
        """
        with self._database.reading() as tables:
            row = tables.execute(_BATCHES.format(where=" AND b.id = ?"), [safe_text(id), 1]).fetchone()
        if row is None:
            raise InputError(f"There is no batch {id!r} here. It may have been removed.")
        return _batch(row)

    def batch_of(self, analysis: str) -> tuple[Batch, Answered] | None:
        """The newest batch that has a row with this analysis, and the row; None where none has."""
        having = "SELECT batch FROM batch_rows r JOIN batches b ON b.id = batch WHERE analysis = ? AND deleted IS NULL"
        sql = f"{having} ORDER BY created DESC LIMIT 1"
        with self._database.reading() as tables:
            found = tables.execute(sql, [safe_text(analysis)]).fetchone()
            if found is None:
                return None
            row = tables.execute(_ROWS.format(carried="") + " AND analysis = ? LIMIT 1", [found[0], safe_text(analysis)]).fetchone()
        return self.batch(str(found[0])), answered_of(row, False)

    def rename_batch(self, id: str, name: str) -> bool:
        """Call a batch what the person calls it; False where there is none.

        Raises:
            InputError: the name is empty.
        """
        if not name.strip():
            raise InputError("A batch needs a name. Write one.")
        with self._database.writing() as tables:
            sql = "UPDATE batches SET name = ?, updated = ? WHERE id = ? AND deleted IS NULL"
            return tables.execute(sql, [one_line(name), now(), safe_text(id)]).rowcount > 0

    def keep_answer(self, batch: str, row: Answered, analysis: Analysis | None = None, key: str | None = None) -> None:
        """Keep what came of a row, in place of what was there, with its analysis; both or neither."""
        with self._database.writing() as tables:
            if tables.execute("SELECT deleted FROM batches WHERE id = ?", [batch]).fetchone() != (None,):
                raise InputError("The batch is not there any more.")
            if analysis is not None:
                session = {"id": session_of(batch), "created": now(), "updated": now()}
                tables.table("sessions").insert(session, ignore=True)
                put(tables, analysis_row(analysis, key, None, session_of(batch)), analysis)
            stored = {name: safe_text(value) if isinstance(value, str) else value for name, value in row_of(row).items()}
            tables.table("batch_rows").insert({"batch": batch, **stored}, replace=True)

    def knows_batch(self, id: str) -> bool:
        """Whether there is a batch of that id, or one that was deleted and can still be brought back."""
        with self._database.reading() as tables:
            return tables.execute("SELECT 1 FROM batches WHERE id = ?", [safe_text(id)]).fetchone() is not None

    def has_analysis(self, id: str) -> bool:
        """Whether there is an analysis of that id in the history."""
        with self._database.reading() as tables:
            return tables.execute("SELECT 1 FROM analyses WHERE id = ? AND deleted IS NULL", [safe_text(id)]).fetchone() is not None

    def answered_places(self, batch: str) -> set[int]:
        """The positions of the rows that have an answer that is no error."""
        with self._database.reading() as tables:
            return {
                int(row[0]) for row in tables.execute("SELECT position FROM batch_rows WHERE batch = ? AND error = ''", [batch]).fetchall()
            }

    def answers(self, batch: str, carried: bool = False) -> Iterator[Answered]:
        """Every row that has an answer, in the order of the file, a few hundred in memory at a time."""
        after, page = -1, 500
        while True:
            sql = _ROWS.format(carried=", carried" if carried else "") + " AND position > ? ORDER BY position LIMIT ?"
            with self._database.reading() as tables:
                rows = tables.execute(sql, [batch, after, page]).fetchall()
            for row in rows:
                yield answered_of(row, carried)
            if len(rows) < page:
                return
            after = int(rows[-1][0])

    def listed_answers(self, batch: str, look: Look, limit: int, offset: int = 0) -> list[Answered]:
        """The rows that are looked for, in the order that is asked for."""
        where, given = look.condition()
        sql = f"{_ROWS.format(carried='')}{where} ORDER BY {look.by} LIMIT ? OFFSET ?"
        with self._database.reading() as tables:
            return [answered_of(row, False) for row in tables.execute(sql, [batch, *given, max(0, limit), max(0, offset)]).fetchall()]

    def count_answers(self, batch: str, look: Look) -> int:
        """How many rows `listed_answers` would list in all."""
        where, given = look.condition()
        with self._database.reading() as tables:
            return int(tables.execute(f"SELECT count(*) FROM batch_rows WHERE batch = ?{where}", [batch, *given]).fetchone()[0])

    def neighbours(self, batch: str, position: int) -> tuple[str, str]:
        """The analyses of the rows before and after one, worst first; "" where there is none."""
        sql = f"SELECT position, analysis FROM batch_rows WHERE batch = ? AND analysis IS NOT NULL ORDER BY {Look().by}"
        with self._database.reading() as tables:
            rows = [(int(place), str(id)) for place, id in tables.execute(sql, [batch]).fetchall()]
        at = next((number for number, (place, _) in enumerate(rows) if place == position), None)
        if at is None:
            return "", ""
        return rows[at - 1][1] if at else "", rows[at + 1][1] if at + 1 < len(rows) else ""

    def delete_batch(self, id: str) -> bool:
        """Take a batch out of the history with the analyses that it has made and no other batch has; `restore_batch` brings them back for
        a day. False where there is none."""
        with self._database.writing() as tables:
            moment = now()
            if not tables.execute("UPDATE batches SET deleted = ? WHERE id = ? AND deleted IS NULL", [moment, safe_text(id)]).rowcount:
                return False
            tables.execute(f"UPDATE analyses SET deleted = ? WHERE deleted IS NULL AND {_OWN}", [moment, session_of(id), id])
        return True

    def restore_batch(self, id: str) -> bool:
        """Bring a deleted batch back with what went with it. False where there is none to bring back."""
        with self._database.writing() as tables:
            row = tables.execute("SELECT deleted FROM batches WHERE id = ? AND deleted IS NOT NULL", [safe_text(id)]).fetchone()
            if row is None:
                return False
            tables.execute("UPDATE analyses SET deleted = NULL WHERE session = ? AND deleted = ?", [session_of(id), row[0]])
            tables.execute("UPDATE batches SET deleted = NULL WHERE id = ?", [safe_text(id)])
        return True

    def forget_batches(self, before: str) -> list[str]:
        """Erase batches that were deleted before a moment (ISO 8601, UTC); their analyses are erased as others are. Gives their ids."""
        with self._database.reading() as tables:
            gone = [str(row[0]) for row in tables.execute("SELECT id FROM batches WHERE deleted <= ?", [before]).fetchall()]
        if gone:
            with self._database.writing() as tables:
                self._erase(tables, gone)
        return gone

    @staticmethod
    def _erase(tables: "Tables", ids: list[str]) -> None:
        for id in ids:
            tables.table("batch_rows").delete_where("batch = ?", [id])
            tables.table("batches").delete_where("id = ?", [id])


def _batch(row: tuple[Any, ...]) -> Batch:
    id, name, created, updated, data, answered, failed, score = row
    return Batch(str(id), str(name), str(created), str(updated), about_of(data), int(answered), int(failed), score)
