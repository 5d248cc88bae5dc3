"""What kind of text it is: how much of the output the reference has, word for word and in meaning, and how a sentence compares with the
others. What a missing word means is another thing in a summary that copies than in one that retells."""

from collections.abc import Sequence

import numpy as np

from engines.verification.localizer.reading import Reading, ReadSentence
from engines.verification.localizer.signals.base import Array, Signal

COLUMNS = ("exact", "best", "runs", "least_sentence", "reference_words", "output_words", "sentences", "sentence_rank")
_MOST_WORDS, _MOST_SENTENCES = 100, 10
"""Longer outputs count as so long."""
_LONGEST = 6
"""Longer runs of words found word for word count as so long."""


def rows(reading: Reading) -> Sequence[Array]:
    """(words, len(COLUMNS)) of every sentence."""
    exact, best, runs = [], [], []
    coverage = [_coverage(sentence) for sentence in reading.sentences]
    for sentence in reading.sentences:
        known = sentence.known
        if known.degree.shape[1] and len(known.weight):
            exact += known.exact.max(axis=1)[known.content].tolist()
            best += known.degree.max(axis=1)[known.content].tolist()
            runs += np.minimum(known.run, _LONGEST).tolist()
    whole = (
        _mean(exact),
        _mean(best),
        _mean(runs) / _LONGEST,
        min(coverage, default=0.0),
        np.log1p(len(reading.reference.ids)),
        min(len(best), _MOST_WORDS),
        min(len(reading.sentences), _MOST_SENTENCES),
    )
    ranks = np.argsort(np.argsort(coverage)) / max(1, len(coverage) - 1)
    return [
        np.tile(np.array([*whole, rank], dtype=np.float32), (len(sentence.tree), 1))
        for sentence, rank in zip(reading.sentences, ranks, strict=True)
    ]


def _coverage(sentence: ReadSentence) -> float:
    """How well one passage covers the content words of a sentence."""
    known = sentence.known
    if not known.degree.shape[1] or not len(known.weight):
        return 0.0
    weight = np.where(known.content, known.weight, 0)
    return float((weight @ known.degree / max(float(weight.sum()), 1e-6)).max())


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else 0.0


SIGNAL = Signal("extractiveness", COLUMNS, rows)
