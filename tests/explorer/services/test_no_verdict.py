"""A model that answers neither yes nor no gives no verdict: nothing is called wrong or right by it, and the scores leave it out."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from components.review.page import review
from engines.backends.chat_roles.verifier import HARD, UNREADABLE
from engines.core.results import Analysis
from explorer import analyze
from explorer.cli.terminal import print_analysis
from explorer.formats.exporting import as_json
from explorer.formats.records import read_analysis
from explorer.formats.sheets import csv_text
from explorer.model_choice.trial import try_model
from tests.engines.backends.chat.misbehaving import Call, serving
from tests.explorer.running import Errata, write_rows

REFERENCE = "The ferry Aldona left the port of Mirava at noon. A storm rose near the islands."
OUTPUT = "The ferry left Mirava at noon. A storm sank a barge."
ENGINES = ("qasem", "scale", "acueval", "lss")


def judged_by(behaviour: Callable[[Call], None], engine: str) -> Analysis:
    with serving(behaviour) as told:
        return analyze(REFERENCE, OUTPUT, engine=engine, verifier=f"chat:m@{told.url}")


def shown(analysis: Analysis) -> str:
    from rich.console import Console

    stream = io.StringIO()
    print_analysis(analysis, Console(file=stream, width=300, color_system=None))
    return stream.getvalue()


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_no_answer_is_no_verdict(engine: str) -> None:
    analysis = judged_by(lambda call: call.reply("I like turtles"), engine)
    asked = [unit for unit in analysis.units if unit.details.notes]
    assert asked and all((unit.probability, unit.supported, unit.error) == (None, None, None) for unit in asked)
    assert any(UNREADABLE in warning and "The scores leave out" in warning for warning in analysis.warnings)
    if engine != "lss":  # which decides by more than the verdicts
        assert not analysis.errors and analysis.scores == {"units": 0.0, "supported": 0.0}
        assert analysis.unchecked, "words that nothing is said of are not called checked"
    assert "no verdict" in shown(analysis) and UNREADABLE in shown(analysis)
    page = review(analysis, stored=True)
    assert "No verdict" in page and f"{len(asked)} without a verdict" in page and "Not checked yet" not in page
    data = as_json(analysis, {})
    assert read_analysis(data, "line 1").analysis == analysis
    assert all(",0.0," not in line for line in "".join(csv_text([(analysis, {})])).splitlines()[1:] if "No verdict" in line)


def test_the_scores_are_of_what_was_answered() -> None:
    def partly(call: Call) -> None:
        call.reply("I like turtles" if "barge" in call.question else "Yes")

    analysis = judged_by(partly, "scale")
    assert [(unit.supported, unit.probability) for unit in analysis.units] == [(True, 1.0), (None, None)]
    assert (analysis.scores["scale"], analysis.scores["units"], analysis.scores["support"]) == (1.0, 1.0, 1.0)
    assert any("leave out 1 of 2 sentences" in warning for warning in analysis.warnings)
    assert "1 of 1 facts supported · 1 without a verdict" in shown(analysis)


def test_labels_without_probabilities_are_said_in_the_warnings_and_in_the_report() -> None:
    analysis = judged_by(lambda call: call.reply("No"), "scale")
    assert [unit.supported for unit in analysis.units] == [False, False]
    (warning,) = analysis.warnings[-1:]
    assert warning.startswith(HARD) and "2 of 2 sentences" in warning and warning in shown(analysis)
    told = judged_by(lambda call: call.label(0.9), "scale")
    assert not any(HARD in warning for warning in told.warnings) and told.scores["scale"] == pytest.approx(0.9)


def test_probabilities_of_next_to_nothing_are_no_answer() -> None:
    def turtles(call: Call) -> None:
        likely = [{"token": "I", "logprob": -0.01}, {"token": "A", "logprob": -5.0}, {"token": "No", "logprob": -9.0}]
        call.reply("I like turtles", logprobs={"content": [{**likely[0], "top_logprobs": likely}]})

    assert {unit.supported for unit in judged_by(turtles, "scale").units} == {None}


def test_a_row_without_an_answer_has_no_verdict_and_says_why(errata: Errata, tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "rows.jsonl", [{"id": 1, "reference": REFERENCE, "statement": "A storm sank a barge."}])
    with serving(lambda call: call.reply("I like turtles")) as told:
        (row,) = errata("verify", rows, "--verifier", f"chat:m@{told.url}").rows
    assert (row["probability"], row["supported"], row["error"], row["notes"]) == (None, None, None, [UNREADABLE])


def test_a_model_that_gives_no_verdicts_is_told_of_when_it_is_tried() -> None:
    with serving(lambda call: call.reply("I like turtles")) as told:
        found = try_model(f"chat:m@{told.url}", "verifier")
    assert not found.answers and any("choose another model" in note for note in found.notes)
