"""Memory that is free and still not the system's, given back."""

import ctypes
import time
from functools import cache
from typing import Any

EVERY = 10.0
"""Seconds between two returns, at least: one takes some hundredths."""

_last = [0.0]


def give_back() -> bool:
    """Give the system what lies free between things that are in use; False where that was done just now, or cannot be done here.

    Analyses need large blocks for a moment and keep small ones (words, parses), which come to lie between them. The C library of Linux
    gives back by itself only what lies free at the end, so that in a program that goes on for long more and more lies idle.
    """
    now = time.monotonic()
    trim = _trim()
    if trim is None or now - _last[0] < EVERY:
        return False
    _last[0] = now
    trim(0)
    return True


@cache
def _trim() -> Any:
    """`malloc_trim` of the GNU C library, None with another."""
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
