"""The store of analyses: saved whole as JSON, found again by key, listed and searched as a history."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from engines.core.errors import ErrataError, InputError, StoreError
from engines.core.plain.copying import safe_text
from engines.core.results import Analysis
from engines.records.times import now
from sessions.annotations import Annotations
from sessions.calibrations import Calibrations
from sessions.copies import copy_to
from sessions.database import Database
from sessions.drafts import Drafts
from sessions.joining.merging import Merging
from sessions.labelling.labels import Labels
from sessions.listing.history import History, HistoryEntry
from sessions.paths import DATABASE, data_folder, viewed_folder
from sessions.rows import analysis_row, put, read
from sessions.soundness import Damaged, Soundness

if TYPE_CHECKING:
    from sqlite_utils import Database as Tables

__all__ = ["HistoryEntry", "Store", "UnchangingStore"]

KEPT_AFTER_DELETION = timedelta(days=1)
"""How long a deleted analysis can be restored, and an import be undone, before it is erased."""


class Store(Annotations, Labels, Drafts, Calibrations, History, Merging, Soundness):
    """Analyses, annotations, labels, revisions and drafts in one SQLite file of the data folder.

    Safe with several threads and several processes (two tabs, a batch beside the page). Close it, or use it in a `with` block.
    With `viewing` it shows what is in a folder that cannot be written, and keeps nothing.

    Raises:
        ReadOnlyError: nothing can be written to the data folder, and `viewing` was not asked for.
        StoreError: the data folder or the database cannot be used; nothing was overwritten.
    """

    def __init__(self, folder: str | Path | None = None, viewing: bool = False) -> None:
        self._database = Database((viewed_folder if viewing else data_folder)(folder) / DATABASE, viewing)
        self._sound, self._damaged, self._version = set(), {}, -1
        if not viewing:
            with suppress(StoreError):  # a full disk, or damage elsewhere in the file, must not keep it from being read
                self.purge(KEPT_AFTER_DELETION)

    @property
    def path(self) -> Path:
        """The database file."""
        return self._database.path

    @property
    def viewing(self) -> bool:
        """Whether it is only shown, and nothing can be kept."""
        return self._database.viewing

    def save(self, analysis: Analysis, key: str | None = None, title: str | None = None, session: str | None = None) -> str:
        """Keep an analysis; one of the same id is replaced. Returns its id.

        Args:
            key: what `find` will look for: a digest of everything that the result depends on.
            title: shown in the history; if not given, the title that a person gave it, or else the beginning of the output.
            session: id of the person's workspace.
        """
        row = analysis_row(analysis, key, title, session)
        with self._database.writing() as tables:
            if session is not None:
                self._touch_session(tables, session)
            if not title and self.title_given(analysis.id):
                del row["title"], row["titled"]
            put(tables, row, analysis)
        self._damaged.pop(analysis.id, None)
        return analysis.id

    def get(self, id: str) -> Analysis:
        """The analysis of that id.

        Raises:
            InputError: there is none, or it has been deleted.
            FormatError: it was saved by a newer version.
            StoreError: it is damaged.
        """
        row = self._one("SELECT data FROM analyses WHERE id = ? AND deleted IS NULL", id)
        if row is None:
            raise InputError(f"There is no analysis {id!r} in the history. It may have been deleted.")
        return self._read(id, row[0])

    def find(self, key: str) -> Analysis | None:
        """The newest analysis saved under `key` that can be read, or None."""
        row = self._one("SELECT id, data FROM analyses WHERE key = ? AND deleted IS NULL ORDER BY number DESC LIMIT 1", key)
        try:
            return None if row is None else self._read(str(row[0]), row[1])
        except ErrataError:
            return None

    def every(self, ids: Sequence[str] | None = None, damaged: list[Damaged] | None = None) -> Iterator[Analysis]:
        """All saved analyses, oldest first, or those with these ids in their order; one in memory at a time.

        Args:
            damaged: is given those that cannot be read; without it the first of them ends the iteration.

        Raises:
            InputError: there is no analysis of one of the ids; raised at once.
            StoreError: an analysis cannot be read, and there is no list for those.
        """
        numbers = None if ids is None else [self._number(id) for id in ids]

        def read_one_by_one() -> Iterator[Analysis]:
            for found in self.readings(numbers):
                if isinstance(found, Analysis):
                    yield found
                elif damaged is None:
                    raise StoreError(found.why)
                else:
                    damaged.append(found)

        return read_one_by_one()

    def delete(self, id: str) -> bool:
        """Take an analysis out of the history; `restore` brings it back for a day. False if there was none."""
        return self._mark(id, now(), "deleted IS NULL")

    def restore(self, id: str) -> bool:
        """Bring a deleted analysis back. False if there is none to bring back."""
        return self._mark(id, None, "deleted IS NOT NULL")

    def purge(self, older_than: timedelta = timedelta(0)) -> int:
        """Erase analyses deleted longer ago than `older_than`, with their annotations, from the disk. Returns how many."""
        before = (datetime.now(UTC) - older_than).isoformat()
        self.forget_imports(before)
        if not self._one("SELECT 1 FROM analyses WHERE deleted <= ? LIMIT 1", before):
            return 0
        with self._database.writing() as tables:
            gone = tables.execute("SELECT number, id FROM analyses WHERE deleted <= ?", [before]).fetchall()
            for number, id in gone:
                tables.table("units").delete_where("analysis = ?", [number])
                tables.table("annotations").delete_where("analysis = ?", [id])
                tables.table("labels").delete_where("analysis = ?", [id])
                tables.table("revisions").delete_where("analysis = ?", [id])
                tables.table("analyses").delete(number)
            self._forget_what_is_beside(tables)
            for index in ("analyses_fts", "facts_fts"):
                tables.execute(f"INSERT INTO {index} ({index}) VALUES ('rebuild')")  # else their words stay in its old parts
        self._database.empty_log()
        return len(gone)

    def back_up(self, target: Path) -> int:
        """Write all of the store into one file that only its owner can read, while others go on using it; how many analyses are in it.

        Raises:
            StoreError: the file cannot be written, or the database is damaged; what stood in the file stays.
        """
        with self._database.reading() as tables:
            copy_to(tables.conn, target)
        return self.count()

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

    def _read(self, id: str, data: Any) -> Analysis:
        try:
            return read(data)
        except ErrataError as problem:
            self._damaged[id] = str(problem)
            raise

    @staticmethod
    def _forget_what_is_beside(tables: "Tables") -> None:
        """Erase the tags of pairs, and the comparisons, of which no analyses are left to be compared or tagged."""
        tables.execute("DELETE FROM tags WHERE pair NOT IN (SELECT pair FROM analyses WHERE pair IS NOT NULL)")
        here = "SELECT count(*) FROM analyses, json_each(comparisons.data, '$.analyses') WHERE analyses.id = json_each.value"
        tables.execute(f"DELETE FROM comparisons WHERE json_valid(data) AND ({here}) < 2")

    def _number(self, id: str) -> int:
        row = self._one("SELECT number FROM analyses WHERE id = ? AND deleted IS NULL", id)
        if row is None:
            raise InputError(f"There is no analysis {id!r} in the history. It may have been deleted.")
        return int(row[0])

    def _one(self, sql: str, *parameters: Any) -> tuple[Any, ...] | None:
        with self._database.reading() as tables:
            row = tables.execute(sql, [p.encode("utf-8", "replace").decode() if isinstance(p, str) else p for p in parameters]).fetchone()
        return None if row is None else tuple(row)

    def _mark(self, id: str, deleted: str | None, condition: str) -> bool:
        change = f"UPDATE analyses SET deleted = ? WHERE number = ? AND {condition}"
        with self._database.writing() as tables:
            found = tables.execute("SELECT number FROM analyses WHERE id = ?", [safe_text(id)]).fetchone()
            if found is None:  # an id that is damaged itself is not found by the index
                rows = tables.execute("SELECT number, CAST(id AS TEXT) FROM analyses").fetchall()
                found = next(((number,) for number, other in rows if other == id), None)
            return found is not None and tables.execute(change, [deleted, found[0]]).rowcount > 0


class UnchangingStore(Store):
    """The store, to which no analysis is added: for runs whose results are kept elsewhere."""

    def save(self, analysis: Analysis, key: str | None = None, title: str | None = None, session: str | None = None) -> str:
        """Save nothing; the analysis keeps its id."""
        return analysis.id
