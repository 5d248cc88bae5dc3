"""How expected a word is by a language model that has read the reference, and by one that has not; what it would have written instead."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.core.findings import Expectations
from engines.verification.localizer.reading import Reading
from engines.verification.localizer.signals.base import Array

_TOLD = ("probability", "likeliest", "entropy", "rank")
COLUMNS = (
    *(f"{name}_first" for name in _TOLD),
    "probability_least",
    "probability_sum",
    "gap_most",
    "unread_probability_first",
    "unread_probability_sum",
    "unread_gap_first",
    "gain_first",
    "gain_sum",
    "order",
    "order_of_gap",
    "likeliest_in_reference",
    "next_probability",
    "next_gain",
    "sentence_mean",
    "text_mean",
    "above_sentence",
)


def rows(reading: Reading) -> Sequence[Array]:
    """(words, len(COLUMNS)) of every sentence; zeros where nothing was expected of a word."""
    expected, spans = reading.expected, words_of(reading)
    if expected is None:
        return [np.zeros((len(words), len(COLUMNS)), dtype=np.float32) for words in spans]
    return table(expected, spans, reading.reference.text.model_text)


def words_of(reading: Reading) -> list[list[tuple[int, int]]]:
    """For every sentence the (start, end) of its words in the output."""
    return [
        [(start + word.start, start + word.end) for word in sentence.tree.words]
        for sentence, (start, _) in zip(reading.sentences, reading.output.sentences, strict=True)
    ]


def table(expected: Expectations, sentences: Sequence[Sequence[tuple[int, int]]], reference: str) -> list[Array]:
    """(words, len(COLUMNS)) for every sentence, given as the (start, end) of its words in the output."""
    words = [span for sentence in sentences for span in sentence]
    found = np.zeros((len(words), len(COLUMNS)), dtype=np.float32)
    held = reference.lower()
    tokens = tokens_of(expected.spans, words)
    for i, inside in enumerate(tokens):
        if len(inside):
            found[i, :12] = _of_word(expected, inside)
            likeliest = expected.likeliest[inside[0]].lower()
            found[i, 14] = len(likeliest) > 1 and likeliest in held
    known = np.array([len(inside) > 0 for inside in tokens], dtype=bool)
    total, gap = found[:, 5], found[:, 1] - found[:, 0]
    if known.any():
        found[known, 12] = np.searchsorted(np.sort(total[known]), total[known]) / known.sum()
        found[known, 13] = np.searchsorted(np.sort(-gap[known]), -gap[known]) / known.sum()
        found[:, 18] = total[known].mean()
    found[:-1, 15:17] = found[1:, [5, 11]]
    table, first = [], 0
    for sentence in sentences:
        part = found[first : first + len(sentence)]
        first += len(sentence)
        part[:, 17] = part[:, 5].mean() if len(part) else 0
        part[:, 19] = part[:, 5] - part[:, 17]
        table.append(part)
    return table


def _of_word(expected: Expectations, inside: NDArray[np.int64]) -> list[float]:
    read, unread = expected.read[inside], expected.unread[inside]
    return [
        *read[0],
        read[:, 0].min(),
        read[:, 0].sum(),
        (read[:, 1] - read[:, 0]).max(),
        unread[0, 0],
        unread[:, 0].sum(),
        unread[0, 1] - unread[0, 0],
        read[0, 0] - unread[0, 0],
        (read[:, 0] - unread[:, 0]).sum(),
    ]


def tokens_of(spans: NDArray[np.int64], words: Sequence[tuple[int, int]]) -> list[NDArray[np.int64]]:
    """For each word the tokens that share a character with it."""
    return [np.flatnonzero((spans[:, 0] < end) & (spans[:, 1] > start)) for start, end in words]
