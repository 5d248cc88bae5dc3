"""The settings of the engines that a person can choose, with what they mean and where they begin.

What they are called and how far they go stands in assets/engines/settings.json; where they begin is read from the engines themselves.
The threshold is not among them: it can be moved afterwards.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from engines.core.errors import InputError
from engines.core.files import asset

_CLASSES = {
    "qasem": ("engines.qasem.engine", "QASemSettings"),
    "scale": ("engines.scale.engine", "ScaleSettings"),
    "acueval": ("engines.acueval.engine", "ACUEvalSettings"),
    "qags": ("engines.qags.engine", "QAGSSettings"),
    "lss": ("engines.lss.engine", "LSSSettings"),
}


@dataclass(frozen=True)
class Setting:
    """One setting of an engine.

    Attributes:
        name, label, hint: what the engine calls it, what a person reads, and what it does.
        default: where it begins: a number, a truth value, a name, or a list of names.
        least, most, step: how far a number goes.
        options: names with their labels, of which any number may be chosen.
        one: names with their labels, of which one is chosen.
    """

    name: str
    label: str
    hint: str
    default: Any
    least: float = 0
    most: float = 0
    step: float = 1
    options: Mapping[str, str] = field(default_factory=dict)
    one: Mapping[str, str] = field(default_factory=dict)

    def fits(self, value: object) -> bool:
        """Whether a value is one that this setting can have."""
        if self.options:
            return isinstance(value, list) and bool(value) and all(name in self.options for name in value)
        if self.one:
            return isinstance(value, str) and value in self.one
        if isinstance(self.default, bool):
            return isinstance(value, bool)
        whole = isinstance(self.default, int)
        return isinstance(value, int if whole else int | float) and not isinstance(value, bool) and self.least <= value <= self.most


@cache
def settings_of(engine: str) -> tuple[Setting, ...]:
    """What can be chosen for an engine, its own settings before those of the search; nothing for an engine that is not known."""
    if engine not in _CLASSES:
        return ()
    module, name = _CLASSES[engine]
    defaults = getattr(import_module(module), name)().plain()
    stored = json.loads(asset("engines", "settings.json").read_text("utf-8"))
    rows = [*stored.get(engine, ()), *stored["search"]]
    return tuple(Setting(default=defaults[row["name"]], **row) for row in rows if row["name"] in defaults)


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
