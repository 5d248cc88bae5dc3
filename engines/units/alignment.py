"""Engines on common ground: what the units of an analysis say of each character and each word of the output."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engines.core.findings import ErrorSpan
from engines.core.results import Unit

_WORD = re.compile(r"[^\W_]+(?:['’.,-][^\W_]+)*")


@dataclass(frozen=True)
class Words:
    """The words of a text as (start, end)."""

    spans: tuple[tuple[int, int], ...]

    def lowest(self, support: Sequence[float | None]) -> list[float | None]:
        """For each word the lowest value of its characters, None where they have none."""
        return [min((v for v in support[start:end] if v is not None), default=None) for start, end in self.spans]

    def judged(self, support: Sequence[float | None], threshold: float) -> list[bool | None]:
        """For each word whether it is supported, None where nothing is said of it."""
        return [None if value is None else value >= threshold for value in self.lowest(support)]


def words_of(text: str) -> Words:
    """The words of a text."""
    return Words(tuple(match.span() for match in _WORD.finditer(text)))


def spans_of(unit: Unit) -> list[tuple[int, int]]:
    """The parts of the output that a unit is about: its recorded spans, else its answer, else its predicate."""
    if unit.details.spans:
        return list(unit.details.spans)
    if unit.answer is not None:
        return [(unit.answer.start, unit.answer.end)]
    return [(unit.predicate.start, unit.predicate.end)] if unit.predicate is not None else []


def support_by_character(units: Sequence[Unit], length: int, errors: Sequence[ErrorSpan] | None = None) -> tuple[float | None, ...]:
    """For each character of an output of `length` the probability of the least supported unit that covers it, None where none does.

    Where `errors` are known they alone say which words are not supported, and how surely. Other words of a unit that is not supported are
    not what is wrong with it: they are as supported as the other units that cover them, and nothing is said of them where there are none.
    """
    lowest: list[float | None] = [None] * length
    for unit in units:
        if unit.probability is None or (errors is not None and unit.supported is False):
            continue
        for start, end in spans_of(unit):
            for i in range(max(0, start), min(end, length)):
                known = lowest[i]
                if known is None or unit.probability < known:
                    lowest[i] = unit.probability
    for error in errors or ():
        reached = range(max(0, error.start), min(error.end, length))
        lowest[reached.start : reached.stop] = [1 - error.probability] * len(reached)
    return tuple(lowest)


def runs(support: Sequence[float | None]) -> list[tuple[int, int, float | None]]:
    """Runs of characters of equal value: (start, end, value)."""
    found: list[tuple[int, int, float | None]] = []
    for i, value in enumerate(support):
        if found and found[-1][2] == value:
            found[-1] = (found[-1][0], i + 1, value)
        else:
            found.append((i, i + 1, value))
    return found


def kappa(first: Sequence[bool | None], second: Sequence[bool | None]) -> float | None:
    """Cohen's kappa over the items that both judge; None where there are none.

    Two judges who both call everything the same agree fully: 1.
    """
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    if not pairs:
        return None
    agreed = sum(a == b for a, b in pairs) / len(pairs)
    yes_first, yes_second = (sum(p[i] for p in pairs) / len(pairs) for i in (0, 1))
    by_chance = yes_first * yes_second + (1 - yes_first) * (1 - yes_second)
    return 1.0 if by_chance >= 1 else (agreed - by_chance) / (1 - by_chance)
