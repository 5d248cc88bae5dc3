"""Who sends the head of a request byte by byte is hung up on; who is slow with a body, or waits for an answer, is not."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[3]
SECONDS = 1.0
SERVER = f"""
import asyncio, sys
from components import server
from components.wiring import prompt_requests

prompt_requests.SECONDS = {SECONDS}

async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    body = b""
    while (message := await receive()).get("more_body"):
        body += message["body"]
    body += message.get("body", b"")
    await asyncio.sleep(float(scope["query_string"] or 0))
    await send({{"type": "http.response.start", "status": 200, "headers": [(b"content-length", str(len(body)).encode())]}})
    await send({{"type": "http.response.body", "body": body}})

sockets = server.listening("127.0.0.1", 0)
server._run(app, sockets, lambda: print(sockets[0].getsockname()[1], flush=True), lambda: None)
"""
GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of an application served as the page is, with a short deadline."""
    server = subprocess.Popen([sys.executable, "-c", SERVER], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    yield int(server.stdout.readline())
    server.kill()
    server.wait()
    server.stdout.close()


@pytest.fixture
def line(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        yield connection


def drip(line: socket.socket, head: bytes) -> tuple[float, bytes]:
    """Send a head byte by byte until the other side has had enough: after how many seconds, and what it said."""
    line.settimeout(0.05)
    started, said = time.monotonic(), b""
    for byte in head * 10:
        try:
            line.sendall(bytes([byte]))
            said += line.recv(1000)
        except TimeoutError:
            continue
        except OSError:
            break
        if said:
            break
    return time.monotonic() - started, said


def answer(line: socket.socket) -> bytes:
    said = b""
    while b"\r\n\r\n" not in said and (piece := line.recv(1000)):
        said += piece
    return said


def test_a_head_sent_byte_by_byte_is_cut_short(line: socket.socket) -> None:
    seconds, said = drip(line, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: " + b"x" * 1000)
    assert SECONDS * 0.9 < seconds < SECONDS + 10
    assert said.startswith(b"HTTP/1.1 408 ")


def test_so_is_the_second_head_of_a_connection(line: socket.socket) -> None:
    line.sendall(GET)
    assert answer(line).startswith(b"HTTP/1.1 200 ")
    seconds, said = drip(line, b"GET / HTTP/1.1\r\nX-Slow: " + b"x" * 1000)
    assert SECONDS * 0.9 < seconds < SECONDS + 10
    assert said.startswith(b"HTTP/1.1 408 ")


def test_a_connection_that_says_nothing_is_closed(line: socket.socket) -> None:
    started = time.monotonic()
    assert answer(line) == b""
    assert time.monotonic() - started < SECONDS + 10


def test_a_connection_outlives_the_pause_of_a_client(line: socket.socket) -> None:
    """Clients keep a connection for five seconds and more; one that is closed meanwhile fails the request that is on its way."""
    line.sendall(GET)
    assert answer(line).startswith(b"HTTP/1.1 200 ")
    time.sleep(5.5)
    line.sendall(GET)
    assert answer(line).startswith(b"HTTP/1.1 200 ")


def test_many_slow_connections_leave_room_for_others(port: int) -> None:
    slow = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(200)]
    try:
        for each in slow:
            each.sendall(b"GET / HTTP/1.1\r\n")
        with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
            line.sendall(GET)
            assert answer(line).startswith(b"HTTP/1.1 200 ")
        assert all(answer(each).startswith(b"HTTP/1.1 408 ") for each in slow)
    finally:
        for each in slow:
            each.close()


def test_slow_bodies_and_answers_are_waited_for(line: socket.socket) -> None:
    line.sendall(b"POST /?%.1f HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\n\r\nfe" % (1.5 * SECONDS))
    time.sleep(1.5 * SECONDS)
    line.sendall(b"rr")
    said = answer(line)
    assert said.startswith(b"HTTP/1.1 200 ")
    assert said.endswith(b"ferr") or line.recv(4) == b"ferr"


def test_a_body_does_not_wait_for_its_head_to_be_acknowledged(line: socket.socket) -> None:
    """Where it does, an answer takes 40 ms once the connection is no longer new."""
    took = []
    for _ in range(60):
        started = time.monotonic()
        line.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\n\r\nferr")
        said = b""
        while not said.endswith(b"ferr"):
            said += line.recv(1000)
        took.append(time.monotonic() - started)
    assert median(took[30:]) < 0.03
