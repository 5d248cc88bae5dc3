"""What a language model's hidden states say of words: a linear probe.

Whether a statement is true can be read off the states of the model that reads it (Azaria and Mitchell 2023); here off those of each word
of an output after the reference, and those just before it. A probe knows the states of the one model that it was trained on, which is told
by the weights of its last norm; of any other nothing is added.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engines.core.findings import Expectations
from engines.core.machine.files import asset
from engines.verification.localizer.reading import Reading
from engines.verification.localizer.signals.language import tokens_of, words_of

ASSET = "states.safetensors"
_MOST = 5.0
"""Standard deviations from the mean that count at most."""
_SAME = 0.02
"""By what share the weights of a norm may differ that a file holds less exactly."""


@dataclass(frozen=True, eq=False)
class Probe:
    """The trained probe.

    Attributes:
        arrays: `scale` (width,) the weights of the last norm of its model; `mean`, `deviation` and `weights`, (2 * width,) of the states of
            a word and then of those before it; `bias` (1,). The weights count in log-odds, beside those of the localizer.
    """

    arrays: Mapping[str, NDArray[np.float32]]

    def knows(self, expected: Expectations) -> bool:
        """Whether these are the states of its model."""
        scale, known = expected.scale, self.arrays["scale"]
        if expected.states is None or scale is None or scale.shape != known.shape:
            return False
        return bool(np.allclose(scale, known, rtol=_SAME, atol=_SAME * float(np.abs(known).mean())))

    def added(self, reading: Reading) -> list[NDArray[np.float64]]:
        """(words,) for every sentence: what the states add to the log-odds of its words; zeros where they are not its model's."""
        if reading.expected is None or not self.knows(reading.expected):
            return [np.zeros(len(sentence.tree)) for sentence in reading.sentences]
        return [self.of(rows) for rows in word_states(reading.expected, words_of(reading))]

    def of(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """(words,) the same of the states of words, (words, 2 * width)."""
        told = standardised(rows, self.arrays["mean"], self.arrays["deviation"])
        return np.asarray(told @ self.arrays["weights"] + self.arrays["bias"], dtype=np.float64)


def standardised(rows: NDArray[np.float32], mean: NDArray[np.float32], deviation: NDArray[np.float32]) -> NDArray[np.float32]:
    """(words, 2 * width) in standard deviations from the mean; 0 for what is not known of a word."""
    return np.asarray(np.nan_to_num(np.clip((rows - mean) / deviation, -_MOST, _MOST)), dtype=np.float32)


def word_states(expected: Expectations, sentences: Sequence[Sequence[tuple[int, int]]]) -> list[NDArray[np.float32]]:
    """(words, 2 * width) for every sentence: the mean state of the tokens of a word, and the state before its first; NaN where there is
    none.

    Args:
        sentences: the (start, end) of their words in the output.
    """
    states = expected.states
    assert states is not None
    unknown = np.full((1, states.shape[1]), np.nan, dtype=np.float32)
    padded = np.concatenate([unknown, states])
    found = []
    for words in sentences:
        inside = tokens_of(expected.spans, words)
        own = [padded[tokens + 1].mean(axis=0, keepdims=True) if len(tokens) else unknown for tokens in inside]
        before = [padded[tokens[:1]] if len(tokens) else unknown for tokens in inside]
        rows = [np.concatenate(pair, axis=1) for pair in zip(own, before, strict=True)]
        found.append(np.concatenate([np.zeros((0, 2 * states.shape[1]), dtype=np.float32), *rows]))
    return found


@lru_cache(maxsize=1)
def load_probe() -> Probe:
    """The bundled probe, loaded once."""
    from safetensors.numpy import load_file

    return Probe(load_file(asset("localizer", ASSET)))
