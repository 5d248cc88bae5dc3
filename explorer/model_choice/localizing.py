"""An engine together with the localizer, which says of every word of the output whether the reference supports it."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from engines.core.engine import EngineRun, Outcome, Progress
from engines.core.findings import WordSupport
from engines.core.outline.headings import is_read, stated
from engines.core.roles import LanguageModel, Localizer
from engines.core.text import Text
from engines.declaration.registry import known
from engines.models import registry
from engines.models.roles import ROLES
from engines.units.word_verdicts import by_words

JUDGING = ("verifier", "reader", "lss_writer")
"""Roles whose models judge the output. Where one of them is not bundled its verdicts stand alone."""


@dataclass
class LocatingRun:
    """An engine run whose analyses have words, too; its name and settings are the engine's.

    Attributes:
        judging: whether the words count for the verdicts on statements, too, as was measured with the bundled models.
    """

    inner: EngineRun
    localizer: Localizer
    judging: bool = True

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
        """As the engine does, every outcome with its words and verdicts that agree with them."""
        words: tuple[WordSupport, ...] | None = None
        with closing(self.inner.run(reference, output)) as steps:  # type: ignore[type-var]
            for step in steps:
                if isinstance(step, Outcome) and any(unit.probability is not None for unit in step.units):
                    if words is None:
                        words = self._located(reference, stated(output))
                    step = self._agreeing(step, words, output)
                yield step

    def _located(self, reference: Text, output: Text) -> tuple[WordSupport, ...]:
        """The words that are to be read, also where the localizer reads the text as it is written."""
        return tuple(word for word in self.localizer.locate(reference, output) if is_read(output, word.start, word.end))

    def _agreeing(self, outcome: Outcome, words: tuple[WordSupport, ...], output: Text) -> Outcome:
        """Units whose scores cannot be worked out from them again stay as the engine has them."""
        declared = known(self.name)
        if not self.judging or declared is None or declared.rescored is None:
            return replace(outcome, words=words)
        units = by_words(outcome.units, words, float(self.settings.get("threshold", 0.5)), output.text)
        scores = outcome.scores and {**outcome.scores, **declared.rescored(units)}
        return replace(outcome, units=units, scores=scores, words=words)


def with_localizer(run: EngineRun, ids: Mapping[str, str]) -> EngineRun:
    """The engine with a localizer beside it: the one chosen, else the bundled one where bundled models judge, with a language model to ask
    where one was chosen.

    Args:
        ids: the models chosen, by role.

    Raises:
        InputError, UnavailableError, ModelError: a model chosen cannot be had; see `engines.models.registry.get`.
    """
    chosen = {role: ids.get(role) or ROLES[role].default for role in (*JUDGING, "localizer", "language_model")}
    if chosen["localizer"] != ROLES["localizer"].default:
        return LocatingRun(run, registry.get("localizer", chosen["localizer"]), judging=False)
    if any(chosen[role] != ROLES[role].default for role in JUDGING):
        return run
    if chosen["language_model"] == ROLES["language_model"].default:
        return LocatingRun(run, registry.get("localizer", "compact"))
    return LocatingRun(run, deep_localizer(registry.get("language_model", chosen["language_model"])))


def deep_localizer(language_model: LanguageModel) -> Localizer:
    """The bundled localizer that asks a language model, too."""
    from engines.verification.localizer.localizer import CompactLocalizer

    return CompactLocalizer(language_model)
