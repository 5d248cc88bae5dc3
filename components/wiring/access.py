"""The token that closes the page to everybody who does not know it, as Jupyter's does.

The browser that Errata opens shows a ticket, which is good once and never stands on a command line, where other users of the machine
could read it; anybody else comes in by the printed address, or by the form on the page that turns them away. From then on a cookie
goes along, which no script can read and no other site can send. Programs send the token in a header.
"""

import hashlib
import hmac
import os
import re
import secrets
import time
from collections.abc import MutableMapping
from html import escape
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from components.html.answers import Words
from engines.core.errors import InputError

ENTER = "/errata/token"
"""Where the form sends the token."""

VARIABLE = "ERRATA_TOKEN"
"""The environment variable that may hold the token: unlike a command line, it is not shown to other users of the machine."""

TICKET_SECONDS = 300.0
"""How long the ticket of the browser that is being opened is good."""

LARGEST = 2**12
"""Bytes of a form with a token in it."""

_PAGE = re.compile(r"/|/(annotate|agreement|errata/class)(/.*)?")
_TOKEN = re.compile(r"[!-~]{12,200}")
_ROUNDS = 100_000

Scope = MutableMapping[str, Any]


def chosen_token(given: str | None) -> str | None:
    """The token to ask for: the one given, or else that of the environment. Empty if one is to be made, None if none is to be asked for.

    Raises:
        InputError: it is too short to keep anybody out, or cannot be sent in a header.
    """
    token = given or os.environ.get(VARIABLE) or given
    if token and not _TOKEN.fullmatch(token):
        raise InputError("A token has 12 to 200 letters, digits or signs, without spaces. Give --token alone to have one made.")
    return token


class Access:
    """Knows who may come in. `port` is part of the cookie's name, since browsers send cookies to every port of a machine."""

    def __init__(self, token: str, port: int):
        self._token = _digest(token)
        self._cookie = f"errata-{port}"
        # The same after a restart with the same token; whoever should see the cookie does not have the token by it.
        self._pass = hashlib.pbkdf2_hmac("sha256", token.encode(), self._cookie.encode(), _ROUNDS).hex()
        self._tickets: dict[bytes, float] = {}

    def ticket(self) -> str:
        """What opens the page once, within five minutes, in place of the token."""
        ticket = secrets.token_urlsafe(32)
        self._tickets[_digest(ticket)] = time.monotonic() + TICKET_SECONDS
        return ticket

    def refusal(self, scope: Scope) -> Response | None:
        """None for who has the cookie or sends the token, or else how to come in."""
        headers = Headers(scope=scope)
        given = [words[7:].strip() for words in headers.getlist("authorization") if words[:7].lower() == "bearer "]
        if any(self._is_token(words) for words in given) or any(_same(words, self._pass) for words in self._cookies(headers)):
            return None
        if is_page(scope) and "text/html" in headers.get("accept", ""):
            return self._form(scope)
        return Words(
            "This Errata asks for its token: send it as `Authorization: Bearer TOKEN`, or open the page in your browser first.",
            401,
            _UNKNOWN,
        )

    def routes(self) -> list[Route]:
        """Where the form sends the token."""
        return [Route(ENTER, self._signing_in, methods=["POST"])]

    def way_in(self, scope: Scope, own: bool) -> Response | None:
        """The answer to who shows a token or ticket in the address of the page; None for any other request.

        `own` says that no page of another origin has sent the request. One may have where the address has the secret itself: the file
        that opens the browser is such a page.
        """
        given = _field(scope["query_string"].decode("latin-1")) if is_page(scope) else None
        if given is None:
            return None
        if self._is_token(given) or self._is_ticket(given):
            return self._entered(scope)
        return self._form(scope, "This is not the token, or its address was used already.") if own else None

    async def _signing_in(self, request: Request) -> Response:
        if self._is_token(_field((await request.body()).decode("latin-1")) or ""):
            return self._signed(RedirectResponse(_asked_address(request.scope), 303, {"cache-control": "no-store"}))
        return self._form(request.scope, "This is not the token.", _asked_address(request.scope))

    def _entered(self, scope: Scope) -> Response:
        # Not a redirection: what another page began would go on without the cookie, which is strict.
        address = escape(_address(scope), quote=True)
        page = f'<!DOCTYPE html><html lang="en"><title>Errata</title><meta http-equiv="refresh" content="0; url={address}"></html>'
        return self._signed(HTMLResponse(page, headers={"cache-control": "no-store"}))

    def _signed(self, response: Response) -> Response:
        response.set_cookie(self._cookie, self._pass, httponly=True, samesite="strict")
        return response

    def _form(self, scope: Scope, words: str = "", address: str = "") -> Response:
        action = escape(f"{ENTER}?{urlencode({'to': address or _address(scope)})}", quote=True)
        # Browsers that may send no Referer at all say of a form that it comes from nowhere.
        return HTMLResponse(_FORM.format(action=action, words=escape(words)), 401, {**_UNKNOWN, "referrer-policy": "same-origin"})

    def _cookies(self, headers: Headers) -> list[str]:
        """The values of our cookie: another server on this machine may have set one of the same name, which must not shut anybody out."""
        pairs = [part.strip().partition("=") for line in headers.getlist("cookie") for part in line.split(";")]
        return [value for name, _, value in pairs if name == self._cookie]

    def _is_token(self, words: str) -> bool:
        return hmac.compare_digest(_digest(words), self._token)

    def _is_ticket(self, words: str) -> bool:
        until = self._tickets.pop(_digest(words), None)
        return until is not None and time.monotonic() < until


