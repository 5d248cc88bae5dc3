"""What a benchmark finds: lines of figures, systems compared in pairs, curves, and the worst cases."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engines.calibration.reliability import ReliabilityBin
from explorer.evaluation.benchmark.figures.resampling import Difference, Figure
from explorer.evaluation.benchmark.labels.gold import Ranges

TEXT, UNIT, SPAN = "text", "unit", "span"
LEVELS = (TEXT, UNIT, SPAN)
"""Whole texts, single facts, and places."""


@dataclass(frozen=True)
class Line:
    """The figures of one system at one level, over all texts or those of a subset.

    Attributes:
        n: how many texts or facts.
        threshold: of support, from which on something counts as supported; None for marks as the system gives them.
        figures: by their names (see `explorer.evaluation.benchmark.presenting.columns`), those that have a meaning here.
        seconds: for one text, or one fact.
        reliability: the scores against the labels in ten bins; empty without labels.
    """

    level: str
    system: str
    subset: str
    n: int
    threshold: float | None
    figures: Mapping[str, Figure]
    seconds: float | None = None
    reliability: tuple[ReliabilityBin, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values; every figure under its own name, its interval among `intervals`."""
        known = {name: figure for name, figure in self.figures.items() if figure.low is not None}
        return {
            "level": self.level,
            "engine": self.system,
            "subset": self.subset,
            "n": self.n,
            "threshold": self.threshold,
            **{name: figure.value for name, figure in self.figures.items()},
            "intervals": {name: [figure.low, figure.high] for name, figure in known.items()},
            "seconds_per_item": self.seconds,
            "reliability": [b.to_json() for b in self.reliability],
        }


@dataclass(frozen=True)
class Comparison:
    """Two systems on the texts that both answered: the figures of the first less those of the second."""

    level: str
    first: str
    second: str
    n: int
    differences: Mapping[str, Difference]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "level": self.level,
            "compared": [self.first, self.second],
            "n": self.n,
            **{name: {"difference": d.value, "interval": [d.low, d.high], "p": d.p} for name, d in self.differences.items()},
        }


@dataclass(frozen=True)
class Curve:
    """A line of a plot, of a system; `x` and `y` lie in [0, 1]. `note` is what is said of it beside the system's name."""

    system: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    note: str = ""

    @property
    def name(self) -> str:
        """The system, and what is said of the curve."""
        return f"{self.system} {self.note}".strip()


@dataclass(frozen=True)
class Plot:
    """Curves in a square from 0 to 1; `diagonal` is where they would be if nothing were known, or if all were right."""

    level: str
    title: str
    across: str
    up: str
    curves: tuple[Curve, ...]
    diagonal: bool = False


@dataclass(frozen=True)
class Case:
    """A false alarm or a missed error, with its texts.

    Attributes:
        kind: `FALSE_ALARM` or `MISSED`.
        of: the place of its item; `id` as the file has it.
        score: of support.
        asked: the fact that was judged; empty for a whole text.
        gold, marks: what people and the system find unsupported in the output; for a fact its own places.
    """

    level: str
    system: str
    kind: str
    of: int
    id: Any
    score: float
    reference: str
    output: str
    asked: str = ""
    gold: Ranges = ()
    marks: Ranges = ()


FALSE_ALARM, MISSED = "false alarm", "missed error"


@dataclass(frozen=True)
class Benchmark:
    """All of it; `dev` says how thresholds were chosen, empty where they were not."""

    lines: tuple[Line, ...]
    comparisons: tuple[Comparison, ...] = ()
    plots: tuple[Plot, ...] = ()
    cases: tuple[Case, ...] = ()
    dev: str = ""
    failed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def to_frame(self) -> Any:
        """The lines as a pandas data frame, a figure a column, with columns for the ends of its interval.

        Raises:
            UnavailableError: pandas is not installed.
        """
        from explorer.reading.saving import data_frame

        return data_frame(map(_flat, self.lines))

    def to_dataset(self) -> Any:
        """The same as a data set of Hugging Face.

        Raises:
            UnavailableError: datasets is not installed.
        """
        from explorer.reading.saving import data_set

        return data_set(map(_flat, self.lines))


def _flat(line: Line) -> dict[str, Any]:
    plain = {name: value for name, value in line.to_json().items() if name not in ("intervals", "reliability")}
    for name, figure in line.figures.items():
        plain |= {f"{name}_low": figure.low, f"{name}_high": figure.high}
    return plain
