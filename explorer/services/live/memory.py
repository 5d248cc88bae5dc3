"""What models answered while a text is typed: kept in memory, since most of it will never be asked again."""

import json
import threading
from collections.abc import Sequence
from typing import Any

from engines.core.machine.recent import Recent
from explorer.caches.verifier import ValueCache

REMEMBERED_CHARACTERS = 30_000_000
"""Characters of answers, as JSON, that are kept: of some hundred thousand questions."""


class Answers:
    """A cache of models' answers that forgets the oldest (`explorer.caches.verifier.ValueCache`). Safe with several threads."""

    def __init__(self, most: int = REMEMBERED_CHARACTERS) -> None:
        """Keeps answers of at most so many characters together."""
        self._lock = threading.Lock()
        self._kept: Recent[str, str] = Recent(most, len)

    def get_many(self, keys: Sequence[Any]) -> list[Any]:
        """The values of `keys`, in order, None where there is none."""
        with self._lock:
            found = [self._kept.get(repr(key)) for key in keys]
        return [None if value is None else json.loads(value) for value in found]

    def set_many(self, items: Sequence[tuple[Any, Any]]) -> None:
        """Keep (key, value) pairs."""
        written = [(repr(key), json.dumps(value)) for key, value in items]
        with self._lock:
            for key, value in written:
                self._kept.keep(key, value)


class Beside:
    """Answers in front of a cache that is only read: what an analysis asked is not asked again, what is typed is not written to disk."""

    def __init__(self, answers: Answers, cache: ValueCache | None) -> None:
        self._answers, self._cache = answers, cache

    def get_many(self, keys: Sequence[Any]) -> list[Any]:
        """The values of `keys`, in order, None where there is none."""
        found = self._answers.get_many(keys)
        missing = [i for i, value in enumerate(found) if value is None]
        if missing and self._cache is not None:
            for i, value in zip(missing, self._cache.get_many([keys[i] for i in missing]), strict=True):
                found[i] = value
            self._answers.set_many([(keys[i], found[i]) for i in missing if found[i] is not None])
        return found

    def set_many(self, items: Sequence[tuple[Any, Any]]) -> None:
        """Keep (key, value) pairs in memory."""
        self._answers.set_many(items)
