"""The list of past analyses: newest first, those of one pair together, whatever state a single one is in."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sessions.database import Database
from sessions.listing.comparisons import ComparisonEntry, Comparisons
from sessions.listing.searching import ANY, Filter
from sessions.listing.tags import Tags
from sessions.listing.titles import title_of

if TYPE_CHECKING:
    from sqlite_utils import Database as Tables

_COLUMNS = """
    SELECT number, CAST(id AS TEXT), title, engine, score, created, session,
        (SELECT count(*) FROM units WHERE analysis = number AND supported = 1),
        (SELECT count(*) FROM units WHERE analysis = number AND supported IS NOT NULL),
        coalesce(pair, CAST(id AS TEXT)), verifier, substr(output, 1, 400)
    FROM analyses WHERE deleted IS NULL"""

_FOUND = _COLUMNS + "{where} ORDER BY created DESC, number DESC LIMIT ? OFFSET ?"

_PAIRS = """
    SELECT coalesce(pair, CAST(id AS TEXT)) AS name FROM analyses WHERE deleted IS NULL{where}
    GROUP BY name ORDER BY max(created) DESC, max(number) DESC LIMIT ? OFFSET ?"""

_OF_PAIRS = _COLUMNS + "{where} AND coalesce(pair, CAST(id AS TEXT)) IN (SELECT value FROM json_each(?)) ORDER BY created DESC, number DESC"

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
        pair: the name of the pair of texts.
        verifier: the identity of the verifier; "" where it has none, or that is not known.
        output: what it is called by where nobody gave it a title.
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
    pair: str = ""
    verifier: str = ""
    output: str = ""


@dataclass(frozen=True)
class HistoryGroup:
    """The analyses of one pair of texts that were looked for, newest first, its tags, and comparisons of analyses that are all here."""

    pair: str
    entries: tuple[HistoryEntry, ...]
    tags: tuple[str, ...] = ()
    comparisons: tuple[ComparisonEntry, ...] = ()

    @property
    def title(self) -> str:
        """The one title that was given to analyses of the pair, or else the beginning of the output."""
        given = {entry.title for entry in self.entries if entry.title != entry.output}
        return given.pop() if len(given) == 1 else self.entries[0].output or self.entries[0].title


class History(Tags, Comparisons):
    """The part of the store that lists analyses."""

    _database: Database
    _sound: set[int]
    """Numbers of the rows that were looked at and found to be what was written, as long as no other program writes."""
    _damaged: dict[str, str]
    """Why analyses could not be read, by their ids, as it was found when they were asked for."""
    _version: int

    def history(self, query: str = "", limit: int = 50, offset: int = 0) -> list[HistoryEntry]:
        """Saved analyses, newest first; with a query those in which all its words are found, see `Filter`."""
        where, parameters = Filter(query).condition()
        return self._entries(_FOUND.format(where=where), [*parameters, max(0, limit), max(0, offset)])

    def count(self, query: str = "") -> int:
        """How many analyses `history` would list in all."""
        where, parameters = Filter(query).condition()
        with self._database.reading() as tables:
            return int(tables.execute(f"SELECT count(*) FROM analyses WHERE deleted IS NULL {where}", parameters).fetchone()[0])

    def groups(self, wanted: Filter = ANY, limit: int = 50) -> list[HistoryGroup]:
        """The analyses that are looked for, those of one pair together; the pair with the newest first, at most `limit` pairs."""
        where, parameters = wanted.condition(apart=True)
        with self._database.reading() as tables:
            pairs = [str(row[0]) for row in tables.execute(_PAIRS.format(where=where), [*parameters, max(0, limit), 0]).fetchall()]
        entries = self._entries(_OF_PAIRS.format(where=where), [*parameters, json.dumps(pairs)])
        tags, comparisons = self.tags(pairs), self.comparisons(pairs)
        groups = []
        for pair in pairs:
            own = tuple(entry for entry in entries if entry.pair == pair)
            here = {entry.id for entry in own}
            found = tuple(each for each in comparisons.get(pair, ()) if here.issuperset(each.analyses))
            groups.append(HistoryGroup(pair, own, tags.get(pair, ()), found))
        return [group for group in groups if group.entries]

    def count_pairs(self, wanted: Filter = ANY) -> int:
        """How many pairs `groups` would list in all."""
        where, parameters = wanted.condition(apart=True)
        counted = f"SELECT count(DISTINCT coalesce(pair, CAST(id AS TEXT))) FROM analyses WHERE deleted IS NULL{where}"
        with self._database.reading() as tables:
            return int(tables.execute(counted, parameters).fetchone()[0])

    def engines(self) -> list[str]:
        """The engines of the analyses in the history, by name."""
        with self._database.reading() as tables:
            rows = tables.execute("SELECT DISTINCT engine FROM analyses WHERE deleted IS NULL ORDER BY engine").fetchall()
        return [_words(row[0]) for row in rows]

    def has_pair(self, pair: str) -> bool:
        """Whether there is an analysis of the pair of that name (`sessions.pairs`)."""
        with self._database.reading() as tables:
            return tables.execute("SELECT 1 FROM analyses WHERE pair = ? AND deleted IS NULL LIMIT 1", [pair]).fetchone() is not None

    def _entries(self, sql: str, parameters: Sequence[Any]) -> list[HistoryEntry]:
        with self._database.reading() as tables:
            rows = tables.execute(sql, parameters).fetchall()
            unsound = self._unsound(tables, [row[0] for row in rows])
        return [_entry(row, self._damaged.get(str(row[1])) or unsound.get(row[0], "")) for row in rows]

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
    _, id, title, engine, score, created, session, supported, units, pair, verifier, output = row
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
        _words(pair),
        "" if verifier is None else _words(verifier),
        title_of(_words(output)),
    )


def _words(value: Any) -> str:
    return value if isinstance(value, str) else value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
