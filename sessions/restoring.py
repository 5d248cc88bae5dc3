"""Bringing a copy of the database back: looked at before anything is touched, and what is there now is copied first."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from engines.core.errors import StoreError
from sessions.copies import copy_to, free_name, kept_copy, opened
from sessions.database import BUSY_SECONDS, explained
from sessions.migrations import APPLICATION, STEPS, apply_steps
from sessions.paths import DATABASE, data_folder
from sessions.soundness import structure_problems

_SIDE_FILES = ("-wal", "-shm")


@dataclass(frozen=True)
class Restored:
    """What is in the history now, and where what was there before is; None where there was nothing."""

    analyses: int
    before: Path | None


def restore(copy: Path, folder: str | Path | None = None, bring_up: bool = False) -> Restored:
    """Make the database of a data folder what a copy of one holds; others who have it open go on with the new one.

    What was there is copied before, or moved away whole where it is damaged. The copy itself stays as it is.

    Args:
        bring_up: whether a copy of an older version is brought up to date on the way.

    Raises:
        StoreError: the copy is damaged, is no database of Errata, or is of a newer version or of an older one that is not to be brought
            up; or the database of the folder is of a newer version or another program. Nothing was changed then.
    """
    shape = checked_copy(copy)
    if shape < len(STEPS) and not bring_up:
        raise StoreError(
            f"{copy} was made by an older version of Errata (its shape is {shape}, this version's is {len(STEPS)}). Nothing was changed. "
            f"To bring its content up to date on the way, and leave the file as it is: errata restore {copy} --bring-up"
        )
    path = data_folder(folder) / DATABASE
    if path.exists() and path.samefile(copy):
        raise StoreError(f"{copy} is the history itself: there is nothing to restore.")
    try:
        with _up_to_date(copy, shape, path.parent) as source:
            before = _put_in_place(source, path)
            count = int(source.execute("SELECT count(*) FROM analyses WHERE deleted IS NULL").fetchone()[0])
    except sqlite3.Error as problem:
        raise explained(problem, path) from problem
    return Restored(count, before)


def checked_copy(path: Path) -> int:
    """The shape of a copy that is whole and sound: the number of the steps that made it.

    Raises:
        StoreError: it is not; the message says what is wrong with it.
    """
    if not path.is_file():
        raise StoreError(f"There is no file {path}.")
    try:
        with opened(path) as connection:
            shape = _shape(connection, path)
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(3)").fetchall()]
            wrong = ([] if found == ["ok"] else found) or (structure_problems(connection) if shape == len(STEPS) else [])
    except sqlite3.Error as problem:
        raise StoreError(f"{path} is damaged, or no copy of a history ({problem}). Nothing was changed. Take another copy.") from problem
    if wrong:
        raise StoreError(f"{path} is damaged ({wrong[0]}). Nothing was changed. Take another copy.")
    return shape


def _shape(connection: sqlite3.Connection, path: Path) -> int:
    """The shape of a database of ours that this version knows.

    Raises:
        StoreError: it is another program's, or of a newer version.
    """
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise StoreError(f"{path} is no history of Errata. Nothing was changed.")
    shape = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if not 1 <= shape <= len(STEPS):
        words = f"{path} was written by a newer version of Errata (its shape is {shape}, this version knows {len(STEPS)})."
        raise StoreError(f"{words} Nothing was changed: update Errata.")
    return shape


@contextmanager
def _up_to_date(copy: Path, shape: int, folder: Path) -> Iterator[sqlite3.Connection]:
    """A copy to read from, in the newest shape: one of an older is brought up in a copy of its own."""
    if shape == len(STEPS):
        with opened(copy) as source:
            yield source
        return
    from sqlite_utils import Database as Tables

    with tempfile.TemporaryDirectory(prefix=".restoring-", dir=folder) as place:
        draft = Path(place) / copy.name
        with opened(copy) as source:
            copy_to(source, draft)
        with closing(Tables(sqlite3.connect(draft), execute_plugins=False)) as tables:
            apply_steps(tables, draft)
            yield tables.conn


def _put_in_place(source: sqlite3.Connection, path: Path) -> Path | None:
    """Make the database what `source` is; where the state of before is."""
    if not path.exists():
        copy_to(source, path)
        return None
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as target:
            before = None
            if target.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                _shape(target, path)
                before = kept_copy(target, path, "before restore")
            # In one transaction: whoever is killed meanwhile finds the database as it was.
            source.backup(target)
            target.execute("PRAGMA journal_mode = WAL")
        return before
    except sqlite3.DatabaseError as problem:
        if isinstance(problem, sqlite3.OperationalError):  # in use, full or read-only: it is not the file that is wrong
            raise
        return _exchanged(source, path)


def _exchanged(source: sqlite3.Connection, path: Path) -> Path:
    """Move a damaged database away, with the files beside it, and put what `source` is in its place; where it is now."""
    away = free_name(path, "damaged")
    for ending in ("", *_SIDE_FILES):
        with suppress(FileNotFoundError):
            path.with_name(path.name + ending).rename(away.with_name(away.name + ending))
    copy_to(source, path)
    return away
