"""The passages of the reference that fit a sentence best, word by word, and how alike the words around each place are."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.words import Words

Array = NDArray[np.float32]
WIDTHS = (2, 6)
"""Words on either side of a place."""
_MOST = 8
"""Segments of the reference that are looked at."""


class Passages:
    """The words of a sentence beside those of the passages.

    Attributes:
        found: whether there are any passages.
        mine, theirs: unit vectors, (words, 384) and (their words, 384).
        at: (their words,) their positions among the words of the reference.
        classes, other_classes: see `word_classes`.
    """

    def __init__(self, alignment: Alignment):
        reference = alignment.reference
        self.positions = _positions(alignment)
        self.found = bool(self.positions)
        self.mine = _unit(alignment.word_vectors)
        self.classes = word_classes(alignment.words)
        if self.found:
            self.theirs = _unit(np.concatenate([reference.word_vectors(first, last) for first, last in self.positions]))
            self.at = np.concatenate([np.arange(first, last) for first, last in self.positions])
            self.other_classes = word_classes(reference.words)[self.at]

    @cached_property
    def cosine(self) -> Array:
        """(words, their words) how near each word is to each in meaning, as read in their sentences."""
        return np.asarray(self.mine @ self.theirs.T)

    def around(self, width: int) -> Array:
        """(words, their words) how much alike the `width` words on either side of both are."""
        return self._around[width]

    def places(self, width: int) -> Array:
        """The same; 0 where a content word would stand for a function word."""
        comparable = (self.classes[:, None] > 0) == (self.other_classes[None, :] > 0)
        return np.where(comparable, self.around(width), 0)

    @cached_property
    def _around(self) -> dict[int, Array]:
        blocks = np.concatenate([np.full(last - first, number) for number, (first, last) in enumerate(self.positions)])
        alone = np.zeros(len(self.mine), dtype=np.int64)
        return {width: np.asarray(_around(self.mine, alone, width) @ _around(self.theirs, blocks, width).T) for width in WIDTHS}


def passages_of(alignment: Alignment) -> Passages:
    """The passages that fit the text of an alignment best."""
    return Passages(alignment)


def word_classes(words: Words) -> NDArray[np.int64]:
    """(words,) 3 for a number, 2 for a name, 1 for another content word, 0 for a function word."""
    return np.where(words.numbers, 3, np.where(words.names, 2, np.where(words.content, 1, 0)))


def _positions(alignment: Alignment) -> list[tuple[int, int]]:
    """Runs of the reference's words, as positions: the segments that fit the sentence best, in order."""
    reference = alignment.reference
    if not len(reference.segments) or not len(alignment.words) or not len(reference.ids):
        return []
    scores = alignment.weights @ (0.5 * alignment.degrees + 0.5 * alignment.exact)
    runs: list[tuple[int, int]] = []
    for segment in np.sort(np.argsort(-scores, kind="stable")[:_MOST]):
        first, last = (int(x) for x in np.searchsorted(reference.word_segments, [segment, segment + 1]))
        if first < last and runs and runs[-1][1] == first:
            runs[-1] = (runs[-1][0], last)
        elif first < last:
            runs.append((first, last))
    return runs


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
