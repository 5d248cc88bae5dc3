"""The schema of a result, written out: the type and range of every field, so that nothing wrong gets in from a file.

A check takes a value and its place (`units[3].probability`) and raises `FormatError` naming the place where the value does not fit.
Fields that are not listed are let through; where spans lie in their texts is held against the texts by `Analysis.from_json`.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

from engines.core.errors import FormatError
from engines.core.findings import ERROR_KINDS, SPAN_KINDS
from engines.core.results import SCHEMA
from engines.records.times import moment

Check = Callable[[Any, str], None]

LONGEST_NAME = 300
"""Longest id, kind or name, in code points."""
DEEPEST = 50
"""Deepest nesting of values of any shape, such as settings."""


def check_analysis(data: Any) -> None:
    """Whether `data` is an analysis as `Analysis.to_json` writes it, with every value of its type and in its range.

    Raises:
        FormatError: it is not; the message names the first place that is wrong.
    """
    ANALYSIS(data, "")


def text(value: Any, place: str) -> None:
    """A text, of any characters."""
    if not isinstance(value, str):
        raise _wrong(value, place, "a text")


def name(value: Any, place: str) -> None:
    """A short text without control characters: what may stand in a list, an address or a file name."""
    text(value, place)
    if not value or len(value) > LONGEST_NAME or not value.isprintable():
        raise _wrong(value, place, f"a name of 1 to {LONGEST_NAME} printable characters")


def time(value: Any, place: str) -> None:
    """A moment, as `engines.times.moment` reads it."""
    if moment(value) is None:
        raise _wrong(value, place, "a time such as 2026-03-04T05:06:07+00:00")


def boolean(value: Any, place: str) -> None:
    """True or false, not 0 or 1."""
    if not isinstance(value, bool):
        raise _wrong(value, place, "true or false")


def whole(value: Any, place: str) -> None:
    """A whole number from 0 on."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise _wrong(value, place, "a whole number from 0 on")


def number(value: Any, place: str) -> None:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not _finite(value):
        raise _wrong(value, place, "a number")


def probability(value: Any, place: str) -> None:
    """A number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise _wrong(value, place, "a number from 0 to 1")


def plain(value: Any, place: str, depth: int = 0) -> None:
    """Any JSON value; its numbers are finite."""
    if depth > DEEPEST:
        raise FormatError(f"{place} is nested too deeply.")
    if isinstance(value, Mapping):
        for key, item in value.items():
            text(key, f"a name in {place}")
            plain(item, f"{place}.{key[:40]}", depth + 1)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            plain(item, f"{place}[{index}]", depth + 1)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        number(value, place)
    elif value is not None and not isinstance(value, str | bool):
        raise _wrong(value, place, "a JSON value")


def _made(check: Check, of: str, *parts: Any) -> Check:
    """A check that says what it was made of, so that the schema can be written out (`engines.records.json_schema`)."""
    vars(check)["made"] = (of, *parts)
    return check


def one_of(*allowed: Any) -> Check:
    """One of these values, of the same type."""

    def check(value: Any, place: str) -> None:
        if not any(type(value) is type(known) and value == known for known in allowed):
            raise _wrong(value, place, " or ".join(map(str, allowed)))

    return _made(check, "one_of", allowed)


def optional(inner: Check) -> Check:
    """None, or what `inner` allows."""

    def check(value: Any, place: str) -> None:
        if value is not None:
            inner(value, place)

    return _made(check, "optional", inner)


def list_of(inner: Check) -> Check:
    """A list of what `inner` allows."""

    def check(value: Any, place: str) -> None:
        if not isinstance(value, list | tuple):
            raise _wrong(value, place, "a list")
        for index, item in enumerate(value):
            inner(item, f"{place}[{index}]")

    return _made(check, "list_of", inner)


def map_of(inner: Check) -> Check:
    """An object whose every value is what `inner` allows."""

    def check(value: Any, place: str) -> None:
        if not isinstance(value, Mapping):
            raise _wrong(value, place, "an object")
        for key, item in value.items():
            text(key, f"a name in {place}")
            inner(item, f"{place}.{key[:40]}")

    return _made(check, "map_of", inner)


def object_of(fields: Mapping[str, Check], may_lack: Mapping[str, Check] | None = None) -> Check:
    """An object with these fields, and perhaps those of `may_lack`."""

    def check(value: Any, place: str) -> None:
        if not isinstance(value, Mapping):
            raise _wrong(value, place or "the record", "an object")
        for field, inner in fields.items():
            where = f"{place}.{field}" if place else field
            if field not in value:
                raise FormatError(f"{where} is missing.")
            inner(value[field], where)
        for field, inner in (may_lack or {}).items():
            if value.get(field) is not None:
                inner(value[field], f"{place}.{field}" if place else field)

    return _made(check, "object_of", fields, may_lack or {})


def _finite(value: int | float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number that no float holds
        return False


def _wrong(value: Any, place: str, wanted: str) -> FormatError:
    shown = repr(value)
    return FormatError(f"{place} is {shown if len(shown) <= 60 else shown[:57] + '…'}; it must be {wanted}.")


def time_or_none(value: Any, place: str) -> None:
    """A moment, or "" where it is not known."""
    if value != "":
        time(value, place)


def pair(value: Any, place: str) -> None:
    """A start and an end."""
    list_of(whole)(value, place)
    if len(value) != 2:
        raise _wrong(value, place, "a start and an end")


_SPAN: dict[str, Check] = {"start": whole, "end": whole, "text": text}
_DOCUMENT = object_of({"text": text, "sentences": list_of(pair)}, {"read": probability})
_NODE = object_of(
    {
        **dict.fromkeys(("first", "last", "start", "end", "level"), whole),
        "score": number,
        "kept": boolean,
        "parent": optional(whole),
    }
)
_UNIT = object_of(
    {
        "id": name,
        "kind": name,
        "predicate": optional(object_of({**_SPAN, "kind": name})),
        "question": optional(text),
        "answer": optional(object_of(_SPAN)),
        "statement": text,
        "probability": optional(probability),
        "supported": optional(boolean),
        "error": optional(one_of(*ERROR_KINDS)),
        "evidence": list_of(object_of({**_SPAN, "score": number, "sentence": optional(whole)})),
        "trace": list_of(_NODE),
        "conflicts": list_of(object_of({"rule": text, "kind": text, "start": whole, "end": whole, "found": optional(object_of(_SPAN))})),
        "details": map_of(plain),
    }
)
_ERROR = object_of(
    {
        **_SPAN,
        "probability": probability,
        "kind": one_of(*SPAN_KINDS),
        "units": list_of(text),
        "found": optional(object_of(_SPAN)),
    }
)
ANALYSIS = object_of(
    {
        "schema": one_of(SCHEMA),
        "id": name,
        "created": time_or_none,
        "engine": object_of({"name": name, "settings": map_of(plain), "models": map_of(text)}),
        "reference": _DOCUMENT,
        "output": _DOCUMENT,
        "scores": map_of(number),
        "units": list_of(_UNIT),
        "errors": optional(list_of(_ERROR)),
        "unchecked": optional(list_of(object_of({"start": whole, "end": whole}))),
        "deletions": list_of(object_of({"start": whole, "end": whole, "units": list_of(text)})),
        "lss": optional(text),
        "lss_star": optional(text),
        "edits": list_of(object_of({"start": whole, "end": whole, "replacement": text, "reason": text, "units": list_of(text)})),
        "timings": map_of(number),
        "warnings": list_of(text),
    },
    {"words": list_of(list_of(number)), "origin": object_of({"format": name, "record": map_of(plain)}, {"source": map_of(plain)})},
)
