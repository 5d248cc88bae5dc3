"""How many threads of the processor a piece of work gets.

Small matrix products gain nothing from a second thread, and on a busy machine threads wait for each other: with the defaults of torch
and of numpy's linear algebra a pair of texts takes five to ten times as long there as on one thread. So the work at hand decides: one
thread for a pair, more only for a long reference on a machine that has little else to do. ERRATA_THREADS sets the number for all work.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from threading import Lock
from typing import Any

from engines.core.errors import InputError

VARIABLE = "ERRATA_THREADS"
LARGE = 4000
"""Word pieces to be encoded at once from which on more threads pay: some 3,000 words."""
_BUSY = 0.3
"""Share of the processors' time from which on, taken by others, a machine counts as busy."""
_WATCHED = 0.1
"""Seconds for which the others are watched."""
_MOST = 4
"""More threads than this bring nothing more to products of this size."""

_lock = Lock()
_at_work: list[int] = []
"""The threads of each block at work."""
_before: list[Callable[[], object]] = []
"""What puts back what was set before the first of them."""


def wanted() -> int | None:
    """The number of threads that the person has set, None where the work decides.

    Raises:
        InputError: ERRATA_THREADS is neither "auto" nor a number from 1 on.
    """
    given = os.environ.get(VARIABLE, "").strip()
    if given in ("", "auto"):
        return None
    if not (given.isascii() and given.isdecimal() and int(given) >= 1):
        raise InputError(f"{VARIABLE} is {given!r}. Set it to a number of threads from 1 on, or to auto.")
    return int(given)


def threads_for(pieces: int) -> int:
    """How many threads encoding so many word pieces gets, 1 or more."""
    chosen = wanted()
    if chosen is not None:
        return chosen
    return min(_processors(), _MOST) if pieces >= LARGE and not is_busy() else 1


def is_busy() -> bool:
    """Whether others, not this process, keep the machine's processors busy: watched for a tenth of a second."""
    before = _others()
    time.sleep(_WATCHED)
    return _others() - before > _BUSY * _WATCHED * (os.cpu_count() or 1)


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
        _at_work.append(number)
        if len(_at_work) == 1:
            _before.extend(_set(number))
        else:
            _set(max(_at_work))
    try:
        yield
    finally:
        with _lock:
            _at_work.remove(number)
            if _at_work:
                _set(max(_at_work))
            else:
                for put_back in _before:
                    put_back()
                _before.clear()


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
