"""A reference, encoded once: everything about it that verification needs and that does not depend on the hypothesis."""

import itertools
import json
import threading
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from engines.core.machine.files import asset
from engines.core.machine.recent import Recent
from engines.core.text import Text
from engines.verification.encoding import encoder
from engines.verification.encoding.derived import Derived
from engines.verification.encoding.implied import implied
from engines.verification.encoding.words import Words, key, split
from engines.verification.names.finding import NameIndex
from engines.verification.values.cells import values_with_cells
from engines.verification.values.magnitudes import Value, entails

SEGMENT_WORDS = 40
"""A longer sentence is compared in equal parts of at most so many words, so that one long sentence does not cover everything."""
COMPARED_AT_ONCE = 3000
"""So many words of a reference are compared with a hypothesis once and for all, of a longer one only the places asked about."""
VECTORS_AT_ONCE = 12_000
"""Of so many words of a reference the mean vectors are worked out once and for all (18 MB), of a longer one those asked about."""
REMEMBERED_CHARACTERS = 100_000
"""Characters of the references that are kept: about 90 MB with all that is derived from them, or one reference of any length."""

_lock = threading.RLock()


@dataclass(frozen=True)
class Frequencies:
    """Inverse document frequencies of word keys (assets/verifier/idf.json)."""

    values: dict[str, float]
    rare: float

    def of(self, word_key: str) -> float:
        """The weight of a word: small for common words, `rare` for words never seen."""
        return self.values.get(word_key, self.rare)


@cache
def frequencies() -> Frequencies:
    """The table, loaded once."""
    raw = json.loads(asset("verifier", "idf.json").read_text(encoding="utf-8"))
    return Frequencies({k: v / 100 for v, keys in raw["hundredths"].items() for v in [int(v)] for k in keys.split()}, raw["rare"])


