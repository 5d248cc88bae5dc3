"""Presets: they name real engines, models and settings, and say what is missing."""

import pytest

from engines.core.errors import InputError, UnavailableError
from engines.models.ids import parse_id
from explorer.model_choice.presets import Preset, preset, presets, usable
from explorer.services.engines import available, build

BUNDLED = [p for p in presets() if not p.models and p.verifier == "compact"]


def test_every_engine_has_a_bundled_preset_and_one_of_its_paper() -> None:
    for engine in (info.name for info in available()):
        assert {p.name for p in presets() if p.engine == engine} == {engine, f"{engine}-paper"}


@pytest.mark.parametrize("chosen", presets(), ids=lambda p: p.name)
def test_models_fit_their_roles_and_settings_their_engine(chosen: Preset) -> None:
    for role, id in chosen.ids.items():
        assert id == "compact" or str(parse_id(id, role)) == id
    assert set(chosen.settings) <= set(build(chosen.engine, settings=chosen.settings).settings)


@pytest.mark.parametrize("chosen", BUNDLED, ids=lambda p: p.name)
def test_bundled_presets_can_be_used_at_once(chosen: Preset) -> None:
    assert usable(chosen.name) == chosen


def test_a_missing_model_is_named_with_what_to_do() -> None:
    missing = preset("scale-paper").missing()
    if not missing:
        pytest.skip("this machine has the model of the paper")
    assert list(missing) == ["flan-t5:google/flan-t5-xl"]
    with pytest.raises(UnavailableError, match="errata models download flan-t5:google/flan-t5-xl"):
        usable("scale-paper")


def test_an_unknown_preset_is_answered_with_the_known_ones() -> None:
    with pytest.raises(InputError, match="qasem-paper"):
        preset("best")
