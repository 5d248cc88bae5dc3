"""A page of Errata that answers while examples ask it."""

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

LONGEST = 120
"""Seconds that it may take to start."""


@contextmanager
def serving() -> Iterator[str]:
    """The host and port of a page with a data folder of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "explorer", "serve", "--no-browser", "--port", str(port), "--data-dir", folder]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            _wait(server, port)
            yield f"127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(60)


def _wait(server: "subprocess.Popen[bytes]", port: int) -> None:
    """Until it answers."""
    import httpx

    for _ in range(LONGEST * 4):
        if server.poll() is not None:
            raise RuntimeError("The page did not start.")
        try:
            httpx.get(f"http://127.0.0.1:{port}/", timeout=5, trust_env=False)
            return
        except httpx.TransportError:
            time.sleep(0.25)
    raise RuntimeError("The page does not answer.")
