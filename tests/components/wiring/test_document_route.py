"""Documents that take long hold up nothing else, and reading them ends when the browser has left."""

import asyncio
import select
import socket
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.types import Message

from components.wiring.files import DOCUMENT, MOST_DOCUMENTS, routes
from explorer.reading import document_process
from explorer.services.workspace import Workspace
from tests.components import samples
from tests.explorer.reading.test_document_process import MANY_TAGS, readers
from tests.explorer.reading.test_documents import word


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """A server with one analysis stored."""
    with Workspace(tmp_path) as workspace, socket.socket() as listening:
        workspace.store.save(samples.analysis())
        listening.bind(("127.0.0.1", 0))
        listening.listen(64)
        server = uvicorn.Server(uvicorn.Config(Starlette(routes=routes(workspace)), log_level="error"))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        yield int(listening.getsockname()[1])
        server.should_exit = True
        thread.join()


def test_a_document_that_is_sent_comes_back_as_its_text(port: int) -> None:
    found = httpx.post(f"http://127.0.0.1:{port}/errata/document?name=a.docx", content=word())
    assert found.json() == {"text": "The ferry Aldona left.\n\nEverybody waved."}


def sent(port: int) -> socket.socket:
    """A connection by which a document that takes long has been sent."""
    browser = socket.create_connection(("127.0.0.1", port), timeout=60)
    head = f"POST /errata/document?name=a.html HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(MANY_TAGS)}\r\n\r\n"
    browser.sendall(head.encode() + MANY_TAGS)
    return browser


def answered(browsers: Collection[socket.socket], wait: float = 0) -> list[socket.socket]:
    """Those to which something has been said."""
    return select.select(browsers, [], [], wait)[0]


def eventually(true: Callable[[], bool]) -> bool:
    """Whether something becomes true before long, on a busy machine too."""
    deadline = time.monotonic() + 60
    while not true() and time.monotonic() < deadline:
        time.sleep(0.05)
    return true()


def left() -> str:
    """The readers that are still there, to be told where there should be none: whose they are, for how long, and what they do."""
    found = ((p, p.parent()) for p in readers())
    return "; ".join(
        f"{time.time() - p.create_time():.0f} s old, {p.status()}, of {' '.join(of.cmdline()) if of else None}" for p, of in found
    )


def test_many_slow_documents_at_once_hold_up_nothing_else(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as may wait do so, the others are told to come again, and whoever wants something else is answered meanwhile."""
    monkeypatch.setattr(document_process, "SECONDS", 120)
    with ExitStack() as stack:
        browsers = [stack.enter_context(sent(port)) for _ in range(MOST_DOCUMENTS + 4)]
        assert eventually(lambda: len(answered(browsers)) == 4)
        refused = answered(browsers)
        assert all(browser.recv(1000).startswith(b"HTTP/1.1 503 ") for browser in refused)
        assert eventually(lambda: bool(readers()))
        assert len(readers()) <= document_process.AT_ONCE
        assert httpx.get(f"http://127.0.0.1:{port}/errata/analysis/{samples.analysis().id}.json", timeout=60).status_code == 200
        assert answered([browser for browser in browsers if browser not in refused]) == []
    assert eventually(lambda: not readers()), left()


def test_a_document_that_takes_too_long_is_given_up(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_process, "SECONDS", 1)
    answer = httpx.post(f"http://127.0.0.1:{port}/errata/document?name=a.html", content=MANY_TAGS, timeout=120)
    assert answer.status_code == 422
    assert "takes more than 1 seconds" in answer.text


def test_reading_ends_when_the_browser_has_left(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_process, "SECONDS", 120)
    with sent(port):
        assert eventually(lambda: bool(readers()))
    assert eventually(lambda: not readers()), left()


def test_reading_ends_with_a_request_that_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the server is told to stop at once: nobody says that the browser has left."""
    monkeypatch.setattr(document_process, "SECONDS", 120)
    parts: list[Message] = [{"type": "http.request", "body": 4 * MANY_TAGS}]

    async def receive() -> Message:
        return parts.pop() if parts else await asyncio.get_running_loop().create_future()

    async def given_up() -> None:
        scope = {"type": "http", "method": "POST", "path": DOCUMENT, "query_string": b"name=a.html", "headers": []}
        asked = asyncio.create_task(Starlette(routes=routes(workspace))(scope, receive, lambda _: asyncio.sleep(0)))
        assert await asyncio.to_thread(eventually, lambda: bool(readers()))
        asked.cancel()
        assert await asyncio.to_thread(eventually, lambda: not readers())

    with Workspace(tmp_path) as workspace:
        asyncio.run(given_up())
