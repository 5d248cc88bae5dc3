"""A server of its own, for measurements and examples: begun with an empty data folder, and ended with them."""

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

STARTING = 120.0
"""Seconds that the page may take to answer."""


@dataclass(frozen=True)
class Served:
    """Where the page is, and the id of its process."""

    address: str
    process: int
    folder: str = ""
    """Its data folder."""

    @property
    def place(self) -> str:
        """Its host and port."""
        return self.address.removeprefix("http://")

    def memory(self) -> float:
        """Resident memory of the server, MB."""
        return memory(self.process)


@contextmanager
def served() -> Iterator[Served]:
    """A page that answers, on a free port, for as long as the block lasts.

    Raises:
        RuntimeError: it does not answer in time.
    """
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        command = [sys.executable, "-m", "explorer", "serve", "--no-browser", "--port", str(port), "--data-dir", folder]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
            try:
                page = Served(f"http://127.0.0.1:{port}", server.pid, folder)
                _wait_for(page.address, server)
                yield page
            finally:
                server.terminate()
                server.wait(60)


def memory(process: int) -> float:
    """Resident memory of a process, MB."""
    import psutil

    return float(psutil.Process(process).memory_info().rss) / 1e6


def _wait_for(address: str, server: "subprocess.Popen[bytes]") -> None:
    import httpx

    until = time.monotonic() + STARTING
    while time.monotonic() < until and server.poll() is None:
        try:
            if httpx.get(address, timeout=5, trust_env=False).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise RuntimeError(
        "The page did not start." if server.poll() is not None else f"The page did not answer within {STARTING:.0f} seconds."
    )


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
