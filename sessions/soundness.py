"""What is stored and cannot be read: found, named, and removed when a person says so; and whether the database has its shape."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from engines.core.errors import ErrataError, InputError, StoreError
from engines.core.plain.copying import safe_text
from engines.core.results import Analysis
from sessions.database import Database
from sessions.migrations import apply_steps
from sessions.rows import read

Kind = Literal["analysis", "note", "label", "revision", "draft", "calibration", "tags", "comparison", "batch", "round"]


@dataclass(frozen=True)
class Damaged:
    """Something stored that cannot be read.

    Attributes:
        kind: what it is.
        id: what it is called: of an analysis its id; else the keys of its row, as a JSON list; "" where a whole table cannot be read.
        title: what a person would know it by.
        why: what is wrong with it.
    """

    kind: Kind
    id: str
    title: str
    why: str

    @property
    def of(self) -> str:
        """The id of the analysis that it belongs to, or is; "" where it belongs to none."""
        if self.kind == "analysis" or not self.id:
            return self.id
        return str(_keys(self.id, len(_KEPT[self.kind].keys))[0]) if self.kind in ("note", "label", "revision") else ""


@dataclass(frozen=True)
class _Kept:
    """Where things of a kind stand: table, columns of the key and of the JSON, types that must be in it, and what a person calls them."""

    table: str
    keys: tuple[str, ...]
    column: str
    types: dict[str, str]
    words: str


_KEPT: dict[Kind, _Kept] = {
    "note": _Kept("annotations", ("analysis", "unit"), "note", {"$": "text"}, "the note on {1} of the analysis {0}"),
    "label": _Kept("labels", ("analysis", "event"), "label", {"$": "text"}, "a label ({1}) of the analysis {0}"),
    "revision": _Kept(
        "revisions",
        ("analysis",),
        "data",
        {f"$.{name}": "array" for name in ("edits", "comment", "notes", "choices", "past", "future", "scored")},
        "the revision of the analysis {0}",
    ),
    "draft": _Kept(
        "drafts",
        ("session",),
        "data",
        {"$.reference": "text", "$.output": "text", "$.settings": "object"},
        "the texts and choices kept as {0}",
    ),
    "calibration": _Kept(
        "calibrations",
        ("engine", "verifier"),
        "data",
        {"$.calibration.scores": "array", "$.calibration.probabilities": "array", "$.labels": "integer"},
        "the calibration of {0} with {1}",
    ),
    "tags": _Kept("tags", ("pair",), "data", {"$": "array"}, "the tags of the pair {0}"),
    "comparison": _Kept("comparisons", ("id",), "data", {"$.pair": "text", "$.analyses": "array"}, "the comparison {0}"),
    "batch": _Kept("batches", ("id",), "data", {"$.total": "integer"}, "the batch {0}"),
    "round": _Kept("rounds", ("id",), "data", {"$": "object"}, "the round of a quiz {0}"),
}


class Soundness:
    """The part of the store that looks for what cannot be read."""

    _database: Database
    _damaged: dict[str, str]

    def damaged(self) -> list[Damaged]:
        """Notes, revisions, drafts and so on that cannot be read; a look at each, quick enough for every opening of the page."""
        return [thing for kind in _KEPT for thing in self._damaged_of(kind)]

    def _damaged_of(self, kind: Kind) -> list[Damaged]:
        kept = _KEPT[kind]
        keys = ", ".join(f"CAST({name} AS TEXT)" for name in kept.keys)
        try:
            with self._database.reading() as tables:
                rows = tables.execute(f"SELECT {keys} FROM {kept.table} WHERE NOT ({sound(kind)})").fetchall()
        except StoreError as problem:
            return [Damaged(kind, "", f"all {kept.table}", str(problem))]
        return [Damaged(kind, json.dumps(row), kept.words.format(*row), "it is not what was written") for row in rows]

    def readings(self, numbers: Sequence[int] | None = None) -> Iterator[Analysis | Damaged]:
        """The analyses of the history, oldest first, or those of these rows; for one that cannot be read, what is wrong with it."""
        if numbers is None:
            with self._database.reading() as tables:
                rows = tables.execute("SELECT number FROM analyses WHERE deleted IS NULL ORDER BY number").fetchall()
            numbers = [row[0] for row in rows]
        for number in numbers:
            row: tuple[Any, ...] = (str(number), "", None)
            try:
                with self._database.reading() as tables:
                    found = tables.execute("SELECT CAST(id AS TEXT), title, data FROM analyses WHERE number = ?", [number]).fetchone()
                if found is None:  # erased meanwhile
                    continue
                row = found
                analysis = read(found[2])
            except ErrataError as problem:
                id, title = str(row[0]), str(row[1])
                self._damaged[id] = str(problem)
                yield Damaged("analysis", id, title, str(problem))
            else:
                yield analysis

    def damaged_analyses(self) -> Iterator[Damaged]:
        """Analyses that cannot be read; every one is read for it."""
        return (found for found in self.readings() if isinstance(found, Damaged))

    def found_damaged(self, id: str, why: str) -> None:
        """Remember that an analysis cannot be shown, so that the history says so."""
        self._damaged[id] = why

    def discard(self, kind: str, id: str) -> bool:
        """Remove something other than an analysis that cannot be read; False if there is none.

        Raises:
            InputError: it names nothing of these kinds, or something that can be read.
        """
        known: Kind | None = next((name for name in _KEPT if name == kind), None)
        if known is None:
            raise InputError(f"There is no kind of thing called {kind!r}. Known: {', '.join(_KEPT)}.")
        kept = _KEPT[known]
        keys = _keys(id, len(kept.keys))
        where = " AND ".join(f"CAST({name} AS TEXT) = ?" for name in kept.keys)
        with self._database.writing() as tables:
            row = tables.execute(f"SELECT {sound(known)} FROM {kept.table} WHERE {where}", keys).fetchone()
            if row and row[0]:
                raise InputError(f"{kept.words.format(*keys).capitalize()} can be read: it is not removed as damaged.")
            return tables.execute(f"DELETE FROM {kept.table} WHERE {where}", keys).rowcount > 0

    def integrity(self) -> list[str]:
        """What is wrong with the database when every page, index and reference of it is looked at; empty for a sound one."""
        with self._database.reading() as tables:
            found = [str(row[0]) for row in tables.execute("PRAGMA integrity_check(20)").fetchall()]
            wrong = [] if found == ["ok"] else found
            wrong += [f"a row of {row[0]} refers to what is not there" for row in tables.execute("PRAGMA foreign_key_check").fetchall()]
        if not self._database.viewing:
            try:
                with self._database.writing() as tables:
                    # FTS5's own check of its words against the texts; it changes nothing.
                    for index in ("analyses_fts", "facts_fts"):
                        tables.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)")
            except StoreError as problem:
                wrong.append(f"the index of words does not fit the texts ({problem})")
        return wrong

    def structure(self) -> list[str]:
        """What of the database's tables, columns, indexes and triggers is missing, or other than it should be; empty if nothing."""
        with self._database.reading() as tables:
            return structure_problems(tables.conn)


