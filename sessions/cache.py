"""The cache of what models answered, so that the same question never runs a model twice.

Values are JSON, never pickle. A cache that is damaged, locked or full never stops an analysis: it misses.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from engines.core.errors import StoreError
from sessions.paths import CACHE, data_folder, private_file, private_folder

SIZE_LIMIT = 2**30
"""Bytes of answers kept; the least recently stored go first."""

_BUSY_SECONDS = 5.0
_BATCH = 500
_PLAIN = 1
"""diskcache's mark for a value that stands in the database as it is."""


def digest(key: Any) -> str:
    """The sha256 of a key's canonical JSON, so that no two keys can collide by joining; lone surrogates are escaped.

    Raises:
        TypeError: the key is no JSON value.
    """
    canonical = json.dumps(key, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


@dataclass(frozen=True)
class CacheFigures:
    """What the cache holds: number of answers, bytes on disk, the limit, and hits and misses since it was opened."""

    path: Path
    answers: int
    bytes: int
    limit: int
    hits: int
    misses: int


class Cache:
    """Answers by key in a diskcache folder; `problem` says why it is out of use, None while it works."""

    def __init__(self, folder: str | Path | None = None, size_limit: int = SIZE_LIMIT) -> None:
        self.problem: str | None = None
        self.hits = self.misses = 0
        self._limit = size_limit
        self._disk: Any = None
        with self._harmless():
            self.path = data_folder(folder) / CACHE
            self._disk = _open(self.path, size_limit)

    def get_many(self, keys: Sequence[Any]) -> list[Any]:
        """The answers to `keys` (JSON values: model identity, exact input, settings), in order; None where there is none."""
        found: list[Any] = [None] * len(keys)
        if self._disk is not None:
            with self._harmless():
                for i, key in enumerate(keys):
                    found[i] = self._disk.get(digest(key), default=None)
        missed = sum(answer is None for answer in found)
        self.misses += missed
        self.hits += len(found) - missed
        return found

    def set_many(self, items: Sequence[tuple[Any, Any]]) -> None:
        """Keep (key, answer) pairs; both are JSON values. The first part of a key names the kind of answer in `kinds`.

        Raises:
            TypeError, ValueError: a key or an answer is no JSON value.
        """
        rows = [(digest(key), _kind(key), json.dumps(answer, separators=(",", ":"))) for key, answer in items]
        if self._disk is None:
            return
        for first in range(0, len(rows), _BATCH):
            with self._harmless(), self._disk.transact():
                for key, kind, answer in rows[first : first + _BATCH]:
                    self._disk.set(key, answer, tag=kind)

    def get(self, key: Any) -> Any:
        """The answer to one key, or None."""
        return self.get_many([key])[0]

    def set(self, key: Any, answer: Any) -> None:
        """Keep one answer."""
        self.set_many([(key, answer)])

    def kinds(self) -> dict[str, int]:
        """How many answers of each kind there are."""
        counts: dict[str, int] = {}
        if self._disk is not None:
            with self._harmless():
                for kind, count in self._disk._sql("SELECT tag, count(*) FROM Cache GROUP BY tag ORDER BY tag").fetchall():
                    counts[str(kind)] = int(count)
        return counts

    def figures(self) -> CacheFigures:
        """Size and use of the cache."""
        answers = size = 0
        if self._disk is not None:
            with self._harmless():
                answers, size = len(self._disk), self._disk.volume()
        return CacheFigures(getattr(self, "path", Path()), answers, size, self._limit, self.hits, self.misses)

    def clear(self) -> int:
        """Forget everything. Returns how many answers there were.

        Raises:
            StoreError: the cache is damaged or in use; the message says which folder to delete.
        """
        if self._disk is None:
            raise StoreError(f"The cache cannot be cleared: {self.problem} Delete the folder {getattr(self, 'path', '')} by hand.")
        try:
            return int(self._disk.clear())
        except (sqlite3.Error, OSError) as problem:
            raise StoreError(f"The cache cannot be cleared: {problem}. Delete the folder {self.path} by hand.") from problem

    def close(self) -> None:
        """Close the cache; closing twice is harmless."""
        disk, self._disk = self._disk, None
        if disk is not None:
            with suppress(Exception):
                disk.close()

    def __enter__(self) -> "Cache":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @contextmanager
    def _harmless(self) -> Iterator[None]:
        from diskcache import Timeout

        try:
            yield
        except (sqlite3.Error, OSError, Timeout, StoreError, ValueError, KeyError, TypeError) as problem:
            self.problem = f"{type(problem).__name__}: {problem}"


def _kind(key: Any) -> str:
    if not (isinstance(key, list | tuple) and key and isinstance(key[0], str) and len(key[0]) < 40):
        return "answer"
    return key[0].encode("utf-8", "replace").decode("utf-8")  # SQLite keeps no lone surrogates


def _open(path: Path, size_limit: int) -> Any:
    from diskcache import Cache as DiskCache
    from diskcache import Disk

    class JsonDisk(Disk):
        """Keys are digests and values are ASCII JSON text, both inside the database: nothing is ever unpickled."""

        def put(self, key: Any) -> tuple[Any, bool]:
            return str(key), True

        def get(self, key: Any, raw: bool) -> Any:
            return str(key)

        def store(self, value: str, read: bool, key: Any = None) -> tuple[int, int, None, str]:
            return len(value), _PLAIN, None, value

        def fetch(self, mode: int, filename: str | None, value: Any, read: bool) -> Any:
            if mode != _PLAIN or not isinstance(value, str):
                raise ValueError("The cache holds an answer that Errata did not write.")
            return json.loads(value)

    private_folder(path)
    private_file(path / "cache.db")
    return DiskCache(str(path), timeout=_BUSY_SECONDS, disk=JsonDisk, size_limit=size_limit)
