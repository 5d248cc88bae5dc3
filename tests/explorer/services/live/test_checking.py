"""A draft that is being typed: only what is new is verified, and what comes out is what a full analysis gives."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engines.core.errors import InputError
from engines.core.results import Analysis
from engines.core.text import Text
from engines.verification.verifier import CompactVerifier
from explorer import analyze
from explorer.services.live import checking
from explorer.services.live.checking import LONGEST, LiveChecks
from explorer.services.live.models import made_with
from explorer.services.live.turns import Outdated
from explorer.services.workspace import Workspace

REFERENCE = (
    "The ferry Aldona left Mirava on Tuesday with 140 people on board. It was built in 1973 in Tessen. A storm damaged the mast near Orlo. "
    "Captain Ilse Varn turned back and asked the harbour for help. Nobody was hurt. The mayor of Mirava, Joren Pell, praised the crew, "
    "which had trained for such a night since March. The ferry will be repaired in Tessen for two million crowns."
)
DRAFT = (
    "The ferry Aldona left Mirava on Tuesday. It was built in 1937 in Tessen.\n\n## The storm\n\nA storm damaged the mast. "
    "Captain Ilse Varn turned back. She asked the harbour for help. Joren Pell, who is the mayor of Mirava, praised the crew."
)
TYPED = (
    DRAFT.replace("1937", "1973"),
    DRAFT.replace("Tuesday", "Friday"),
    DRAFT.replace("She asked", "He asked"),
    DRAFT.replace("Captain Ilse Varn turned back. ", ""),
    DRAFT + " Forty elephants were photographed by the bishop of Teal.",
    DRAFT.replace("A storm damaged the mast. ", "A storm dam"),
    DRAFT.replace("## The storm", "- The **storm**"),
    "A 👩‍👩‍👧 \ud83d\r\nwas hurt \u2028 there.",
)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    with Workspace(tmp_path_factory.mktemp("live")) as workspace:
        yield workspace


@pytest.fixture(scope="module")
def analysis(workspace: Workspace) -> Analysis:
    return analyze(REFERENCE, DRAFT, workspace=workspace)


@pytest.fixture(scope="module")
def checks(workspace: Workspace) -> LiveChecks:
    return LiveChecks(workspace)


def told(analysis: Analysis) -> tuple[object, ...]:
    """All that a person could see of an analysis, without the time that it took."""
    units = [replace(unit, trace=()) for unit in analysis.units]
    return analysis.errors, units, analysis.scores, analysis.words, analysis.engine


@pytest.mark.parametrize("engine", ["qasem", "scale", "acueval"])
def test_what_is_typed_is_judged_as_a_full_analysis_judges_it(workspace: Workspace, engine: str) -> None:
    before = analyze(REFERENCE, DRAFT, engine=engine, workspace=workspace)
    checks = LiveChecks(workspace)
    assert told(checks.check(before, DRAFT).analysis) == told(before) and before.errors
    for version, text in enumerate(TYPED):
        checked = checks.check(before, text, "here", version)
        assert checked.remark == ""
        assert told(checked.analysis) == told(analyze(REFERENCE, text, engine=engine)), text
    assert workspace.store.count() == 1 or engine != "qasem"


def test_settings_of_the_analysis_are_those_of_the_check(workspace: Workspace, checks: LiveChecks) -> None:
    strict = analyze(REFERENCE, DRAFT, engine="scale", settings={"threshold": 0.9})
    checked = checks.check(strict, TYPED[0])
    assert checked.analysis.engine.settings["threshold"] == 0.9
    assert told(checked.analysis) == told(analyze(REFERENCE, TYPED[0], **made_with(strict)))


def test_only_the_sentence_that_changed_is_verified(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    verify = CompactVerifier.verify

    def listening(self: CompactVerifier, reference: Text, hypotheses: list) -> list:
        asked.extend(hypothesis.sentence for hypothesis in hypotheses)
        return verify(self, reference, hypotheses)

    monkeypatch.setattr(CompactVerifier, "verify", listening)
    checks = LiveChecks(workspace)
    analysis = analyze(REFERENCE, DRAFT)
    assert len(set(asked)) == 6
    asked.clear()
    assert checks.check(analysis, DRAFT).verified == (0, 1, 2, 3, 4, 5, 6)
    asked.clear()
    assert checks.check(analysis, DRAFT).verified == () and asked == []
    checked = checks.check(analysis, DRAFT.replace("1937", "1973"))
    assert checked.verified == (1,) and set(asked) == {"It was built in 1973 in Tessen."}
    asked.clear()
    checks.check(analysis, DRAFT.replace("Captain Ilse Varn turned back. ", ""))
    assert asked == []  # nothing was written, and what is left has been verified


def test_what_is_remembered_of_sentences_does_not_hold_the_reference(checks: LiveChecks, analysis: Analysis) -> None:
    run, _ = checks._run(analysis)
    reference, output = Text.of("[1] Ada Kern sold the mill. " * 2000), Text.of("Ada Kern sold it. She left.")
    assert (
        reference.key != reference.text and checks._fresh(run, reference, output) == (0, 1) and checks._fresh(run, reference, output) == ()
    )
    assert sum(len(part) for key in checks._seen._values for part in key) < 4000


def test_nothing_that_is_typed_is_stored(workspace: Workspace, checks: LiveChecks, analysis: Analysis) -> None:
    before = workspace.cache.stats() if hasattr(workspace.cache, "stats") else None
    known = [*workspace.store.drafts()]
    checks.check(analysis, DRAFT + " It was painted in ultramarine by nobody.")
    assert [*workspace.store.drafts()] == known
    assert before == (workspace.cache.stats() if hasattr(workspace.cache, "stats") else None)


def test_a_newer_text_outdates_an_older_one(checks: LiveChecks, analysis: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    checks.check(analysis, DRAFT, "one", 5)
    with pytest.raises(Outdated):
        checks.check(analysis, DRAFT, "one", 4)
    assert checks.check(analysis, DRAFT, "two", 1).analysis.errors
    begun, problems = threading.Event(), list[BaseException]()
    outcome = checking.LiveChecks._outcome

    def slow(self: LiveChecks, run: object, texts: object, still: object) -> object:
        begun.set()
        for _ in range(1000):
            threading.Event().wait(0.01)
            still()
        return outcome(self, run, texts, still)

    def older() -> None:
        try:
            checks.check(analysis, TYPED[1], "one", 6)
        except BaseException as problem:
            problems.append(problem)

    with monkeypatch.context() as patch:
        patch.setattr(checking.LiveChecks, "_outcome", slow)
        thread = threading.Thread(target=older)
        thread.start()
        assert begun.wait(30)
    found = checks.check(analysis, TYPED[0], "one", 7)
    thread.join(30)
    assert isinstance(problems[0], Outdated) and found.analysis.output.text == TYPED[0]


@pytest.mark.parametrize(
    ("text", "said"), [("", "empty"), (" \n", "empty"), ("!?", "no words"), ("word " * (LONGEST // 4), f"up to {LONGEST:,} characters")]
)
def test_what_cannot_be_checked_is_said(checks: LiveChecks, analysis: Analysis, text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        checks.check(analysis, text)


def test_an_engine_that_edits_itself_gives_way_to_one_that_judges(checks: LiveChecks) -> None:
    checked = checks.check(analyze(REFERENCE, DRAFT, engine="lss"), TYPED[0])
    assert checked.analysis.engine.name == "qasem" and "QASem" in checked.remark and "LSS" in checked.remark
    assert told(checked.analysis) == told(analyze(REFERENCE, TYPED[0]))


def test_other_models_are_not_run_with_every_key(checks: LiveChecks, analysis: Analysis) -> None:
    engine = replace(analysis.engine, models={**analysis.engine.models, "verifier": "chat:judge"})
    checked = checks.check(replace(analysis, engine=engine), TYPED[0])
    assert "bundled models" in checked.remark and checked.analysis.engine.models["verifier"].startswith("compact")


def test_a_draft_is_analysed_as_its_analysis_was(tmp_path: Path, analysis: Analysis) -> None:
    made = made_with(analysis)
    assert (made["engine"], made["verifier"], made["models"]) == ("qasem", "compact", {})
    gone = replace(analysis, engine=replace(analysis.engine, models={**analysis.engine.models, "verifier": "chat:judge"}))
    with pytest.raises(InputError, match="not loaded"):
        made_with(gone)
