"""`errata serve`: what it refuses before anything is served."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

from components.server import _opening, announced, listening, reaches_others
from components.wiring.access import Access
from engines.core.errors import InputError
from engines.core.machine.files import ASSETS
from tests.explorer.running import Errata


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "[::]", "192.0.2.7"])
def test_a_host_that_others_reach_needs_a_token(errata: Errata, tmp_path: Path, host: str) -> None:
    ran = errata("serve", "--host", host, "--no-browser", "--data-dir", tmp_path)
    assert ran.code == 2
    assert "Add --token" in ran.err


@pytest.mark.parametrize("host", ["", "no.such.host.invalid", "999.1.1.1", "a b", "\N{SNOWMAN}" * 90])
def test_a_host_that_is_none_is_named(errata: Errata, tmp_path: Path, host: str) -> None:
    ran = errata("serve", "--host", host, "--no-browser", "--data-dir", tmp_path)
    assert ran.code == 1
    assert "no address of this machine" in ran.err


def test_a_weak_token_is_refused(errata: Errata, tmp_path: Path) -> None:
    ran = errata("serve", "--token", "1234", "--no-browser", "--data-dir", tmp_path)
    assert ran.code == 1
    assert "12 to 200" in ran.err


def test_a_port_that_is_taken_is_named(errata: Errata, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        ran = errata("serve", "--port", other.getsockname()[1], "--no-browser", "--data-dir", tmp_path)
    assert ran.code == 1
    assert "Choose another with --port" in ran.err


@pytest.mark.parametrize(
    ("host", "others"),
    [("127.0.0.1", False), ("localhost", False), ("127.8.0.1", False), ("::1", False), ("[::1]", False), ("0.0.0.0", True)],
)
def test_who_can_reach_an_address(host: str, others: bool) -> None:
    assert reaches_others(host) is others


def test_every_address_of_a_name_is_listened_on_at_one_port() -> None:
    sockets = listening("localhost", 0)
    try:
        assert len({place.getsockname()[1] for place in sockets}) == 1
        assert sockets[0].getsockname()[0] == "127.0.0.1"
    finally:
        for place in sockets:
            place.close()
    with pytest.raises(InputError, match="no address of this machine"):
        listening("192.0.2.7", 0)


def test_what_is_printed_says_where_the_page_is_and_who_reaches_it() -> None:
    (here,) = announced("127.0.0.1", 7860, Path("data"))
    assert here.startswith("Errata is at http://127.0.0.1:7860/ (")
    (here,) = announced("::1", 7860, Path("data"), "made")
    assert here.startswith("Errata is at http://[::1]:7860/?token=made (")
    here, others, caution = announced("0.0.0.0", 7860, Path("data"), "made")
    assert here.startswith("Errata is at http://127.0.0.1:7860/?token=made (")
    assert socket.gethostname().lower() in others
    assert "not encrypted" in caution


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="the browser of the test is a shell script")
def test_where_the_data_folder_takes_no_file_the_browser_comes_in_by_a_temporary_one(tmp_path: Path) -> None:
    """It is gone in the end, folder and all."""
    data, spare, told, browser = (tmp_path / name for name in ("data", "spare", "told", "browser"))
    spare.mkdir()
    (data / "open.html").mkdir(parents=True)  # in the way even of root, who may write into folders that are read-only
    browser.write_text(f'#!/bin/sh\necho "$1" > {told}.part\nmv {told}.part {told}\n')
    browser.chmod(0o700)
    environment = {**os.environ, "BROWSER": f"{browser} %s", "TMPDIR": str(spare)}
    command = [sys.executable, "app.py", "--port", "0", "--data-dir", str(data), "--token"]
    with subprocess.Popen(command, cwd=ASSETS.parent, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
        deadline = time.monotonic() + 120
        while not told.exists() and server.poll() is None and time.monotonic() < deadline:
            time.sleep(0.1)
        page = Path(url2pathname(urlsplit(told.read_text().strip()).path)) if told.exists() else tmp_path
        there = page.name == "open.html" and page.is_relative_to(spare) and "?token=" in page.read_text()
        closed = there and page.stat().st_mode & 0o077 == page.parent.stat().st_mode & 0o077 == 0
        server.terminate()
        said = server.communicate(timeout=60)[0].decode()
    assert there and closed, said
    assert "Traceback" not in said
    assert not page.parent.exists()


def test_without_any_place_for_the_file_the_page_asks_for_the_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    written: list[Path] = []
    address = "http://127.0.0.1:7860/"
    assert _opening(address, tmp_path / "gone", Access("a-token-for-the-tests", 7860), written) == address
    assert written == []
    assert _opening(address, tmp_path, Access("a-token-for-the-tests", 7860), written) == (tmp_path / "open.html").as_uri()
    assert written == [tmp_path / "open.html"]
