"""Whether a word stands among the same words in the reference, and what stands among them there.

The words around a place, without the one at the place, are put together as one vector, for the output and for the passages of the
reference that fit best. A name, number or verb exchanged leaves its surroundings as they were.
"""

import numpy as np
from numpy.typing import NDArray

from engines.verification.encoding.alignment import Alignment
from engines.verification.localizer.passages import WIDTHS, Passages, passages_of
from engines.verification.localizer.reading import ReadSentence
from engines.verification.localizer.signals.base import Array, Signal, by_sentence

_ALIKE = 0.7
"""Degree from which on two words are taken for one."""
_MOST_OCCURRENCES = 10
_AROUND = ("best", "own", "lead", "alike", "same_class", "number")
COLUMNS = (
    *(f"{name}_{width}" for width in WIDTHS for name in _AROUND),
    "own_cosine",
    "other_cosine",
    "other_lead",
    "other_same_class",
    "occurrences",
)


def _of_sentence(sentence: ReadSentence) -> Array:
    """(words, len(COLUMNS)): means over the content words of the alignment that a word of the tree is."""
    alignment = sentence.alignment
    found = np.zeros((len(sentence.tree), len(COLUMNS)), dtype=np.float32)
    passages = alignment.derived(passages_of)
    if not passages.found or not len(sentence.tree):
        return found
    table = _table(alignment, passages)
    content = alignment.words.content
    for i, inside in enumerate(sentence.inside):
        if len(inside):
            found[i] = table[inside[content[inside]] if content[inside].any() else inside].mean(axis=0)
    return found


def _table(alignment: Alignment, passages: Passages) -> Array:
    """(words of the alignment, len(COLUMNS))."""
    numbers = alignment.reference.words.numbers[passages.at]
    beside = np.concatenate([alignment.beside(first, last) for first, last in passages.positions], axis=1)
    is_same = beside >= _ALIKE
    classes, others = passages.classes, passages.other_classes
    every = np.arange(len(classes))
    columns: list[NDArray[np.generic]] = []
    for width in WIDTHS:
        fair = passages.places(width)
        at = fair.argmax(axis=1)
        best, own = fair[every, at], np.where(is_same, passages.around(width), 0).max(axis=1)
        columns += [best, own, best - own, beside[every, at], classes == others[at], numbers[at]]
    cosine = passages.cosine
    same = np.where(is_same, cosine, 0).max(axis=1)
    other = np.where(is_same, 0, cosine)
    alike = np.where(classes[:, None] == others[None, :], other, 0).max(axis=1)
    occurrences = np.minimum((beside >= 1).sum(axis=1), _MOST_OCCURRENCES)
    columns += [same, other.max(axis=1), alike - same, alike, occurrences]
    return np.stack([np.asarray(column, dtype=np.float32) for column in columns], axis=1)


SIGNAL = Signal("surroundings", COLUMNS, by_sentence(_of_sentence))
