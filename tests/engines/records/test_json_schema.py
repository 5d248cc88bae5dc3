"""The JSON Schema says what the checks say, and every field has its meaning."""

import copy
import json
from collections.abc import Mapping
from typing import Any

import pytest

from engines.core.errors import FormatError
from engines.core.results import Analysis
from engines.records.json_schema import json_schema, meanings
from engines.records.schema import check_analysis
from explorer.services.analysis import analyze
from tests.components import samples

TYPES = {"string": str, "integer": int, "number": int | float, "boolean": bool, "array": list, "object": dict, "null": type(None)}


def fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Whether a value is valid, by the words of JSON Schema that ours uses."""
    kinds = [schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type")
    if kinds and not any(isinstance(value, TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool)) for kind in kinds):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, str) and not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 10**9):
        return False
    if (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and not schema.get("minimum", value) <= value <= schema.get("maximum", value)
    ):
        return False
    if isinstance(value, list):
        size = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 10**9)
        return size and all(fits(item, schema.get("items", {})) for item in value)
    if isinstance(value, dict):
        known = schema.get("properties", {})
        others = schema.get("additionalProperties", {})
        here = all(name in value for name in schema.get("required", ()))
        return here and all(fits(item, known.get(name, others)) for name, item in value.items())
    return True


@pytest.mark.parametrize("engine", ["qasem", "scale", "acueval", "qags", "lss"])
def test_what_the_engines_make_is_valid(engine: str) -> None:
    assert fits(json.loads(json.dumps(analyze(samples.REFERENCE, samples.OUTPUT, engine=engine).to_json())), json_schema())


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("schema", "errata/9"),
        ("id", ""),
        ("units.0.probability", 1.5),
        ("units.0.probability", "0.5"),
        ("units.0.supported", 1),
        ("units.0.error", "wrong"),
        ("units.0.evidence", None),
        ("units.0.answer.start", -1),
        ("output.sentences", [[1]]),
        ("scores.qasem", "high"),
        ("warnings", [5]),
        ("reference.read", 7),
    ],
)
def test_what_the_checks_refuse_is_not_valid(place: str, value: Any) -> None:
    data = json.loads(json.dumps(samples.analysis().to_json()))
    assert fits(data, json_schema())
    changed = copy.deepcopy(data)
    *path, last = [int(step) if step.isdigit() else step for step in place.split(".")]
    at = changed
    for step in path:
        at = at[step]
    at[last] = value
    assert not fits(changed, json_schema())
    with pytest.raises(FormatError):
        check_analysis(changed)


def test_every_field_has_a_meaning_and_every_meaning_a_field() -> None:
    found: set[str] = set()

    def walk(schema: Mapping[str, Any], place: str) -> None:
        for name, field in schema.get("properties", {}).items():
            where = f"{place}.{name}" if place else name
            found.add(where)
            walk(field, where)
            walk(field.get("items", {}), f"{where}[]")

    walk(json_schema(), "")
    assert found == set(meanings()) and all(text.endswith(".") for text in meanings().values())
    names = set(samples.analysis().to_json()) | set(Analysis.__dataclass_fields__)
    assert names <= found
