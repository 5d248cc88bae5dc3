"""The verdict on a statement from its verifier and from its words together, so that whole and parts do not say different things.

The worse its worst word, the less sure a statement. Verdicts on QAs stay as they are: words added nothing to them.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from engines.core.findings import WordSupport
from engines.core.results import Unit
from engines.units.alignment import spans_of

_OF_VERDICT, _OF_WORST, _OFFSET = 0.8, 0.6, 0.5
"""What the log-odds of the verdict and the logarithm of 1 - P(not supported) of the worst word count, and what is added to them.

Measured with words of a localizer that had not seen their texts (assets/verifier/CARD.md): the worst word raises AUC where people wrote
errors into texts and where models summarise news, and lowers it in dialogue; all words together leave right statements unsure."""
_LEAST = 1e-4


def by_words(units: Sequence[Unit], words: Sequence[WordSupport], threshold: float) -> tuple[Unit, ...]:
    """The units, those that are statements with the verdict that their words leave them.

    Args:
        threshold: the probability from which on a unit counts as supported.
    """
    return tuple(_judged(unit, words, threshold) if unit.question is None and unit.probability is not None else unit for unit in units)


def _judged(unit: Unit, words: Sequence[WordSupport], threshold: float) -> Unit:
    spans = spans_of(unit)
    wrong = [word.probability for word in words if any(start < word.end and word.start < end for start, end in spans)]
    if not wrong:
        return unit
    probability = min(max(unit.probability or 0.0, _LEAST), 1 - _LEAST)
    odds = _OF_VERDICT * math.log(probability / (1 - probability)) + _OF_WORST * math.log(max(1 - max(wrong), _LEAST)) + _OFFSET
    probability = round(1 / (1 + math.exp(-odds)), 4)
    supported = probability >= threshold
    error = None if supported else unit.error or unit.details.error_if_unsupported or "intrinsic"
    return replace(unit, probability=probability, supported=supported, error=error)
