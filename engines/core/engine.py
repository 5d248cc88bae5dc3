"""What every engine is to the rooms above: a name, settings, and a run that yields its units as they come."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from engines.core.errors import InputError
from engines.core.findings import WordSupport
from engines.core.results import Deletion, Edit, Unit
from engines.core.settings import EngineSettings
from engines.core.text import Text


@dataclass(frozen=True)
class Progress:
    """How far a run has come: `stage` in words for a person, `done` of `total` steps."""

    stage: str
    done: int
    total: int


@dataclass(frozen=True)
class Outcome:
    """What a run has found so far; the last one yielded is the result.

    `scores` are in [0, 1] except counts; units not yet verified have the probability None. `words` is what a localizer says of every word
    of the output, None where none was asked.
    """

    units: tuple[Unit, ...]
    scores: Mapping[str, float] = field(default_factory=dict)
    deletions: tuple[Deletion, ...] = ()
    lss: str | None = None
    lss_star: str | None = None
    edits: tuple[Edit, ...] = ()
    words: tuple[WordSupport, ...] | None = None
    read: float = 1.0
    warnings: tuple[str, ...] = ()
    timings: Mapping[str, float] = field(default_factory=dict)


class EngineRun(Protocol):
    """An engine with its models and settings in place."""

    name: str

    @property
    def settings(self) -> Mapping[str, Any]:
        """What it runs with, as plain values."""
        ...

    @property
    def models(self) -> Mapping[str, str]:
        """Identity of the model in each role."""
        ...

    def run(self, reference: Text, output: Text) -> Iterator[Progress | Outcome]:
        """Analyse one pair; yields progress and partial outcomes, and a complete outcome last.

        Closing the iterator stops the run at the next step.
        """
        ...


class Configured:
    """What engines with settings have in common; a subclass narrows `options` to its own."""

    options: EngineSettings

    @property
    def settings(self) -> dict[str, Any]:
        """What it runs with, as plain values for the result."""
        return self.options.plain()


def check_reference(reference: Text) -> None:
    """Whether there is something to check an output against.

    Raises:
        InputError: the reference has no words in it.
    """
    if not reference.sentences:
        raise InputError("The reference has no words in it. Paste the text that the output should agree with.")


def unread(read: float) -> tuple[str, ...]:
    """The warning that a verifier read a share of the reference only, none where it read all of it."""
    return (f"The verifier read only {read:.0%} of the reference.",) if read < 1 else ()
