"""A file of answers that a stopped run can be taken up from: whole lines only, one writer, nothing done twice."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from engines.core.errors import StoreError
from explorer.reading.rows import dumps


def same_id(id: Any) -> str:
    """What makes two ids the same: their JSON, so that 1 and "1" differ."""
    return json.dumps(id)


class ResumedFile:
    """Opened, it knows the ids that are `done`, and has been cleared of a half-written last line and of failed rows.

    Raises:
        StoreError: another run is writing to it, or it holds something else than answers; it is left as it was then.
    """

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.done: set[str] = set()
        self._stream: IO[bytes] | None = None

    def __enter__(self) -> "ResumedFile":
        stream = _claimed(self.path)
        try:
            if self._read(stream):
                fresh = self._without_leftovers(stream)
                stream.close()
                stream = fresh
        except BaseException:
            stream.close()
            raise
        self._stream = stream
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._stream is not None:
            self._stream.close()

    def write(self, answer: Mapping[str, Any]) -> None:
        """Append an answer; after this it survives the end of the process."""
        assert self._stream is not None
        self._stream.write(dumps(answer).encode("utf-8") + b"\n")
        self._stream.flush()

    def _read(self, stream: IO[bytes]) -> bool:
        """Learn the ids that are done. Returns whether there is something to clear away."""
        stream.seek(0)
        leftovers = False
        for number, line in enumerate(stream, 1):
            answer = _answer(line)
            if answer is None and (line.endswith(b"\n") or not line.startswith(_BEGINNING[: len(line)])):
                raise StoreError(
                    f"{self.path} is not the output of an earlier batch (line {number}). It was left as it is: choose another --out."
                )
            if answer is None or "error" in answer or not line.endswith(b"\n"):
                leftovers = True
            if answer is not None and "error" not in answer:
                self.done.add(same_id(answer["id"]))
        return leftovers

    def _without_leftovers(self, stream: IO[bytes]) -> IO[bytes]:
        """A claimed copy with the good lines alone, put in the file's place."""
        draft = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        copy = _opened(draft)
        try:
            _claim(copy, self.path)
            stream.seek(0)
            for line in stream:
                answer = _answer(line)
                if answer is not None and "error" not in answer:
                    copy.write(line.removesuffix(b"\n") + b"\n")
            copy.flush()
            os.fsync(copy.fileno())
            draft.replace(self.path)
        except BaseException:
            copy.close()
            draft.unlink(missing_ok=True)
            raise
        return copy


_BEGINNING = b'{"id":'
"""How every answer begins, so that a half-written one is told from a file of another kind."""


def _answer(line: bytes) -> dict[str, Any] | None:
    """The answer on a line; None if there is none, or not all of it."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and "id" in value else None


def _claimed(path: Path) -> IO[bytes]:
    """The file opened to append, with nobody else writing to it."""
    while True:
        stream = _opened(path)
        try:
            _claim(stream, path)
            if os.path.samestat(os.fstat(stream.fileno()), path.stat()):  # else it was replaced while we waited for it
                return stream
        except BaseException:
            stream.close()
            raise
        stream.close()


def _opened(path: Path) -> IO[bytes]:
    """The file to append to, made for its owner only if it is not there."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "a+b")


def _claim(stream: IO[bytes], path: Path) -> None:
    """Let no other run write to the file while it is open."""
    try:
        import fcntl
    except ImportError:  # not on this system: two runs at once are then the person's own care
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        raise StoreError(f"{path} is being written by another run. Wait for it, or choose another --out.") from problem