_UNKNOWN = {"www-authenticate": 'Bearer realm="Errata"', "cache-control": "no-store"}

_FORM = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Errata</title><meta name="viewport" content="width=device-width, initial-scale=1">
<style>:root{{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}} main{{max-width:34rem;margin:12vh auto;padding:0 1rem}}
input,button{{font:inherit;padding:.4rem .7rem}} [role=alert]{{color:#b3261e}}</style></head>
<body><main><h1>Errata</h1><p>This Errata opens with its token. The address that was printed where it was started has it: open
that first, or copy what stands in it after <code>token=</code> into this field. Whoever started Errata can tell you. You will then see the
page that you asked for, and this browser is not asked again until it is closed.</p>
<form method="post" action="{action}"><label>Token <input type="password" name="token" required autofocus autocomplete="off"></label>
<button>Open</button></form><p role="alert">{words}</p></main></body></html>"""


def _digest(words: str) -> bytes:
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).digest()


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(_digest(one), _digest(other))


def _field(encoded: str) -> str | None:
    """The one `token` of a query or a form."""
    found = [value for name, value in parse_qsl(encoded, keep_blank_values=True) if name == "token"]
    return found[0] if len(found) == 1 else None


def is_page(scope: Scope) -> bool:
    """Whether a page is asked for that a person opens: the page itself, one of annotators, or one of a class."""
    return scope["method"] == "GET" and _PAGE.fullmatch(scope["path"]) is not None


def _address(scope: Scope) -> str:
    """The page that was asked for, of the first one with its analysis, batch or comparison; and nothing of the token."""
    asked, path = parse_qsl(scope["query_string"].decode("latin-1")), scope["path"]
    query = urlencode([(name, value) for name, value in asked if (name in ("a", "b", "c") if path == "/" else name != "token")])
    return quote(path) + (f"?{query}" if query else "")


def _asked_address(scope: Scope) -> str:
    """The page that the form was shown in the place of; the first one where it names none of ours."""
    asked = dict(parse_qsl(scope["query_string"].decode("latin-1"))).get("to", "/")
    path = unquote(asked.partition("?")[0])
    return asked if _PAGE.fullmatch(path) and asked.isascii() and asked.isprintable() else "/"
