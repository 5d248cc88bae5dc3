"""The page as a person meets it: the real server, a store with analyses in it, and headless Chromium."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright import sync_api as playwright

from explorer.services.workspace import Workspace
from tests.chromium import CHROMIUM
from tests.components import samples
from tests.e2e import seeds
from tests.e2e.visiting import PATIENCE, Tabs, Visit

ROOT = Path(__file__).resolve().parents[2]
playwright.expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs a browser, and may be tried once more: a busy machine keeps a browser waiting longer than anybody would."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=1))
            if not CHROMIUM:
                item.add_marker(pytest.mark.skip(reason="there is no Chromium here"))


@pytest.fixture(scope="session")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the sample analyses in it."""
    folder = tmp_path_factory.mktemp("data")
    with Workspace(folder) as workspace:
        for title, analysis in seeds.analyses():
            workspace.store.save(analysis, key=None, title=title)
    return folder


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


WAITING = """
import sys
from components import server
from explorer.cli.main import main

server.WARMING = 3600.0
sys.exit(main(["serve", *sys.argv[1:]]))
"""
"""What `app.py` does, but models are loaded when a run asks for them, which saves most of what a server does at first."""


def start(
    folder: Path, port: int, *options: str, host: str = "127.0.0.1", warm: bool = False, **environment: str
) -> "subprocess.Popen[bytes]":
    """A server on that port with that data folder, once it answers; where it is `warm`, its models are loaded soon after."""
    program = ["app.py"] if warm else ["-c", WAITING]
    command = [sys.executable, *program, "--port", str(port), "--data-dir", str(folder), "--no-browser", *options]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", **environment}
    with (folder / "server.log").open("a") as log:
        server = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, env=environment)
    for _ in range(480):
        try:
            urllib.request.urlopen(f"http://{host}:{port}/", timeout=5).close()
            return server
        except urllib.error.HTTPError as refused:
            assert refused.code == 401  # it asks for a token
            return server
        except OSError:
            assert server.poll() is None, (folder / "server.log").read_text()
            time.sleep(0.25)
    server.kill()
    raise AssertionError("The server does not answer: " + (folder / "server.log").read_text())


def stop(server: "subprocess.Popen[bytes]") -> None:
    """End a server."""
    server.terminate()
    try:
        server.wait(30)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


@pytest.fixture(scope="session")
def url(data_dir: Path) -> Iterator[str]:
    """The address of a running page."""
    port = free_port()
    server = start(data_dir, port, warm=True)
    yield f"http://127.0.0.1:{port}/"
    stop(server)


@pytest.fixture(scope="module")
def tabs(browser: playwright.Browser, url: str) -> Iterator[Tabs]:
    """Tabs that the tests of a file use one after another."""
    tabs = Tabs(browser, url)
    yield tabs
    tabs.close()


@pytest.fixture
def visit(browser: playwright.Browser, url: str, tabs: Tabs, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Open a page: `visit("?a=ID", color_scheme="dark")`; in a new tab where a test is tried once more."""
    visits = Visit(browser, url, tabs if getattr(request.node, "execution_count", 1) == 1 else None)
    yield visits
    visits.close()
    assert not visits.bad


@pytest.fixture
def sample(visit: Visit) -> playwright.Page:
    """The sample analysis, opened by its permanent link."""
    page = visit(f"?a={samples.analysis().id}")
    playwright.expect(page.locator("#review .chip")).to_have_count(7)
    return page
