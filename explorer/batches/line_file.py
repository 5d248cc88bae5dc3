"""Lines appended to a file, plain or compressed, of which those that were written are there whenever the process ends."""

import gzip
import time
import zlib
from collections.abc import Iterator
from typing import IO

_READ = 2**20
_MEMBER = 2**18
"""Bytes of lines that are compressed together."""
_LONGEST_WAIT = 2.0
"""Seconds after which what waits to be compressed is written with the next line."""


class LineFile:
    """The lines of a stream open for reading and appending. Compressed ones are written as gzip files one after the other, each whole, so
    that a process that is killed loses what it wrote in the last seconds and nothing else."""

    def __init__(self, stream: IO[bytes], compressed: bool) -> None:
        self.stream, self.compressed = stream, compressed
        self.cut_off = False
        """Whether the last reading of a compressed file ended before one that it is made of."""
        self._waiting: list[bytes] = []
        self._size, self._since = 0, time.monotonic()

    def lines(self) -> Iterator[bytes]:
        """Every line from the first on; one that was cut off, or cannot be unpacked to its end, comes without its line break."""
        self.stream.seek(0)
        if not self.compressed:
            yield from self.stream
            return
        rest = b""
        for piece in self._unpacked():
            *whole, rest = (rest + piece).split(b"\n")
            yield from (line + b"\n" for line in whole)
        if rest:
            yield rest

    def append(self, line: bytes) -> None:
        """Write a line, which ends in a line break."""
        if not self.compressed:
            self.stream.write(line)
            self.stream.flush()
            return
        self._waiting.append(line)
        self._size += len(line)
        if self._size >= _MEMBER or time.monotonic() - self._since >= _LONGEST_WAIT:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        if self._waiting:
            self.stream.write(gzip.compress(b"".join(self._waiting), 6, mtime=0))
            self._waiting, self._size = [], 0
        self.stream.flush()
        self._since = time.monotonic()

    def _unpacked(self) -> Iterator[bytes]:
        """The contents of one gzip file after the other; the last may be cut off.

        Raises:
            zlib.error: it is not compressed, or damaged.
        """
        unpacker = None
        while data := self.stream.read(_READ):
            while data:
                unpacker = unpacker or zlib.decompressobj(wbits=31)
                yield unpacker.decompress(data)
                data = unpacker.unused_data
                unpacker = None if unpacker.eof else unpacker
        self.cut_off = unpacker is not None
