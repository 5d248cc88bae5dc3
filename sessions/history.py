"""The list of past analyses: newest first, searched by words, whatever state a single one is in."""

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engines.core.plain.copying import safe_text
from sessions.database import Database

if TYPE_CHECKING:
    from sqlite_utils import Database as Tables

_FOUND = """
    SELECT number, CAST(id AS TEXT), title, engine, score, created, session,
        (SELECT count(*) FROM units WHERE analysis = number AND supported = 1),
        (SELECT count(*) FROM units WHERE analysis = number AND supported IS NOT NULL)
    FROM analyses WHERE deleted IS NULL {where} ORDER BY created DESC, number DESC LIMIT ? OFFSET ?"""

_LOOKED_AT = """
    SELECT number, CASE WHEN typeof(data) = 'text' AND json_valid(data) THEN json_extract(data, '$.schema') END
    FROM analyses WHERE number IN (SELECT value FROM json_each(?))"""


@dataclass(frozen=True)
class HistoryEntry:
    """One line of the history.

    Attributes:
        id, title, engine, created (ISO 8601, UTC), session: of the analysis.
        score: the engine's main score in [0, 1], None if it gave none.
        supported, units: how many of the verified units are supported, and how many there are.
        damaged: why it cannot be read, as far as that is known without reading it; "" where nothing is.
    """

    id: str
    title: str
    engine: str
    score: float | None
    created: str
    session: str | None
    supported: int
    units: int
    damaged: str = ""


class History:
    """The part of the store that lists analyses."""

    _database: Database
    _sound: set[int]
    """Numbers of the rows that were looked at and found to be what was written, as long as no other program writes."""
    _damaged: dict[str, str]
    """Why analyses could not be read, by their ids, as it was found when they were asked for."""
    _version: int

    def history(self, query: str = "", limit: int = 50, offset: int = 0) -> list[HistoryEntry]:
        """Saved analyses, newest first; with a query those whose title, output or reference has all its words (or their beginnings)."""
        where, parameters = _matching(query)
        with self._database.reading() as tables:
            rows = tables.execute(_FOUND.format(where=where), [*parameters, max(0, limit), max(0, offset)]).fetchall()
            unsound = self._unsound(tables, [row[0] for row in rows])
        return [_entry(row, self._damaged.get(str(row[1])) or unsound.get(row[0], "")) for row in rows]

    def count(self, query: str = "") -> int:
        """How many analyses `history` would list in all."""
        where, parameters = _matching(query)
        with self._database.reading() as tables:
            return int(tables.execute(f"SELECT count(*) FROM analyses WHERE deleted IS NULL {where}", parameters).fetchone()[0])

    def _unsound(self, tables: "Tables", numbers: list[int]) -> dict[int, str]:
        """Which rows do not hold an analysis at all, and why; each row is looked at once."""
        version = int(tables.execute("PRAGMA data_version").fetchone()[0])
        if version != self._version:
            self._sound, self._version = set(), version
        unknown = [number for number in numbers if number not in self._sound]
        found = {}
        for number, schema in tables.execute(_LOOKED_AT, [json.dumps(unknown)]).fetchall():
            if isinstance(schema, str) and schema.startswith("errata/"):
                self._sound.add(number)
            else:
                found[number] = "what is stored is no analysis"
        return found


def _entry(row: tuple[Any, ...], damaged: str) -> HistoryEntry:
    """A line of the history, of whatever types the database holds."""
    _, id, title, engine, score, created, session, supported, units = row
    return HistoryEntry(
        str(id),
        _words(title),
        _words(engine),
        float(score) if isinstance(score, int | float) else None,
        _words(created),
        None if session is None else _words(session),
        supported,
        units,
        damaged,
    )


def _words(value: Any) -> str:
    return value if isinstance(value, str) else value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _matching(query: str) -> tuple[str, list[str]]:
    """The SQL condition for a search: full text for words, a plain search for what full text does not split into words."""
    query = safe_text(query).strip()[:200]
    if not query:
        return "", []
    words = re.findall(r"\w+", query)
    if words and query.isascii():
        terms = " ".join(f'"{word}"*' for word in words)
        return "AND number IN (SELECT rowid FROM analyses_fts WHERE analyses_fts MATCH ?)", [terms]
    escaped = "%" + re.sub(r"([%_\\])", r"\\\1", query) + "%"
    like = " OR ".join(f"{column} LIKE ? ESCAPE '\\'" for column in ("title", "output", "reference"))
    return f"AND ({like})", [escaped] * 3
