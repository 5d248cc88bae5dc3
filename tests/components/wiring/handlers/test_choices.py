"""What the page sends of its choices is taken only where it fits."""

import json

from components.wiring.handlers.choices import chosen_models, chosen_of, preset_settings, ticked_of


def test_what_the_page_sends_is_taken_only_where_it_fits() -> None:
    sent = {"engine": "scale", "models": {"writer": " chat:x ", "cook": "y", "reader": 5, "parser": ""}, "preset": "scale-paper"}
    assert chosen_of(json.dumps(sent)) == {
        "engine": "scale",
        "models": {"writer": "chat:x"},
        "settings": preset_settings("scale-paper", "scale"),
    }
    assert preset_settings("scale-paper", "scale")["beam"] == 1 and preset_settings("scale-paper", "qasem") == {}
    assert preset_settings(["?"], None) == {} and chosen_models([1]) == {}
    ticked, models = ticked_of(
        json.dumps({"engines": ["scale"], "verifiers": ["compact"], "models": {"verifier": "nli:x", "writer": "chat:x"}})
    )
    assert ticked == {"engines": ["scale"], "verifiers": ["compact", "nli:x"]} and models == {"writer": "chat:x"}
