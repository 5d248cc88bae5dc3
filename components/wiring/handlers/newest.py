"""Of several events that ask for one thing in one tab, the newest is answered, in whatever order they come.

Gradio has three ways with an event that comes while the last of its kind is not answered: it leaves it out ("once"), so that a second
click does nothing; it keeps it for later with what the *first* one had with it ("always_last"); or it asks at once ("multiple"), so that
the answer to the first may come last. Here they are all asked at once, take turns, and what is out of date draws nothing.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from components.wiring.handlers.view import Drawing

_MOST = 512
"""Of so many tabs and things it is known who asked last."""


@dataclass
class _Turn:
    newest: int = 0
    lock: Lock = field(default_factory=Lock)


class Newest:
    """Who asked last, by tab and by what is asked for.

    Args:
        nothing: what draws nothing.
    """

    def __init__(self, nothing: Drawing) -> None:
        self._nothing = nothing
        self._turns: OrderedDict[tuple[str, str], _Turn] = OrderedDict()
        self._lock = Lock()

    def answer(self, thing: str, data: Any, work: Callable[[Any], Drawing]) -> Drawing:
        """What `work` makes of the data of an event, or nothing where a newer one has asked its tab for the same thing.

        The page numbers its events (`count`); who asks without a number or a tab is answered whatever else was asked.
        """
        known = data if isinstance(data, Mapping) else {}
        tab, count = known.get("tab"), known.get("count")
        if not (isinstance(tab, str) and tab and isinstance(count, int)):
            return work(data)
        turn = self._turn(thing, tab, count)
        with turn.lock:
            if count < turn.newest:
                return self._nothing
            drawn = work(data)
            return drawn if count >= turn.newest else self._nothing

    def _turn(self, thing: str, tab: str, count: int) -> _Turn:
        with self._lock:
            turn = self._turns.setdefault((thing, tab), _Turn())
            self._turns.move_to_end((thing, tab))
            while len(self._turns) > _MOST:
                self._turns.popitem(last=False)
            turn.newest = max(turn.newest, count)
            return turn
