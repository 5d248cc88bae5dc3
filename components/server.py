"""The page, served: behind the guard and on sockets of our own, so that nothing of Gradio's answers before it."""

import errno
import logging
import os
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from components.page import build, page_settings
from components.wiring.access import Access
from components.wiring.batch_routes import batch_routes
from components.wiring.calls import Completed, Explained, tell_misfits
from components.wiring.doors import GRADIO, own_doors
from components.wiring.endpoints import NAMES, Endpoints
from components.wiring.files import routes
from components.wiring.gradio_loading import being_built, load_gradio, mount
from components.wiring.guards import ANYWHERE, LOOPBACK, Guard, in_address, own_names
from engines.core.errors import InputError, StoreError
from engines.core.machine import personal
from explorer.services.tabs.runs import Runs
from explorer.services.warming import Warming
from explorer.services.workspace import Workspace
from sessions.paths import write_private

KEPT_OPEN = 75
"""Seconds that a connection stays open between two requests: longer than clients keep one (httpx 5, browsers mostly 60 at most), so
that none is closed just when the next request is on its way."""

CLOSING = 1
"""Seconds that open connections are given when the server is stopped."""

WARMING = 1.0
"""Seconds after the page is up from which on models are loaded: until then the browser loads the page, and would wait for the processor."""

OPENING = "open.html"
"""The file that takes the browser to a page behind a token."""

_NO_SUCH_ADDRESS = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


def serve(
    host: str = "127.0.0.1",
    port: int = 7860,
    data_dir: str | Path | None = None,
    open_browser: bool = True,
    token: str | None = None,
) -> None:
    """Serve the page until it is interrupted.

    Args:
        token: what everybody must know who comes in; empty, one is made and printed. None leaves the page open to every user and
            program of this machine, and is refused where other machines reach it.

    Raises:
        InputError: the address cannot be used, or other machines could reach the page and there is no token.
        StoreError: the data folder cannot be used.
    """
    host = host.strip("[]")
    if token is None and reaches_others(host):
        raise InputError(f"Other machines could reach the page on {host}. Add --token, so that only those who have it come in.")
    # Read by gradio and huggingface_hub when they are imported; nothing is to be sent anywhere.
    os.environ |= {"GRADIO_ANALYTICS_ENABLED": "False", "HF_HUB_DISABLE_TELEMETRY": "1"}
    load_gradio()
    made = secrets.token_urlsafe(32) if token == "" else ""
    warming = Warming()
    runs = Runs(warming=warming)
    with Workspace(data_dir) as workspace:
        folder = workspace.store.path.parent
        sockets = listening(host, port)
        port = sockets[0].getsockname()[1]
        access, written = None if token is None else Access(token or made, port), list[Path]()

        def started() -> None:
            for words in announced(host, port, folder, made):
                print(words, flush=True)
            _later(WARMING, warming.begin)
            if open_browser:
                _later(0, lambda: webbrowser.open(_opening(f"http://{_shown(host)}:{port}/", folder, access, written)))

        def stopped() -> None:
            runs.close()
            for file in written:
                file.unlink(missing_ok=True)
                if file.parent != folder:
                    file.parent.rmdir()

        with suppress(KeyboardInterrupt):
            _run(guarded(workspace, host, access, runs), sockets, started, stopped)


def reaches_others(host: str) -> bool:
    """Whether other machines can reach what listens on `host`.

    Raises:
        InputError: it is no address.
    """
    return not all(ip_address(place[0].partition("%")[0]).is_loopback for _, place in _places(host))