def structure_problems(connection: sqlite3.Connection) -> list[str]:
    """As `Soundness.structure`, of a connection."""
    found, wanted = _shape(connection), _wanted()
    missing = [f"the {kind} {name} is missing" for (kind, name) in wanted if (kind, name) not in found]
    other = [
        f"the {kind} {name} is not as it should be" for (kind, name), shape in wanted.items() if found.get((kind, name), shape) != shape
    ]
    foreign = [f"the {kind} {name} is not of Errata" for (kind, name) in found if (kind, name) not in wanted]
    return missing + other + foreign


def sound(kind: Kind) -> str:
    """SQL that is 1 where a row of the table of a kind holds what it should, else 0."""
    kept = _KEPT[kind]
    typed = " AND ".join(f"coalesce(json_type({kept.column}, '{path}'), '') = '{type}'" for path, type in kept.types.items())
    return f"CASE WHEN typeof({kept.column}) = 'text' AND json_valid({kept.column}) THEN {typed} ELSE 0 END"


def _keys(id: str, count: int) -> list[str]:
    try:
        keys = json.loads(id)
    except (ValueError, RecursionError):
        keys = [id]
    if not isinstance(keys, list) or len(keys) != count or not all(isinstance(key, str) for key in keys):
        raise InputError(f"{id!r} names nothing that is kept.")
    return [safe_text(key) for key in keys]


def _shape(connection: sqlite3.Connection) -> dict[tuple[str, str], Any]:
    """Every table with its columns, and every index, trigger and view with its statement; those that SQLite makes by itself left out."""
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'").fetchall()
    return {
        (kind, name): [column[1:3] for column in connection.execute("SELECT * FROM pragma_table_info(?)", [name])]
        if kind == "table"
        else " ".join(str(sql).split())
        for kind, name, sql in rows
    }


def _wanted() -> dict[tuple[str, str], Any]:
    """The shape of a new database."""
    from sqlite_utils import Database as Tables

    with closing(Tables(memory=True, execute_plugins=False)) as tables:
        apply_steps(tables, Path(":memory:"))
        return _shape(tables.conn)
