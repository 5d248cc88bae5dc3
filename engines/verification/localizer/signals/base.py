"""One protocol for what is known of a word: a signal reads a whole output beside its reference and yields columns of numbers.

What a number is worth is learned (`engines.verification.localizer.model`); here nothing is decided.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.verification.localizer.reading import Reading, ReadSentence

Array = NDArray[np.float32]


@dataclass(frozen=True)
class Signal:
    """One kind of knowledge about words.

    Attributes:
        name: in the field's terms.
        columns: the names of its numbers.
        rows: for every sentence of a reading an array (words, columns).
    """

    name: str
    columns: tuple[str, ...]
    rows: Callable[[Reading], Sequence[Array]]


def by_sentence(of: Callable[[ReadSentence], Array]) -> Callable[[Reading], list[Array]]:
    """The rows of a signal that reads each sentence by itself: (words, columns) by `of`, worked out once for a sentence and a reference."""
    return lambda reading: [reading.worked_out(of, sentence) for sentence in reading.sentences]
