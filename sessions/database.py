"""One SQLite connection shared by threads, with short write transactions and errors that a person can act on."""

import shutil
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from engines.core.errors import ReadOnlyError, StoreError
from sessions.migrations import check_viewed, migrate
from sessions.paths import private_file

if TYPE_CHECKING:
    from sqlite_utils import Database as Tables

BUSY_SECONDS = 20.0
"""How long a write waits for another process to finish its own."""


class Database:
    """The opened and migrated database file; safe with several threads and several processes.

    With `viewing` it is only read: nothing is created or changed beside it, and `writing` is refused.

    Raises:
        ReadOnlyError: it is there, but cannot be written, and `viewing` was not asked for.
        StoreError: the file is damaged, is no Errata database, comes from a newer version, or cannot be opened. It is left as it was.
    """

    def __init__(self, path: Path, viewing: bool = False) -> None:
        tables = _tables_without_pandas()
        self.path = path if viewing else private_file(path)
        self.viewing = viewing
        self._lock = threading.RLock()
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        connection = None
        try:
            with self._explained():
                connection = self._viewed() if viewing else _connected(self.path)
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("PRAGMA secure_delete = ON")
                self._tables: Tables = tables(connection, execute_plugins=False)
                if viewing:
                    check_viewed(self._tables, path)
                else:
                    migrate(self._tables, path)
                    connection.execute("PRAGMA journal_mode = WAL")
                    connection.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            if connection is not None:
                connection.close()
            if self._copy is not None:
                self._copy.cleanup()
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
        """The tables inside one write transaction: all of it is kept, or nothing. One inside another is part of it."""
        with self._lock, self._explained():
            self._check_open()
            if self.viewing:
                raise ReadOnlyError(f"{self.path} is read-only: it is shown as it is, and nothing can be kept. Make its folder writable.")
            connection = self._tables.conn
            if connection.in_transaction:
                yield self._tables
                return
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
                if self._copy is not None:
                    self._copy.cleanup()

    def _viewed(self) -> sqlite3.Connection:
        """A connection that leaves no trace. What stands in a write-ahead log that cannot be opened where it lies is read from a copy."""
        try:
            return _readable(f"{self.path.as_uri()}?mode=ro")
        except sqlite3.OperationalError:
            log = self.path.with_name(f"{self.path.name}-wal")
            if not (log.exists() and log.stat().st_size):
                return _readable(f"{self.path.as_uri()}?immutable=1")
            self._copy = tempfile.TemporaryDirectory()
            for file in (self.path, log):
                shutil.copyfile(file, Path(self._copy.name) / file.name)
            return _readable((Path(self._copy.name) / self.path.name).as_uri())

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
            raise explained(problem, self.path) from problem


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from any other that comes to its place; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def explained(problem: sqlite3.Error, path: Path) -> StoreError:
    """What SQLite complains about, as an error that says what to do."""
    said = str(problem)
    if "readonly" in said or "unable to open" in said:
        return ReadOnlyError(
            f"The database {path} cannot be written: it is read-only. Make it writable, or choose another folder with --data-dir."
        )
    if "full" in said or ("disk I/O" in said and _is_full(path)):
        return ReadOnlyError(f"The disk is full: nothing was saved to {path}. Free some space and try again.")
    if "locked" in said or "busy" in said:
        return StoreError(f"The database {path} is in use by another program for more than {BUSY_SECONDS:.0f} seconds. Try again.")
    if "no such table" in said or "no such column" in said or "has no column" in said:
        return StoreError(
            f"The database {path} is damaged ({said}). It was left as it is. Save what can still be read with `errata export --out FILE`, "
            "then bring a copy back with `errata restore FILE`, or move it away, and Errata starts with a new one."
        )
    if any(words in said for words in ("not a database", "malformed", "disk I/O", "vtable constructor failed")):
        return StoreError(
            f"The database {path} is damaged ({said}). It was left as it is: move it away, or bring a copy back with "
            "`errata restore FILE`; without one Errata starts with a new one."
        )
    return StoreError(f"The database {path} cannot be used: {said}. Nothing was overwritten.")


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False)
    connection.text_factory = _text
    return connection


def _readable(address: str) -> sqlite3.Connection:
    """A connection to an address of SQLite, held against the file at once."""
    connection = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, check_same_thread=False)
    try:
        connection.text_factory = _text
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _text(data: bytes) -> str:
    """A stored text; bytes that are none are shown as U+FFFD, since one of them must not hide all the others."""
    return data.decode("utf-8", "replace")


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < 2**20
    except OSError:
        return False


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
