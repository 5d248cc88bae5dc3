"""What is worked out about a text when it is first asked for, kept with the text and gone with it."""

from collections.abc import Callable, Hashable
from functools import cached_property
from threading import Lock
from typing import Any, Self, TypeVar

from engines.core.machine.recent import Recent

T = TypeVar("T")
_REMEMBERED = 20_000
"""Words of sentences, for each thing worked out about them, that are kept with a reference: half a hundred bytes to a kilobyte each."""


class Derived:
    """A thing that keeps what was derived from it.

    What is kept must not hold the thing itself: a circle would outlive it until the garbage collector comes by.
    """

    @cached_property
    def _kept(self) -> dict[Callable[..., Any], Any]:
        return {}

    def derived(self, make: Callable[[Self], T]) -> T:
        """What `make` makes of this, made once."""
        if make not in self._kept:
            self._kept[make] = make(self)
        result: T = self._kept[make]
        return result


class Remembered:
    """What was worked out about the sentences that were held against one reference last, kept with it.

    As of what is derived, none of it may hold the reference.
    """

    def __init__(self, _: Derived) -> None:
        self._lock = Lock()
        self._made: Recent[Hashable, tuple[int, Any]] = Recent(_REMEMBERED, lambda made: made[0])

    def of(self, key: Hashable, words: int, make: Callable[[], T]) -> T:
        """What `make` makes of the sentence of so many words that `key` tells from others; made once."""
        with self._lock:
            known = self._made.get(key)
        if known is None:
            known = (words + 1, make())
            with self._lock:
                self._made.keep(key, known)
        result: T = known[1]
        return result
