"""Documents that take long hold up nothing else, and reading them ends when the browser has left."""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette

from components.wiring.files import MOST_DOCUMENTS, routes
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


def test_many_slow_documents_at_once_hold_up_nothing_else(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_process, "SECONDS", 1)
    several = MOST_DOCUMENTS + 4
    with ThreadPoolExecutor(several) as pool:
        sent = [
            pool.submit(httpx.post, f"http://127.0.0.1:{port}/errata/document?name=a.html", content=MANY_TAGS, timeout=120)
            for _ in range(several)
        ]
        time.sleep(0.5)
        started = time.monotonic()
        assert httpx.get(f"http://127.0.0.1:{port}/errata/analysis/{samples.analysis().id}.json", timeout=60).status_code == 200
        waited = time.monotonic() - started
        running = len(readers())
        answers = [one.result() for one in sent]
    assert running <= document_process.AT_ONCE
    assert [answer.status_code for answer in answers].count(503) == several - MOST_DOCUMENTS
    assert all("takes more than 1 seconds" in answer.text for answer in answers if answer.status_code == 422)
    assert waited < sum(answer.elapsed.total_seconds() for answer in answers if answer.status_code == 422) / 3


def test_reading_ends_when_the_browser_has_left(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as browser:
        head = f"POST /errata/document?name=a.html HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(MANY_TAGS)}\r\n\r\n"
        browser.sendall(head.encode() + MANY_TAGS)
        deadline = time.monotonic() + 30
        while not readers() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert readers()
    left = time.monotonic()
    while readers() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert time.monotonic() - left < document_process.SECONDS / 2
