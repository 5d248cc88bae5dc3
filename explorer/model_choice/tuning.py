"""The settings of the engines that a person can choose: those that an engine declares, and which values of them fit."""

from collections.abc import Mapping
from typing import Any

from engines.core.errors import InputError
from engines.core.settings import Setting
from engines.declaration.registry import known as known_engine


def settings_of(engine: str) -> tuple[Setting, ...]:
    """What can be chosen for an engine, its own settings before those of the search; nothing for an engine that is not known."""
    declared = known_engine(engine)
    return declared.settings.described() if declared else ()


def chosen_settings(engine: str, values: object) -> dict[str, Any]:
    """Those of some values that the engine knows, that fit, and that are not as they are anyway.

    Raises:
        InputError: nothing is chosen where something has to be.
    """
    if not isinstance(values, Mapping):
        return {}
    known = {setting.name: setting for setting in settings_of(engine)}
    empty = next((known[name].label for name, value in values.items() if name in known and known[name].options and value == []), "")
    if empty:
        raise InputError(f"Choose at least one under “{empty}” in the settings.")
    fitting = {name: value for name, value in values.items() if name in known and known[name].fits(value)}
    return {name: value for name, value in fitting.items() if value != known[name].default}
