"""What other tools are given says what the analysis says, with the person's votes, at the same places, and can be read back."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from engines.core.errors import InputError
from engines.core.results import Analysis
from engines.declaration.registry import specs
from explorer import analyze
from explorer.formats.exporting import foreign_text
from explorer.formats.foreign.marks.writing import written_marks
from explorer.formats.foreign.questions.over_tokens import tokens_of
from explorer.formats.foreign.ragtruth import ragtruth_sources
from explorer.formats.foreign.registry import writer, written
from explorer.formats.foreign.triplets import triplets
from explorer.formats.importing import imported
from sessions.annotations import Annotation
from tests.components import samples
from tests.strategies import analyses

ASKING = ("qasem-consistency", "loc-unfaith")
MARKING = tuple(name for name in written() if name not in (*ASKING, "refchecker", "faithbench"))


def record(analysis: Analysis, annotations: Mapping[str, Annotation], shape: str) -> dict[str, Any] | None:
    write = writer(shape).write
    assert write is not None
    return write(analysis, annotations, 0)


def voted(unit: str, vote: int, note: str = "") -> dict[str, Annotation]:
    return {unit: Annotation(samples.analysis().id, unit, vote, note, "2026-01-01")}


def red(analysis: Analysis) -> list[str]:
    return [unit.answer.text for unit in analysis.units if unit.supported is False and unit.answer]


def back(path: Path, analysis: Analysis, said: dict[str, Annotation], shape: str) -> Analysis:
    path.write_text("".join(foreign_text([(analysis, said)], shape)), encoding="utf-8")
    if shape == "ragtruth":
        (source,) = ragtruth_sources([analysis, analysis])
        path.with_name("source_info.jsonl").write_text(json.dumps(source), encoding="utf-8")
    (found,) = imported(str(path))
    assert found.analysis is not None and not found.notes, found.notes
    return found.analysis


@pytest.mark.parametrize("shape", MARKING)
def test_marks_come_back_where_they_were(tmp_path: Path, shape: str) -> None:
    analysis = samples.analysis()
    again = back(tmp_path / ("x.jsonl" if writer(shape).of_lines else "x.json"), analysis, {}, shape)
    assert (again.reference.text, again.output.text) == (analysis.reference.text, analysis.output.text)
    assert red(again) == red(analysis)


def spans(shape: str, data: dict[str, Any]) -> list[tuple[int, str]]:
    """Where the marks of a record begin, and their words."""
    if shape == "label-studio":
        return [(item["value"]["start"], item["value"]["text"]) for item in data["predictions"][0]["result"]]
    return [(mark["start"], mark["text"]) for mark in data["annotations" if shape == "factgenie" else "labels"]]


@pytest.mark.parametrize("engine", [spec.name for spec in specs()])
def test_the_marks_are_the_errors_of_every_engine(engine: str) -> None:
    reference = "The ferry Aldona left Mirava on Tuesday with 40 passengers. A storm damaged the mast. Nobody was hurt."
    analysis = analyze(reference, "The ferry Aldona left Mirava on Friday with 90 passengers. A storm damaged the mast.", engine=engine)
    assert analysis.errors
    for shape in MARKING:
        assert spans(shape, record(analysis, {}, shape) or {}) == [(error.start, error.text) for error in analysis.errors]


@pytest.mark.parametrize("shape", ASKING)
def test_questions_come_back_with_their_verdicts(tmp_path: Path, shape: str) -> None:
    analysis = samples.analysis()
    again = back(tmp_path / "x.jsonl", analysis, {}, shape)
    assert [(u.question, u.answer and u.answer.text, u.supported, u.error) for u in again.units] == [
        (u.question, u.answer and u.answer.text, u.supported, u.error) for u in analysis.units
    ]


def test_facts_are_triplets_that_say_the_same_and_come_back_with_their_labels(tmp_path: Path) -> None:
    analysis = samples.analysis()
    data = record(analysis, voted("q4", -1), "refchecker")
    assert data is not None
    claims = data["errata_response_kg"]
    assert [" ".join(" ".join(claim["triplet"]).split()) for claim in claims] == [u.statement.rstrip(".") for u in analysis.units]
    assert [claim.get("human_label") for claim in claims] == [None, None, None, "Entailment", None, None, None]
    again = back(tmp_path / "x.json", analysis, {}, "refchecker")
    assert [(u.supported, u.error) for u in again.units] == [(u.supported, u.error) for u in analysis.units]


def test_a_triplet_is_what_it_is_about_what_is_said_and_the_rest() -> None:
    assert triplets(["The old ferry was not sold to Vell in May.", "Rain."]) == [
        ["The old ferry", "was not sold", "to Vell in May"],
        ["Rain", "", ""],
    ]
    endless = "The ferry left " * 100
    assert triplets([endless, "Rain fell."]) == [[endless.strip(), "", ""], ["Rain", "fell", ""]]


def test_what_a_person_voted_counts_as_they_said() -> None:
    analysis = samples.analysis()
    first = next(unit for unit in analysis.units if unit.supported is False)
    assert first.answer
    assert first.answer.text not in {analysis.output.text[m.start : m.end] for m in written_marks(analysis, voted(first.id, -1))}
    agreed = next(m for m in written_marks(analysis, voted(first.id, 1, "I looked.")) if m.start == first.answer.start)
    assert agreed.confidence == 1 and agreed.reason.endswith("I looked.")


def test_words_are_parted_as_treebanks_do() -> None:
    text = "It isn't Ana's two-thirds: 1,200.5 (km)."
    assert [text[a:b] for a, b in tokens_of(text)] == ["It", "is", "n't", "Ana", "'s", "two-thirds", ":", "1,200.5", "(", "km", ")", "."]


@pytest.mark.parametrize("shape", written())
def test_an_empty_history_is_an_empty_file(shape: str) -> None:
    text = "".join(foreign_text([], shape))
    assert text == "" or json.loads(text) in ([], {"samples": []})


@settings(max_examples=100, deadline=None)
@given(analyses())
def test_no_analysis_has_marks_that_overlap_or_lie_outside(analysis: Analysis) -> None:
    found = written_marks(analysis, {})
    edges = [edge for mark in found for edge in (mark.start, mark.end)]
    assert edges == sorted(edges) and all(0 <= edge <= len(analysis.output.text) for edge in edges)
    for shape in written():
        data: dict[str, Any] | None = record(analysis, {}, shape)
        assert json.loads(json.dumps(data)) == data


def test_the_formats_are_those_that_other_tools_read() -> None:
    tools = {"label-studio", "lettucedetect", "factgenie", "faithbench", "ragtruth", "qasem-consistency", "loc-unfaith", "refchecker"}
    assert set(written()) == tools
    with pytest.raises(InputError, match=r"no format called 'nonsense'.*ragtruth"):
        writer("nonsense")
