"""Who may talk to the page: only pages that it served itself, under the names of this machine, within a strict policy.

A page on the open web can make a browser send requests to 127.0.0.1. Three guards stand against it: a list of host
names (DNS rebinding), the origin of everything that is not a plain read (cross-site posts), and response headers.
"""

import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.middleware import Middleware

LOOPBACK = ("127.0.0.1", "localhost")
_ANYWHERE = ("0.0.0.0", "::", "")
_READS = ("GET", "HEAD", "OPTIONS")

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

Scope = dict[str, Any]


class OriginGuard:
    """ASGI middleware: refuses what another origin sends, and adds the protective headers to every answer."""

    def __init__(self, app: Any):
        self.app = app

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket" or (scope["type"] == "http" and not is_own(scope)):
            await _refuse(scope, send)
            return

        async def guarded(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                known = {name.lower() for name, _ in message.get("headers", ())}
                extra = [(name.encode(), value.encode()) for name, value in HEADERS.items() if name.encode() not in known]
                message = {**message, "headers": [*message.get("headers", ()), *extra]}
            await send(message)

        await self.app(scope, receive, guarded)


def is_own(scope: Scope) -> bool:
    """Whether a request may pass: a plain read, or one that no page of another origin has sent.

    Programs such as curl and gradio_client send no Origin header; browsers always do on anything but a plain read.
    """
    if scope["method"] in _READS:
        return True
    headers = dict(scope["headers"])
    origin, host = headers.get(b"origin"), headers.get(b"host", b"")
    if headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
        return False
    return origin is None or origin in (b"http://" + host, b"https://" + host)


async def _refuse(scope: Scope, send: Any) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    await send({"type": "http.response.start", "status": 403, "headers": [(b"content-type", b"text/plain; charset=utf-8")]})
    await send({"type": "http.response.body", "body": b"Refused: this request was sent by a page of another origin."})


def allowed_hosts(host: str) -> list[str]:
    """The names under which the page answers; on all interfaces, those of this machine."""
    names = [*LOOPBACK]
    if host in _ANYWHERE:
        names.append(socket.gethostname())
        with suppress(OSError):
            names.extend(socket.gethostbyname_ex(socket.gethostname())[2])
    elif host not in names:
        names.append(host)
    return names


def guards(host: str) -> list["Middleware"]:
    """The middleware for a page served on `host`, outermost first."""
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware

    return [Middleware(OriginGuard), Middleware(TrustedHostMiddleware, allowed_hosts=allowed_hosts(host), www_redirect=False)]
