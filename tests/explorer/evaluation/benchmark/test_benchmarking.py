"""From rows and answers to lines, comparisons and cases; runs that go on where they stopped."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engines.core.errors import FormatError, InputError, StoreError
from engines.core.results import Analysis, Document, Engine, Predicate, Span, Unit
from explorer import benchmark
from explorer.evaluation.benchmark.benchmarking import labelled
from explorer.evaluation.benchmark.labels.gold import GoldUnit, Item
from explorer.evaluation.benchmark.measuring import Dev, Plan
from explorer.evaluation.benchmark.results import FALSE_ALARM, MISSED, SPAN, TEXT, UNIT
from explorer.evaluation.benchmark.systems import running
from explorer.evaluation.benchmark.systems.answering import System, of_analysis
from explorer.evaluation.benchmark.systems.answers import Answer, SavedAnswers, answer_key
from tests.explorer.running import OUTPUT, REFERENCE, read_rows, write_rows

COUNT = 24
ROWS = [
    {
        "id": n,
        "subset": "ab"[n % 2],
        "reference": f"{REFERENCE} Number {n // 2}.",
        "output": f"The mayor of town {n} left.",
        "spans": [[4, 9]] if n % 2 else [],
        "faithful": n - 1 if n % 2 else None,
    }
    for n in range(COUNT)
]


@pytest.fixture
def told(tmp_path: Path) -> list[System]:
    """Two systems whose answers stand in files: one is right but for one alarm and one miss, the other marks all first words."""
    good: list[dict[str, Any]] = [{"id": n, "score": 0.2 if n % 2 else 0.9, "marks": [[4, 9, 0.8]] if n % 2 else []} for n in range(COUNT)]
    good[0] |= {"score": 0.3, "marks": [[0, 3, 0.7]]}
    good[1] |= {"score": 0.7, "marks": []}
    poor = [{"id": n, "marks": [{"start": 0, "end": 3, "probability": 0.6}]} for n in range(COUNT)]
    files = {"good": write_rows(tmp_path / "good.jsonl", good), "poor": write_rows(tmp_path / "poor.jsonl", poor)}
    return [System(name, "", file=str(path)) for name, path in files.items()]


def test_texts_and_places_with_intervals_and_by_subset(told: list[System]) -> None:
    found = benchmark(ROWS, told, plan=Plan(draws=200))
    lines = {(line.level, line.system, line.subset): line for line in found.lines}
    assert [(line.level, line.system, line.subset) for line in found.lines[:3]] == [
        (TEXT, "good", "a"),
        (TEXT, "good", "b"),
        (TEXT, "good", "all"),
    ]
    text, place = lines[TEXT, "good", "all"].figures, lines[SPAN, "good", "all"].figures
    assert text["balanced_accuracy"].value == text["f1"].value == pytest.approx(11 / 12) and lines[TEXT, "good", "all"].n == COUNT
    assert (
        place["located"].value == pytest.approx(11 / 12)
        and place["precision"].value == 1
        and place["alarms"].value == pytest.approx(1 / 12)
    )
    assert place["consistent"].value == pytest.approx(11 / 12)
    assert all(0 <= figure.low <= figure.value <= figure.high <= 1 for figure in (text["f1"], place["located"]))  # type: ignore[operator]
    assert lines[SPAN, "poor", "all"].figures["located"].value == 0 and lines[SPAN, "poor", "a"].figures["alarms"].value == 1
    assert lines[TEXT, "good", "a"].figures["roc_auc"].value is None, "a subset with labels of one kind"
    assert lines[TEXT, "good", "all"].reliability and sum(b.count for b in lines[TEXT, "good", "all"].reliability) == COUNT
    plots = {(plot.level, plot.title) for plot in found.plots}
    assert {(TEXT, "ROC"), (TEXT, "Reliability"), (SPAN, "Errors located, by threshold")} <= plots and found.failed == {}


def test_pairs_of_systems_and_the_worst_cases(told: list[System]) -> None:
    found = benchmark(ROWS, told, plan=Plan(draws=200, worst=1))
    place = next(pair for pair in found.comparisons if pair.level == SPAN)
    assert (place.first, place.second, place.n) == ("good", "poor", COUNT)
    assert place.differences["located"].value == pytest.approx(11 / 12) and place.differences["located"].low > 0
    assert place.differences["alarms"].high < 0 and place.differences["alarms"].p < 0.05
    cases = {(case.level, case.system, case.kind): case for case in found.cases}
    assert cases[TEXT, "good", FALSE_ALARM].id == 0 and cases[TEXT, "good", MISSED].id == 1
    alarm = cases[SPAN, "good", FALSE_ALARM]
    assert (alarm.output[slice(*alarm.marks[0])], alarm.gold, alarm.reference) == ("The", (), ROWS[0]["reference"])
    assert benchmark(ROWS, told, plan=Plan(draws=0)).comparisons == ()


def test_thresholds_are_chosen_on_a_part_that_is_then_not_measured(tmp_path: Path) -> None:
    # What is supported scores 0.3 and more: at 0.5 everything is called an error.
    answers = [
        {"id": n, "score": 0.1 if n % 2 else 0.3, "marks": [[4, 9, 0.9], [0, 3, 0.7]] if n % 2 else [[0, 3, 0.7]]} for n in range(COUNT)
    ]
    low = System("low", "", file=str(write_rows(tmp_path / "low.jsonl", answers)))
    plain, chosen = (benchmark(ROWS, [low], plan=Plan(draws=0, dev=dev)) for dev in (None, Dev.of("0.4")))
    values = [{line.level: line for line in found.lines if line.subset == "all"} for found in (plain, chosen)]
    assert values[0][TEXT].figures["balanced_accuracy"].value == 0.5 and values[1][TEXT].figures["balanced_accuracy"].value == 1
    assert values[1][TEXT].threshold == pytest.approx(0.2) and values[0][SPAN].threshold is None
    assert values[1][SPAN].threshold in (0.15, 0.2, 0.25, 0.3) and values[1][SPAN].figures["precision"].value == 1
    assert values[1][TEXT].n < COUNT and values[1][TEXT].n % 2 == 0, "both outputs of a reference are in one part"
    assert "40%" in chosen.dev.replace(" ", "")
    part = benchmark(
        [{**row, "split": "dev" if row["id"] < 8 else "test"} for row in ROWS], [low], plan=Plan(draws=0, dev=Dev.of("split=dev"))
    )
    assert part.lines[-1].n == COUNT - 8
    with pytest.raises(InputError, match="None of the rows"):
        benchmark(ROWS, [low], plan=Plan(dev=Dev.of("split=dev")))
    for wrong in ("2", "0", "much", "=x"):
        with pytest.raises(InputError):
            Dev.of(wrong)


def test_facts_are_judged_by_what_is_marked_in_their_place(tmp_path: Path) -> None:
    asked = {"reference": REFERENCE, "sentence": "The ferry left Mirava on Friday."}
    rows = [
        {**asked, "id": "s", "question": "What left?", "answer": "The ferry", "label": 1},
        {**asked, "id": "s", "question": "When?", "answer": "on Friday", "label": 0},
    ]
    marks = System("marks", "", file=str(write_rows(tmp_path / "m.jsonl", [{"id": "s", "marks": [[25, 31, 0.75]]}])))
    found = benchmark(rows, [marks], plan=Plan(draws=0, worst=3))
    (line,) = found.lines
    assert (line.level, line.n, line.figures["balanced_accuracy"].value, line.figures["roc_auc"].value) == (UNIT, 2, 1.0, 1.0)


def test_facts_are_as_probable_as_an_engines_own_in_nearly_the_same_place() -> None:
    output = "Ada left Norvik on Monday."
    own = [
        Unit("q1", "qa", "", Predicate(4, 8, "left", "verb"), "Who left?", Span(0, 3, "Ada"), 0.8, True),
        Unit("q2", "qa", "", Predicate(4, 8, "left", "verb"), "When?", Span(16, 25, "on Monday"), 0.3, False, "intrinsic"),
    ]
    analysis = Analysis("a", "2026-01-01", Engine("qasem"), Document("Ada left.", ((0, 9),)), Document(output, ((0, 26),)), {}, tuple(own))
    places = (((0, 3), (4, 8)), ((19, 25), (4, 8)), ((9, 15),), ((19, 25),))
    item = Item(1, "x", "Ada left.", output, units=tuple(GoldUnit(1, {"statement": "x"}, place) for place in (*places, ())))
    answer = of_analysis(analysis, item)
    assert answer.units == (0.8, 0.3, 1.0, pytest.approx(0.3), None), (
        "the third has no fact of its own and nothing marked; the last no place"
    )
    assert answer.marks == ((16, 25),)


def test_answers_that_are_missing_are_said(tmp_path: Path, told: list[System]) -> None:
    some = System(
        "some", "", file=str(write_rows(tmp_path / "some.jsonl", [{"id": 3, "score": 0.4}, {"id": 4, "error": "line 4: no"}, {"id": 5}]))
    )
    found = benchmark(ROWS, [told[0], some], plan=Plan(draws=0))
    assert len(found.failed["some"]) == COUNT - 1 and "good" not in found.failed
    assert any("neither 'score' nor 'marks'" in reason for reason in found.failed["some"])
    assert [line.n for line in found.lines if line.system == "some" and line.subset == "all"] == [1]
    with pytest.raises(FormatError, match="'id'"):
        benchmark(ROWS, [System("none", "", file=str(write_rows(tmp_path / "none.jsonl", [{"score": 1}])))])
    with pytest.raises(InputError, match="one name"):
        benchmark(ROWS, [told[0], told[0]])
    with pytest.raises(FormatError, match="No row can be used: line 1"):
        benchmark([{"reference": REFERENCE}])


def _counting(monkeypatch: pytest.MonkeyPatch, stop_at: int | None = None) -> list[str]:
    """Have items answered by their length, noting what was asked; stopped as a killed process would be."""
    asked: list[str] = []

    def answered(system: System, items: Sequence[Item]) -> list[Answer]:
        if stop_at is not None and len(asked) >= stop_at:
            raise KeyboardInterrupt
        asked.extend(item.output for item in items)
        return [Answer({"main": 1 / len(item.output)}, seconds=0.1) for item in items]

    monkeypatch.setattr(running, "answered", answered)
    return asked


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: list[System]) -> None:
    items, out = labelled(ROWS, []), tmp_path / "answers.jsonl"
    _counting(monkeypatch, stop_at=10)
    with pytest.raises(KeyboardInterrupt):
        running.run(told[:1], items, str(out))
    kept = len(read_rows(out))
    assert 0 < kept < COUNT
    with out.open("ab") as stream:
        stream.write(b'{"key":"half')
    asked = _counting(monkeypatch)
    first = running.run(told[:1], items, str(out))
    assert len(asked) == COUNT - kept and len(read_rows(out)) == COUNT
    assert running.run(told[:1], items, str(out)) == first and len(asked) == COUNT - kept
    _counting(monkeypatch)
    assert running.run(told[:1], items) == first


def test_another_system_text_or_fact_is_asked_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: list[System]) -> None:
    items, out = labelled(ROWS[:4], []), str(tmp_path / "answers.jsonl")
    asked = _counting(monkeypatch)
    running.run(told[:1], items, out)
    running.run(told[1:], items, out)
    running.run(told[:1], labelled([{**ROWS[0], "output": "Another text."}, *ROWS[1:4]], []), out)
    assert len(asked) == 4 + 4 + 1
    keys = {answer_key("x", item) for item in (*items, *labelled([{"reference": "A.", "statement": "B.", "label": 1}], []))}
    assert len(keys) == 5


def test_failed_answers_are_asked_for_again_and_other_files_are_left_alone(tmp_path: Path) -> None:
    with SavedAnswers(str(tmp_path / "a.jsonl")) as saved:
        saved.keep("k", {"id": 1}, Answer(error="line 1: no"))
        saved.keep("g", {"id": 2}, Answer({"main": 0.5}, (0.25, None), ((0, 2),), ((0.1, ()), (0.5, ((0, 2),))), 0.1))
    with SavedAnswers(str(tmp_path / "a.jsonl")) as saved:
        assert saved.get("k") is None
        assert saved.get("g") == Answer({"main": 0.5}, (0.25, None), ((0, 2),), ((0.1, ()), (0.5, ((0, 2),))), 0.1)
    write_rows(tmp_path / "other.jsonl", [{"id": 1}])
    with pytest.raises(StoreError, match=r"line 1.*choose another --out"), SavedAnswers(str(tmp_path / "other.jsonl")):
        pass
    assert read_rows(tmp_path / "other.jsonl") == [{"id": 1}]


@pytest.mark.thorough
def test_engines_and_verifier_answer_at_every_level_and_on_workers_alike(tmp_path: Path) -> None:
    wrong = OUTPUT.replace("2022", "2019")
    rows: list[dict[str, Any]] = [
        {"id": "w", "reference": REFERENCE, "output": wrong, "spans": [[wrong.index("2019"), wrong.index("2019") + 4]], "faithful": "r"},
        {"id": "r", "reference": REFERENCE, "output": OUTPUT, "spans": []},
        {"id": "q", "reference": REFERENCE, "statement": "Parliament approved 41 million crowns in 2019.", "label": 0},
        {"id": "s", "reference": REFERENCE, "statement": "Parliament approved 41 million crowns.", "label": 1},
        {"id": "l", "reference": REFERENCE, "question": "Who approved something?", "answer": "Parliament", "label": 1},
    ]
    out = tmp_path / "answers.jsonl"
    found = benchmark(rows, ("scale", "verifier"), plan=Plan(draws=0), out=str(out))
    lines = {(line.level, line.system): line for line in found.lines}
    assert lines.keys() == {(TEXT, "scale"), (TEXT, "verifier"), (UNIT, "scale"), (UNIT, "verifier"), (SPAN, "scale")}
    place = lines[SPAN, "scale"].figures
    assert (place["located"].value, place["alarms"].value, place["consistent"].value) == (1, 0, 1)
    assert lines[UNIT, "verifier"].n == 3 and lines[UNIT, "scale"].n == 2 and "'sentence'" in found.failed["scale"][0]
    assert lines[UNIT, "scale"].figures["roc_auc"].value == lines[UNIT, "verifier"].figures["roc_auc"].value == 1
    assert all(line.seconds and line.seconds > 0 for line in found.lines)
    again = benchmark(rows, ("scale", "verifier"), plan=Plan(draws=0), workers=2)
    for one, other in zip(found.lines, again.lines, strict=True):
        for name, figure in one.figures.items():
            assert figure.value == pytest.approx(other.figures[name].value, abs=0.01), name
    assert {json.dumps(row["id"]) for row in read_rows(out)} == {'"w"', '"r"', '"q"', '"s"', '"l"'}


def test_lines_are_data_frames_too(told: list[System]) -> None:
    pytest.importorskip("pandas")
    frame = benchmark(ROWS, told, plan=Plan(draws=50, levels=(SPAN,))).to_frame()
    every = frame[(frame.engine == "good") & (frame.subset == "all")].iloc[0]
    assert every.located == pytest.approx(11 / 12) and every.located_low <= every.located <= every.located_high and every.level == SPAN
    assert benchmark(frame.assign(reference=REFERENCE, output=OUTPUT, label=1, id=range(len(frame))), told, plan=Plan(draws=0)).lines


def test_functions_are_systems_and_what_they_raise_is_said() -> None:
    def length(reference: str, output: str) -> float:
        return len(output) / len(reference)

    def words(reference: str, output: str) -> dict[str, Any]:
        assert int(output.split()[4]) != 3
        return {"score": 0.2, "marks": [[4, 9, 0.9]]}

    found = benchmark(ROWS, [length, System("marks", function=words)], plan=Plan(draws=0))
    every = {line.system: line for line in found.lines if line.level == TEXT and line.subset == "all"}
    assert set(every) == {"length", "marks"} and every["length"].seconds is not None
    (said,) = found.failed["marks"]
    assert said.startswith("line 4: AssertionError") and "length" not in found.failed
    (places,) = [line for line in found.lines if line.level == SPAN and line.subset == "all" and line.system == "marks"]
    assert places.figures["located"].value == 1
