"""Who may talk to the page: browsers that it sent here itself, under the names of this machine, by the routes that it uses.

A page on the open web can make a browser send requests to 127.0.0.1, and another page on this machine even more so. Against them
stand, in this order: the list of host names (DNS rebinding), the origin of everything that a browser asks for, reads as well as
writes, the list of routes, the token where there is one, and the largest body of each route. Every answer, refusals included,
carries headers that keep it from being framed, loaded or guessed at elsewhere.
"""

import re
import socket
from collections.abc import Collection, MutableMapping
from contextlib import suppress
from html import escape
from typing import Any
from urllib.parse import quote

import psutil
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response

from components.html.answers import Words
from components.wiring.access import ENTER, Access, is_page
from components.wiring.doors import Door, door_to

LOOPBACK = ("127.0.0.1", "localhost")
ANYWHERE = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[0-9a-z_.-]+)(:\d{1,5})?")

POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; object-src 'none'; base-uri 'self'; "
    "form-action 'self'"
)
"""What the page may load: itself. Gradio evaluates its templates, hence 'unsafe-eval'; nothing of another origin is allowed."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}

Scope = MutableMapping[str, Any]


class Guard:
    """ASGI application around the page's own: lets through what may pass, and answers everything else itself."""

    def __init__(self, app: Any, names: Collection[str], doors: Collection[Door], access: Access | None = None):
        self.app, self.doors = app, tuple(doors)
        self._names, self._access = frozenset(names), access

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, _with_headers(send))
        else:
            await send({"type": "websocket.close", "code": 1008})

    async def _answer(self, scope: Scope, receive: Any, send: Any) -> None:
        door = door_to(self.doors, scope["path"])
        if refusal := self._refusal(scope, door):
            await refusal(scope, receive, send)
        elif door is not None:
            await self._pass(door, _cleaned(scope, door), receive, send)

    def _refusal(self, scope: Scope, door: Door | None) -> Response | None:
        """What to answer instead of the page, None for what may pass."""
        headers = Headers(scope=scope)
        if not named(headers, self._names):
            return _plain("Errata does not answer under this name.", 400)
        own = is_own(headers)
        if self._access and (way_in := self._access.way_in(scope, own)):
            return way_in
        if not own:
            return _sent_here(scope)
        if door is None:
            return _plain("There is nothing here.", 404)
        if scope["method"] not in door.methods:
            return _plain("This cannot be asked that way.", 405, allow=", ".join(sorted(door.methods)))
        return self._access.refusal(scope) if self._access and scope["path"] != ENTER else None

    async def _pass(self, door: Door, scope: Scope, receive: Any, send: Any) -> None:
        """Hand the request on, and stop where its body becomes larger than the door."""
        body = _Measured(receive, door.largest)

        async def answer(message: dict[str, Any]) -> None:
            if not body.too_large:
                await send(message)

        if not body.announced(scope):
            with suppress(_TooLarge):
                await self.app(scope, body, answer)
        if body.too_large:
            words = f"This is too large: {_size(door.largest)} can be sent here. {door.hint}".strip()
            await _plain(words, 413)(scope, receive, send)


class _TooLarge(Exception):
    """The body of a request is larger than its route takes."""


class _Measured:
    """The channel that a body comes by, closed when more has come than `largest` bytes."""

    def __init__(self, receive: Any, largest: int):
        self.too_large = False
        self._receive, self._left = receive, largest

    def announced(self, scope: Scope) -> bool:
        """Whether the request says beforehand that it is too large."""
        length = Headers(scope=scope).get("content-length", "0")
        self.too_large = not length.isdecimal() or int(length) > self._left
        return self.too_large

    async def __call__(self) -> dict[str, Any]:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            self.too_large = True
            raise _TooLarge
        return message


def own_names(host: str) -> frozenset[str]:
    """The names under which the page answers when it listens on `host`, as they stand in an address; on all interfaces, this machine's."""
    names, machine = {*LOOPBACK, in_address(host)}, socket.gethostname().lower()
    if host not in LOOPBACK:
        names |= {machine, f"{machine}.local"}
    if host in ANYWHERE:
        places = [place for several in psutil.net_if_addrs().values() for place in several if place.family == ANYWHERE[host]]
        names |= {in_address(place.address) for place in places if "%" not in place.address}
    return frozenset(names)


def in_address(host: str) -> str:
    """A host as it stands in an address of the web."""
    return f"[{host}]".lower() if ":" in host else host.lower()


def named(headers: Headers, names: Collection[str]) -> bool:
    """Whether a request is meant for this server, by the one Host header that it has."""
    hosts = headers.getlist("host")
    found = _HOST.fullmatch(hosts[0].lower()) if len(hosts) == 1 else None
    return found is not None and found["name"] in names


def is_own(headers: Headers) -> bool:
    """Whether the page itself, a person or a program has sent a request, and no page of another origin.

    Browsers say by Sec-Fetch-Site who asks ("none" is the person, who typed or bookmarked the address), older ones by Origin or
    Referer. Programs such as curl and gradio_client send none of them. Pages that send no Referer, as ours, may send the origin
    "null": that counts only where Sec-Fetch-Site, which no page can set, says that the page is ours.
    """
    own, sites = f"http://{headers.get('host', '').lower()}", headers.getlist("sec-fetch-site")
    origins = {own, "null"} if sites == ["same-origin"] else {own}
    return (
        all(site in ("same-origin", "none") for site in sites)
        and all(origin in origins for origin in headers.getlist("origin"))
        and all(place == own or place.startswith(f"{own}/") for place in headers.getlist("referer"))
    )


def _sent_here(scope: Scope) -> Response:
    """The refusal of what a page of another origin asks for; a person who followed a link from there can go on by hand."""
    words = "Refused: a page of another origin asks for this."
    if Headers(scope=scope).get("sec-fetch-mode") != "navigate" or not is_page(scope):
        return _plain(words, 403)
    query = scope["query_string"].decode("latin-1")
    here = escape(quote(scope["path"]) + (f"?{query}" if query else ""), quote=True)
    page = f'<!DOCTYPE html><html lang="en"><title>Errata</title><p>{words}</p><p>Was it you? <a href="{here}">Open Errata</a></p></html>'
    return HTMLResponse(page, 403, {"cache-control": "no-store"})


def _cleaned(scope: Scope, door: Door) -> Scope:
    """The request without what the door does not hand on, and without what only a proxy should say: Gradio takes addresses from it."""
    headers = [(name, value) for name, value in scope["headers"] if name != b"forwarded" and not name.startswith(b"x-forwarded-")]
    return {**scope, "headers": headers, "scheme": "http", "query_string": scope["query_string"] if door.query else b""}


def _plain(words: str, status: int, **headers: str) -> Response:
    return Words(words, status, {"cache-control": "no-store", **headers})


def _size(largest: int) -> str:
    if not largest:
        return "nothing"
    return f"at most {largest // 2**20} MB" if largest >= 2**20 else f"at most {largest // 2**10} kB"


def _with_headers(send: Any) -> Any:
    async def guarded(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            known = {name.lower() for name, _ in message.get("headers", ())}
            extra = [(name.encode(), value.encode()) for name, value in HEADERS.items() if name.encode() not in known]
            message = {**message, "headers": [*message.get("headers", ()), *extra]}
        await send(message)

    return guarded
