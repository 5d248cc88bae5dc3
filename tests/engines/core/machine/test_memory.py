"""What lies free between things in use goes back to the system, and not at every turn."""

import ctypes
import subprocess
import sys

import pytest

from engines.core.machine import memory

CODE = """
import ctypes, psutil
from engines.core.machine.memory import give_back
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p]
blocks = [libc.malloc(16_000) for _ in range(10_000)]
for block in blocks:
    ctypes.memset(block, 1, 16_000)
for number, block in enumerate(blocks):
    if number % 20:
        libc.free(block)
before = psutil.Process().memory_info().rss
print(give_back(), give_back(), (before - psutil.Process().memory_info().rss) // 10**6)
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="the C library gives nothing back on demand")
def test_what_lies_free_is_given_back_once_in_a_while() -> None:
    first, second, megabytes = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True).stdout.split()
    assert (first, second) == ("True", "False") and int(megabytes) > 100


def test_another_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_trim", lambda: None)
    assert memory.give_back() is False
