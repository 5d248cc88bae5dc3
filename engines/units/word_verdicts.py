"""The verdict on a unit from its verifier and from its words together, so that whole and parts do not say different things.

The worse its worst word, the less sure a statement. A QA is as unsure as a word of its answer or predicate that is surely wrong; less sure
words add nothing to its verdict.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from engines.core.findings import WordSupport
from engines.core.results import Unit
from engines.units.alignment import spans_of
from engines.units.marked_words import worst_of

_OF_VERDICT, _OF_WORST, _OFFSET = 0.8, 0.6, 0.5
"""What the log-odds of the verdict and the logarithm of 1 - P(not supported) of the worst word count, and what is added to them.

Measured with words of a localizer that had not seen their texts (assets/verifier/CARD.md): the worst word raises AUC where people wrote
errors into texts and where models summarise news, and lowers it in dialogue; all words together leave right statements unsure."""
_LEAST = 1e-4
_SURELY_WRONG = 0.7
"""P(not supported) of a word from which on a QA follows it: of answers and predicates with such a word 92 in 100 are not supported
(QASemConsistency, words of a localizer that had not seen their texts; 82 from 0.5 on)."""


def by_words(units: Sequence[Unit], words: Sequence[WordSupport], threshold: float) -> tuple[Unit, ...]:
    """The units with the verdicts that their words leave them.

    Args:
        threshold: the probability from which on a unit counts as supported.
    """
    return tuple(unit if unit.probability is None else _judged(unit, unit.probability, words, threshold) for unit in units)


def _judged(unit: Unit, before: float, words: Sequence[WordSupport], threshold: float) -> Unit:
    asked = [(span.start, span.end) for span in (unit.predicate, unit.answer) if span is not None]
    spans = spans_of(unit) if unit.question is None else asked
    word = worst_of(spans, words)
    if word is None or (unit.question is not None and word.probability < _SURELY_WRONG):
        return unit
    worst = word.probability
    probability = round(min(before, 1 - worst) if unit.question is not None else _of_statement(before, worst), 4)
    supported = probability >= threshold
    error = None if supported else unit.error or unit.details.error_if_unsupported or "intrinsic"
    return replace(unit, probability=probability, supported=supported, error=error)


def _of_statement(probability: float, worst: float) -> float:
    safe = min(max(probability, _LEAST), 1 - _LEAST)
    odds = _OF_VERDICT * math.log(safe / (1 - safe)) + _OF_WORST * math.log(max(1 - worst, _LEAST)) + _OFFSET
    return 1 / (1 + math.exp(-odds))
