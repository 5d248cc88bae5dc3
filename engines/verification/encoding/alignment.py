"""How well each word of a hypothesis is found in each segment of a reference: the verifier's foundation.

A word is found in a segment to a degree in [0, 1]: fully if its key is there, else as far as the contextual vectors of
its pieces come near to those of the segment's pieces (the greedy token matching of BERTScore, kept apart by segment).
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engines.core.machine.recent import Recent
from engines.core.plain.copying import model_text
from engines.verification.encoding import encoder
from engines.verification.encoding.derived import Derived
from engines.verification.encoding.equivalents import Equivalents, mark_equivalents
from engines.verification.encoding.reference import COMPARED_AT_ONCE, EncodedReference, frequencies, mean_vectors, with_references, word_at
from engines.verification.encoding.words import Words, key, split

Array = NDArray[np.float32]
FUNCTION_WEIGHT = 0.05
"""Weight of a function word, against a rarity (IDF) of 1 to 9 for others."""
_NOT_ALIKE, _ALIKE = 0.25, 0.70
"""Cosines at which two tokens begin to be alike, and are taken for the same."""
_MOST_NUMBER, _MOST_NAME = 0.2, 0.7
"""The highest degree for a number and a name that are not there themselves."""
_BLOCK_PIECES = 16_384
_REMEMBERED = 500_000
"""Words of the texts aligned last, times the segments of the reference: about 20 MB with what is derived from them."""


@dataclass(frozen=True, eq=False)
class Alignment(Derived):
    """One text (a sentence, mostly) aligned with a reference.

    Attributes:
        text, words: the text and its words.
        reference: what it is aligned with.
        weights: (words,) importance of each word.
        exact: (words, segments) 1 where the word itself is in the segment.
        cosine: (words, segments) mean over the word's pieces of the best cosine in the segment.
        nearest: (words,) position of the reference word nearest by meaning, -1 if none.
        found: (words,) whether the word itself is anywhere in the reference.
        vectors, owner: unit vectors of the text's pieces, and the word of each.
        equivalents: names and values found in another form, or not at all.
    """

    text: str
    words: Words
    reference: EncodedReference
    weights: Array
    exact: Array
    cosine: Array
    nearest: NDArray[np.int64]
    found: NDArray[np.bool_]
    vectors: NDArray[np.float16]
    owner: NDArray[np.int32]
    equivalents: Equivalents

    @cached_property
    def degrees(self) -> Array:
        """(words, segments) degree to which each word is found in each segment."""
        alike = np.clip((self.cosine - _NOT_ALIKE) / (_ALIKE - _NOT_ALIKE), 0, 1)
        # One number looks like another to the encoder, and one name somewhat like another.
        return np.maximum(np.minimum(alike, self._most[:, None]), self.exact)

    @cached_property
    def _most(self) -> Array:
        return np.where(self.words.numbers, _MOST_NUMBER, np.where(self.words.names, _MOST_NAME, 1.0)).astype(np.float32)

    @cached_property
    def degrees2(self) -> Array:
        """The same for two neighbouring segments together."""
        return joined(self.degrees, 2)

    @cached_property
    def degrees3(self) -> Array:
        """The same for three neighbouring segments together."""
        return joined(self.degrees, 3)

    @cached_property
    def exact2(self) -> Array:
        """`exact` for two neighbouring segments together."""
        return joined(self.exact, 2)

    @cached_property
    def exact3(self) -> Array:
        """`exact` for three neighbouring segments together."""
        return joined(self.exact, 3)

    def beside(self, first: int, last: int) -> Array:
        """(words, last - first) degree to which each word is each of the reference's words at positions `first` to `last`."""
        if len(self.reference.ids) <= COMPARED_AT_ONCE:
            return self._beside[:, first:last]
        return self._compared(first, last)

    @cached_property
    def _beside(self) -> Array:
        return self._compared(0, len(self.reference.ids))

    def _compared(self, first: int, last: int) -> Array:
        alike = self.word_vectors @ self.reference.word_vectors(first, last).T
        alike -= _NOT_ALIKE
        alike /= _ALIKE - _NOT_ALIKE
        np.clip(alike, 0, self._most[:, None], out=alike)
        alike[self._numbers[:, None] == self.reference.ids[first:last][None, :]] = 1
        return alike

    @cached_property
    def word_vectors(self) -> Array:
        """(words, 384) mean vectors of each word's pieces."""
        inside = self.owner >= 0
        return mean_vectors(self.vectors[inside], self.owner[inside], len(self.words))

    @cached_property
    def _numbers(self) -> NDArray[np.int64]:
        """The reference's numbers for the words' keys, -1 for words that it does not have."""
        return np.array([self.reference.vocabulary.get(k, -1) for k in self.words.keys], dtype=np.int64)

    @cached_property
    def likeness(self) -> Array:
        """(words,) best cosine in the whole reference."""
        return self.cosine.max(axis=1, initial=0.0)

    @cached_property
    def runs(self) -> NDArray[np.int64]:
        """(words,) length of the longest run of words that ends here and occurs in the reference word for word."""
        vocabulary, ids = self.reference.vocabulary, self.reference.ids
        longest = np.zeros(len(self.words), dtype=np.int64)
        before: dict[int, int] = {}
        for i, word_key in enumerate(self.words.keys):
            here: dict[int, int] = {}
            if word_key in vocabulary:
                positions = self.reference.positions(word_key)
                here = (
                    {int(p): before.get(int(p) - 1, 0) + 1 for p in positions}
                    if len(positions) <= 2000
                    else dict.fromkeys(map(int, positions[:2000]), 1)
                )
            longest[i] = max(here.values(), default=0)
            before = here
        return np.minimum(longest, len(ids))

    @cached_property
    def neighbours(self) -> NDArray[np.bool_]:
        """(words - 1,) whether each word and the next stand side by side somewhere in the reference."""
        numbers = self._numbers
        if len(numbers) < 2:
            return np.empty(0, dtype=bool)
        size = len(self.reference.vocabulary) + 1
        codes = numbers[:-1] * size + numbers[1:]
        pairs = self.reference.pairs
        at = np.minimum(np.searchsorted(pairs, codes), max(0, len(pairs) - 1))
        known = (numbers[:-1] >= 0) & (numbers[1:] >= 0)
        return known & (pairs[at] == codes) if len(pairs) else np.zeros(len(codes), dtype=bool)


