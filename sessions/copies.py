"""Copies of the database, made with SQLite's own online backup: whole and sound, while others go on writing to it."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sessions.paths import private_folder, replacing

FOLDER = "backups"
"""Where in the data folder copies are kept that Errata makes by itself: before a migration, before a restore."""


def copy_to(source: sqlite3.Connection, target: Path) -> None:
    """Write the whole database of a connection to `target`, one owner-only file that needs no other beside it.

    What stood there stays until the copy is complete and found sound.

    Raises:
        StoreError: it cannot be written.
        sqlite3.Error: the database cannot be read, or the disk is full.
    """
    with replacing(target) as draft:
        with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            found = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise sqlite3.DatabaseError(f"database disk image is malformed: {found}")
        draft.chmod(0o600)


def kept_copy(source: sqlite3.Connection, path: Path, reason: str) -> Path:
    """Copy a database into the folder of copies beside it, under a name with the reason and the time; where it is now.

    Raises:
        StoreError, sqlite3.Error: as `copy_to`.
    """
    target = free_name(path, reason)
    copy_to(source, target)
    return target


def free_name(path: Path, reason: str) -> Path:
    """A name in the folder of copies of the database at `path` that nothing has; the folder is made if it is not there."""
    folder = private_folder(path.parent / FOLDER)
    stem = f"{path.stem}-{re.sub('[^a-z0-9]+', '-', reason.lower())}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    names = (folder / f"{stem}{number}{path.suffix}" for number in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(name for name in names if not name.exists())


def copies(path: Path) -> list[Path]:
    """The copies that Errata made by itself of the database at `path`, by name."""
    return sorted((path.parent / FOLDER).glob(f"{path.stem}-*{path.suffix}"))


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that reads a copy and changes nothing in it; what stands in a write-ahead log beside it is read too.

    Raises:
        sqlite3.Error: it is no database, or damaged.
    """
    log = path.with_name(f"{path.name}-wal")
    alone = "" if log.exists() and log.stat().st_size else "&immutable=1"
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro{alone}", uri=True)) as connection:
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        yield connection
