"""An engine together with the localizer, which says of every word of the output whether the reference supports it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engines.core.engine import EngineRun, Outcome, Progress
from engines.core.roles import Localizer
from engines.core.text import Text
from engines.models import registry
from engines.models.roles import ROLES

JUDGING = ("verifier", "reader", "lss_writer")
"""Roles whose models judge the output. Where one of them is not bundled its verdicts stand alone."""


@dataclass
class LocatingRun:
    """An engine run whose analyses have words, too; its name and settings are the engine's."""

    inner: EngineRun
    localizer: Localizer

    def __post_init__(self) -> None:
        self.name = self.inner.name

    @property
    def settings(self) -> Mapping[str, Any]:
        """Of the engine."""
        return self.inner.settings

    @property
    def models(self) -> Mapping[str, str]:
        """Those of the engine, and the localizer."""
        return {**self.inner.models, "localizer": self.localizer.identity}

    def run(self, reference: Text, output: Text) -> Iterator[Progress | Outcome]:
        """As the engine does."""
        return self.inner.run(reference, output)


def with_localizer(run: EngineRun, ids: Mapping[str, str]) -> EngineRun:
    """The engine with the bundled localizer beside it, where bundled models judge.

    Args:
        ids: the models chosen, by role.
    """
    if any(ids.get(role, ROLES[role].default) != ROLES[role].default for role in JUDGING):
        return run
    return LocatingRun(run, registry.get("localizer", "compact"))