def listening(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen on every address of `host`, all on one port; 0 takes any that is free.

    Raises:
        InputError: it is no address of this machine, or another program has the port.
    """
    sockets: list[socket.socket] = []
    for family, place in _places(host):
        try:
            sockets.append(socket.create_server((place[0], port, *place[2:]), family=family, backlog=2048))
        except OSError as problem:
            if sockets and problem.errno in _NO_SUCH_ADDRESS:
                continue  # localhost is ::1 too, on machines that have it
            for other in sockets:
                other.close()
            raise InputError(_why(host, port, problem)) from problem
        port = sockets[0].getsockname()[1]
    return sockets


def _places(host: str) -> list[tuple[Any, Any]]:
    try:
        found = socket.getaddrinfo(host.strip("[]"), 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE) if host else []
    except (OSError, UnicodeError):
        found = []
    if not found:
        raise InputError(f"{host!r} is no address of this machine. Choose another with --host.")
    return sorted({(place[0], place[4]) for place in found}, key=lambda place: place[0] != socket.AF_INET)


def _why(host: str, port: int, problem: OSError) -> str:
    if problem.errno in _NO_SUCH_ADDRESS:
        return f"{host!r} is no address of this machine. Choose another with --host."
    if problem.errno == errno.EACCES:
        return f"Port {port} is kept for the system. Choose another with --port, from 1024 on."
    return f"Port {port} on {host} cannot be used: another program, or another Errata, may have it. Choose another with --port."


def guarded(workspace: Workspace, host: str, access: Access | None = None, runs: Runs | None = None) -> Guard:
    """The whole application: Gradio's page and our own routes, behind the guard."""
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.cors import CORSMiddleware

    runs = runs or Runs()
    own = [*routes(workspace), *batch_routes(workspace, runs), *(access.routes() if access else ())]
    # What the page lists, and what has no workspace, goes by the folder of the page.
    personal.use(workspace.settings_folder)
    # Where its parent has rules for other origins, Gradio adds none; these let in nobody.
    endpoints = {name: getattr(Endpoints(workspace), name) for name in NAMES}
    app = Starlette(routes=own, middleware=[Middleware(CORSMiddleware), Middleware(Explained), Middleware(Completed, endpoints)])
    with being_built():
        page = build(workspace, runs)
    mount(page, app, page_settings(workspace))
    tell_misfits(app.routes[-1].app)  # type: ignore[attr-defined]
    return Guard(app, own_names(host), (*own_doors(own), *GRADIO), access)


def _run(app: Any, sockets: list[socket.socket], started: Callable[[], None], stopped: Callable[[], None]) -> None:
    """Serve until a signal ends it; uvicorn passes the signal on, so what is to be done before the end is done by `stopped`."""
    import uvicorn

    from components.wiring.prompt_requests import PromptRequests

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            started()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            logging.getLogger("uvicorn.error").disabled = True  # it would tell at length of every page that is still open
            await super().shutdown(sockets)
            stopped()

    settings: dict[str, Any] = {"http": PromptRequests, "ws": "none", "proxy_headers": False, "server_header": False, "access_log": False}
    settings["timeout_keep_alive"] = KEPT_OPEN
    Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=CLOSING, **settings)).run(sockets)


def _later(seconds: float, work: Callable[[], Any]) -> None:
    timer = threading.Timer(seconds, work)
    timer.daemon = True
    timer.start()


def announced(host: str, port: int, folder: Path, made: str = "") -> Iterator[str]:
    """What is printed when the page is up: where it is, with the token if one was `made` for this run, and who else reaches it."""
    query = f"?token={made}" if made else ""
    yield f"Errata is at http://{_shown(host)}:{port}/{query} (analyses are kept in {folder}). Stop it with Ctrl+C."
    if host in ANYWHERE:
        others = sorted(name for name in own_names(host) - own_names(LOOPBACK[0]) if name.strip("[]") not in {"::1", *ANYWHERE})
        yield f"Other machines reach it at port {port} of {', '.join(others)}."
    if reaches_others(host):
        yield "What goes over the network is not encrypted: use it where you trust the network, or through an SSH tunnel."


def _shown(host: str) -> str:
    """The name by which a browser on this machine finds the page."""
    return in_address({"0.0.0.0": LOOPBACK[0], "::": "::1"}.get(host, host))


def _opening(address: str, folder: Path, access: Access | None, written: list[Path]) -> str:
    """What the browser is told to open. Command lines are no place for secrets, so a file that only its owner reads has the ticket.

    Where the data folder can only be read the file lies in a temporary folder; where there is none either, the page asks for the token.

    Args:
        written: the file is added to it, for whoever removes it in the end.
    """
    if access is None:
        return address
    page = f'<!DOCTYPE html><title>Errata</title><meta http-equiv="refresh" content="0; url={address}?token={access.ticket()}">'
    for place in (lambda: str(folder), lambda: mkdtemp(prefix="errata-")):
        with suppress(StoreError, OSError):
            file = Path(place(), OPENING)
            write_private(file, page)
            written.append(file)
            return file.as_uri()
    return address
