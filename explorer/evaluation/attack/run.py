"""The attack on a page of its own, and what is wrong with its answers."""

import json
import select
import socket
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from engines.core.digits import whole_number
from explorer.evaluation.attack.requests import PARTS, Known, Request, requests
from explorer.evaluation.attack.routes import POST
from explorer.evaluation.serving import Served, served

WAIT = 60.0
"""Seconds for an answer."""
PROTECTING = ("content-security-policy", "x-frame-options", "x-content-type-options", "referrer-policy", "cross-origin-resource-policy")
_ENDLESS = (b"POST", b"HTTP/1.1\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n")
_PIECE = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
_PIECES = 2200
"""Of 64 kB each: more than any route takes."""
_ROWS = b'{"id": "1", "article": "The ferry left Brekke in May.", "summary": "=1+1 left <b>Brekke</b>.", "label": 1, "model": "=A1"}\n'


@dataclass(frozen=True)
class Finding:
    """A request whose answer is wrong: what is wrong, and how to ask again."""

    why: str
    method: str
    path: str
    headers: dict[str, str]
    body: str


@dataclass
class Told:
    """What was tried: requests of each part, answers of each status, the slowest answer in seconds, and what was found."""

    asked: Counter[str] = field(default_factory=Counter)
    answers: Counter[int] = field(default_factory=Counter)
    slowest: float = 0.0
    findings: list[Finding] = field(default_factory=list)


def attack(parts: Sequence[str] = PARTS, most: int | None = None) -> Told:
    """Every request of these parts to a page of its own, of each part and route `most` where that is given; and bodies without end."""
    import httpx

    told = Told()
    with served() as page, httpx.Client(base_url=page.address, timeout=WAIT, trust_env=False) as http:
        known = _prepared(http)
        send(http, requests(known, parts, most), told, page.folder)
        for path in dict.fromkeys(path for path, _ in POST[:most]):
            _endless(page, known.path(path), told)
        opened = ("/", "/config", f"/errata/analysis/{known.id}.html", "/annotate")
        send(http, [Request("after", "GET", path) for path in opened], told, page.folder)
        after = http.get(f"/errata/analysis/{known.id}.json")
        if after.status_code != 200 or http.get("/").status_code != 200:
            told.findings.append(Finding("the page does not open any more", "GET", "/", {}, after.text[:200]))
    return told


def send(http: Any, asked: Iterable[Request], told: Told, folder: str) -> None:
    """Ask, and hold every answer against what must be true of it."""
    import httpx

    for request in asked:
        told.asked[request.part] += 1
        started = time.monotonic()
        try:
            why = _wrong(request, *_answered(http, request, told), folder)
        except httpx.HTTPError as problem:
            why = f"no answer: {type(problem).__name__} {problem}"
        told.slowest = max(told.slowest, time.monotonic() - started)
        if why:
            told.findings.append(Finding(why, request.method, request.path[:300], request.headers, repr(request.body[:300])))


def _answered(http: Any, request: Request, told: Told) -> tuple[int, Any, str]:
    headers = {"content-type": "application/json", **request.headers} if request.body else request.headers
    as_it_is = {"target": request.path.encode("ascii")}  # or else `..` would be resolved before it is sent
    with http.stream(request.method, "/", content=request.body or None, headers=headers, extensions=as_it_is) as answer:
        told.answers[answer.status_code] += 1
        body = b""
        if "event-stream" not in answer.headers.get("content-type", ""):  # those stay open
            body = answer.read()
        return answer.status_code, answer.headers, body[:2_000_000].decode("utf-8", "replace")


def _wrong(request: Request, status: int, headers: Any, body: str, folder: str) -> str:
    """What is wrong with an answer, "" for nothing."""
    if status >= 500:
        return f"status {status}: {body[:200]}"
    if request.refused and not 400 <= status < 500:
        return f"answered with {status}"
    if missing := [name for name in PROTECTING if name not in headers]:
        return f"without {', '.join(missing)}"
    if "access-control-allow-origin" in headers:
        return "another origin may read it"
    if folder in body:
        return "tells where the data folder is"
    return "has a traceback in it" if "Traceback (most recent call last)" in body else ""


def _prepared(http: Any) -> Known:
    """An analysis and a batch in the history of the page."""
    asked = {"reference": "The ferry left Brekke in May.", "output": "The ferry left in June."}
    answer = http.post("/gradio_api/call/v2/analyze", json=asked)
    event = answer.raise_for_status().json()["event_id"]
    http.get(f"/gradio_api/call/v2/analyze/{event}").raise_for_status()
    (line,) = http.get("/errata/history.jsonl").raise_for_status().iter_lines()
    record = json.loads(line)
    upload = http.post("/errata/batch/file?name=ferries.jsonl", content=_ROWS).raise_for_status().json()["upload"]
    columns = {"reference": ["article"], "output": "summary", "id": "id", "label": "label", "groups": ["model"]}
    begin = {"upload": upload, "name": "<b>=Ferries</b>", "columns": columns, "choice": '{"engine": "scale"}'}
    batch = http.post("/errata/batch/begin", json=begin).raise_for_status().json()["id"]
    return Known(record["id"], batch, record)


def _endless(page: Served, path: str, told: Told) -> None:
    """A body in pieces that goes on until it is refused; far more than the largest that any route takes is never read."""
    host, port = page.place.split(":")
    told.asked["endless"] += 1
    sent, answer = 0, b""
    started = time.monotonic()
    with socket.create_connection((host, int(port)), timeout=WAIT) as connection, suppress(OSError):
        connection.sendall(_ENDLESS[0] + b" " + path.encode() + b" " + _ENDLESS[1] + f"host: {page.place}\r\n\r\n".encode())
        connection.setblocking(True)
        connection.settimeout(WAIT)
        while sent < _PIECES and not _readable(connection):
            connection.sendall(_PIECE)
            sent += 1
        answer = connection.recv(1000)
    told.slowest = max(told.slowest, time.monotonic() - started)
    status = answer.split(b" ")[1:2]
    told.answers[whole_number(status[0].decode("ascii", "replace"), 999) or 0 if status else 0] += 1
    if sent >= _PIECES or (status and status[0] >= b"500"):
        told.findings.append(Finding(f"took {sent * 64} kB, then {answer[:60]!r}", "POST", path, {}, "without end"))


def _readable(connection: socket.socket) -> bool:
    return bool(select.select([connection], [], [], 0)[0])
