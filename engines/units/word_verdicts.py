"""The verdict on a statement from its verifier and from its words together, so that whole and parts do not say different things.

The worse its words, above all the worst one, the less sure a statement. Verdicts on QAs stay as they are: words added nothing to them.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from engines.core.findings import WordSupport
from engines.core.results import Unit
from engines.units.alignment import spans_of

_OF_WORST, _OF_ALL, _OFFSET = 0.6, 0.2, 0.3
"""What the logarithms of 1 - P(not supported), of the worst word and of all words together, count beside the log-odds of the verdict, and
what keeps the threshold where it was. With them AUC is higher on statements of QAGS, FIB and BUMP and calibration errors are lower on most
sets; other shares between 0.4 and 1 make little difference."""
_LEAST = 1e-4


def by_words(units: Sequence[Unit], words: Sequence[WordSupport], threshold: float) -> tuple[Unit, ...]:
    """The units, those that are statements with the verdict that their words leave them.

    Args:
        threshold: the probability from which on a unit counts as supported.
    """
    return tuple(_judged(unit, words, threshold) if unit.question is None and unit.probability is not None else unit for unit in units)


def _judged(unit: Unit, words: Sequence[WordSupport], threshold: float) -> Unit:
    spans = spans_of(unit)
    left = [
        math.log(max(1 - word.probability, _LEAST)) for word in words if any(start < word.end and word.start < end for start, end in spans)
    ]
    if not left:
        return unit
    probability = min(max(unit.probability or 0.0, _LEAST), 1 - _LEAST)
    odds = math.log(probability / (1 - probability)) + _OF_WORST * min(left) + _OF_ALL * sum(left) + _OFFSET
    probability = round(1 / (1 + math.exp(-odds)), 4)
    supported = probability >= threshold
    error = None if supported else unit.error or unit.details.error_if_unsupported or "intrinsic"
    return replace(unit, probability=probability, supported=supported, error=error)
