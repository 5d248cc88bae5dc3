"""Which place of the reference tells what stands around something in a hypothesis: around a number, around a verb.

The words around it weigh less the farther away they are, and are looked for, by meaning, around each place, counting less the farther
away they stand there. No parse is needed.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.reference import EncodedReference
from engines.verification.rules.case import Case

_LEFT = 0.9
"""What is left of a word's weight for each word that it is away."""
_REACH = 12
"""Words of the reference that are nearer to the place than this count in full, those beyond less and less, down to `_FAR`."""
_FAR = 0.6
_FADING = 40
"""So many words farther nothing would be left, but for `_FAR`; also how many words before the sentence of the place are read."""
_NEXT = 0.93
"""What is left for each word that one is away where the nearest words are to decide."""
_IN_ORDER, _OUT_OF_STEP = 8, 2
"""So many words on either side are held against those of a place in order, each with words as far from it, give or take so many."""
_ALIKE = 0.7
"""Degree from which on two words are taken for one there."""
_MOST = 24
"""So many places are looked at, those in the segments that fit best."""


def words_around(case: Case, start: int, end: int) -> NDArray[np.float64]:
    """(words,) the weights of what stands around the characters from `start` to `end` of a hypothesis, values left out."""
    alignment, words = case.alignment, case.alignment.words
    weights: NDArray[np.float64] = np.where(words.content, alignment.weights, 0.0).astype(np.float64)
    for value in case.hypothesis.values:
        weights[words.inside(value.start, value.end)] = 0.0
    own = words.inside(start, end)
    weights[own] = 0.0
    if not own.any():
        return np.zeros(len(words))
    around: NDArray[np.float64] = weights * _LEFT ** np.abs(np.arange(len(words)) - np.flatnonzero(own).mean())
    return around


def told_around(case: Case, weights: NDArray[np.float64], places: Sequence[int], nearest: bool = False) -> list[float]:
    """How much of the weighted words stands around each place of the reference, [0, 1]; 0 for all but the likeliest of very many.

    Args:
        places: characters of the reference.
        nearest: whether what stands right beside the place counts most, which tells places of one sentence apart.
    """
    reference = case.reference
    total = float(weights.sum())
    if not total or not len(reference.segments):
        return [0.0] * len(places)
    shares = [0.0] * len(places)
    for i in _likeliest(case, weights, places):
        first, degrees = degrees_near(case, int(reference.segments[reference.segment_at(places[i]), 2]))
        away = np.abs(np.arange(degrees.shape[1]) - (int(np.searchsorted(reference.words.starts, places[i])) - first))
        left = _NEXT**away if nearest else np.clip(1 - (away - _REACH) / _FADING, _FAR, 1.0)
        shares[i] = float(weights @ (degrees * left[None, :]).max(axis=1)) / total
    return shares


def told_in_order(case: Case, span: tuple[int, int], places: Sequence[tuple[int, int]]) -> list[float]:
    """How much of what stands before and after a span stands there in order around each place of the reference, near words more than far.

    Args:
        span: characters of the hypothesis.
        places: characters of the reference; all but the likeliest of very many are passed over.
    """
    alignment, reference = case.alignment, case.reference
    own = np.flatnonzero(alignment.words.inside(*span))
    told = [0.0] * len(places)
    if len(own):
        around = {-1: range(int(own[0]) - 1, -1, -1), 1: range(int(own[-1]) + 1, len(alignment.words))}
        for i in _likeliest(case, words_around(case, *span), [start for start, _ in places]):
            begin, end = _sentence_words(reference, places[i][0])
            first = int(np.searchsorted(reference.words.ends, places[i][0], side="right"))
            last = int(np.searchsorted(reference.words.starts, places[i][1]))
            begin, end = max(begin, first - _IN_ORDER - _OUT_OF_STEP), min(end, last + _IN_ORDER + _OUT_OF_STEP)
            degrees = alignment.beside(begin, end)
            degrees = np.where(degrees >= _ALIKE, degrees, 0)
            told[i] = _in_order(alignment, around[-1], degrees[:, : max(0, first - begin)][:, ::-1])
            told[i] += _in_order(alignment, around[1], degrees[:, last - begin :])
    return told


def _in_order(alignment: Alignment, words: Sequence[int], degrees: NDArray[np.floating]) -> float:
    """The same of one side: `degrees` to which the words stand at places, (words of the hypothesis, places), from the nearest on."""
    told = 0.0
    for away, word in enumerate(words[:_IN_ORDER]):
        told += float(alignment.weights[word] * _LEFT ** (away + 1) * _best(degrees[word], away))
    return told


def _best(degrees: NDArray[np.floating], away: int) -> float:
    return float(degrees[max(0, away - _OUT_OF_STEP) : away + _OUT_OF_STEP + 1].max(initial=0.0))


def _likeliest(case: Case, weights: NDArray[np.float64], places: Sequence[int]) -> Sequence[int]:
    """Which places are looked at: those in the segments that fit best."""
    if len(places) <= _MOST:
        return range(len(places))
    fits = weights @ case.alignment.degrees
    return sorted(range(len(places)), key=lambda i: -fits[case.reference.segment_at(places[i])])[:_MOST]


def _sentence_words(reference: EncodedReference, place: int) -> tuple[int, int]:
    """The first and, exclusive, the last word of the sentence of a character, as positions in the reference."""
    start, end = reference.text.sentences[reference.sentence_of(place)]
    return int(np.searchsorted(reference.words.starts, start)), int(np.searchsorted(reference.words.starts, end))


def degrees_near(case: Case, sentence: int) -> tuple[int, NDArray[np.float32]]:
    """The first word that is read for a sentence, and the degrees, (words, words read), to which those read are the hypothesis' words.

    What is read before the sentence counts less.
    """
    reference = case.reference
    start, end = (int(np.searchsorted(reference.words.starts, offset)) for offset in reference.text.sentences[sentence])
    first = max(0, start - _FADING)
    fading = np.where(np.arange(first, end) < start, _FAR, 1.0).astype(np.float32)
    return first, case.degrees_near(sentence, first, fading)
