"""Whatever Errata does by itself, no connection is made and no name is asked for but on this machine."""

import json
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from engines.declaration.registry import names
from explorer.evaluation.serving import served

ROOT = Path(__file__).parents[2]
WATCH = """
import os, sys

def watch(event, args):
    place = {"socket.connect": 1, "socket.sendto": 1, "socket.getaddrinfo": 0, "socket.gethostbyname": 0}.get(event)
    if place is not None and not (place and isinstance(args[1], (str, bytes))):
        host = args[place][0] if place else args[place]
        with open(os.environ["ERRATA_WATCHED"], "a") as told:
            told.write(f"{event} {host}\\n")

sys.addaudithook(watch)
"""
"""Put before every Python program and those that it starts: tells of every connection but those between programs by a file."""
HERE = ("127.0.0.1", "::1", "localhost", "None", "0.0.0.0", "::")


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that tells of connections."""
    folder, file = tmp_path / "watch", tmp_path / "told.txt"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(WATCH)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), str(ROOT)]))
    monkeypatch.setenv("ERRATA_WATCHED", str(file))
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    return file


def elsewhere(file: Path) -> list[str]:
    lines = file.read_text().splitlines() if file.exists() else []
    return [line for line in lines if line.split(" ", 1)[1] not in HERE]


def test_a_connection_elsewhere_would_be_told(told: Path) -> None:
    code = "import socket\ntry:\n    socket.create_connection(('192.0.2.1', 9), 0.01)\nexcept OSError:\n    pass"
    subprocess.run(
        [sys.executable, "-c", f"import subprocess, sys; subprocess.run([sys.executable, '-c', {code!r}], check=True)"], check=True
    )
    assert elsewhere(told) == ["socket.getaddrinfo 192.0.2.1", "socket.connect 192.0.2.1"]


def test_the_command_line_asks_nobody(told: Path, tmp_path: Path) -> None:
    for name, text in (("reference", "The ferry left Vell in May. Ada steered it."), ("output", "Ada left Vell in June.")):
        (tmp_path / f"{name}.txt").write_text(text)
    texts = ["--reference", str(tmp_path / "reference.txt"), "--output", str(tmp_path / "output.txt")]
    engines = [word for name in names() for word in ("--engine", name)]
    for command in (["analyze", *texts, *engines, "--json"], ["models"], ["doctor"], ["history"]):
        done = subprocess.run(
            [sys.executable, "-m", "explorer", *command, "--data-dir", str(tmp_path / "data")], capture_output=True, cwd=ROOT
        )
        assert done.returncode == 0, done.stderr
    assert elsewhere(told) == []


def test_the_page_asks_nobody(told: Path) -> None:
    with served() as page, httpx.Client(base_url=page.address, timeout=120, trust_env=False) as http:
        assert http.get("/").status_code == http.get("/config").status_code == 200
        event = http.post("/gradio_api/call/analyze", json={"data": ["The ferry left in May.", "The ferry left in June."]}).json()[
            "event_id"
        ]
        assert "event: complete" in http.get(f"/gradio_api/call/analyze/{event}").text
        assert json.loads(http.post("/errata/document?name=a.txt", content=b"It rained.").text) == {"text": "It rained."}
        bad = http.get("/gradio_api/file=http://192.0.2.1/x.png").status_code, http.get("/gradio_api/proxy=http://192.0.2.1/").status_code
        assert bad == (404, 404)
    assert elsewhere(told) == []
