"""A chat server on a real socket that answers as it is told to, well or badly."""

import json
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from engines.backends.chat.servers import Server


@dataclass
class Call:
    """One request: its number, the connection, and what was asked."""

    number: int
    handler: BaseHTTPRequestHandler
    body: dict[str, Any]
    gone: threading.Event

    @property
    def question(self) -> str:
        """The last message."""
        return str(self.body["messages"][-1]["content"])

    def send(self, data: Any, status: int = 200, **headers: str) -> None:
        """Answer with JSON, or with the bytes given."""
        payload = data if isinstance(data, bytes) else json.dumps(data).encode()
        self.handler.send_response(status)
        self.handler.send_header("Content-Type", "application/json")
        self.handler.send_header("Content-Length", str(len(payload)))
        for name, value in headers.items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.end_headers()
        self.handler.wfile.write(payload)

    def fail(self, status: int, message: str = "", **headers: str) -> None:
        """Answer with an error."""
        self.send({"error": {"message": message}}, status, **headers)

    def reply(self, text: str, reason: str = "stop", logprobs: Any = None) -> None:
        """Answer with a whole message."""
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": reason, "logprobs": logprobs}
        self.send({"choices": [choice], "usage": {"prompt_tokens": 7, "completion_tokens": 3}})

    def label(self, yes: float, yes_words: tuple[str, ...] = ("Yes",), no_words: tuple[str, ...] = ("No",)) -> None:
        """Answer Yes or No with token probabilities, divided between the spellings."""
        top = [(w, yes / len(yes_words)) for w in yes_words] + [(w, (1 - yes) / len(no_words)) for w in no_words]
        pairs = [{"token": word, "logprob": math.log(p)} for word, p in sorted(top, key=lambda t: -t[1]) if p]
        self.reply(pairs[0]["token"], logprobs={"content": [{**pairs[0], "top_logprobs": pairs}]})

    def begin_stream(self) -> None:
        """Begin an answer in pieces."""
        self.handler.send_response(200)
        self.handler.send_header("Content-Type", "text/event-stream")
        self.handler.send_header("Connection", "close")
        self.handler.end_headers()
        self.handler.close_connection = True

    def piece(self, text: str, reason: str | None = None) -> None:
        """Send a piece."""
        self.event(json.dumps({"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": reason}]}))

    def event(self, data: str) -> None:
        """Send anything as an event."""
        self.handler.wfile.write(f"data: {data}\n\n".encode())
        self.handler.wfile.flush()

    def stream(self, *pieces: str) -> None:
        """Answer well, in pieces."""
        self.begin_stream()
        for piece in pieces:
            self.piece(piece)
        self.piece("", "stop")
        self.event("[DONE]")

    def wait(self, seconds: float) -> None:
        """Do nothing, but not longer than the server lives."""
        self.gone.wait(seconds)


Behaviour = Callable[[Call], None]


@dataclass
class Misbehaving:
    """The running server: its address, and what was asked of it."""

    url: str
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    broken: list[float] = field(default_factory=list)
    """When it found that the other side had hung up."""

    def server(self, **settings: Any) -> Server:
        """How the client is told of it; a test of a server that hangs is less patient."""
        patience = {"connect_seconds": 2.0, "read_seconds": 10.0, "total_seconds": 60.0, "retries": 2, "context": 2000}
        return Server("test", self.url, **{**patience, **settings})


@contextmanager
def serving(behaviour: Behaviour, listing: Any = None) -> Iterator[Misbehaving]:
    """A server that behaves as told; `listing` is what it says to a question about its models."""
    gone, lock = threading.Event(), threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                number = len(told.bodies)
                told.bodies.append(body)
                told.headers.append(dict(self.headers))
                told.times.append(time.monotonic())
            try:
                behaviour(Call(number, self, body, gone))
            except (BrokenPipeError, ConnectionResetError):
                told.broken.append(time.monotonic())
                self.close_connection = True

        def do_GET(self) -> None:
            Call(-1, self, {}, gone).send(listing, 200 if listing is not None else 404)

        def log_message(self, *_: Any) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 64

        def handle_error(self, *_: Any) -> None:
            pass

    http = Quiet(("127.0.0.1", 0), Handler)
    told = Misbehaving(f"http://127.0.0.1:{http.server_address[1]}/v1")
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield told
    finally:
        gone.set()
        http.shutdown()
        http.server_close()
