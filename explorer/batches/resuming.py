"""A file of answers that a stopped run can be taken up from: whole lines only, one writer, nothing done twice."""

import glob
import json
import os
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from engines.core.errors import StoreError
from explorer.batches.answers import Key, key_of
from explorer.batches.line_file import LineFile
from explorer.reading.rows import dumps


class ResumedFile:
    """Opened, it is claimed for one run, and its `answers` are known: those of rows that did not fail, in the order of the file.

    Nothing in it is changed before `keep` or `write` is called. A name that ends in .gz is a compressed file.

    Raises:
        StoreError: another run is writing to it, or it holds something else than answers; it is left as it was then.
    """

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self.answers: list[tuple[Key | None, Any]] = []
        """Of every answer what it is the answer to, None where it does not say, and its id."""
        self._file: LineFile | None = None
        self._untidy = False

    def __enter__(self) -> "ResumedFile":
        stream = _claimed(self.path)
        try:
            for draft in self.path.absolute().parent.glob(f".{glob.escape(self.path.name)}.*{_DRAFT}"):
                draft.unlink(missing_ok=True)  # of a run that was killed: nobody else writes here now
            self._file = self._lines(stream)
            self._read()
        except BaseException:
            self._file = None
            stream.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._file is not None:
            try:
                self._file.flush()
            finally:
                self._file.stream.close()

    def keep(self, wanted: Callable[[int], bool]) -> None:
        """Take out every answer that is not `wanted`, by its number in `answers`; and failed rows, and a last line that is not whole."""
        assert self._file is not None
        if not self._untidy and all(map(wanted, range(len(self.answers)))):
            return
        kept = (line for number, line in enumerate(self._good_lines()) if wanted(number))
        self._replace(kept)

    def write(self, answer: Mapping[str, Any]) -> None:
        """Append an answer; after this it survives the end of the process (a compressed one after a few seconds)."""
        assert self._file is not None
        self._file.append(dumps(answer).encode("utf-8") + b"\n")

    def reorder(self, places: Sequence[int]) -> None:
        """Put the lines into another order: the line that is now at `places[0]` first, and so on."""
        assert self._file is not None
        self._file.flush()
        starts = [0]
        with tempfile.TemporaryFile(dir=self.path.absolute().parent) as spread:
            for line in self._file.lines():
                spread.write(line)
                starts.append(starts[-1] + len(line))

            def ordered() -> Iterator[bytes]:
                for place in places:
                    spread.seek(starts[place])
                    yield spread.read(starts[place + 1] - starts[place])

            self._replace(ordered())

    def _lines(self, stream: IO[bytes]) -> LineFile:
        return LineFile(stream, self.path.suffix.lower() == ".gz")

    def _read(self) -> None:
        assert self._file is not None
        try:
            for number, line in enumerate(self._file.lines(), 1):
                answer = _answer(line)
                if answer is None and (line.endswith(b"\n") or not line.startswith(_BEGINNING[: len(line)])):
                    raise StoreError(self._other(f"line {number}"))
                if answer is None or "error" in answer or not line.endswith(b"\n"):
                    self._untidy = True
                if answer is not None and "error" not in answer:
                    self.answers.append((key_of(answer), answer["id"]))
            self._untidy = self._untidy or self._file.cut_off
        except zlib.error as problem:
            raise StoreError(self._other("it cannot be unpacked")) from problem

    def _other(self, why: str) -> str:
        return f"{self.path} is not the output of an earlier batch ({why}). It was left as it is: choose another --out."

    def _good_lines(self) -> Iterator[bytes]:
        """The lines of `answers`."""
        assert self._file is not None
        for line in self._file.lines():
            answer = _answer(line)
            if answer is not None and "error" not in answer:
                yield line.removesuffix(b"\n") + b"\n"

    def _replace(self, lines: Iterator[bytes]) -> None:
        """A claimed copy that has these lines alone, put in the file's place."""
        assert self._file is not None
        draft = self.path.with_name(f".{self.path.name}.{os.getpid()}{_DRAFT}")
        stream = _opened(draft)
        try:
            _claim(stream, self.path)
            copy = self._lines(stream)
            for line in lines:
                copy.append(line)
            copy.flush()
            os.fsync(stream.fileno())
            draft.replace(self.path)
        except BaseException:
            stream.close()
            draft.unlink(missing_ok=True)
            raise
        self._file.stream.close()
        self._file, self._untidy = copy, False


_DRAFT = ".part"
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
