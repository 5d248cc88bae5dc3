"""A content unit judged as a statement and by the words of the sentence that it takes up.

A unit is written anew from a part of a sentence: short, with words of its own ("was 42 years old") and without the words that it left
behind. How well a statement's words are found says less of it than of a whole sentence. What the head of the LSS engine says of the
words where they stand in the sentence is not touched by the rewriting, and the least supported of them decides. A conflict that only
the rewriting shows is not believed unless it is about a value: cut short, a unit comes near to sentences about something else.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engines.files import asset
from engines.roles import Hypothesis
from engines.text import model_text
from engines.verification.alignment import Alignment, align
from engines.verification.contradictions import contradictions, weight
from engines.verification.heads import sigmoid
from engines.verification.reference import EncodedReference
from engines.verification.word_support import word_support

Column = NDArray[np.float64]
ASSET = ("decomposition", "support.json")
_SURE = 1e-4
BELIEVED = frozenset({"value"})
"""Kinds of conflict that count for a unit whose sentence as a whole agrees. Of 13 others in labelled units (LSS, QASemConsistency dev),
five were of supported ones; of 15 about values one."""


@dataclass(frozen=True)
class UnitHead:
    """Logistic regression on the log-odds of the statement and those of the least supported word of its parts."""

    statement: float
    word: float
    intercept: float

    def probability(self, raw: Column, least: Column) -> Column:
        """(units,) uncalibrated probabilities of the statements and (units,) log-odds of their words -> (units,) probabilities."""
        return sigmoid(self.statement * log_odds(raw) + self.word * least + self.intercept)


@cache
def load_unit_head() -> UnitHead:
    """The bundled weights, loaded once (assets/decomposition/support.json)."""
    stored = json.loads(asset(*ASSET).read_text(encoding="utf-8"))
    return UnitHead(stored["statement"], stored["word"], stored["intercept"])


def log_odds(probabilities: Column) -> Column:
    """Log-odds of probabilities, within ± 9.2."""
    safe = np.clip(probabilities, _SURE, 1 - _SURE)
    return np.log(safe / (1 - safe))


@dataclass(frozen=True, eq=False)
class UnitMeasures:
    """Of every hypothesis, NaN and False for what is no unit of a sentence.

    Attributes:
        least: (hypotheses,) log-odds of the least supported content word of the unit's parts.
        agreeing: (hypotheses,) whether the unit's sentence is not contradicted as a whole.
    """

    least: Column
    agreeing: NDArray[np.bool_]


def measure_units(reference: EncodedReference, hypotheses: Sequence[Hypothesis]) -> UnitMeasures:
    """What the sentences of units say of them."""
    sentences = list(dict.fromkeys(h.sentence for h in hypotheses if h.parts and h.sentence))
    aligned = dict(zip(sentences, align(reference, [model_text(s) for s in sentences]), strict=True))
    support = {sentence: word_support(alignment) for sentence, alignment in aligned.items()}
    agreeing = {sentence: not weight(contradictions(alignment, [None])[0], "statement") for sentence, alignment in aligned.items()}
    return UnitMeasures(
        np.array([least_of(aligned[h.sentence], support[h.sentence], h.parts) if h.parts and h.sentence else np.nan for h in hypotheses]),
        np.array([agreeing[h.sentence] if h.parts and h.sentence else False for h in hypotheses]),
    )


def least_of(alignment: Alignment, support: Column, parts: Sequence[tuple[int, int]]) -> float:
    """The least log-odds of the content words within parts of an aligned sentence, of all words where none has content.

    Args:
        support: (words,) of `word_support`.
    """
    inside = np.zeros(len(support), dtype=bool)
    for start, end in parts:
        inside |= alignment.words.inside(start, end)
    inside &= ~np.isnan(support)
    chosen = inside & alignment.words.content if (inside & alignment.words.content).any() else inside
    return float(support[chosen].min()) if chosen.any() else float("nan")
