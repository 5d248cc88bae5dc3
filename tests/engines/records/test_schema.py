"""The schema lets through what engines make and what they may make, and names whatever else it meets by its place."""

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.core.errors import FormatError
from engines.core.results import Analysis
from engines.records.schema import check_analysis, plain
from explorer.services.analysis import analyze
from tests.components import samples
from tests.strategies import analyses


@pytest.fixture(scope="module")
def sound() -> dict[str, Any]:
    """A record with something in every field."""
    data: dict[str, Any] = json.loads(json.dumps(samples.with_deletions().to_json()))
    data["errors"] = [{"start": 0, "end": 3, "text": "Hal", "probability": 0.5, "kind": "intrinsic", "units": ["q1"], "found": None}]
    data["unchecked"] = [{"start": 0, "end": 3}]
    data["edits"] = [{"start": 0, "end": 0, "replacement": "x", "reason": "y", "units": []}]
    data["units"][0]["conflicts"] = [{"rule": "r", "kind": "k", "start": 0, "end": 3, "found": {"start": 0, "end": 1, "text": "H"}}]
    check_analysis(data)
    return data


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(analysis=analyses())
def test_any_analysis_passes(analysis: Analysis) -> None:
    check_analysis(json.loads(json.dumps(analysis.to_json())))


@pytest.mark.parametrize("engine", ["qasem", "scale", "acueval", "qags", "lss"])
def test_what_the_engines_make_passes(engine: str) -> None:
    check_analysis(json.loads(json.dumps(analyze(samples.REFERENCE, samples.OUTPUT, engine=engine).to_json())))


WRONG = [
    ("units.0.probability", 5),
    ("units.0.probability", -0.1),
    ("units.0.probability", float("nan")),
    ("units.0.probability", True),
    ("units.0.probability", "0.5"),
    ("units.0.supported", "x"),
    ("units.0.supported", 1),
    ("units.0.error", "wrong"),
    ("units.0.id", ""),
    ("units.0.id", "a\nb"),
    ("units.0.id", "\ud800"),
    ("units.0.id", 7),
    ("units.0.question", 3),
    ("units.0.statement", None),
    ("units.0.answer.start", 1.5),
    ("units.0.answer.start", -1),
    ("units.0.answer.text", None),
    ("units.0.predicate.kind", []),
    ("units.0.evidence.0.score", float("inf")),
    ("units.0.evidence.0.sentence", -1),
    ("units.0.trace.0.kept", 1),
    ("units.0.trace.0.parent", "0"),
    ("units.0.conflicts.0.rule", None),
    ("units.0.details", []),
    ("units.0.details", {"f1": float("nan")}),
    ("id", "x" * 400),
    ("id", "a\r\nSet-Cookie: b"),
    ("created", "9999-12-31T23:59:59-14:00"),
    ("created", "yesterday"),
    ("created", 20260304),
    ("engine.name", ""),
    ("engine.models.verifier", 1),
    ("engine.settings", {"threshold": 10**400}),
    ("reference.text", 3),
    ("reference.read", 1.06),
    ("output.sentences", [[0]]),
    ("scores.qasem", "high"),
    ("scores.qasem", 10**400),
    ("timings.total", None),
    ("warnings", "none"),
    ("deletions.0.units", [1]),
    ("edits.0.replacement", None),
    ("errors.0.probability", 2),
    ("errors.0.kind", "odd"),
    ("unchecked", [[0, 3]]),
    ("lss", 1),
    ("schema", "errata/99"),
]


@pytest.mark.parametrize(("place", "value"), WRONG, ids=[f"{place}={str(value)[:20]}" for place, value in WRONG])
def test_what_is_wrong_is_named_by_its_place(sound: dict[str, Any], place: str, value: object) -> None:
    data = copy.deepcopy(sound)
    target: Any = data
    *way, last = place.split(".")
    for step in way:
        target = target[int(step) if step.isdigit() else step]
    target[last] = value
    with pytest.raises(FormatError) as caught:
        check_analysis(data)
    named = "".join(f"[{step}]" if step.isdigit() else f".{step}" for step in place.split(".")).lstrip(".")
    assert named in str(caught.value)


def test_a_field_that_is_missing_is_named(sound: dict[str, Any]) -> None:
    assert check_analysis({name: value for name, value in sound.items() if name != "words"}) is None
    for field in sound.keys() - {"words"}:
        with pytest.raises(FormatError, match=f"^{field} is missing"):
            check_analysis({name: value for name, value in sound.items() if name != field})


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=3), lambda x: st.lists(x) | st.dictionaries(st.text(), x)))
def test_anything_else_is_refused_and_never_a_crash(value: object) -> None:
    plain(value, "it")
    with pytest.raises(FormatError):
        check_analysis(value)


def test_values_nested_without_end_are_refused() -> None:
    value: list[Any] = []
    for _ in range(900):
        value = [value]
    with pytest.raises(FormatError, match="nested too deeply"):
        plain(value, "settings")
