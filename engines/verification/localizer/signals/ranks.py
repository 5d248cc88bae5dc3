"""How well a word is found compared with the other content words of its sentence and of the output."""

from collections.abc import Sequence

import numpy as np

from engines.verification.localizer.reading import Reading
from engines.verification.localizer.signals.base import Array, Signal

COLUMNS = ("degree", "likeness", "degree_above_mean", "degree_in_output")


def rows(reading: Reading) -> Sequence[Array]:
    """(words, len(COLUMNS)) of every sentence; ranks in [0, 1], 0 for the word found worst."""
    degrees = [sentence.known.degree.max(axis=1, initial=0) for sentence in reading.sentences]
    content = [sentence.known.content for sentence in reading.sentences]
    everything = np.sort(np.concatenate([d[c] for d, c in zip(degrees, content, strict=True)])) if degrees else np.zeros(0)
    table = []
    for sentence, degree, counted in zip(reading.sentences, degrees, content, strict=True):
        found = np.zeros((len(degree), len(COLUMNS)), dtype=np.float32)
        if counted.any():
            anchor, likeness = sentence.known.anchor, sentence.known.likeness
            found[:, 0] = np.searchsorted(np.sort(degree[counted]), degree[anchor]) / counted.sum()
            found[:, 1] = np.searchsorted(np.sort(likeness[counted]), likeness[anchor]) / counted.sum()
            found[:, 2] = degree[anchor] - degree[counted].mean()
            found[:, 3] = np.searchsorted(everything, degree[anchor]) / max(1, len(everything))
        table.append(found)
    return table


SIGNAL = Signal("ranks", COLUMNS, rows)
