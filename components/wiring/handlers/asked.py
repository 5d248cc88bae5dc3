"""What the page's script says beside every event: which tab it is, what the history is asked for, and which run it has lost sight of."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sessions.listing.searching import ANY, Filter

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
