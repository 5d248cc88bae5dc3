"""One SQLite connection shared by threads, with short write transactions and errors that a person can act on."""

import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from engines.core.errors import StoreError
from sessions.migrations import migrate
from sessions.paths import private_file

if TYPE_CHECKING:
    from sqlite_utils import Database as Tables

BUSY_SECONDS = 20.0
"""How long a write waits for another process to finish its own."""


class Database:
    """The opened and migrated database file; safe with several threads and several processes.

    Raises:
        StoreError: the file is damaged, is no Errata database, comes from a newer version, or cannot be opened. It is left as it was.
    """

    def __init__(self, path: Path) -> None:
        tables = _tables_without_pandas()
        self.path = private_file(path)
        self._lock = threading.RLock()
        connection = None
        try:
            with self._explained():
                connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, check_same_thread=False)
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("PRAGMA secure_delete = ON")
                self._tables: Tables = tables(connection, execute_plugins=False)
                migrate(self._tables, path)
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            if connection is not None:
                connection.close()
            raise
        self._closed = False
        self._file = _identity(self.path)

    @contextmanager
    def reading(self) -> Iterator["Tables"]:
        """The tables, to read from."""
        with self._lock, self._explained():
            self._check_open()
            yield self._tables

    @contextmanager
    def writing(self) -> Iterator["Tables"]:
        """The tables inside one write transaction: all of it is kept, or nothing."""
        with self._lock, self._explained():
            self._check_open()
            connection = self._tables.conn
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._tables
                connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                raise

    def problems(self) -> list[str]:
        """What SQLite's own integrity check finds wrong; empty for a sound file."""
        with self.reading() as tables:
            found = [row[0] for row in tables.execute("PRAGMA quick_check(5)").fetchall()]
        return [] if found == ["ok"] else found

    def empty_log(self) -> None:
        """Move what was written into the file itself and empty the write-ahead log, unless another program is using it."""
        with self.reading() as tables:
            tables.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    def close(self) -> None:
        """Close the file; closing twice is harmless."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._tables.close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("The database has been closed. Open it again.")
        # SQLite goes on writing into a file that was deleted, and nobody would find it again.
        if _identity(self.path) != self._file:
            raise StoreError(
                f"The database {self.path} was deleted or moved while Errata is running: nothing is kept. Put it back where it was; "
                "or stop Errata and start it again, and it begins with an empty one."
            )

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as problem:
            raise StoreError(_explain(problem, self.path)) from problem


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from any other that comes to its place; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _explain(problem: sqlite3.Error, path: Path) -> str:
    said = str(problem)
    if "readonly" in said or "unable to open" in said:
        return f"The database {path} cannot be written: it is read-only. Make it writable, or choose another folder with --data-dir."
    if "full" in said:
        return f"The disk is full: nothing was saved to {path}. Free some space and try again."
    if "locked" in said or "busy" in said:
        return f"The database {path} is in use by another program for more than {BUSY_SECONDS:.0f} seconds. Try again."
    if "not a database" in said or "malformed" in said or "disk I/O" in said:
        return (
            f"The database {path} is damaged ({said}). It was left as it is: move it away, or restore a copy, "
            "and Errata starts with a new one."
        )
    return f"The database {path} cannot be used: {said}. Nothing was overwritten."


def _tables_without_pandas() -> "type[Tables]":
    """The class of sqlite-utils, which imports pandas wherever it is installed: longer than most commands take, and for nothing here."""
    unloaded = "pandas" not in sys.modules
    if unloaded:
        sys.modules["pandas"] = None  # type: ignore[assignment]
    try:
        from sqlite_utils import Database as Tables
    finally:
        if unloaded:
            del sys.modules["pandas"]
    return Tables
