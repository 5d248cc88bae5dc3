"""docs/schema.md: the fields of a result, read off its JSON Schema."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from engines.core.results import SCHEMA
from engines.records.json_schema import json_schema
from explorer.package.pages.markdown import table

BEGINNING = f"""# A result, field by field

Made from the code by `make docs`; a test holds it to that. The same as a JSON Schema is [schema.json](schema.json). It is what
`errata analyze --json`, `Analysis.to_json()`, the endpoint `/analyze`, `errata export --format jsonl` and the history have: one schema,
`{SCHEMA}`. Results of earlier versions are read (`Analysis.from_json`); what is not known is let through.

Offsets count Unicode code points of the exact text, start inclusive and end exclusive: `output.text[start:end]` in Python is the `text`
that stands beside them. In JavaScript, which counts UTF-16 units, use `Array.from(text).slice(start, end).join("")`. Probabilities lie in
[0, 1]. `[]` stands for each item of a list, *or null* for what may be missing its value.

"""


def schema_text() -> str:
    """docs/schema.json."""
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


def schema_page() -> str:
    """docs/schema.md."""
    rows = [(f"`{place}`", told, meaning) for place, told, meaning in _rows(json_schema(), "")]
    return BEGINNING + table(("field", "type", "what it says"), rows) + "\n"


def _rows(schema: Mapping[str, Any], place: str) -> Iterator[tuple[str, str, str]]:
    for name, field in schema.get("properties", {}).items():
        where = f"{place}.{name}" if place else name
        optional = "" if name in schema["required"] else ", may be missing"
        yield where, _type(field) + optional, field["description"]
        yield from _rows(field, where)
        yield from _rows(field.get("items", {}), f"{where}[]")


def _type(field: Mapping[str, Any]) -> str:
    if "enum" in field:
        shown = [f"`{value}`" for value in field["enum"] if value is not None]
        return " or ".join(shown) + (" or null" if None in field["enum"] else "")
    types = [field["type"]] if isinstance(field.get("type"), str) else list(field.get("type", ["any"]))
    named = {"string": "text", "integer": "whole number", "boolean": "true or false", "array": "list", "object": "object"}
    words = [named.get(each, each) for each in types]
    if "maximum" in field:
        words[0] = "number from 0 to 1"
    if words[0] == "list":
        inner = field["items"]
        words[0] = "list of " + (f"{_type(inner)}s" if "type" in inner and inner["type"] not in ("array", "object") else _many(inner))
    return " or ".join(words)


def _many(inner: Mapping[str, Any]) -> str:
    if inner.get("type") == "array":
        return "pairs of whole numbers" if inner.get("maxItems") == 2 else "lists of numbers"
    return "objects"
