"""A small network over the words of a text: the signals of each word, its counterparts in the reference, and the words around it.

A word and its counterparts are compared through one learned projection (their product and their difference); what comes of it and of the
signals is read with the two words on either side (a convolution) and with the whole passage (one layer of self-attention). Computed here
with numpy; `explorer.training.localizer.network` trains the same layers.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
HEADS = 4
"""Of the attention."""
CLIP = 4.0
"""Standardised signals are cut off here."""
PRODUCT = 8.0
"""Products of projected unit vectors are so small; they are made so much larger."""
WINDOW = 256
"""Words that are read together: whole sentences, of longer texts one run after the other."""


class WordNetwork:
    """One trained network: log-odds that words are not supported."""

    def __init__(self, weights: Mapping[str, Array]):
        """`weights`: as `explorer.training.localizer.network.exported` names them."""
        self._of = weights

    def log_odds(self, rows: Array, vectors: NDArray[np.floating], cosines: Array) -> Array:
        """(words,) of a run of words.

        Args:
            rows: (words, signals).
            vectors: (words, 1 + counterparts, 384) each word, and its counterparts.
            cosines: (words, counterparts).
        """
        of = self._of
        read = np.concatenate([rows, cosines], axis=1)
        read = np.clip((read - of["mean"]) / of["deviation"], -CLIP, CLIP)
        projected = vectors.astype(np.float32) @ of["projection"].T
        word, others = projected[:, 0], projected[:, 1:]
        pairs = [part for other in others.swapaxes(0, 1) for part in (word * other * PRODUCT, np.abs(word - other))]
        own = _gelu(self._linear("own", np.concatenate([word, *pairs, read], axis=1)))
        around = own + self._convolved(own)
        around = around + self._attended(_normed(around, of["attention.norm.weight"], of["attention.norm.bias"]))
        within = _normed(around, of["further.norm.weight"], of["further.norm.bias"])
        around = around + self._linear("further.out", _gelu(self._linear("further.in", within)))
        both = _normed(np.concatenate([own, around], axis=1), of["last.norm.weight"], of["last.norm.bias"])
        odds: Array = self._linear("last.out", _gelu(self._linear("last.in", both)))[:, 0]
        return odds

    def _linear(self, name: str, values: Array) -> Array:
        return np.asarray(values @ self._of[f"{name}.weight"].T + self._of[f"{name}.bias"], dtype=np.float32)

    def _convolved(self, values: Array) -> Array:
        kernel = self._of["around.weight"]  # (channels, width)
        reach = kernel.shape[1] // 2
        padded = np.pad(values, ((reach, reach), (0, 0)))
        found = sum(padded[shift : shift + len(values)] * kernel[:, shift] for shift in range(kernel.shape[1]))
        return np.asarray(found + self._of["around.bias"], dtype=np.float32)

    def _attended(self, values: Array) -> Array:
        size = values.shape[1] // HEADS
        asked, keys, told = (
            part.reshape(len(values), HEADS, size).swapaxes(0, 1) for part in np.split(self._linear("attention.in", values), 3, axis=1)
        )
        weights = asked @ keys.swapaxes(1, 2) / np.float32(size**0.5)
        weights = np.exp(weights - weights.max(axis=2, keepdims=True))
        found = (weights / weights.sum(axis=2, keepdims=True)) @ told
        return self._linear("attention.out", found.swapaxes(0, 1).reshape(len(values), -1))


def windows(lengths: Sequence[int]) -> list[tuple[int, int]]:
    """Runs of sentences, (first, last exclusive), of at most `WINDOW` words each, or of one sentence.

    Args:
        lengths: words of each sentence.
    """
    runs: list[tuple[int, int]] = []
    first = words = 0
    for i, length in enumerate(lengths):
        if words and words + length > WINDOW:
            runs.append((first, i))
            first, words = i, 0
        words += length
    return [*runs, (first, len(lengths))] if words else runs


def _gelu(values: Array) -> Array:
    inner = np.float32(0.7978845608) * (values + np.float32(0.044715) * values**3)
    return np.asarray(0.5 * values * (1 + np.tanh(inner)), dtype=np.float32)


def _normed(values: Array, weight: Array, bias: Array) -> Array:
    centred = values - values.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5) * weight + bias, dtype=np.float32)
