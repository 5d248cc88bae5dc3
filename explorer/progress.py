"""Progress on standard error: nothing at all when it is not a terminal, so that logs and pipes stay clean."""

import shutil
import sys
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TypeVar

from explorer.usage import printable

T = TypeVar("T")


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
    """`items`, with a progress bar on standard error; without a terminal a line at most every half minute."""
    from tqdm import tqdm

    every = {} if sys.stderr.isatty() else {"mininterval": 30.0, "ascii": True}
    yield from tqdm(items, total=total, desc=label, unit="row", file=sys.stderr, dynamic_ncols=True, **every)
