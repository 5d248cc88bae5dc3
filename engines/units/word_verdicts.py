"""The verdict on a unit from its verifier and from its words together, so that whole and parts do not say different things.

The worse its worst word, the less sure a unit, and no fact is surer than the error that it tells of. A fact that a rule is sure about stays
as it is.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from engines.core.details import ACUDetails, QADetails, QuestionDetails
from engines.core.findings import WordSupport
from engines.core.results import Unit
from engines.units.alignment import spans_of
from engines.units.errors import is_sure
from engines.units.marked_words import MarkedPart, MarkedWords, worst_of

_OF_VERDICT, _OF_WORST, _OFFSET = 0.8, 0.6, 0.5
"""What the log-odds of the verdict on a sentence and the logarithm of 1 - P(not supported) of its worst word count, and what is added.

Measured with words of a localizer that had not seen their texts (assets/verifier/CARD.md): the worst word raises AUC where people wrote
errors into texts and where models summarise news, and lowers it in dialogue; all words together leave right statements unsure."""
_OF_FACT, _FACT_OFFSET = 0.5, -0.7
"""What the log-odds of the verdict on a fact (QA or content unit) count, and what is added to them.

A verifier ranks best what is like its training set, and is wrong about how sure it may be where texts are retold more freely; what is said
of words is as sure in one set as in another. Fitted with words as above, each set left out in turn (assets/verifier/CARD.md)."""
_OF_ANSWER, _ANSWER_OFFSET = 2.0, -1.6
"""The same of how far two answers agree, [0, 1]: that a reader answers otherwise shows little by itself."""
_OF_WORD = 0.8
"""What the log-odds of P(not supported) of the worst word take from a fact or an answer."""
_LEAST_WORD = -2.5
"""Log-odds from which on a word tells something of a fact; that nothing was found wrong in its words proves none right."""
_ALARM = 0.5
"""P(not supported) of a word from which on it is an error where the page reads an analysis at its usual threshold, whatever that of the
run: no fact that says it is surer than that."""
_LEAST = 1e-4


def by_words(units: Sequence[Unit], words: Sequence[WordSupport], threshold: float, output: str) -> tuple[Unit, ...]:
    """The units with the verdicts that their words leave them.

    Args:
        threshold: the probability from which on a unit counts as supported.
        output: the text that units and words are of.
    """
    wrong = list(MarkedWords(output, words).alarmed(threshold))
    return tuple(unit if unit.probability is None else _judged(unit, unit.probability, words, wrong, threshold) for unit in units)


def _judged(unit: Unit, before: float, words: Sequence[WordSupport], wrong: Sequence[MarkedPart], threshold: float) -> Unit:
    asked = [(span.start, span.end) for span in (unit.predicate, unit.answer) if span is not None] or spans_of(unit)
    word = worst_of(asked, words)
    own = _own(unit, before)
    if word is None or (own is not None and (is_sure(unit, threshold) or _have_other_values(unit))):
        return unit
    if own is None:
        probability = _of_statement(before, word.probability)
    else:
        told = (part.probability for part in wrong if any(part.start < end and start < part.end for start, end in asked))
        probability = min(_of_fact(own, word.probability), 1 - max(told, default=0.0))
    probability = round(probability, 4)
    supported = probability >= threshold
    error = None if supported else unit.error or unit.details.error_if_unsupported or "intrinsic"
    return replace(unit, probability=probability, supported=supported, error=error)


def _own(unit: Unit, before: float) -> float | None:
    """The log-odds of a fact or an answer without its words; None of any other unit."""
    if unit.kind in (QADetails.kind, ACUDetails.kind):
        return _OF_FACT * _log_odds(before) + _FACT_OFFSET
    return _OF_ANSWER * before + _ANSWER_OFFSET if unit.kind == QuestionDetails.kind else None


def _have_other_values(unit: Unit) -> bool:
    """Whether two answers have different values, so that they agree less than their words do."""
    of = unit.details
    return isinstance(of, QuestionDetails) and of.f1 is not None and unit.probability is not None and unit.probability < of.f1


def _of_fact(own: float, worst: float) -> float:
    found = _sigmoid(own - _OF_WORD * max(_log_odds(worst), _LEAST_WORD))
    return min(found, 1 - worst) if worst >= _ALARM else found


def _of_statement(probability: float, worst: float) -> float:
    return _sigmoid(_OF_VERDICT * _log_odds(probability) + _OF_WORST * math.log(max(1 - worst, _LEAST)) + _OFFSET)


def _log_odds(probability: float) -> float:
    safe = min(max(probability, _LEAST), 1 - _LEAST)
    return math.log(safe / (1 - safe))


def _sigmoid(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))
