"""The panel of models: what it offers, what it greys out, and that no name can break it."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from components.panels.models import models_panel, states, telling
from components.wiring.comparing import _ticked
from components.wiring.events import chosen_of
from components.wiring.managing import Managing, chosen_models, preset_settings
from engines.models.roles import ROLES
from explorer.model_choice.catalogue import ModelInfo
from explorer.model_choice.presets import Preset, presets
from explorer.services.workspace import Workspace
from tests.components.reading import assert_only_ours, parsed
from tests.explorer import hub

EVIL = '"><img src=x onerror=alert(1)>'
HERE = ModelInfo("nli:/models/judge", "judge", ("verifier",), "nli", True, bytes=10**9, memory=2 * 10**9)
AWAY = ModelInfo(
    "a/b", "b", ("verifier", "writer"), "causal", False, reason="Download it with: errata models download causal:a/b", memory=10**13
)
LOADED = ModelInfo("c/d", "d", ("reader",), "squad", True, loaded=True)
SERVERS = [
    {"name": "ollama", "model": "", "local": True, "reason": ""},
    {"name": "openai", "model": "", "local": False, "reason": "no key"},
]


def panel(*models: ModelInfo, chosen: dict[str, str] | None = None) -> str:
    return models_panel(models, presets(), SERVERS, chosen or {}, free=8 * 10**9)


def test_every_role_has_a_field_that_proposes_what_is_here() -> None:
    html = panel(HERE, AWAY, LOADED, chosen={"writer": "chat:x@ollama"})
    assert all(f'data-role="{role}"' in html and f'id="ids-{role}"' in html for role in ROLES)
    verifier = html.split('<datalist id="ids-verifier">')[1].split("</datalist>")[0]
    assert HERE.id in verifier and AWAY.id not in verifier and "chat:MODEL@ollama" in verifier and "openai" not in verifier
    assert 'value="chat:x@ollama"' in html and "1 chosen" in html
    assert "chat:" not in html.split('<datalist id="ids-reader">')[1].split("</datalist>")[0]


def test_what_can_be_done_with_a_model_depends_on_where_it_is() -> None:
    html = panel(HERE, AWAY, LOADED)
    assert 'data-fetch="a/b"' in html and 'data-fetch="nli' not in html
    assert 'data-unload="c/d"' in html and "more than is free" in html


def test_presets_without_their_models_are_greyed_out_with_the_reason() -> None:
    lacking = Preset("x", "X", "scale", verifier="flan-t5:nowhere/model")
    html = models_panel([], [lacking, Preset("y", "Y", "scale")], SERVERS, {}, 1)
    first, second = html.split("<li>")[1:3]
    assert " disabled" in first and "needs nowhere/model" in first and " disabled" not in second


def test_names_cannot_break_the_page() -> None:
    model = ModelInfo(EVIL, EVIL, ("verifier",), EVIL, False, reason=EVIL, licence=EVIL, figures=EVIL, note=EVIL)
    servers = [{"name": EVIL, "model": EVIL, "local": False, "reason": ""}]
    html = models_panel([model], [Preset(EVIL, EVIL, EVIL, EVIL)], servers, {"verifier": EVIL}, 1, problem=EVIL)
    for text in (html, states([("verifier", EVIL, False, EVIL)]), telling(EVIL)):
        assert "<img" not in text and "&lt;img" in text
    assert_only_ours(parsed(html))


def test_what_the_page_sends_is_taken_only_where_it_fits() -> None:
    sent = {"engine": "scale", "models": {"writer": " chat:x ", "cook": "y", "reader": 5, "parser": ""}, "preset": "scale-paper"}
    assert chosen_of(json.dumps(sent)) == {
        "engine": "scale",
        "models": {"writer": "chat:x"},
        "settings": preset_settings("scale-paper", "scale"),
    }
    assert preset_settings("scale-paper", "scale")["beam"] == 1 and preset_settings("scale-paper", "qasem") == {}
    assert preset_settings(["?"], None) == {} and chosen_models([1]) == {}
    ticked, models = _ticked(
        json.dumps({"engines": ["scale"], "verifiers": ["compact"], "models": {"verifier": "nli:x", "writer": "chat:x"}})
    )
    assert ticked == {"engines": ["scale"], "verifiers": ["compact", "nli:x"]} and models == {"writer": "chat:x"}


def test_a_model_on_its_way_can_be_cancelled() -> None:
    html = models_panel([AWAY, HERE], [], SERVERS, {}, 1, coming="a/b")
    assert 'data-halt="a/b"' in html and "data-fetch" not in html
    assert_only_ours(parsed(html))


def test_what_a_run_would_ask_of_a_language_model_is_said_before_it(tmp_path: Path) -> None:
    (tmp_path / "servers.toml").write_text('[lab]\nurl = "http://127.0.0.1:9/v1"\nmodel = "m"\nprice_in = 2000\n')
    with Workspace(tmp_path) as workspace:
        workspace.store.save_draft("page", "The ferry left on Monday. It came back on Friday.", "The ferry left on Tuesday.")
        drawing = Managing(workspace, cast(Any, _Page())).chose({"models": {"verifier": "chat:m@lab"}, "engine": "scale"})
        assert "SCALE on these texts asks" in drawing["states"] and "which costs about" in drawing["states"]
        assert "questions to chat:m@lab" in drawing["states"]
        drawing = Managing(workspace, cast(Any, _Page())).chose({"models": {"verifier": "chat:m@lab"}, "engine": "qags"})
        assert "on these texts" not in drawing["states"]


def test_a_fetch_is_told_to_whoever_asks_and_stopped_by_anyone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setenv("HF_HUB_DISABLE_XET", "1")
    files = {"config.json": b"{}", "tokenizer.json": b"{}", "model.safetensors": bytes(1_000_000)}
    with hub.serving(files) as served, Workspace(tmp_path / "data") as workspace:
        monkeypatch.setenv("HF_ENDPOINT", served.url)
        served.waits_at = 500_000
        managing, id = Managing(workspace, cast(Any, _Page())), f"nli:{hub.REPOSITORY}"
        first = managing.fetch({"id": id})
        assert "Asking the hub" in next(first)["states"]
        assert served.waiting.wait(60)
        (refused,) = managing.fetch({"id": "nli:invented/other"})
        assert "Wait until it is here" in refused["states"]
        second = managing.fetch({"id": id})
        assert id in next(second)["states"]
        assert "kept" in managing.halt({})["states"]
        assert not [drawing for drawing in (*first, *second) if "on this machine" in drawing["states"]]
        served.go_on()
        assert "is on this machine" in list(managing.fetch({"id": id}))[-1]["states"]
        assert "Nothing is being fetched" in managing.halt({})["states"]


class _Page:
    """The parts that are drawn into, and complaints that are not expected."""

    parts = SimpleNamespace(models="models", model_states="states", status="status")

    def guarded(self, drawing: dict, work: Any) -> Any:
        return work()
