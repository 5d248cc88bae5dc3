"""Presets: an engine with the models and settings of its paper, or with the bundled ones, chosen by one name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engines.core.errors import InputError, UnavailableError
from engines.declaration.registry import specs
from engines.models import registry


@dataclass(frozen=True)
class Preset:
    """A preset.

    Attributes:
        name: what it is chosen by.
        title, note: for a person: what it is and where it comes from.
        engine, verifier, settings: as `explorer.analyze` takes them.
        models: ids by other roles.
    """

    name: str
    title: str
    engine: str
    note: str = ""
    verifier: str = "compact"
    models: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ids(self) -> dict[str, str]:
        """The id of the model in every role that it sets."""
        return {"verifier": self.verifier, **self.models}

    def missing(self) -> dict[str, str]:
        """Why it cannot be used now: the reason for each model that is not there, by its id; empty where it can."""
        states = {id: registry.status(role, id) for role, id in self.ids.items()}
        return {id: state.reason for id, state in states.items() if not state.available}

    def to_json(self) -> dict[str, Any]:
        """Plain values for the command line and the page."""
        return {
            "name": self.name,
            "title": self.title,
            "engine": self.engine,
            "verifier": self.verifier,
            "models": dict(self.models),
            "settings": dict(self.settings),
            "note": self.note,
        }


def presets() -> tuple[Preset, ...]:
    """Every preset that an engine declares, the bundled one before the one of its paper."""
    return tuple(Preset(engine=spec.name, **row) for spec in specs() for row in spec.presets)


def preset(name: str) -> Preset:
    """The preset of that name.

    Raises:
        InputError: there is none.
    """
    found = next((p for p in presets() if p.name == name), None)
    if found is None:
        raise InputError(f"There is no preset called {name!r}. Known: {', '.join(p.name for p in presets())}.")
    return found


def usable(name: str) -> Preset:
    """The preset of that name, if all its models are here.

    Raises:
        InputError: there is none.
        UnavailableError: a model of it is missing; the message says which and what to do.
    """
    found = preset(name)
    reasons = list(found.missing().values())
    if reasons:
        raise UnavailableError(f"The preset {name} cannot be used yet. " + " ".join(reasons))
    return found
