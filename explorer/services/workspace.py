"""A person's workspace: the store and the cache of one data folder, opened when first needed."""

import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from engines.core.errors import ReadOnlyError, StoreError
from engines.core.machine import personal
from sessions.paths import chosen_folder, data_folder, viewed_folder

if TYPE_CHECKING:
    from sessions.cache import Cache
    from sessions.store import Store


AGAIN = 10.0
"""Seconds after which a folder that could only be viewed is tried again."""


class Workspace:
    """What an analysis may use of the data folder. Safe with several threads; close it, or use it in a `with` block.

    `Workspace()` touches nothing: the folder is made, and the database and the cache are opened, when they are first asked for.
    What is done with it reads the person's own servers, keys and prompts from its folder, whatever other workspaces there are.
    With `keep_history=False` analyses are found in the history, but none is added to it (the cache is used as ever).
    """

    def __init__(self, data_dir: str | Path | None = None, keep_history: bool = True) -> None:
        self._data_dir = data_dir
        self._keep_history = keep_history
        self._lock = threading.RLock()
        self._store: Store | None = None
        self._cache: Cache | None = None
        self._again = 0.0
        self.settings_folder = chosen_folder(data_dir)
        """Where the person's own servers, keys and prompts are read from; it need not exist."""

    @property
    def folder(self) -> Path:
        """The data folder; where nothing can be written to it, there is a history in it to view.

        Raises:
            StoreError: it cannot be used.
        """
        try:
            return data_folder(self._data_dir)
        except ReadOnlyError:
            with suppress(StoreError):
                return viewed_folder(self._data_dir)
            raise

    @contextmanager
    def settings(self) -> Iterator[None]:
        """Within the block servers, keys and prompts are read from its folder (see `engines.core.machine.personal.within`)."""
        with personal.within(self.settings_folder):
            yield

    @property
    def store(self) -> "Store":
        """Saved analyses, annotations and drafts; to be viewed where nothing can be written, until that is tried again after a while.

        Raises:
            StoreError: the data folder or the database cannot be used; nothing was overwritten.
        """
        with self._lock:
            if self._store is None or (self._store.viewing and time.monotonic() > self._again):
                self._store = self._opened()
                self._again = time.monotonic() + AGAIN
            return self._store

    @property
    def cache(self) -> "Cache":
        """Answers of models; out of use rather than in the way when it cannot be opened."""
        with self._lock:
            if self._cache is None:
                from sessions.cache import Cache

                self._cache = Cache(self._data_dir)
            return self._cache

    def _opened(self) -> "Store":
        from sessions.store import Store, UnchangingStore

        kind = Store if self._keep_history else UnchangingStore
        try:
            return kind(self._data_dir)
        except ReadOnlyError:
            with suppress(StoreError):
                return kind(self._data_dir, viewing=True)
            raise

    def close(self) -> None:
        """Close what was opened; used again, it opens again."""
        with self._lock:
            if self._store is not None:
                self._store.close()
            if self._cache is not None:
                self._cache.close()
            self._store = self._cache = None

    def __enter__(self) -> "Workspace":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def settings_of(workspace: Workspace | None) -> AbstractContextManager[None]:
    """The block in which the settings of a workspace are read; without one those of the program."""
    return nullcontext() if workspace is None else workspace.settings()
