"""Whether a word stands among the same words in the reference, and what stands among them there.

The words around a place, without the one at the place, are put together as one vector, for the output and for the passages of the
reference that fit best. A name, number or verb exchanged leaves its surroundings as they were.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.words import Words
from engines.verification.localizer.reading import ReadSentence
from engines.verification.localizer.signals.base import Array, Signal, by_sentence

_WIDTHS = (2, 6)
"""Words on either side."""
_PASSAGES = 8
"""Segments of the reference that are looked at."""
_ALIKE = 0.7
"""Degree from which on two words are taken for one."""
_MOST_OCCURRENCES = 10
_AROUND = ("best", "own", "lead", "alike", "same_class", "number")
COLUMNS = (
    *(f"{name}_{width}" for width in _WIDTHS for name in _AROUND),
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
    positions = _positions(alignment)
    if not positions or not len(sentence.tree):
        return found
    table = _table(alignment, positions)
    content = alignment.words.content
    for i, inside in enumerate(sentence.inside):
        if len(inside):
            found[i] = table[inside[content[inside]] if content[inside].any() else inside].mean(axis=0)
    return found


def _table(alignment: Alignment, positions: Sequence[tuple[int, int]]) -> Array:
    """(words of the alignment, len(COLUMNS))."""
    reference = alignment.reference
    mine = _unit(alignment.word_vectors)
    theirs = _unit(np.concatenate([reference.word_vectors(first, last) for first, last in positions]))
    places = np.concatenate([np.arange(first, last) for first, last in positions])
    blocks = np.concatenate([np.full(last - first, number) for number, (first, last) in enumerate(positions)])
    beside = np.concatenate([alignment.beside(first, last) for first, last in positions], axis=1)
    is_same = beside >= _ALIKE
    classes, others = _classes(alignment.words), _classes(reference.words)[places]
    comparable = (classes[:, None] > 0) == (others[None, :] > 0)
    every = np.arange(len(mine))
    columns: list[NDArray[np.generic]] = []
    for width in _WIDTHS:
        around = _around(mine, np.zeros(len(mine), dtype=np.int64), width) @ _around(theirs, blocks, width).T
        fair = np.where(comparable, around, 0)
        at = fair.argmax(axis=1)
        best, own = fair[every, at], np.where(is_same, around, 0).max(axis=1)
        columns += [best, own, best - own, beside[every, at], classes == others[at], reference.words.numbers[places][at]]
    cosine = mine @ theirs.T
    same = np.where(is_same, cosine, 0).max(axis=1)
    other = np.where(is_same, 0, cosine)
    alike = np.where(classes[:, None] == others[None, :], other, 0).max(axis=1)
    occurrences = np.minimum((beside >= 1).sum(axis=1), _MOST_OCCURRENCES)
    columns += [same, other.max(axis=1), alike - same, alike, occurrences]
    return np.stack([np.asarray(column, dtype=np.float32) for column in columns], axis=1)


def _positions(alignment: Alignment) -> list[tuple[int, int]]:
    """Runs of the reference's words, as positions: the segments that fit the sentence best, in order."""
    reference = alignment.reference
    if not len(reference.segments) or not len(alignment.words) or not len(reference.ids):
        return []
    scores = alignment.weights @ (0.5 * alignment.degrees + 0.5 * alignment.exact)
    runs: list[tuple[int, int]] = []
    for segment in np.sort(np.argsort(-scores, kind="stable")[:_PASSAGES]):
        first, last = (int(x) for x in np.searchsorted(reference.word_segments, [segment, segment + 1]))
        if first < last and runs and runs[-1][1] == first:
            runs[-1] = (runs[-1][0], last)
        elif first < last:
            runs.append((first, last))
    return runs


def _classes(words: Words) -> NDArray[np.int64]:
    """(words,) 3 for a number, 2 for a name, 1 for another content word, 0 for a function word."""
    return np.where(words.numbers, 3, np.where(words.names, 2, np.where(words.content, 1, 0)))


def _unit(vectors: Array) -> Array:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6), dtype=np.float32)


def _around(vectors: Array, blocks: NDArray[np.integer], width: int) -> Array:
    """(words, 384) where the `width` words on either side of each word point together, within its block, near ones more than far ones."""
    total = np.zeros_like(vectors)
    for shift in range(1, min(width, len(vectors) - 1) + 1):
        weight = (blocks[shift:] == blocks[:-shift])[:, None] / np.float32(shift**0.5)
        total[shift:] += weight * vectors[:-shift]
        total[:-shift] += weight * vectors[shift:]
    return _unit(total)


SIGNAL = Signal("surroundings", COLUMNS, by_sentence(_of_sentence))
