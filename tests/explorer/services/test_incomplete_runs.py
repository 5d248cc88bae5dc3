"""A model that fails in mid-run: what was finished is shown and kept, and the next run goes on from there."""

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.backends.verifiers.chunks import ChunkVerifier
from engines.core.errors import ModelError
from engines.models import registry
from explorer.cli.main import main
from explorer.services.analysis import Finished, Incomplete, Partial, analyze, stream
from explorer.services.comparison import compare
from explorer.services.workspace import Workspace
from tests.engines.backends import tiny_models

REFERENCE = "The ferry Aldona left the port of Mirava at noon. A storm rose near the islands. Captain Varn turned the ship around."
OUTPUT = " ".join(f"The ferry left the port of {port} at {hour}." for port in ("Mirava", "Ostrel") for hour in range(1, 11))


@pytest.fixture(scope="module")
def verifier(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tiny_models.bert(tmp_path_factory.mktemp("bert"), id2label={0: "contradiction", 1: "entailment"})
    return f"nli:{folder}"


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace(tmp_path / "data") as opened:
        yield opened


class Failing:
    """Lets a verifier answer a number of times and fail from then on; `asked` are the statements that it was asked about."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, after: int, problem: Exception) -> None:
        self.asked: list[str] = []
        self.left = after
        verify = ChunkVerifier.verify

        def failing(verifier: ChunkVerifier, reference: Any, hypotheses: Any) -> Any:
            if self.left <= 0:
                raise problem
            self.left -= 1
            self.asked += [h.statement for h in hypotheses]
            return verify(verifier, reference, hypotheses)

        monkeypatch.setattr(ChunkVerifier, "verify", failing)


def judged(analysis: Any) -> int:
    return sum(unit.probability is not None for unit in analysis.units)


def test_what_was_finished_is_shown_kept_and_gone_on_from(verifier: str, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = Failing(monkeypatch, 1, ModelError("The model ran out of memory. Choose a smaller one."))
    with pytest.raises(Incomplete, match=r"ran out of memory.*8 of 20 facts") as caught:
        analyze(REFERENCE, OUTPUT, engine="scale", verifier=verifier, workspace=workspace)
    assert judged(caught.value.analysis) == 8
    stored = workspace.store.get(caught.value.analysis.id)
    assert judged(stored) == 8 and "stopped early" in stored.warnings[-1]

    first, failing.left = list(failing.asked), 99
    failing.asked.clear()
    events = list(stream(REFERENCE, OUTPUT, engine="scale", verifier=verifier, workspace=workspace))
    done = events[-1]
    assert isinstance(done, Finished) and not done.cached
    assert judged(done.analysis) == 20 and not done.analysis.warnings
    assert not set(first) & set(failing.asked)
    assert [entry.id for entry in workspace.store.history()] == [stored.id]
    assert judged(workspace.store.get(stored.id)) == 20


def test_the_last_thing_told_is_what_was_finished(verifier: str, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    Failing(monkeypatch, 1, RuntimeError("a defect"))
    told: list[Any] = []
    events = stream(REFERENCE, OUTPUT, engine="acueval", verifier=verifier, workspace=workspace)
    with pytest.raises(Incomplete, match="defect"):
        while True:
            told.append(next(events))
    assert isinstance(told[-1], Partial)
    assert judged(told[-1].analysis) > 0 and "stopped early" in told[-1].analysis.warnings[-1]


def test_a_run_that_fails_before_anything_is_finished_leaves_nothing(
    verifier: str, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    Failing(monkeypatch, 0, ModelError("The model failed."))
    with pytest.raises(ModelError, match="The model failed"):
        analyze(REFERENCE, OUTPUT, engine="scale", verifier=verifier, workspace=workspace)
    assert workspace.store.count() == 0


def test_a_comparison_shows_what_a_judge_had_finished(verifier: str, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    Failing(monkeypatch, 1, ModelError("The model failed."))
    compared = compare(REFERENCE, OUTPUT, engines=["scale", "lss"], verifiers=[verifier], workspace=workspace)
    scale = compared.opinions[0]
    assert scale.analysis is not None and judged(scale.analysis) == 8
    assert "The model failed" in scale.problem


def test_the_command_line_prints_it_and_says_that_it_failed(
    verifier: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Failing(monkeypatch, 1, ModelError("The model failed."))
    (tmp_path / "r.txt").write_text(REFERENCE)
    (tmp_path / "o.txt").write_text(OUTPUT)
    files = ["--reference", str(tmp_path / "r.txt"), "--output", str(tmp_path / "o.txt"), "--data-dir", str(tmp_path / "data")]
    code = main(["analyze", *files, "--engine", "scale", "--verifier", verifier])
    shown = capsys.readouterr()
    assert code == 1
    assert "stopped early" in shown.err and "Mirava" in shown.out


def test_the_error_survives_a_worker_process(verifier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Failing(monkeypatch, 1, ModelError("The model failed."))
    with pytest.raises(Incomplete) as caught:
        analyze(REFERENCE, OUTPUT, engine="scale", verifier=verifier)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.analysis) == (str(caught.value), caught.value.analysis)


def test_unloading_frees_a_model(verifier: str) -> None:
    registry.get("verifier", verifier)
    assert registry.status("verifier", verifier).loaded
    assert registry.unload("verifier", verifier)
    assert not registry.status("verifier", verifier).loaded and registry.status("verifier", verifier).available
    assert not registry.unload("verifier", verifier)
