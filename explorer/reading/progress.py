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
    """`items`, with a progress bar on standard error; where that is no terminal, a line of its own every half minute."""
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
            print(f"errata: {label}: {count} in {said - started:.0f} s", file=sys.stderr)
