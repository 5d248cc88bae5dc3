"""What was worked out last, as much of it as fits: memory that stays the same however long a program runs."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Values by their keys; those used longest ago go when together they are too large. The last one stays, however large.

    Not safe with several threads: whoever uses it holds a lock.
    """

    def __init__(self, most: int, size: Callable[[V], int]) -> None:
        """Keeps values of at most `most` together, by what `size` says of each."""
        self.most = most
        self.kept = 0
        """The size of what is kept."""
        self._size = size
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """The value, None where there is none any more; it now counts as used last."""
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    def keep(self, key: K, value: V) -> None:
        """Keep a value as the one used last, in place of one of the same key."""
        self._drop(key)
        self._values[key] = value
        self.kept += self._size(value)
        while self.kept > self.most and len(self._values) > 1:
            self._drop(next(iter(self._values)))

    def clear(self) -> None:
        """Keep nothing."""
        self._values.clear()
        self.kept = 0

    def __len__(self) -> int:
        return len(self._values)

    def _drop(self, key: K) -> None:
        if key in self._values:
            self.kept -= self._size(self._values.pop(key))
