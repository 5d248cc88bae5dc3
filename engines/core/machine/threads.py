"""How many threads of the processor a piece of work gets.

Small matrix products gain nothing from a second thread, and on a busy machine threads wait for each other: with the defaults of torch
and of numpy's linear algebra a pair of texts takes five to ten times as long there as on one thread. So the work at hand decides, and the
machine: more threads than one only for many pieces, and only where others leave the processors to us. ERRATA_THREADS sets the number for
all work.

What others take is seen between two looks at the machine's clocks, a tenth of a second apart or more. A long reference waits for the
second look; a pair of texts does not, and has one thread until work has taken as long.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from threading import Lock, get_ident
from typing import Any

from engines.core.errors import InputError

VARIABLE = "ERRATA_THREADS"
SEVERAL = 150
"""Word pieces to be read at once from which on a second thread pays: at 180 the layers take 0.6 of the time."""
LARGE = 4000
"""Word pieces from which on it pays to wait until it is known whether the machine is busy: some 3,000 words."""
_BUSY = 0.3
"""Share of the processors' time from which on, taken by others, a machine counts as busy."""
_WATCHED = 0.1
"""Seconds for which the others are watched."""
_STALE = 1.0
"""Seconds after which what was seen says nothing of now."""
_MOST = 4
"""More threads than this bring nothing more to products of this size."""

_MOST_DIGITS = 4
"""Of the number that a person may set."""

_lock = Lock()
_at_work: list[tuple[int, int]] = []
"""Of each block at work the thread that entered it, by its number in Python, and how many threads it has."""
_before: list[Callable[[], object]] = []
"""What puts back what was set before the first of them."""


def wanted() -> int | None:
    """The number of threads that the person has set, None where the work decides.

    Raises:
        InputError: ERRATA_THREADS is neither "auto" nor a number from 1 to 9999.
    """
    given = os.environ.get(VARIABLE, "").strip()
    if given in ("", "auto"):
        return None
    if not (given.isascii() and given.isdecimal() and len(given) <= _MOST_DIGITS and int(given) >= 1):
        raise InputError(f"{VARIABLE} is {given[:20]!r}. Set it to a number of threads from 1 to {10**_MOST_DIGITS - 1}, or to auto.")
    return int(given)


def threads_for(pieces: int) -> int:
    """How many threads reading so many word pieces gets, 1 or more; while another analysis of this process is at work, 1."""
    chosen = wanted()
    if chosen is not None:
        return chosen
    if pieces < SEVERAL or any(thread != get_ident() for thread, _ in tuple(_at_work)):
        return 1
    busy = _watch.busy()
    if busy is None and pieces >= LARGE:
        busy = is_busy()
    return min(_processors(), _MOST) if busy is False else 1


def is_busy() -> bool:
    """Whether others, not this process, keep the machine's processors busy: watched for a tenth of a second."""
    before = _others()
    time.sleep(_WATCHED)
    return _are_busy(_others() - before, _WATCHED)


def watch() -> None:
    """Look at the machine's clocks as work begins, so that it is known without waiting whether it is busy when that matters."""
    if wanted() is None:
        _watch.busy()


class _Watch:
    """What others take of the processors, looked at while work goes on."""

    def __init__(self) -> None:
        self._at, self._taken = float("-inf"), 0.0
        self._seen: bool | None = None
        self._lock = Lock()

    def busy(self) -> bool | None:
        """Whether others kept the processors busy lately; None where nobody has looked for a second."""
        with self._lock:
            now = time.monotonic()
            passed = now - self._at
            if passed >= _WATCHED:
                taken = _others()
                self._seen = _are_busy(taken - self._taken, passed) if passed <= _STALE else None
                self._at, self._taken = now, taken
            return self._seen


_watch = _Watch()


def _are_busy(taken: float, seconds: float) -> bool:
    return taken > _BUSY * seconds * (os.cpu_count() or 1)


def _others() -> float:
    """Seconds of processor that other processes have taken since the machine started."""
    import psutil

    of_all, own = psutil.cpu_times(), psutil.Process().cpu_times()
    return float(sum(of_all) - of_all.idle - getattr(of_all, "iowait", 0.0) - getattr(of_all, "guest", 0.0) - own.user - own.system)


@contextmanager
def threads(number: int) -> Iterator[None]:
    """Within the block linear algebra, torch's and numpy's, runs on so many threads.

    Their number is one for the whole process: with several blocks at work, inside each other or beside, it is that of the one that gets
    most. What was set before is put back when the last one ends.
    """
    with _lock:
        own = (get_ident(), number)
        if _at_work:
            _set(max(number, _most_wanted()))
        else:
            _before.extend(_set(number))
        _at_work.append(own)
    try:
        yield
    finally:
        with _lock:
            _at_work.remove(own)
            if _at_work:
                _set(_most_wanted())
            else:
                for put_back in _before:
                    put_back()
                _before.clear()


def _most_wanted() -> int:
    return max(number for _, number in _at_work)


def _set(number: int) -> tuple[Callable[[], object], Callable[[], object]]:
    """Sets the number of threads, and says how what was there before is put back."""
    import torch

    before = torch.get_num_threads()
    limited = _pools().limit(limits=number, user_api="blas")
    torch.set_num_threads(number)
    return limited.restore_original_limits, partial(torch.set_num_threads, before)


@cache
def _pools() -> Any:
    """The libraries loaded that have threads of their own; looked for once, when torch and numpy are there."""
    import numpy  # noqa: F401 - loads its linear algebra
    import torch  # noqa: F401
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def _processors() -> int:
    """The processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
