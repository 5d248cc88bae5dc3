"""The engines that there are: each is declared in the module `spec` of its own folder, as `SPEC`."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from engines.core.details import declare
from engines.core.errors import InputError
from engines.declaration.engine_spec import COMMON_SCORES, EngineSpec, Score

DEFAULT = "qasem"
"""The engine that runs where none is named."""

_registered: dict[str, EngineSpec] = {}


def register(spec: EngineSpec) -> None:
    """Add an engine from elsewhere, in place of one of the same name."""
    for cls in spec.details:
        declare(cls)
    _registered[spec.name] = spec


def forget(name: str) -> None:
    """Take out an engine that was added."""
    _registered.pop(name, None)


def specs() -> tuple[EngineSpec, ...]:
    """Every engine, in the order in which they are listed."""
    return tuple(sorted((_declared() | _registered).values(), key=lambda spec: (spec.rank, spec.name)))


def names() -> tuple[str, ...]:
    """The names of the engines, in the order in which they are listed."""
    return tuple(spec.name for spec in specs())


def known(name: str) -> EngineSpec | None:
    """The engine of that name; None for what is no engine of ours: what a person marked, or a newer version found."""
    return _registered.get(name) or _declared().get(name)


def spec(name: str) -> EngineSpec:
    """The engine of that name.

    Raises:
        InputError: there is none.
    """
    found = known(name)
    if found is None:
        raise InputError(f"There is no engine called {name!r}. Known: {', '.join(names())}.")
    return found


def engine_title(name: str) -> str:
    """What an engine is called; of one that is not known, its name."""
    found = known(name)
    return found.title if found else name[:1].upper() + name[1:]


def main_score(name: str, scores: Mapping[str, float]) -> float | None:
    """The score that an engine is known by: the one that it declares, or that bears its name. None if there is none."""
    found = known(name)
    return scores.get(found.main_score if found else name)


def meanings(name: str) -> dict[str, Score]:
    """What scores mean, by their names: the engine's own, those of any engine, and those of the others."""
    own, found = known(name), dict(COMMON_SCORES)
    for each in (*specs(), *((own,) if own else ())):
        found |= each.scores
    return found


@cache
def _declared() -> dict[str, EngineSpec]:
    """The engines of the house, each loaded once."""
    folders = sorted(path.parent.name for path in Path(__file__).parents[1].glob("*/spec.py"))
    found: list[EngineSpec] = [import_module(f"engines.{folder}.spec").SPEC for folder in folders]
    for spec in found:
        for cls in spec.details:
            declare(cls)
    return {spec.name: spec for spec in found}
