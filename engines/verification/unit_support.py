"""A content unit judged as a statement and by the words of the sentence that it takes up.

A unit is written anew from a part of a sentence: short, with words of its own ("was 42 years old") and without the words that it left
behind. How well a statement's words are found says less of it than of a whole sentence. What the head of the LSS engine says of the
words where they stand in the sentence is not touched by the rewriting, and the least supported of them decides. A conflict of the
sentence counts where it touches these words; one that only the rewriting shows is believed of some kinds: cut short, a unit comes near to
sentences about something else.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engines.core.findings import Conflict
from engines.core.language import parse_strings
from engines.core.machine.files import asset
from engines.core.plain.copying import model_text
from engines.core.roles import Hypothesis
from engines.verification.contradictions import part_conflicts
from engines.verification.encoding.alignment import Alignment, align
from engines.verification.encoding.reference import EncodedReference
from engines.verification.heads.head import sigmoid
from engines.verification.word_support.features import features, unstated
from engines.verification.word_support.head import Head as WordHead
from engines.verification.word_support.support import word_support
from engines.verification.word_support.tree import word_tree

Column = NDArray[np.float64]
ASSET = ("decomposition", "support.json")
_SURE = 1e-4
_UNSTATED = -1.0
"""As for the LSS itself (`engines.lss.support`): people keep one in ten of such words."""


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
    """Of every hypothesis, NaN, None and nothing for what is no unit of a sentence.

    Attributes:
        least: (hypotheses,) log-odds of the least supported content word of the unit's parts.
        agreeing: whether the unit's sentence has no conflict as a whole; None for what is no unit.
        conflicts: those of the sentence that touch the unit's parts.
    """

    least: Column
    agreeing: list[bool | None]
    conflicts: list[tuple[Conflict, ...]]


def measure_units(reference: EncodedReference, hypotheses: Sequence[Hypothesis]) -> UnitMeasures:
    """What the sentences of units say of them."""
    measures = UnitMeasures(np.full(len(hypotheses), np.nan), [None] * len(hypotheses), [()] * len(hypotheses))
    members: dict[str, list[int]] = {}
    for i, hypothesis in enumerate(hypotheses):
        if hypothesis.parts and hypothesis.sentence:
            members.setdefault(hypothesis.sentence, []).append(i)
    for alignment, rows in zip(align(reference, [model_text(s) for s in members]), members.values(), strict=True):
        support = unit_words_support(alignment)
        masks = [words_inside(alignment, hypotheses[i].parts) for i in rows]
        agreeing, found = part_conflicts(alignment, masks)
        measures.least[rows] = [least_of(alignment, support, mask) for mask in masks]
        for i, of in zip(rows, found, strict=True):
            measures.agreeing[i], measures.conflicts[i] = agreeing, of
    return measures


def unit_words_support(alignment: Alignment, head: WordHead | None = None) -> Column:
    """(words,) log-odds of `word_support`; those of names, numbers and dates that the reference does not state are low.

    Args:
        head: replaces the bundled head, for cross-validation.
    """
    support = word_support(alignment, head).copy()
    tree = word_tree(parse_strings([alignment.text])[0])
    if len(tree):
        missing = unstated(tree, features(tree, alignment))
        for word in (w for w, lacks in zip(tree.words, missing, strict=True) if lacks):
            inside = alignment.words.inside(word.start, word.end)
            support[inside] = np.minimum(support[inside], _UNSTATED)
    return support


def words_inside(alignment: Alignment, parts: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    """(words,) which words of a sentence lie in the parts."""
    inside = np.zeros(len(alignment.words), dtype=bool)
    for start, end in parts:
        inside |= alignment.words.inside(start, end)
    return inside


def least_of(alignment: Alignment, support: Column, inside: NDArray[np.bool_]) -> float:
    """The least log-odds of the content words among those `inside`, of all of them where none has content; NaN where there are none.

    Args:
        support: (words,) of `unit_words_support`.
    """
    known = inside & ~np.isnan(support)
    chosen = known & alignment.words.content if (known & alignment.words.content).any() else known
    return float(support[chosen].min()) if chosen.any() else float("nan")
