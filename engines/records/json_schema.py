"""The schema of a result as a JSON Schema (draft 2020-12), and what every field means: for programs in other languages.

It is made of the checks of `engines.records.schema`, so it says what they say: what spans lie in, and that they repeat their text, is
held by `Analysis.from_json` alone.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from engines.core.machine.files import asset
from engines.core.results import SCHEMA
from engines.records import schema

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_LEAVES: Mapping[Any, Mapping[str, Any]] = {
    schema.text: {"type": "string"},
    schema.name: {"type": "string", "minLength": 1, "maxLength": schema.LONGEST_NAME},
    schema.time: {"type": "string", "format": "date-time"},
    schema.time_or_none: {"type": "string"},
    schema.boolean: {"type": "boolean"},
    schema.whole: {"type": "integer", "minimum": 0},
    schema.number: {"type": "number"},
    schema.probability: {"type": "number", "minimum": 0, "maximum": 1},
    schema.plain: {},
    schema.pair: {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2},
}
"""What the checks of single values say."""


def json_schema() -> dict[str, Any]:
    """The schema of `Analysis.to_json`; every field with its meaning as its description."""
    return {"$schema": DIALECT, "$id": SCHEMA, "title": "Analysis", **_schema(schema.ANALYSIS, "")}


@cache
def meanings() -> Mapping[str, str]:
    """What the fields mean, by their places (`units[].probability`; assets/text/fields.json)."""
    found: dict[str, str] = json.loads(asset("text", "fields.json").read_text(encoding="utf-8"))["fields"]
    return found


def _schema(check: Any, place: str) -> dict[str, Any]:
    """The schema of one check; `place` is where its value stands."""
    if check in _LEAVES:
        return dict(_LEAVES[check])
    of, *parts = vars(check)["made"]
    if of == "optional":
        return _or_null(_schema(parts[0], place))
    if of == "one_of":
        return {"enum": list(parts[0])}
    if of == "list_of":
        return {"type": "array", "items": _schema(parts[0], f"{place}[]")}
    if of == "map_of":
        return {"type": "object", "additionalProperties": _schema(parts[0], f"{place}.*")}
    fields, may_lack = parts
    properties = {
        **{name: _field(inner, place, name) for name, inner in fields.items()},
        **{name: _or_null(_field(inner, place, name)) for name, inner in may_lack.items()},
    }
    return {"type": "object", "properties": properties, "required": list(fields)}


def _field(check: Any, place: str, name: str) -> dict[str, Any]:
    where = f"{place}.{name}" if place else name
    return {"description": meanings()[where], **_schema(check, where)}


def _or_null(inner: Mapping[str, Any]) -> dict[str, Any]:
    """The same, or null."""
    if "enum" in inner:
        return {**inner, "enum": [*inner["enum"], None]}
    if "type" in inner:
        return {**inner, "type": [inner["type"], "null"]}
    return dict(inner)
