"""An analysis from two texts to a stored result, with the bundled models."""

import json
from pathlib import Path

import pytest

from engines.core.errors import InputError
from engines.core.results import Analysis
from explorer.reading.pairs import check
from explorer.services.analysis import Finished, Partial, Stage, analyze, stream
from explorer.services.workspace import Workspace

REFERENCE = (
    "The port authority of Hallam Bay said on Tuesday that it will retire its last diesel ferry in November. "
    "It will be replaced by two electric catamarans built in the Norwegian town of Brekke. "
    "Each catamaran can carry 310 passengers. Parliament approved 41 million crowns for the project in 2022."
)
OUTPUT = "Two electric catamarans built in Sweden will replace the ferry. Parliament approved 41 million crowns in 2022."


def test_facts_are_found_located_and_judged(tmp_path: Path) -> None:
    with Workspace(tmp_path) as workspace:
        analysis = analyze(REFERENCE, OUTPUT, workspace=workspace)
    assert Analysis.from_json(analysis.to_json()) == analysis
    assert analysis.reference.read == 1.0
    facts = {(u.predicate.text, u.answer.text): u for u in analysis.units if u.predicate and u.answer}
    wrong = next(u for (predicate, answer), u in facts.items() if predicate == "built" and "Sweden" in answer)
    right = next(u for (predicate, answer), u in facts.items() if predicate == "approved" and "41 million" in answer)
    assert not wrong.supported and wrong.error == "extrinsic"
    assert right.supported and right.error is None
    assert "Norwegian town of Brekke" in wrong.evidence[0].text
    assert "approved 41 million crowns" in right.evidence[0].text
    for unit in analysis.units:
        assert unit.trace
        assert all(REFERENCE[e.start : e.end] == e.text for e in unit.evidence)
    assert analysis.scores["qasem"] == pytest.approx(sum(bool(u.supported) for u in analysis.units) / len(analysis.units))


def test_asking_again_runs_no_model_and_finds_the_same_analysis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Workspace(tmp_path) as workspace:
        first = analyze(REFERENCE, OUTPUT, workspace=workspace)
    from engines.qasem.engine import QASem

    monkeypatch.setattr(QASem, "run", lambda *_: pytest.fail("a model was run again"))
    with Workspace(tmp_path) as workspace:
        events = list(stream(REFERENCE, OUTPUT, workspace=workspace))
        assert isinstance(events[-1], Finished) and events[-1].cached
        assert events[-1].analysis == first
        assert [row.id for row in workspace.store.history()] == [first.id]


def test_results_come_as_they_are_found() -> None:
    events = list(stream(REFERENCE, OUTPUT))
    kinds = [type(e) for e in events]
    assert kinds[0] is Stage and kinds[-1] is Finished and Partial in kinds
    partial = next(e for e in events if isinstance(e, Partial))
    assert partial.analysis.units and all(u.probability is None for u in partial.analysis.units)
    assert events[-1].analysis.id == partial.analysis.id


def test_stopping_early_stores_nothing(tmp_path: Path) -> None:
    with Workspace(tmp_path) as workspace:
        events = stream(REFERENCE, OUTPUT, workspace=workspace)
        next(e for e in events if isinstance(e, Partial))
        events.close()
        assert workspace.store.history() == []


@pytest.mark.parametrize(
    ("reference", "output", "message"),
    [
        ("", "A boat sank.", "reference is empty"),
        ("A boat sank.", " \n", "output is empty"),
        ("?!", "A boat sank.", "reference has no words"),
        ("A boat sank.", "🙂", "output has no words"),
        ("A boat sank.", "a" * 200_001, "at most 200,000"),
        ("a " * 1_000_001, "A boat sank.", "at most 2,000,000"),
    ],
)
def test_what_cannot_be_analysed_is_said_plainly(reference: str, output: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check(reference, output)


@pytest.mark.parametrize(
    "output",
    [
        "Ferry",
        "Yes.",
        "\x00\x01\x02 A boat\x00sank.",
        "\ud800 The boat sank.",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "def f(x):\n    return x",
        "港口关闭了。",
    ],
)
def test_odd_outputs_give_a_result_and_not_a_traceback(output: str) -> None:
    analysis = analyze(REFERENCE, output)
    assert analysis.output.text == output
    assert Analysis.from_json(analysis.to_json()) == analysis
    assert analysis.units or analysis.warnings


def test_a_pair_of_surrogates_is_the_character_that_it_stands_for() -> None:
    analysis = analyze(REFERENCE, "\ud83d\ude00 The boat sank \udfff\ud800\udc00 in May.")
    assert analysis.output.text == "\U0001f600 The boat sank \udfff\U00010000 in May."
    assert Analysis.from_json(json.loads(json.dumps(analysis.to_json()))) == analysis


@pytest.mark.parametrize("engine", ["qasem", "scale", "acueval", "qags", "lss"])
def test_texts_that_broke_an_engine_are_analysed_by_all(engine: str) -> None:
    for reference, output in (
        ("At ²:30 pm the ferry left with ²³ people.", "The ferry left at 3:² pm on 4 May ² with ³ people, aged ²."),
        ("\u0301\u0301 the boat zero zero.", "\u0301\u0301 the boat \u0301 zero."),
        ("His son Jonas, ², left \ud83d for Oslo.", "\ud83d His son Jonas, ³, left for Oslo \udc00."),
        ("9" * 5000, "9" * 5000),
    ):
        found = analyze(reference, output, engine=engine)
        assert Analysis.from_json(json.loads(json.dumps(found.to_json()))) == found


def test_another_language_is_said_to_be_beyond_the_models() -> None:
    german = (
        "Der Hafen wird im November seine letzte Fähre außer Dienst stellen und durch zwei Boote ersetzen, die in der Stadt gebaut werden."
    )
    assert any("English" in warning for warning in analyze(german, german).warnings)


def test_unknown_engines_verifiers_and_settings_are_refused() -> None:
    for arguments in ({"engine": "oracle"}, {"verifier": "oracle"}, {"settings": {"colour": 1}}, {"settings": {"threshold": 2}}):
        with pytest.raises(InputError):
            analyze(REFERENCE, OUTPUT, **arguments)


def test_settings_move_the_threshold_and_the_kinds() -> None:
    strict = analyze(REFERENCE, OUTPUT, settings={"threshold": 1.0})
    assert strict.scores["supported"] == 0
    paper = analyze(REFERENCE, OUTPUT, settings={"kinds": "paper"})
    assert {u.predicate.kind for u in paper.units if u.predicate} <= {"verb", "noun", "copula"}
