"""Every imported span is held against its text: found elsewhere it is moved and said, not found it is left out and said."""

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from engines.core.errors import ErrataError
from engines.core.findings import ErrorSpan
from engines.core.results import Analysis, Deletion, Document, Engine, Evidence, Predicate, Span, Unit
from explorer.formats.exporting import json_text, jsonl_text
from explorer.formats.foreign.marks.places import nearest
from explorer.formats.importing import imported, read_analysis
from explorer.formats.sheets import csv_text
from tests.components import samples
from tests.strategies import analyses

REFERENCE, OUTPUT = "Snow fell. Ada left Norvik in 1990.", "Ada left Norvik. Ada sang."


@pytest.fixture
def data() -> dict[str, Any]:
    unit = Unit(
        "q1",
        "qa",
        "Ada left.",
        Predicate(4, 8, "left"),
        "Who left?",
        Span(0, 3, "Ada"),
        0.9,
        True,
        None,
        (Evidence(11, 35, REFERENCE[11:], 0.8, 1),),
    )
    analysis = Analysis(
        "a1", "2026-01-01", Engine("qasem"), Document(REFERENCE, ((0, 10), (11, 35))), Document(OUTPUT, ((0, 16), (17, 26))), {}, (unit,)
    )
    return json.loads(json.dumps(analysis.to_json()))


def test_a_sound_analysis_is_taken_as_it_is(data: dict[str, Any]) -> None:
    result = read_analysis(copy.deepcopy(data), "line 1")
    assert result.analysis is not None and result.analysis.to_json() == data and result.notes == []


def test_a_span_that_is_off_is_found_nearest_and_said(data: dict[str, Any]) -> None:
    data["units"][0]["answer"].update(start=15, end=18)
    data["units"][0]["evidence"][0].update(start=9, end=33)
    result = read_analysis(data, "line 7")
    assert result.analysis is not None
    answer, evidence = result.analysis.units[0].answer, result.analysis.units[0].evidence[0]
    assert answer == Span(17, 20, "Ada") and (evidence.start, evidence.end) == (11, 35)
    assert len(result.notes) == 2 and all(note.startswith("line 7: ") and "found at" in note for note in result.notes)


@pytest.mark.parametrize("change", [{"text": "Berit"}, {"start": -5, "text": "nowhere"}, {"text": ""}, {"text": None}, {"text": 3}])
def test_a_unit_whose_answer_is_nowhere_is_left_out_and_said(data: dict[str, Any], change: dict[str, Any]) -> None:
    data["units"][0]["answer"].update(change)
    result = read_analysis(data, "line 1")
    assert result.analysis is not None and result.analysis.units == ()
    assert any("unit q1 was left out" in note for note in result.notes)


def test_evidence_that_is_nowhere_is_left_out_and_the_unit_stays(data: dict[str, Any]) -> None:
    data["units"][0]["evidence"][0]["text"] = "Berit stayed."
    data["deletions"] = [{"start": 3, "end": 999, "units": []}, {"start": 0, "end": 3, "units": []}]
    data["output"]["sentences"] = [[0, 9999]]
    result = read_analysis(data, "line 1")
    assert result.analysis is not None
    assert result.analysis.units[0].evidence == () and len(result.analysis.deletions) == 1
    assert result.analysis.output.sentences == ((0, 16), (17, 26))
    assert len(result.notes) == 2


@pytest.mark.parametrize(
    "broken", [None, 3, [], {}, {"schema": "errata/99"}, {"schema": "errata/1"}, {"schema": "errata/1", "reference": 1, "output": {}}, "x"]
)
def test_what_is_no_analysis_is_said(broken: object) -> None:
    result = read_analysis(broken, "line 3")
    assert result.analysis is None and result.notes[0].startswith("line 3: ")


