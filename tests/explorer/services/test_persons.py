"""A person beside the engines: votes and marks brought to words, and kappa with each engine."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.report import comparison_report
from engines.core.errors import ErrataError
from engines.core.findings import Conflict, Deletion
from engines.core.results import Analysis, Document, Engine, Span, Unit
from explorer.formats.exporting import json_text
from explorer.services.agreement import with_person, with_votes
from explorer.services.comparison import Comparison, comparison_of
from explorer.services.persons import Person, person_of_file, person_of_marks, person_of_votes
from explorer.services.workspace import Workspace
from sessions.annotations import Annotation
from tests.explorer.running import Errata

REFERENCE = "Parliament approved 41 million crowns in 2022. The port will retire its last ferry."
OUTPUT = "Parliament approved 41 million crowns in 1950. The port will retire its ferry."
YEAR = (41, 45)


def unit(number: int, start: int, end: int, supported: bool) -> Unit:
    probability = 0.9 if supported else 0.1
    return Unit(f"u{number}", "qa", "", answer=Span.of(OUTPUT, start, end), probability=probability, supported=supported)


def analysis(engine: str, *units: Unit) -> Analysis:
    return Analysis(f"id-{engine}", "2026-01-01T00:00:00+00:00", Engine(engine), Document(REFERENCE, ()), Document(OUTPUT, ()), {}, units)


RIGHT = analysis("qasem", unit(1, 0, 37, True), unit(2, *YEAR, False), unit(3, 47, len(OUTPUT), True))
WRONG = analysis("scale", unit(1, 0, 46, True), unit(2, 47, len(OUTPUT), False))


def kappas(comparison: Comparison) -> dict[str, float | None]:
    assert comparison.person is not None
    return {a.judge: a.kappa for a in comparison.person.agreement}


def test_marks_agree_with_the_engine_that_finds_the_same_words_unsupported() -> None:
    comparison = with_person(comparison_of([RIGHT, WRONG]), person_of_marks([YEAR], len(OUTPUT)))
    found = kappas(comparison)
    assert found["qasem"] == 1.0
    assert (found["scale"] or 0) < 0
    assert comparison.person and comparison.person.agreement[0].same == comparison.person.agreement[0].words == 12


def test_a_vote_says_which_words_the_person_finds_supported() -> None:
    person = person_of_votes([(RIGHT, {"u1": 1, "u2": -1}), (WRONG, {"u2": -1, "u1": 0})], len(OUTPUT))
    assert person.judgements == 3
    assert person.support[0] == 1.0  # agreed: supported
    assert person.support[YEAR[0]] == 1.0  # disagreed with "unsupported"
    assert person.support[YEAR[0] - 2] is None  # no unit with a vote
    assert person.support[50] == 1.0


def test_of_two_votes_on_a_word_the_one_against_support_counts() -> None:
    person = person_of_votes([(RIGHT, {"u2": 1}), (WRONG, {"u1": 1})], len(OUTPUT))
    assert person.support[YEAR[0]] == 0.0
    assert person.support[0] == 1.0


def test_who_agrees_that_a_unit_is_wrong_finds_the_same_words_wrong() -> None:
    wrong = replace(unit(1, 0, 45, False), conflicts=(Conflict("year", "value", *YEAR),))
    comparison = with_person(
        comparison_of([analysis("qasem", wrong)]), person_of_votes([(analysis("qasem", wrong), {"u1": 1})], len(OUTPUT))
    )
    assert comparison.person and comparison.person.support[YEAR[0]] == 0.0 and comparison.person.support[0] is None
    assert kappas(comparison) == {"qasem": 1.0}


def test_of_what_is_deleted_only_what_was_voted_on_is_the_persons() -> None:
    cut = replace(RIGHT, deletions=(Deletion(*YEAR, ("u2",)), Deletion(0, 10, ("u1",)), Deletion(47, 50, ())))
    support = person_of_votes([(cut, {"u2": 1})], len(OUTPUT)).support
    assert [at for at, value in enumerate(support) if value is not None] == list(range(*YEAR)) and support[YEAR[0]] == 0.0


def test_votes_of_the_session_join_a_comparison(tmp_path: Path) -> None:
    with Workspace(tmp_path) as workspace:
        workspace.store.save(RIGHT)
        comparison = comparison_of([RIGHT])
        assert with_votes(comparison, workspace.store).person is None
        workspace.store.annotate(RIGHT.id, "u2", 1)
        assert kappas(with_votes(comparison, workspace.store)) == {"qasem": 1.0}


@pytest.mark.parametrize(
    "content",
    [
        [{"start": 41, "end": 45}],
        [{"start": 41, "end": 45, "text": "1950", "confidence": 0.8}],
        {"annotations": [{"text": "1950", "type": 0, "start": 41, "reason": "another year"}]},
        {"labels": [{"start": 41, "end": 45, "text": "1950", "label_type": "Evident Conflict"}]},
    ],
)
def test_marks_are_read_as_tools_write_them(tmp_path: Path, content: object) -> None:
    path = tmp_path / "marks.json"
    path.write_text(json.dumps(content))
    person = person_of_file(str(path), REFERENCE, OUTPUT)
    assert person.marked and [i for i, value in enumerate(person.support) if value == 0.0] == list(range(*YEAR))


def test_an_export_with_votes_is_read(tmp_path: Path) -> None:
    vote = Annotation(RIGHT.id, "u2", 1, "", "now")
    path = tmp_path / "votes.json"
    path.write_text("".join(json_text([(RIGHT, {"u2": vote})])))
    person = person_of_file(str(path), REFERENCE, OUTPUT)
    assert (person.judgements, person.support[YEAR[0]]) == (1, 0.0)
    with pytest.raises(ErrataError, match="no analysis of these two texts"):
        person_of_file(str(path), REFERENCE, OUTPUT + " And more.")
    path.write_text("".join(json_text([(RIGHT, {})])))
    with pytest.raises(ErrataError, match="no votes"):
        person_of_file(str(path), REFERENCE, OUTPUT)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[]{", "JSON"),
        ('{"a": 1}', "neither"),
        ('[{"end": 4}]', "no 'start'"),
        ('[{"start": 70, "end": 900}]', "within the output"),
        ('[{"start": -3, "end": 4}]', "within the output"),
        ('[{"start": 0, "end": 4, "text": "1950"}]', "says '1950'"),
        ('[{"start": true, "end": 4}]', "no 'start'"),
        ("[3]", "no 'start'"),
    ],
)
def test_a_file_that_does_not_fit_says_why(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "marks.json"
    path.write_text(content)
    with pytest.raises(ErrataError, match=said):
        person_of_file(str(path), REFERENCE, OUTPUT)


@given(st.lists(st.tuples(st.integers(-5, 90), st.integers(-5, 90))))
def test_marks_stay_within_the_output(marks: list[tuple[int, int]]) -> None:
    person = person_of_marks(marks, len(OUTPUT))
    assert len(person.support) == len(OUTPUT)
    assert set(person.support) <= {0.0, 1.0}


def test_the_report_has_the_person_and_nothing_that_only_the_page_can_do() -> None:
    evil = "<img src=x onerror=alert(1)>"
    named = replace(RIGHT, engine=Engine(evil))
    page = comparison_report(with_person(comparison_of([named, WRONG]), Person(person_of_marks([YEAR], len(OUTPUT)).support, 1, True)))
    assert ">Person</th>" in page and "The person: 1 mark;" in page
    assert evil not in page
    body = page.split("<main>")[1].split("</main>")[0]
    assert not any(words in body for words in ("data-open", "Copy link", "data-complete"))


def test_the_command_shows_a_persons_agreement_and_writes_a_report(errata: Errata, pair: tuple[Path, Path], tmp_path: Path) -> None:
    reference, output = pair
    marks, page = tmp_path / "marks.json", tmp_path / "comparison.html"
    marks.write_text('[{"start": 0, "end": 3}]')
    arguments = ("compare", "--reference", reference, "--output", output, "--engine", "scale", "--person", marks)
    shown = errata(*arguments)
    assert shown.code == 0 and "agreement with a person" in shown.out
    (row,) = errata(*arguments, "--json").rows
    assert row["person"]["kind"] == "marks" and row["person"]["agreement"][0]["name"] == "scale"
    assert errata(*arguments, "--html", page).code == 0
    assert ">Person</th>" in page.read_text("utf-8")
    marks.write_text("{}")
    refused = errata(*arguments)
    assert refused.code == 1 and "neither an analysis" in refused.err
