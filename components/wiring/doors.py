"""What answers on the page's address: the routes that the page and the documented clients use, and no other.

Gradio registers some eighty routes, among them one that fetches any address and shows what comes as its own, and several that take
files. The list below was read off a browser that went through the whole page, and off gradio_client and curl.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from components.wiring.access import ENTER
from components.wiring.access import LARGEST as LARGEST_FORM
from components.wiring.autosave import LARGEST as LARGEST_TEXTS
from components.wiring.batch.receiving import LARGEST as LARGEST_ROWS
from components.wiring.batch_routes import FILE
from components.wiring.classroom.rounds import LARGEST as LARGEST_ROUND
from components.wiring.classroom.rounds import ROUNDS
from components.wiring.endpoints import NAMES
from components.wiring.files import DOCUMENT
from components.wiring.import_export import IMPORT
from components.wiring.import_export import LARGEST as LARGEST_IMPORT
from components.wiring.live_checks import CHANGES, LIVE
from components.wiring.live_checks import LARGEST as LARGEST_DRAFT
from explorer.reading.documents import LARGEST as LARGEST_DOCUMENT

_SMALL = 2**16
"""Bytes that suffice for what bears no text: which run to cancel."""

_NAMES = "|".join(NAMES)
_ID = r"[0-9A-Za-z_-]{1,64}"
_FILE = r"\w[\w.-]{,99}"
"""A name that a file may have: the system stumbles over much longer ones."""


@dataclass(frozen=True)
class Door:
    """A way in.

    Attributes:
        methods, path: what it answers to; the path as a whole.
        largest: bytes of the largest body that it takes; `hint` says what to do with a larger one.
        query: whether what stands behind the path is handed on; Gradio would open other pages and links than ours by it.
    """

    methods: frozenset[str]
    path: re.Pattern[str]
    largest: int = 0
    hint: str = ""
    query: bool = False


def _door(methods: str, path: str, largest: int = 0, query: bool = False) -> Door:
    return Door(frozenset(methods.split()), re.compile(path), largest, query=query)


GRADIO = (
    # The page itself.
    _door("GET HEAD", "/"),
    _door("GET", r"/(theme\.css|favicon\.ico)"),
    _door("GET", rf"/assets/{_FILE}(/{_FILE})*"),
    _door("GET", r"/static/js/iframeResizer\.contentWindow\.min\.js"),
    # Its events, and those of gradio_client.
    _door("POST", "/gradio_api/(run/predict|queue/join)", LARGEST_TEXTS, query=True),
    _door("POST", "/gradio_api/(cancel|reset)", _SMALL),
    _door("GET", "/gradio_api/app_id"),  # whether a server that was gone is back, and whether it is the same
    _door("GET", "/gradio_api/queue/data", query=True),
    _door("GET", f"/gradio_api/heartbeat/{_ID}"),
    # What gradio_client asks first, and the named endpoints.
    _door("GET", "/config"),
    _door("GET", "/gradio_api/info"),
    _door("POST", f"/gradio_api/call/(v2/)?({_NAMES})", LARGEST_TEXTS),
    _door("GET", f"/gradio_api/call/(v2/)?({_NAMES})/{_ID}"),
)
"""The routes of Gradio that are used."""

_LARGEST = {
    DOCUMENT: LARGEST_DOCUMENT,
    IMPORT: LARGEST_IMPORT,
    ENTER: LARGEST_FORM,
    FILE: LARGEST_ROWS,
    ROUNDS: LARGEST_ROUND,
    LIVE: LARGEST_DRAFT,
    CHANGES: LARGEST_DRAFT,
}
_HINTS = {
    IMPORT: "Use `errata import` for larger files.",
    DOCUMENT: "Take the part that matters.",
    FILE: "Use `errata batch` for larger files.",
}


def own_doors(routes: Iterable[Any]) -> tuple[Door, ...]:
    """The doors to the page's own routes (Starlette's): reading takes no body, writing as much as two texts of the largest size."""
    from starlette.routing import Mount

    doors = []
    for route in routes:
        if isinstance(route, Mount):
            doors.append(_door("GET HEAD", rf"{re.escape(route.path)}/{_FILE}"))
            continue
        largest = _LARGEST.get(route.path, LARGEST_TEXTS) if "POST" in route.methods else 0
        doors.append(Door(frozenset(route.methods), route.path_regex, largest, _HINTS.get(route.path, ""), query=True))
    return tuple(doors)


def door_to(doors: Iterable[Door], path: str) -> Door | None:
    """The door that leads to a path, None where there is none."""
    return next((door for door in doors if door.path.fullmatch(path)), None)
