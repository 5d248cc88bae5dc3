"""How far a word, its phrase and its clause are found in the reference, and where it stands: what the head of the LSS engine reads."""

import numpy as np

from engines.verification.localizer.reading import ReadSentence
from engines.verification.localizer.signals.base import Array, Signal, by_sentence
from engines.verification.word_support.evidence import EVIDENCE, evidence_features
from engines.verification.word_support.head import load_head
from engines.verification.word_support.placement import PLACE, place_features

COLUMNS = (*EVIDENCE, *PLACE, "kept")


def _of_sentence(sentence: ReadSentence) -> Array:
    """(words, len(COLUMNS)); *kept* is the log-odds that a person would keep the word."""
    tree, known = sentence.tree, sentence.known
    if not len(tree):
        return np.zeros((0, len(COLUMNS)), dtype=np.float32)
    features = np.concatenate([evidence_features(tree, known, sentence.alignment), place_features(tree, known)], axis=1)
    return np.concatenate([features, load_head().log_odds(features)[:, None]], axis=1)


SIGNAL = Signal("evidence", COLUMNS, by_sentence(_of_sentence))
