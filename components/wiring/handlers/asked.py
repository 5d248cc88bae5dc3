"""What the page's script says beside every event: which tab it is, what the history is asked for, and which run it has lost sight of.

Of several events that ask for one thing in one tab the newest is answered, in whatever order they come. Gradio has three ways with an
event that comes while the last of its kind is not answered: it leaves it out ("once"), so that a second click does nothing; it keeps it
for later with what the *first* one had with it ("always_last"); or it asks at once ("multiple"), so that the answer to the first may come
last. Here they are all asked at once, take turns, and what is out of date draws nothing.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from components.wiring.handlers.view import Drawing
from sessions.listing.searching import ANY, Filter

_MOST_TURNS = 512
"""Of so many tabs and things it is known who asked last."""
MOST_OTHERS = 100
"""Other tabs that are believed to be open."""


@dataclass(frozen=True)
class Asked:
    """The tab and what its history shows.

    Attributes:
        tab: a name that nobody can guess; "" where the page does not say one.
        filter: which analyses the history shows.
        run: the id of the run that was on the page when it was left.
        others: the tabs of the same browser that are open.
        source: the tab that this one was made a copy of.
        back: whether it was on the page before, and has been loaded again.
        press: names the press of a button that asked for a run last, "" where that was stopped or there was none.
    """

    tab: str = ""
    filter: Filter = ANY
    run: str = ""
    others: tuple[str, ...] = field(default=(), repr=False)
    source: str = ""
    back: bool = False
    press: str = ""


NOTHING = Asked()
"""What a page asks that says nothing."""


def asked_of(data: object) -> Asked:
    """What stands in the data of an event, or in the JSON of them; whatever does not fit is left out."""
    known = data if isinstance(data, Mapping) else _values(data)
    others = known.get("others")
    names = tuple(each for each in others[:MOST_OTHERS] if isinstance(each, str)) if isinstance(others, list) else ()
    tab, run, source, press = (_words(known, name) for name in ("tab", "run", "source", "press"))
    return Asked(tab, _filter(known.get("history")), run, names, source, known.get("back") is True, press)


def _filter(values: object) -> Filter:
    if not isinstance(values, Mapping):
        return ANY
    low, _, high = _words(values, "score").partition("-")
    bounds = (int(low), int(high)) if low.isdecimal() and high.isdecimal() else None
    return Filter(_words(values, "query"), _words(values, "engine"), bounds, _words(values, "tag"))


def _words(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    return value[:200] if isinstance(value, str) else ""


def _values(written: object) -> Mapping[str, Any]:
    try:
        values = json.loads(written) if isinstance(written, str) else {}
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}


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
            while len(self._turns) > _MOST_TURNS:
                self._turns.popitem(last=False)
            turn.newest = max(turn.newest, count)
            return turn
