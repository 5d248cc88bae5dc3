"""Lists of strings out of what a language model wrote, also where it is not quite JSON: fenced, single-quoted, cut off, or a plain list."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

MOST_STRINGS = 200
"""More than any sentence gives; what follows is dropped."""
_QUOTES = {'"': '"', "'": "'", "“": "”"}
_ITEM = re.compile(r"^[ \t]*(?:[-*•–]|\(?\d{1,3}[.):])[ \t]+(\S.*?)[ \t]*$", re.M)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.S)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": " ", "f": " "}


def list_schema(key: str) -> Mapping[str, Any]:
    """The JSON schema of {key: [strings]}."""
    items = {"type": "array", "items": {"type": "string"}}
    return {"type": "object", "properties": {key: items}, "required": [key], "additionalProperties": False}


def strings(text: str, key: str) -> list[str] | None:
    """The strings of the list called `key`, or of the only list there is; None where nothing like a list was written.

    A string that was cut off is dropped, since it says something else than it was meant to.
    """
    found = _proper(text, key)
    if found is None:
        found = _scanned(text, key)
    if found is None:
        found = [match.group(1).strip("\"'“”") for match in _ITEM.finditer(text)] or None
    return None if found is None else [" ".join(s.split()) for s in found if s.strip()][:MOST_STRINGS]


def _proper(text: str, key: str) -> list[str] | None:
    """From JSON as it should be, with whatever stands around it."""
    for start in [match.start() for match in re.finditer(r"[\[{]", text)][:3]:
        try:
            data, _ = json.JSONDecoder().raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        found = _list_in(data, key)
        if found is not None:
            return found
    return None


def _list_in(data: Any, key: str) -> list[str] | None:
    if isinstance(data, Mapping):
        data = data.get(key, next((v for v in data.values() if isinstance(v, list)), None))
    if not isinstance(data, list):
        return None
    return [s for item in data for s in _texts(item)]


def _texts(item: Any) -> Iterator[str]:
    """A string, or the first string of an object such as {"fact": "...", "source": "..."}."""
    if isinstance(item, str):
        yield item
    elif isinstance(item, Mapping):
        yield from [v for v in item.values() if isinstance(v, str)][:1]


def _scanned(text: str, key: str) -> list[str] | None:
    """From near-JSON: the complete strings between the list's bracket and the one that closes it, or the end."""
    named = re.search(rf"[\"'“]?{re.escape(key)}[\"'”]?\s*:\s*\[", text)
    start = named.end() if named else text.find("[") + 1
    if not start:
        return None
    found: list[str] = []
    at = start
    while at < len(text) and text[at] != "]":
        if text[at] not in _QUOTES:
            at += 1
            continue
        end = _end_of_string(text, at + 1, _QUOTES[text[at]])
        if end is None:
            break
        if not text[end + 1 :].lstrip().startswith(":"):
            found.append(_unescaped(text[at + 1 : end]))
        at = end + 1
    return found or ([] if text[at : at + 1] == "]" else None)


def _end_of_string(text: str, start: int, quote: str) -> int | None:
    """The quote that ends a string: one that is not escaped and is followed by what may follow a string."""
    at = start
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        if text[at] == quote and re.match(r"\s*(?:[,\]}:]|\Z)", text[at + 1 :]):
            return at
        at += 1
    return None


def _unescaped(text: str) -> str:
    def plain(match: re.Match[str]) -> str:
        code, character = match.groups()
        return chr(int(code, 16)) if code else _ESCAPED.get(character, character)

    return _ESCAPE.sub(plain, text).encode("utf-8", "replace").decode("utf-8")
