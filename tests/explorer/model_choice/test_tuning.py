"""What can be chosen for an engine is what the engine knows, begins where the engine begins, and is refused where it does not fit."""

import pytest

from engines.core.errors import InputError
from explorer.model_choice.tuning import Setting, chosen_settings, settings_of
from explorer.services.engines import available, build

ENGINES = [engine.name for engine in available()]


@pytest.mark.parametrize("engine", ENGINES)
def test_every_setting_but_the_threshold_can_be_chosen_and_is_known(engine: str) -> None:
    known = build(engine).settings
    assert {setting.name for setting in settings_of(engine)} == set(known) - {"threshold"}
    for setting in settings_of(engine):
        assert setting.default == known[setting.name] and setting.fits(setting.default)
        build(engine, settings={setting.name: other(setting)})


def other(setting: Setting) -> object:
    """Another value than the one it begins with."""
    if setting.options:
        return list(setting.options)[:2]
    if setting.one:
        return next(name for name in setting.one if name != setting.default)
    return not setting.default if isinstance(setting.default, bool) else setting.most


def test_only_what_fits_and_is_changed_is_taken() -> None:
    given = {"beam": 4, "branches": 2, "window": -1, "exhaustive": 1, "overlap": 0.5, "chunk_size": "9", "nonsense": 3, "kinds": ["verb"]}
    assert chosen_settings("scale", given) == {"beam": 4, "overlap": 0.5}
    assert chosen_settings("qasem", {"kinds": ["verb", "noun"], "beam": True}) == {"kinds": ["verb", "noun"]}
    assert chosen_settings("qasem", {"kinds": ["x"]}) == chosen_settings("x", given) == {}
    with pytest.raises(InputError, match="at least one under “Ask about”"):
        chosen_settings("qasem", {"kinds": []})
    assert chosen_settings("lss", {"support": "both"}) == {"support": "both"} and chosen_settings("lss", {"support": "x"}) == {}
    assert chosen_settings("scale", None) == {}
