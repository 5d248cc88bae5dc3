"""What is worked out about a text when it is first asked for, kept with the text and gone with it."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, Self, TypeVar

T = TypeVar("T")


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
