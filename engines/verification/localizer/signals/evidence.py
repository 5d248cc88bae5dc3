"""How far a word, its phrase and its clause are found in the reference, and where it stands: what the head of the LSS engine reads."""

from collections.abc import Sequence

import numpy as np

from engines.verification.localizer.reading import Reading
from engines.verification.localizer.signals.base import Array, Signal
from engines.verification.word_support.evidence import EVIDENCE, evidence_features
from engines.verification.word_support.head import load_head
from engines.verification.word_support.placement import PLACE, place_features

COLUMNS = (*EVIDENCE, *PLACE, "kept")


def rows(reading: Reading) -> Sequence[Array]:
    """(words, len(COLUMNS)) of every sentence; *kept* is the log-odds that a person would keep the word."""
    found = []
    for sentence in reading.sentences:
        tree = sentence.tree
        if not len(tree):
            found.append(np.zeros((0, len(COLUMNS)), dtype=np.float32))
            continue
        known = sentence.known
        features = np.concatenate([evidence_features(tree, known, sentence.alignment), place_features(tree, known)], axis=1)
        found.append(np.concatenate([features, load_head().log_odds(features)[:, None]], axis=1))
    return found


SIGNAL = Signal("evidence", COLUMNS, rows)
