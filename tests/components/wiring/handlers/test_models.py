"""Models on the page: what a run would ask of them is said before it, and fetching is told to whoever asks."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from components.wiring.handlers.models import ModelHandlers
from components.wiring.handlers.view import View
from explorer.services.workspace import Workspace
from tests.explorer import hub

PARTS: Any = SimpleNamespace(models="models", model_states="states", status="status")


def handlers(workspace: Workspace) -> ModelHandlers:
    """Handlers that draw into parts known by their names."""
    return ModelHandlers(View(workspace, PARTS))


def test_what_a_run_would_ask_of_a_language_model_is_said_before_it(tmp_path: Path) -> None:
    (tmp_path / "servers.toml").write_text('[lab]\nurl = "http://127.0.0.1:9/v1"\nmodel = "m"\nprice_in = 2000\n')
    with Workspace(tmp_path) as workspace:
        workspace.store.save_draft("page", "The ferry left on Monday. It came back on Friday.", "The ferry left on Tuesday.")
        drawing = handlers(workspace).chose({"models": {"verifier": "chat:m@lab"}, "engine": "scale"})
        assert "SCALE on these texts asks" in drawing["states"] and "which costs about" in drawing["states"]
        assert "questions to chat:m@lab" in drawing["states"]
        drawing = handlers(workspace).chose({"models": {"verifier": "chat:m@lab"}, "engine": "qags"})
        assert "on these texts" not in drawing["states"]


def test_a_fetch_is_told_to_whoever_asks_and_stopped_by_anyone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setenv("HF_HUB_DISABLE_XET", "1")
    files = {"config.json": b"{}", "tokenizer.json": b"{}", "model.safetensors": bytes(1_000_000)}
    with hub.serving(files) as served, Workspace(tmp_path / "data") as workspace:
        monkeypatch.setenv("HF_ENDPOINT", served.url)
        served.waits_at = 500_000
        models, id = handlers(workspace), f"nli:{hub.REPOSITORY}"
        first = models.fetch({"id": id})
        assert "Asking the hub" in next(first)["states"]
        assert served.waiting.wait(60)
        (refused,) = models.fetch({"id": "nli:invented/other"})
        assert "Wait until it is here" in refused["states"]
        second = models.fetch({"id": id})
        assert id in next(second)["states"]
        assert "kept" in models.halt({})["states"]
        assert not [drawing for drawing in (*first, *second) if "on this machine" in drawing["states"]]
        served.go_on()
        assert "is on this machine" in list(models.fetch({"id": id}))[-1]["states"]
        assert "Nothing is being fetched" in models.halt({})["states"]
