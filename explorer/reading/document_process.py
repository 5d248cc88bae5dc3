"""Documents read in a process of their own, that has so much time and so much memory and can be stopped.

A small file can keep a reader busy for hours or unpack to what no machine holds. Whatever happens to that process, the one that asked
goes on. Plain text needs none: it is only decoded.
"""

import json
import signal
import subprocess
import sys
import threading
import time
from importlib import import_module
from pathlib import Path

from engines.core.errors import FormatError
from explorer.reading.documents import document_text, kind_of

SECONDS = 20
"""How long a document may take."""
MEMORY = 2**30
"""How many bytes of memory its process may use, where the operating system can say so (not on Windows)."""
AT_ONCE = 2
"""How many are read at a time; the others wait."""

_OUT_OF_TIME = int(getattr(signal, "SIGXCPU", 0))
_LOOKED = 0.1
"""Seconds between two looks whether somebody still waits for the text."""
_turns = threading.BoundedSemaphore(AT_ONCE)


class Stopped(Exception):
    """Nobody waits for the text any more."""


def text_of_document(name: str, data: bytes, stop: threading.Event | None = None) -> str:
    """The text of a document, as `explorer.reading.documents.document_text`.

    Args:
        stop: when it is set, the process is ended.

    Raises:
        FormatError: it cannot be read, or not with so much time and memory; the message says what to do.
        Stopped: `stop` was set.
    """
    if kind_of(name, data) == "text":
        return document_text(name, data)
    stop = stop or threading.Event()
    with _turns:
        if stop.is_set():
            raise Stopped
        return _read(name, data, stop)


def _read(name: str, data: bytes, stop: threading.Event) -> str:
    root = Path(str(import_module(__name__.partition(".")[0]).__file__)).parents[1]
    process = subprocess.Popen(
        [sys.executable, "-m", __name__, str(SECONDS), str(MEMORY)],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        answer = _answer(process, json.dumps(name).encode("ascii") + b"\n" + data, stop)
    finally:
        process.kill()
        process.communicate()
    if answer is None or process.returncode == -_OUT_OF_TIME:
        raise FormatError(f"{name} takes more than {SECONDS} seconds to read. Take the part that matters, or save it as plain text.")
    try:
        said = json.loads(answer)
    except ValueError as problem:
        raise FormatError(
            f"{name} cannot be read: its reader was ended, most likely because it needs more than {MEMORY // 2**20} MB of memory. "
            "Take the part that matters, or save it as plain text."
        ) from problem
    if "text" not in said:
        raise FormatError(str(said["error"]))
    return str(said["text"])


def _answer(process: "subprocess.Popen[bytes]", sent: bytes, stop: threading.Event) -> bytes | None:
    """What the process writes; None when its time is over."""
    ends = time.monotonic() + SECONDS
    unsent: bytes | None = sent
    while not stop.is_set():
        try:
            return process.communicate(unsent, timeout=_LOOKED)[0]
        except subprocess.TimeoutExpired:
            unsent = None  # it goes on with what it was given
            if time.monotonic() > ends:
                return None
    raise Stopped


def _confined(seconds: int, memory: int) -> None:
    """Limit this process; should nobody end it, it ends itself."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    for limit, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_AS, memory)):
        _, hard = resource.getrlimit(limit)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(limit, (allowed, hard))


def main() -> None:
    """Read the name (a line of JSON) and the document from standard input; write its text, or why there is none, as JSON."""
    name = json.loads(sys.stdin.buffer.readline())
    data = sys.stdin.buffer.read()
    _confined(*map(int, sys.argv[1:]))
    try:
        answer = json.dumps({"text": document_text(name, data)})
    except FormatError as problem:
        answer = json.dumps({"error": str(problem)})
    sys.stdout.write(answer)


if __name__ == "__main__":
    main()