@pytest.mark.parametrize("field", ["units", "reference", "output", "engine", "scores", "deletions"])
@pytest.mark.parametrize("value", [None, 3, "x", [3], {"a": 1}, [[]], [None]])
def test_damage_of_any_field_is_said_and_never_a_crash(data: dict[str, Any], field: str, value: object) -> None:
    data[field] = value
    result = read_analysis(data, "line 1")
    assert result.analysis is not None or result.notes


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(analysis=analyses())
def test_json_and_json_lines_come_back_as_they_were(tmp_path: Path, analysis: Analysis) -> None:
    for name, writer in (("x.json", json_text), ("x.jsonl", jsonl_text)):
        (tmp_path / name).write_text("".join(writer([(analysis, {})])), encoding="utf-8")
        (result,) = imported(str(tmp_path / name))
        assert result.analysis == analysis and result.notes == []


def test_csv_keeps_the_errors_unless_a_verdict_was_changed(tmp_path: Path) -> None:
    analysis = samples.analysis()
    word = samples.span(samples.OUTPUT, "Hallmere")
    wrong = analysis.units[3]
    found = ErrorSpan(word.start, word.end, word.text, 0.7, "intrinsic", (wrong.id,))
    made = replace(analysis, errors=(found,), unchecked=((0, 2),))
    text = "".join(csv_text([(made, {})]))
    (tmp_path / "x.csv").write_text(text, encoding="utf-8", newline="")
    (same,) = imported(str(tmp_path / "x.csv"))
    assert same.analysis and (same.analysis.errors, same.analysis.unchecked) == ((found,), ((0, 2),))
    (tmp_path / "x.csv").write_text(text.replace(",false,", ",true,", 1), encoding="utf-8", newline="")
    (changed,) = imported(str(tmp_path / "x.csv"))
    assert changed.analysis and found not in (changed.analysis.errors or ())


def test_csv_puts_errors_together_anew_where_a_character_could_not_be_written(tmp_path: Path) -> None:
    analysis = replace(samples.analysis(output="\ud83dx", facts=()), deletions=(Deletion(0, 1, ("q0",)),))
    with (tmp_path / "x.csv").open("w", encoding="utf-8", newline="") as file:
        file.writelines(csv_text([(analysis, {})]))
    (found,) = imported(str(tmp_path / "x.csv"))
    assert found.analysis is not None and found.analysis.output.text == "\ufffdx"


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(analysis=analyses())
def test_csv_keeps_units_and_spans(tmp_path: Path, analysis: Analysis) -> None:
    with (tmp_path / "x.csv").open("w", encoding="utf-8", newline="") as file:
        file.writelines(csv_text([(analysis, {})]))
    (result,) = imported(str(tmp_path / "x.csv"))
    again = result.analysis
    assert again is not None and [u.id for u in again.units] == [u.id for u in analysis.units]
    for old, new in zip(analysis.units, again.units, strict=True):
        assert (old.probability, old.supported, old.error) == (new.probability, new.supported, new.error)
        for a, b in ((old.answer, new.answer), (old.predicate, new.predicate)):
            assert (a is None) == (b is None) and (a is None or b is None or (a.start, a.end) == (b.start, b.end))


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[" * 200_000, b'{"a":' * 50_000, b"nonsense"])
def test_files_that_are_no_json_are_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.json").write_bytes(content)
    with pytest.raises(ErrataError):
        list(imported(str(tmp_path / "x.json")))


@pytest.mark.parametrize("content", ["", "a,b\n1,2\n", "analysis\nx\n", "analysis,unit\nx,1,2,3\n"])
def test_spreadsheets_of_another_kind_are_said(tmp_path: Path, content: str) -> None:
    (tmp_path / "x.csv").write_text(content)
    try:
        results = list(imported(str(tmp_path / "x.csv")))
    except ErrataError:
        return
    assert results and all(result.analysis is None and result.notes for result in results)


def test_the_nearest_place_wins() -> None:
    assert [nearest("abcabcabc", "abc", start) for start in (0, 2, 4, 5, 99, -7)] == [0, 3, 3, 6, 6, 0]
    assert nearest("abc", "x", 1) is None
