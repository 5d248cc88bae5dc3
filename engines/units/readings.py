"""The errors of an analysis at every threshold, put together from what its units said: nothing is run again."""

from bisect import bisect_left
from dataclasses import dataclass, replace

from engines.core.findings import ErrorSpan
from engines.core.results import Analysis
from engines.units.errors import completed, threshold_of
from engines.units.marked_words import thresholds

STEPS = 100
"""Thresholds that can be chosen: from 0 to 1 in so many steps."""

LOWEST, HIGHEST = -1.0, 2.0
"""Beyond every threshold on either side."""


@dataclass(frozen=True)
class Reading:
    """The errors of an output, first to last, at every threshold above `above` and up to `upto`."""

    above: float
    upto: float
    errors: tuple[ErrorSpan, ...]


def readings(analysis: Analysis) -> list[Reading]:
    """What there is at each threshold that can be chosen, lowest first.

    Verdicts change where a unit's probability is passed, so there are at most as many readings as probabilities, and one more. Where a
    unit has no probability nothing can be read otherwise: there is one reading.

    Args:
        threshold: the one that the analysis was made with; there its errors are as they are recorded.
    """
    analysis = completed(analysis)
    recorded = analysis.errors or ()
    values = _edges(analysis)
    if not values or any(unit.probability is None for unit in analysis.units):
        return [Reading(LOWEST, HIGHEST, recorded)]
    edges, own = [LOWEST, *values, HIGHEST], bisect_left(values, threshold_of(analysis))
    wanted = sorted({own, *(bisect_left(values, step / STEPS) for step in range(STEPS + 1))})
    found, read = [], analysis.with_threshold(edges[0])
    for number in wanted:
        read = _with_unsupported(read, edges[number])
        between = (edges[number] + edges[number + 1]) / 2  # on an edge itself rounding would decide
        found.append(Reading(edges[number], edges[number + 1], recorded if number == own else completed(read, between).errors or ()))
    return found


def _edges(analysis: Analysis) -> list[float]:
    """The thresholds at which a verdict turns or an error comes, lowest first."""
    judged = {unit.probability for unit in analysis.units if unit.probability is not None}
    if analysis.words is None:
        return sorted(judged)
    return sorted(judged | thresholds(analysis.words))


def _with_unsupported(read: Analysis, upto: float) -> Analysis:
    """The analysis with its supported units up to that probability unsupported; no other unit is made anew, since there are many."""
    turned = {unit.id for unit in read.units if unit.supported and unit.probability is not None and unit.probability <= upto}
    units = (replace(read, units=(unit,)).with_threshold(HIGHEST).units[0] if unit.id in turned else unit for unit in read.units)
    return replace(read, units=tuple(units), errors=None)
