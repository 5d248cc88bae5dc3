"""A word of an output and the words of the reference that it stands for: as vectors, for what is learned of pairs of words.

The nearest in meaning, and the two that stand where it would stand: among the same words, two and six on either side.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.verification.encoding.encoder import WIDTH
from engines.verification.localizer.passages import WIDTHS, passages_of
from engines.verification.localizer.reading import ReadSentence

COSINES = ("nearest", *(f"place_{width}" for width in WIDTHS))


class Counterparts(NamedTuple):
    """Of the words of a sentence.

    Attributes:
        vectors: (words, 1 + len(COSINES), 384) each word, and its counterparts; zeros where there are none.
        cosines: (words, len(COSINES)) of each word with its counterparts.
    """

    vectors: NDArray[np.float16]
    cosines: NDArray[np.float32]

    @classmethod
    def none(cls, words: int = 0) -> "Counterparts":
        """Of words that have none."""
        return cls(np.zeros((words, 1 + len(COSINES), WIDTH), dtype=np.float16), np.zeros((words, len(COSINES)), dtype=np.float32))


def counterparts(sentence: ReadSentence) -> Counterparts:
    """Of the last content word inside each word of the tree, as the encoder reads it in its sentence."""
    alignment = sentence.alignment
    found = Counterparts.none(len(sentence.tree))
    chosen = [_meant(inside, alignment.words.content) for inside in sentence.inside]
    rows = np.array([i for i, word in enumerate(chosen) if word is not None], dtype=np.int64)
    words = np.array([word for word in chosen if word is not None], dtype=np.int64)
    if not len(rows):
        return found
    passages = alignment.derived(passages_of)
    found.vectors[rows, 0] = passages.mine[words]
    if passages.found:
        for k, at in enumerate((passages.cosine.argmax(axis=1), *(passages.places(width).argmax(axis=1) for width in WIDTHS))):
            found.vectors[rows, k + 1] = passages.theirs[at[words]]
            found.cosines[rows, k] = passages.cosine[words, at[words]]
    return found


def _meant(inside: NDArray[np.int64], content: NDArray[np.bool_]) -> int | None:
    if not len(inside):
        return None
    meant = inside[content[inside]]
    return int(meant[-1]) if len(meant) else int(inside[-1])
