"""What no honest client sends: odd values for any field, bodies that are no JSON, records with one field replaced."""

import gzip
import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

PATHS = (
    "..",
    "../..%2f..%2fetc%2fpasswd",
    "..%2f..%2ferrata.db",
    "%2e%2e%2ferrata.db",
    "..%5c..%5cerrata.db",
    "C:%5Cerrata.db",
    "%00",
    "a%00b",
)
"""Names in an address that should lead out of the data folder, or to nothing that a system can open."""
SCRIPTS = ("<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "${alert(1)}", "=HYPERLINK(1)")
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**63,
    -(2**70),
    10**400,
    1e308,
    float("nan"),
    float("-inf"),
    "",
    "\0",
    "\ud800",
    "a\udfff\ud800b",
    "x" * 5000,
    "e\u0301\u202e\u200d" * 20,
    [],
    {},
    [[[]]],
    [None],
    {"": ""},
    {"a\0": {"\ud800": [2**70]}},
    *(path.replace("%2f", "/") for path in PATHS[:3]),
    *SCRIPTS,
)
DEEP = 100_000
BODIES: tuple[bytes, ...] = (
    b"",
    b"null",
    b"[]",
    b'"text"',
    b"NaN",
    b"1e999",
    b"{",
    b'{"kind"',
    b"\xff\xfe\x00",
    b"\x00" * 100,
    b"[" * DEEP,
    b'{"a":' * DEEP,
    b"[" * DEEP + b"]" * DEEP,
    b"9" * 10_000,
    b'{"data": NaN, "data": Infinity}',
    b"\xef\xbb\xbf{}",
    gzip.compress(b"\0" * 1_000_000),
)
"""Bodies in place of what a route takes."""


def written(value: Any) -> bytes:
    """A value as JSON, also where it has half of a character in it."""
    return json.dumps(value).encode("ascii")


def mutants(value: Any, values: tuple[Any, ...] = VALUES) -> Iterator[Any]:
    """The value with each of its parts, at any depth, replaced by each odd value and left out; and with a field that nobody knows."""
    for put in _places(value, lambda new: new):
        for odd in values:
            yield put(odd)
    if isinstance(value, Mapping):
        for name in value:
            yield {key: part for key, part in value.items() if key != name}
        for name in ("\ud800", "x" * 3000, "__class__", ""):
            yield {**value, name: 1}


def _places(value: Any, put: Callable[[Any], Any]) -> Iterator[Callable[[Any], Any]]:
    """For each part of the value a function that gives the whole with something else in its place."""
    yield put
    if isinstance(value, Mapping):
        for name in value:
            yield from _places(value[name], partial(_with, put, value, name))
    elif isinstance(value, list):
        for at in range(min(len(value), 2)):
            yield from _places(value[at], partial(_with, put, dict(enumerate(value)), at))


def _with(put: Callable[[Any], Any], parts: Mapping[Any, Any], at: Any, new: Any) -> Any:
    """The whole, where one of these parts is something else; parts by number are those of a list."""
    changed = {**parts, at: new}
    return put(list(changed.values()) if isinstance(at, int) else changed)


def records(record: Mapping[str, Any]) -> Iterator[bytes]:
    """An analysis to be imported, with each of its fields replaced; files that unfold to far more than they are; deep ones."""
    for odd in mutants(record):
        yield written(odd)
    yield gzip.compress(b" " * 200_000_000)
    yield gzip.compress(gzip.compress(b"[" * 10_000_000))
    yield b'{"units":' * DEEP
    yield written(record) * 3
