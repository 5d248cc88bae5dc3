"""Settings of engines: what a person can choose, what it means, how far it goes; and those that several engines share."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from inspect import get_annotations
from typing import Any, ClassVar, Self

from engines.core.errors import InputError
from engines.core.retrieval import SearchSettings


@dataclass(frozen=True)
class Setting:
    """One setting of an engine, as a person is asked for it.

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


def setting(default: Any, label: str, hint: str = "", **reach: Any) -> Any:
    """A field of a settings class that a person can choose; `reach` is what else `Setting` says of it."""
    return field(default=default, metadata={"label": label, "hint": hint, **reach})


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
        return cls(**{f.name: _like(cls.engine, f.name, values[f.name], f.default) for f in fields(cls) if f.name in values})

    @classmethod
    def described(cls) -> tuple[Setting, ...]:
        """What a person can choose, the engine's own settings before those that it shares with others.

        The threshold is not among them: it can be moved afterwards.
        """
        own = get_annotations(cls)
        defaults = cls().plain()
        chosen = sorted((f for f in fields(cls) if "label" in f.metadata), key=lambda f: f.name not in own)
        return tuple(Setting(name=f.name, default=defaults[f.name], **f.metadata) for f in chosen)

    def plain(self) -> dict[str, Any]:
        """The settings as plain values, as a result keeps them."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a name", tuple: "a list of names"}


def _like(engine: str, name: str, value: Any, default: Any) -> Any:
    """A value of the same type as the default: a list becomes a tuple, and a whole number may stand for another number."""
    if isinstance(default, tuple) and isinstance(value, list):
        value = tuple(value)
    fits = type(value) is type(default) or (type(default) is float and type(value) is int)
    if not fits or (isinstance(value, tuple) and not all(isinstance(part, str) for part in value)):
        raise InputError(f"The setting {name} of {engine} is {_KINDS[type(default)]}, not {value!r:.80}.")
    return value


@dataclass(frozen=True)
class SourcedSettings(EngineSettings):
    """Settings of an engine whose units are judged sentence by sentence.

    Attributes:
        own_source: check a sentence that cites numbered sources against these alone.
    """

    own_source: bool = setting(False, "Only the cited sources", "a sentence with “[2]” is checked against source 2 of the reference alone")


@dataclass(frozen=True)
class SearchingSettings(SourcedSettings):
    """Settings of an engine that searches the reference for evidence.

    Attributes:
        branches, beam, window, exhaustive: see `engines.core.retrieval.SearchSettings`.
    """

    branches: int = setting(2, "Branches of the search", "parts that a range of the reference is split into", least=2, most=16)
    beam: int = setting(2, "Beam", "ranges that the search goes on in at every step; 1 is the greedy search of the paper", least=1, most=16)
    window: int = setting(0, "Window", "sentences shown on either side of the best one", least=0, most=10)
    exhaustive: bool = setting(False, "Read every sentence", "instead of searching: slower, and what a search can find at most")

    def __post_init__(self) -> None:
        super().__post_init__()
        self.search()

    def search(self) -> SearchSettings:
        """The part of the settings that says how evidence is searched."""
        return SearchSettings(self.branches, self.beam, self.window, self.exhaustive)
