"""The panel of models: what it offers, what it greys out, and that no name can break it."""

from components.panels.models import models_panel, states, telling
from engines.models.roles import ROLES
from explorer.model_choice.catalogue import ModelInfo
from explorer.model_choice.presets import Preset, presets
from tests.components.reading import assert_only_ours, parsed

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


def test_a_model_on_its_way_can_be_cancelled() -> None:
    html = models_panel([AWAY, HERE], [], SERVERS, {}, 1, coming="a/b")
    assert 'data-halt="a/b"' in html and "data-fetch" not in html
    assert_only_ours(parsed(html))