def joined(degrees: Array, size: int) -> Array:
    """Best value in each run of `size` neighbouring segments: (words, segments) -> (words, max(1, segments - size + 1))."""
    segments = degrees.shape[1]
    if size == 1 or segments < 2:
        return degrees
    windows = max(1, segments - size + 1)
    best = degrees[:, :windows]
    for shift in range(1, min(size, segments)):
        best = np.maximum(best, degrees[:, shift : shift + windows])
    return best


class _Latest:
    """The texts aligned last with the reference that was asked about last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reference: EncodedReference | None = None
        self._aligned: Recent[str, Alignment] = Recent(_REMEMBERED, lambda alignment: alignment.exact.size)

    def of(self, reference: EncodedReference, texts: Sequence[str]) -> dict[str, Alignment]:
        with self._lock:
            if reference is not self._reference:
                return {}
            return {text: alignment for text in texts if (alignment := self._aligned.get(text)) is not None}

    def keep(self, reference: EncodedReference, alignments: Sequence[Alignment]) -> None:
        with self._lock:
            if reference is not self._reference:
                self._aligned.clear()
                self._reference = reference
            for alignment in alignments:
                self._aligned.keep(alignment.text, alignment)

    def clear(self) -> None:
        with self._lock:
            self._aligned.clear()
            self._reference = None


_latest = _Latest()
with_references(_latest.clear)


def align(reference: EncodedReference, texts: Sequence[str]) -> list[Alignment]:
    """Each text aligned with the reference, in order; the texts aligned last with one reference are remembered."""
    safe = [model_text(text) for text in texts]
    known = _latest.of(reference, safe)
    new = _align(reference, [text for text in dict.fromkeys(safe) if text not in known])
    _latest.keep(reference, new)
    known |= {alignment.text: alignment for alignment in new}
    return [known[text] for text in safe]


def _align(reference: EncodedReference, texts: Sequence[str]) -> list[Alignment]:
    alignments = []
    found_pieces = encoder.encode(texts)
    cosines = _best_cosines(reference, [pieces.vectors for pieces in found_pieces])
    for text, pieces, (best, nearest_pieces) in zip(texts, found_pieces, cosines, strict=True):
        words = split(text)
        owner = word_at(words, pieces.starts, pieces.ends)
        cosine, nearest = _of_words(best, nearest_pieces, owner, len(words))
        exact = _exact(reference, words)
        table = frequencies()
        rarity = np.array([table.of(k) for k in words.keys], dtype=np.float32)
        equivalents = mark_equivalents(reference, text, words, exact)
        found: NDArray[np.bool_] = exact.max(axis=1, initial=0) > 0
        weights = np.where(words.content, rarity, np.float32(FUNCTION_WEIGHT))
        alignments.append(Alignment(text, words, reference, weights, exact, cosine, nearest, found, pieces.vectors, owner, equivalents))
    return alignments


def _exact(reference: EncodedReference, words: Words) -> Array:
    exact = np.zeros((len(words), len(reference.segments)), dtype=np.float32)
    for i, word_key in enumerate(words.keys):
        exact[i, reference.word_segments[reference.positions(word_key)]] = 1
        for segment in (*reference.compounds.get(word_key, ()), *reference.implied.get(word_key, ())):
            exact[i, segment] = 1
        if words.hyphened[i] and i + 1 < len(words) and not (exact[i].any() and len(reference.positions(words.keys[i + 1]))):
            # "second-hand" in the hypothesis, "secondhand" in the reference.
            whole = reference.positions(key(words.surfaces[i] + words.surfaces[i + 1]))
            exact[i : i + 2, reference.word_segments[whole]] = 1
    return exact


def _best_cosines(reference: EncodedReference, texts: Sequence[NDArray[np.float16]]) -> list[tuple[Array, NDArray[np.int64]]]:
    """For each text (pieces, segments) the best cosine of each of its pieces in each segment, and the reference word nearest to each.

    The reference's vectors are brought into single precision once for all texts; each text is multiplied by itself, so that nothing
    depends on what is read beside it.
    """
    segments = len(reference.segments)
    mine = [vectors.astype(np.float32) for vectors in texts]
    best = [np.zeros((len(vectors), segments), dtype=np.float32) for vectors in mine]
    top = [np.full(len(vectors), -2.0, dtype=np.float32) for vectors in mine]
    nearest = [np.full(len(vectors), -1, dtype=np.int64) for vectors in mine]
    for first, last in _blocks(reference.piece_offsets) if segments else ():
        low, high = reference.piece_offsets[first], reference.piece_offsets[last]
        block, starts = reference.pieces[low:high].astype(np.float32), reference.piece_offsets[first:last] - low
        for i, vectors in enumerate(mine):
            if not len(vectors):
                continue
            cosines = vectors @ block.T
            best[i][:, first:last] = np.maximum.reduceat(cosines, starts, axis=1)
            at = cosines.argmax(axis=1)
            value = cosines[np.arange(len(vectors)), at]
            nearest[i] = np.where(value > top[i], reference.piece_words[low + at], nearest[i])
            top[i] = np.maximum(top[i], value)
    return list(zip(best, nearest, strict=True))


def _of_words(best: Array, nearest: NDArray[np.int64], owner: NDArray[np.int32], count: int) -> tuple[Array, NDArray[np.int64]]:
    """Per word, the mean of its pieces' best cosines in each segment, and the reference word nearest to its first piece."""
    mean = np.zeros((count, best.shape[1]), dtype=np.float32)
    inside = owner >= 0
    np.add.at(mean, owner[inside], best[inside])
    pieces = np.bincount(owner[inside], minlength=count)
    word_nearest = np.full(count, -1, dtype=np.int64)
    for piece in np.flatnonzero(inside)[::-1]:
        word_nearest[owner[piece]] = nearest[piece]
    return (mean / np.maximum(pieces, 1)[:, None]).astype(np.float32), word_nearest


def _blocks(offsets: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Runs of segments of about `_BLOCK_PIECES` pieces, so that no giant matrix is made for a long reference."""
    blocks, first = [], 0
    segments = len(offsets) - 1
    while first < segments:
        last = max(first + 1, int(np.searchsorted(offsets, offsets[first] + _BLOCK_PIECES, side="right")) - 1)
        blocks.append((first, min(last, segments)))
        first = min(last, segments)
    return blocks
