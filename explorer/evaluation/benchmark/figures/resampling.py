"""Bootstrap: how far figures would differ on other texts of the same kind (Efron and Tibshirani 1993; clusters as in Field and Welsh 2007).

What is drawn with replacement are references, each with all that was written about it: outputs of one reference are wrong together.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from explorer.evaluation.benchmark.figures.measures import Array, Measure

DRAWS = 1000
CONFIDENCE = 0.95
_CELLS = 4_000_000
"""Weights held at once."""
FEWEST = 5
"""References from which on intervals are given: fewer say nothing of others."""
_ENOUGH = 0.5
"""An interval is given where a figure has a meaning in so large a share of the draws."""


@dataclass(frozen=True)
class Figure:
    """A figure with the interval in which it lies with 95 % confidence; both None where it cannot be told."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Difference:
    """One system's figure less another's on the same texts, with its interval.

    `p` is the two-sided probability of so large a difference if there were none: twice the share of draws on the other side of 0.
    """

    value: float
    low: float
    high: float
    p: float


class Resampling:
    """The same draws for every figure and system, so that systems can be compared in pairs.

    Args:
        clusters: for each item what it is drawn together with.
        draws: how many; 0 for no intervals.
    """

    def __init__(self, clusters: Sequence[Hashable], draws: int = DRAWS, seed: int = 0) -> None:
        numbers = {cluster: number for number, cluster in enumerate(dict.fromkeys(clusters))}
        self._cluster = np.array([numbers[cluster] for cluster in clusters], dtype=int)
        self._count = len(numbers)
        self._draws = draws if self._count >= FEWEST else 0
        self._seed = seed

    def figures(self, measures: Mapping[str, Measure]) -> dict[str, Figure]:
        """Each measure on all items, with its interval."""
        drawn = self.drawn(measures)
        return {name: _figure(value, drawn[name]) for name, value in self.values(measures).items()}

    def differences(self, first: Mapping[str, Measure], second: Mapping[str, Measure]) -> dict[str, Difference]:
        """For each measure that both have, the first's less the second's; those that cannot be told are left out."""
        shared = [name for name in first if name in second]
        values = self.values(first), self.values(second)
        drawn = self.drawn({name: first[name] for name in shared}), self.drawn({name: second[name] for name in shared})
        found = {}
        for name in shared:
            one, other = (of[name] for of in values)
            apart = drawn[0][name] - drawn[1][name]
            apart = apart[~np.isnan(apart)]
            if one is not None and other is not None and len(apart) > _ENOUGH * self._draws:
                found[name] = _difference(one - other, apart)
        return found

    def values(self, measures: Mapping[str, Measure]) -> dict[str, float | None]:
        """Each measure on all items."""
        ones = np.ones((1, len(self._cluster)))
        return {name: None if np.isnan(value := float(measure(ones)[0])) else value for name, measure in measures.items()}

    def drawn(self, measures: Mapping[str, Measure]) -> dict[str, Array]:
        """Each measure in every draw, (draws,); the draws are the same whenever this is asked."""
        found: dict[str, list[Array]] = {name: [] for name in measures}
        chance = np.random.default_rng(self._seed)
        block = max(1, _CELLS // max(1, len(self._cluster)))
        for first in range(0, self._draws, block):
            size = min(block, self._draws - first)
            counts = chance.multinomial(self._count, np.full(self._count, 1 / self._count), size=size)
            weights = counts[:, self._cluster].astype(float)
            for name, measure in measures.items():
                found[name].append(measure(weights))
        return {name: np.concatenate(parts) if parts else np.zeros(0) for name, parts in found.items()}


def _figure(value: float | None, drawn: Array) -> Figure:
    known = drawn[~np.isnan(drawn)]
    if value is None or not len(known) or len(known) < _ENOUGH * len(drawn):
        return Figure(value)
    low, high = np.quantile(known, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Figure(value, float(low), float(high))


def _difference(value: float, apart: Array) -> Difference:
    low, high = np.quantile(apart, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    beyond = min(int((apart <= 0).sum()), int((apart >= 0).sum()))
    return Difference(value, float(low), float(high), min(1.0, 2 * (beyond + 1) / (len(apart) + 1)))
