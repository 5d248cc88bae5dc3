"""How many threads of the processor a piece of work gets.

Small matrix products gain nothing from a second thread, and on a busy machine threads wait for each other: with the defaults of torch
and of numpy's linear algebra a pair of texts takes five to ten times as long there as on one thread. So the work at hand decides: one
thread for a pair, more only for a long reference on a machine that has little else to do. ERRATA_THREADS sets the number for all work.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from engines.core.errors import InputError

VARIABLE = "ERRATA_THREADS"
LARGE = 4000
"""Word pieces to be encoded at once from which on more threads pay: some 3,000 words."""
_BUSY = 0.6
"""The load of the last minute, for each processor, from which on a machine counts as busy."""
_MOST = 4
"""More threads than this bring nothing more to products of this size."""


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
    """Whether others keep the machine's processors busy; where the system does not tell, it is not."""
    try:
        return os.getloadavg()[0] > _BUSY * _processors()
    except (AttributeError, OSError):
        return False


@contextmanager
def threads(number: int) -> Iterator[None]:
    """Within the block linear algebra, torch's and numpy's, runs on so many threads."""
    import torch

    before = torch.get_num_threads()
    with _pools().limit(limits=number, user_api="blas"):
        torch.set_num_threads(number)
        try:
            yield
        finally:
            torch.set_num_threads(before)


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
