"""Whether a word stands among the same words in the reference, and what stands among them there.

The words around a place, without the one at the place, are put together as one vector, of the output and of the passages of the
reference that fit best. A name, number or verb exchanged leaves its surroundings as they were.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.reference import EncodedReference
from engines.verification.localizer.reading import Reading, ReadSentence
from engines.verification.localizer.signals.base import Array, Signal

_WIDTHS = (2, 6)
_PASSAGES = 8
_ALIKE = 0.7
COLUMNS = tuple(
    f"{name}_{width}"
    for width in _WIDTHS
    for name in ("around_best", "around_own", "around_lead", "around_alike", "around_class", "around_number")
) + ("own_cosine", "other_cosine", "other_lead", "same_class_other", "occurrences")


def rows(reading: Reading) -> Sequence[Array]:
    """(words, len(COLUMNS)) of every sentence."""
    return [_of_sentence(sentence) for sentence in reading.sentences]


def _of_sentence(sentence: ReadSentence) -> Array:
    alignment, reference = sentence.alignment, sentence.alignment.reference
    found = np.zeros((len(sentence.tree), len(COLUMNS)), dtype=np.float32)
    positions = _positions(alignment)
    if not len(positions) or not len(sentence.tree):
        return found
    mine = _unit(alignment._word_vectors)
    theirs = _unit(np.concatenate([reference.word_vectors(a, b) for a, b in positions]))
    places = np.concatenate([np.arange(a, b) for a, b in positions])
    blocks = np.concatenate([np.full(b - a, n) for n, (a, b) in enumerate(positions)])
    beside = np.concatenate([alignment.beside(a, b) for a, b in positions], axis=1)
    cosine = mine @ theirs.T
    classes, other_classes = _classes(alignment.words), _classes(reference.words)[places]
    values = []
    content = alignment.words.content
    other_content = reference.words.content[places]
    for width in _WIDTHS:
        around = _around(mine, np.zeros(len(mine), dtype=np.int64), width) @ _around(theirs, blocks, width).T
        own = np.where(beside >= _ALIKE, around, 0)
        kind = (content[:, None] == other_content[None, :])
        fair = np.where(kind, around, 0)
        at = fair.argmax(axis=1)
        rows_ = np.arange(len(mine))
        values += [
            fair[rows_, at],
            own.max(axis=1),
            fair[rows_, at] - own.max(axis=1),
            beside[rows_, at],
            classes == other_classes[at],
            reference.words.numbers[places][at].astype(np.float32),
        ]
    same = np.where(beside >= _ALIKE, cosine, 0).max(axis=1)
    unlike = np.where((beside < _ALIKE) & (classes[:, None] == other_classes[None, :]), cosine, 0)
    values += [same, np.where(beside < _ALIKE, cosine, 0).max(axis=1), unlike.max(axis=1) - same, unlike.max(axis=1), np.minimum((beside >= 1).sum(axis=1), 10)]
    table = np.stack([np.asarray(v, dtype=np.float32) for v in values], axis=1)
    for i, inside in enumerate(sentence.inside):
        if len(inside):
            chosen = inside[alignment.words.content[inside]] if alignment.words.content[inside].any() else inside
            found[i] = table[chosen].mean(axis=0)
    return found


def _positions(alignment: Alignment) -> list[tuple[int, int]]:
    """Runs of the reference's words: the segments that fit the sentence best, in order."""
    reference: EncodedReference = alignment.reference
    if not len(reference.segments) or not len(alignment.words) or not len(reference.ids):
        return []
    scores = alignment.weights @ (0.5 * alignment.degrees + 0.5 * alignment.exact)
    chosen = np.sort(np.argsort(-scores, kind="stable")[:_PASSAGES])
    runs = []
    for segment in chosen:
        low, high = (int(x) for x in np.searchsorted(reference.word_segments, [segment, segment + 1]))
        if high > low:
            if runs and runs[-1][1] == low:
                runs[-1] = (runs[-1][0], high)
            else:
                runs.append((low, high))
    return runs


def _classes(words: object) -> NDArray[np.int64]:
    """number 3, name 2, other content word 1, function word 0."""
    return np.where(words.numbers, 3, np.where(words.names, 2, np.where(words.content, 1, 0)))  # type: ignore[attr-defined]


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6), dtype=np.float32)


def _around(vectors: NDArray[np.float32], blocks: NDArray[np.integer], width: int) -> NDArray[np.float32]:
    """(words, 384) unit mean of the `width` words on either side, without the word itself, within its block."""
    total = np.zeros_like(vectors)
    for shift in range(1, width + 1):
        if shift >= len(vectors):
            break
        same = (blocks[shift:] == blocks[:-shift])[:, None]
        weight = 1.0 / shift**0.5
        total[shift:] += weight * vectors[:-shift] * same
        total[:-shift] += weight * vectors[shift:] * same
    return _unit(total)


SIGNAL = Signal("surroundings", COLUMNS, rows)