@dataclass(frozen=True, eq=False)
class EncodedReference(Derived):
    """A reference as the verifier sees it.

    A *segment* is a sentence or, of a long one, a part. Words and pieces are listed in order of their position.

    Attributes:
        text: the reference.
        segments: (segments, 3): start, end, index of the sentence.
        words: all words, offsets into the text.
        word_segments: the segment of each word.
        ids: the number of each word's key in `vocabulary`.
        vocabulary: word key -> number.
        pieces: (pieces, 384) unit vectors, half precision.
        piece_offsets: first piece of each segment, and the number of pieces at the end.
        piece_words: the word that each piece belongs to, -1 for punctuation.
    """

    text: Text
    segments: NDArray[np.int64]
    words: Words
    word_segments: NDArray[np.int64]
    ids: NDArray[np.int32]
    vocabulary: dict[str, int]
    pieces: NDArray[np.float16]
    piece_offsets: NDArray[np.int64]
    piece_words: NDArray[np.int32]

    @cached_property
    def occurrences(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Positions of every word sorted by its number, and where each number's run of positions begins."""
        order = np.argsort(self.ids, kind="stable")
        return order, np.searchsorted(self.ids[order], np.arange(len(self.vocabulary) + 1))

    def positions(self, word_key: str) -> NDArray[np.int64]:
        """Where a word occurs, as positions in `words`, in order."""
        number = self.vocabulary.get(word_key)
        if number is None:
            return np.empty(0, dtype=np.int64)
        order, starts = self.occurrences
        return order[starts[number] : starts[number + 1]]

    def sentences_with(self, word_key: str) -> list[int]:
        """The sentences that have a word, by their numbers, in order."""
        return sorted({int(self.segments[self.word_segments[p], 2]) for p in self.positions(word_key)})

    def word_vectors(self, first: int, last: int) -> NDArray[np.float32]:
        """(words, 384) mean piece vectors of the words at positions `first` to `last` (exclusive)."""
        if len(self.ids) <= VECTORS_AT_ONCE:
            return self._all_word_vectors[first:last]
        return self._mean_vectors(first, last)

    @cached_property
    def _all_word_vectors(self) -> NDArray[np.float32]:
        return self._mean_vectors(0, len(self.ids))

    def _mean_vectors(self, first: int, last: int) -> NDArray[np.float32]:
        pieces, owners = self._worded_pieces
        low, high = np.searchsorted(owners, [first, last])
        return mean_vectors(self.pieces[pieces[low:high]], owners[low:high] - first, last - first)

    @cached_property
    def _worded_pieces(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The pieces that belong to words, and the word of each, both in order."""
        pieces = np.flatnonzero(self.piece_words >= 0)
        return pieces, self.piece_words[pieces]

    @cached_property
    def compounds(self) -> dict[str, list[int]]:
        """Segments that have a hyphened compound, by the key of the compound written as one word ("second-hand")."""
        found: dict[str, list[int]] = {}
        for i in np.flatnonzero(self.words.hyphened[:-1]) if len(self.words) else ():
            joined = key(self.words.surfaces[i] + self.words.surfaces[i + 1])
            found.setdefault(joined, []).append(int(self.word_segments[i]))
        return found

    @cached_property
    def implied(self) -> Mapping[str, Sequence[int]]:
        """Segments that have a word without its standing there, by its key (`engines.verification.encoding.implied`)."""
        return implied(self.text, self.segments.tolist())

    @cached_property
    def values(self) -> list[tuple[Value, int]]:
        """The numbers, quantities, dates and times, each with its segment."""
        return [(value, self.segment_at(value.start)) for value in values_with_cells(self.text.text)]

    @cached_property
    def values_of_sentences(self) -> dict[int, list[Value]]:
        """The values of each sentence that has any, by its number."""
        found: dict[int, list[Value]] = {}
        for value, segment in self.values:
            found.setdefault(int(self.segments[segment, 2]), []).append(value)
        return found

    @cached_property
    def amounts(self) -> list[tuple[Value, list[int]]]:
        """The values that say different things, each the first that says it, with the segments that have it."""
        found: dict[tuple[object, ...], tuple[Value, list[int]]] = {}
        for value, segment in self.values:
            found.setdefault(value.amount, (value, []))[1].append(segment)
        return list(found.values())

    def entailing(self, claimed: Value) -> Sequence[int]:
        """The segments with a value that supports another one; worked out once for each amount."""
        known = self._entailing.get(claimed.amount)
        if known is None:
            known = [segment for value, segments in self.amounts if entails(value, claimed) for segment in segments]
            self._entailing[claimed.amount] = known
        return known

    @cached_property
    def _entailing(self) -> dict[tuple[object, ...], list[int]]:
        return {}

    @cached_property
    def names(self) -> NameIndex:
        """The names, ready to be asked for in any form."""
        return NameIndex.of(self.text.model_text)

    def segment_at(self, offset: int) -> int:
        """The segment that contains a character, or the last before it."""
        return max(0, bisect_right(self._starts, offset) - 1)

    @cached_property
    def _starts(self) -> list[int]:
        starts: list[int] = self.segments[:, 0].tolist()
        return starts

    def sentence_of(self, offset: int) -> int:
        """The number of the sentence that contains a character, or of the last before it."""
        return int(self.segments[self.segment_at(offset), 2])

    @cached_property
    def pairs(self) -> NDArray[np.int64]:
        """Every pair of neighbouring words as one number, sorted."""
        size = len(self.vocabulary) + 1
        return np.unique(self.ids[:-1].astype(np.int64) * size + self.ids[1:]) if len(self.ids) > 1 else np.empty(0, dtype=np.int64)

    @cached_property
    def idf(self) -> NDArray[np.float64]:
        """The weight of each word."""
        table = frequencies()
        weights = np.array([table.of(k) for k in self.vocabulary])
        return weights[self.ids] if len(self.ids) else weights


_remembered: Recent[str, EncodedReference] = Recent(REMEMBERED_CHARACTERS, lambda reference: len(reference.text.text))
_forgetting: list[Callable[[], None]] = [_remembered.clear]
"""What lets go of references."""


def encoded(text: Text) -> EncodedReference:
    """`text`, encoded; the latest references are remembered."""
    with _lock:
        reference = _remembered.get(text.key)
        if reference is None:
            reference = _encode(text)
            _remembered.keep(text.key, reference)
        return reference


def mean_vectors(vectors: NDArray[np.float16], owners: NDArray[np.integer], count: int) -> NDArray[np.float32]:
    """The mean vector of the pieces of each of `count` words, listed word by word; zeros for a word without pieces."""
    means = np.zeros((count, vectors.shape[1]), dtype=np.float32)
    if len(owners):
        known, first, pieces = np.unique(owners, return_index=True, return_counts=True)
        sums = vectors[first].astype(np.float32)
        several = pieces > 1  # most words are one piece
        if several.any():
            starts = np.cumsum(pieces[several]) - pieces[several]
            added = np.add.reduceat(vectors[np.repeat(several, pieces)].astype(np.float32), starts, axis=0)
            sums[several] = added / pieces[several, None].astype(np.float32)
        means[known] = sums
    return means


def with_references(forget: Callable[[], None]) -> None:
    """Have what holds a reference elsewhere forgotten with the references that are remembered."""
    _forgetting.append(forget)


def forget() -> None:
    """Free the references that are remembered, and what holds them."""
    with _lock:
        for each in _forgetting:
            each()


def segment_texts(text: Text) -> list[str]:
    """The strings that the encoder reads of a reference."""
    return [text.model_text[start:end] for start, end, _ in _segments(text, split(text.model_text))[0]]


def _encode(text: Text) -> EncodedReference:
    words = split(text.model_text)
    segments, first_words = _segments(text, words)
    vocabulary: dict[str, int] = {}
    ids = np.array([vocabulary.setdefault(k, len(vocabulary)) for k in words.keys], dtype=np.int32)
    vectors, offsets, piece_words = [], [0], []
    for (start, _, _), pieces in zip(segments, encoder.encode([text.model_text[s:e] for s, e, _ in segments]), strict=True):
        vectors.append(pieces.vectors)
        offsets.append(offsets[-1] + len(pieces.vectors))
        piece_words.append(word_at(words, pieces.starts + start, pieces.ends + start))
    return EncodedReference(
        text=text,
        segments=np.array(segments, dtype=np.int64).reshape(-1, 3),
        words=words,
        word_segments=np.clip(np.searchsorted(np.array(first_words, dtype=np.int64), np.arange(len(words)), side="right") - 1, 0, None),
        ids=ids,
        vocabulary=vocabulary,
        pieces=np.concatenate(vectors) if vectors else np.empty((0, encoder.WIDTH), dtype=np.float16),
        piece_offsets=np.array(offsets, dtype=np.int64),
        piece_words=np.concatenate(piece_words) if piece_words else np.empty(0, dtype=np.int32),
    )


def _segments(text: Text, words: Words) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Sentences, long ones in equal parts; and the first word of each segment. Pieces without a word are left out."""
    segments, first_words = [], []
    for i, (start, end) in enumerate(text.sentences):
        low, high = (int(np.searchsorted(words.starts, x)) for x in (start, end))
        if low == high:
            if any(c.isalnum() for c in text.model_text[start:end]):
                segments.append((start, end, i))
                first_words.append(low)
            continue
        parts = -(-(high - low) // SEGMENT_WORDS)
        size = -(-(high - low) // parts)
        borders = [start, *(int(words.starts[j]) for j in range(low + size, high, size)), end]
        segments.extend((a, b, i) for a, b in itertools.pairwise(borders))
        first_words.extend(range(low, high, size))
    return segments, first_words


def word_at(words: Words, starts: NDArray[np.integer], ends: NDArray[np.integer]) -> NDArray[np.int32]:
    """The word that overlaps each span, -1 for none."""
    if not len(words):
        return np.full(len(starts), -1, dtype=np.int32)
    index = np.clip(np.searchsorted(words.starts, starts, side="right") - 1, 0, None)
    following = np.clip(index + 1, 0, len(words) - 1)
    index = np.where((words.ends[index] <= starts) & (words.starts[following] < ends), following, index)
    hit = (words.starts[index] < ends) & (words.ends[index] > starts)
    return np.where(hit, index, -1).astype(np.int32)
