"""Progress on standard error: drawn on a terminal, and a plain line now and then elsewhere, so that logs and pipes stay clean."""

import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TypeVar

from explorer.reading.usage import printable

T = TypeVar("T")

SAID_EVERY = 30.0
"""Seconds between two lines where standard error is no terminal."""


class StatusLine:
    """One line that is overwritten, and wiped at the end."""

    def __init__(self) -> None:
        self._shown = False
        self._terminal = sys.stderr.isatty()

    def show(self, text: str) -> None:
        """Replace the line."""
        if self._terminal:
            width = shutil.get_terminal_size().columns - 1
            sys.stderr.write("\r\x1b[K" + printable(text)[:width])
            sys.stderr.flush()
            self._shown = True

    def __enter__(self) -> "StatusLine":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def progress(items: Iterable[T], total: int | None, label: str) -> Iterator[T]:
    """`items`, with a progress bar on standard error; where that is no terminal, a line of its own every half minute. Both say how long
    it will take where the `total` is known."""
    if not sys.stderr.isatty():
        yield from _told(items, total, label)
        return
    from tqdm import tqdm

    yield from tqdm(items, total=total, desc=label, unit="row", file=sys.stderr, dynamic_ncols=True)


def _told(items: Iterable[T], total: int | None, label: str) -> Iterator[T]:
    started = said = time.monotonic()
    for done, item in enumerate(items, 1):
        yield item
        if time.monotonic() - said >= SAID_EVERY:
            said = time.monotonic()
            count = f"{done:,} rows" if total is None else f"{done:,} of {total:,} rows"
            left = "" if total is None else f", {_spoken((said - started) * max(0, total - done) / done)} left"
            print(f"errata: {label}: {count} in {_spoken(said - started)}{left}", file=sys.stderr)


def _spoken(seconds: float) -> str:
    """A time as a person would say it, to two digits or so."""
    for unit, size in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * size:
            return f"about {seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
