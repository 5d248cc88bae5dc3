"""Settings that engines share: the threshold of a verdict, and how evidence is searched."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Self

from engines.core.errors import InputError
from engines.core.retrieval import SearchSettings


@dataclass(frozen=True)
class EngineSettings:
    """Settings of an engine; a subclass names the engine and adds its own.

    Attributes:
        threshold: the value in [0, 1] from which a unit counts as supported: a probability, for QAGS an F1.
    """

    engine: ClassVar[str]

    threshold: float = 0.5

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise InputError(f"The threshold lies between 0 and 1; {self.threshold} does not.")

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Settings from plain values, as they come from a file or the command line.

        Raises:
            InputError: a name is not known or a value does not fit.
        """
        known = [f.name for f in fields(cls)]
        unknown = sorted(set(values) - set(known))
        if unknown:
            raise InputError(f"Unknown settings for {cls.engine}: {', '.join(unknown)}. Known: {', '.join(known)}.")
        return cls(**values)

    def plain(self) -> dict[str, Any]:
        """The settings as plain values, as a result keeps them."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


@dataclass(frozen=True)
class SearchingSettings(EngineSettings):
    """Settings of an engine that searches the reference for evidence.

    Attributes:
        branches, beam, window, exhaustive: see `engines.core.retrieval.SearchSettings`.
    """

    branches: int = 2
    beam: int = 2
    window: int = 0
    exhaustive: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.search()

    def search(self) -> SearchSettings:
        """The part of the settings that says how evidence is searched."""
        return SearchSettings(self.branches, self.beam, self.window, self.exhaustive)
