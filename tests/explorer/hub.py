"""A model hub on a real socket with one repository, as far as huggingface_hub asks of it; it can break off or wait inside a file."""

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

REPOSITORY = "invented/judge"
COMMIT = hashlib.sha1(b"judge").hexdigest()


@dataclass
class Hub:
    """The hub: its address, its files, and what was asked of it."""

    url: str
    files: dict[str, bytes]
    gated: bool = False
    breaks_at: int = 0
    """Bytes after which the next large file breaks off, once; 0 never."""
    waits_at: int = 0
    """Bytes after which the next large file waits, once, until `go_on` is called; 0 never."""
    waiting: threading.Event = field(default_factory=threading.Event)
    going: threading.Event = field(default_factory=threading.Event)
    sent: dict[str, int] = field(default_factory=dict)
    """Bytes sent of each file."""

    def go_on(self) -> None:
        """Send the rest of the file that waits."""
        self.going.set()


@contextmanager
def serving(files: dict[str, bytes], gated: bool = False) -> Iterator[Hub]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self.respond(False)

        def do_GET(self) -> None:
            self.respond(True)

        def respond(self, body: bool) -> None:
            path = unquote(urlsplit(self.path).path)
            if hub.gated:
                self.send(b"{}", 403, body, {"X-Error-Code": "GatedRepo"})
            elif path.startswith(f"/api/models/{REPOSITORY}/tree/"):
                rows = [{"type": "file", "path": name, "size": len(data), "oid": digest(data)} for name, data in hub.files.items()]
                self.send(json.dumps(rows).encode(), 200, body)
            elif path in (f"/api/models/{REPOSITORY}", f"/api/models/{REPOSITORY}/revision/main"):
                self.send(
                    json.dumps({"id": REPOSITORY, "sha": COMMIT, "siblings": [{"rfilename": n} for n in hub.files]}).encode(), 200, body
                )
            elif path.startswith(f"/api/models/{REPOSITORY}/revision/"):
                self.send(b"{}", 404, body, {"X-Error-Code": "RevisionNotFound"})
            elif path.startswith(f"/{REPOSITORY}/resolve/"):
                self.file(path.split("/", 5)[5], body)
            else:
                self.send(b"{}", 404, body, {"X-Error-Code": "RepoNotFound"})

        def file(self, name: str, body: bool) -> None:
            data = hub.files[name]
            given = self.headers.get("Range", "")
            start = int(given.removeprefix("bytes=").partition("-")[0]) if given else 0
            headers = {"ETag": f'"{digest(data)}"', "X-Repo-Commit": COMMIT, "Accept-Ranges": "bytes"}
            if given:
                headers["Content-Range"] = f"bytes {start}-{len(data) - 1}/{len(data)}"
            self.send(data[start:], 206 if given else 200, body, headers, name)

        def send(self, data: bytes, status: int, body: bool, headers: dict[str, str] | None = None, name: str = "") -> None:
            self.send_response(status)
            for key, value in {"Content-Type": "application/json", "Content-Length": str(len(data)), **(headers or {})}.items():
                self.send_header(key, value)
            self.end_headers()
            if not body:
                return
            if name and 0 < hub.breaks_at < len(data):
                data, hub.breaks_at = data[: hub.breaks_at], -1
                self.close_connection = True
            if name and 0 < hub.waits_at < len(data):
                self.wfile.write(data[: hub.waits_at])
                self.wfile.flush()
                data, hub.waits_at = data[hub.waits_at :], 0
                hub.waiting.set()
                hub.going.wait(60)
            self.wfile.write(data)
            if name:
                hub.sent[name] = hub.sent.get(name, 0) + len(data)

        def log_message(self, *_: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            pass

    http = Quiet(("127.0.0.1", 0), Handler)
    hub = Hub(f"http://127.0.0.1:{http.server_address[1]}", files, gated)
    threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield hub
    finally:
        http.shutdown()
        http.server_close()


def digest(data: bytes) -> str:
    return hashlib.sha1(data).hexdigest()
