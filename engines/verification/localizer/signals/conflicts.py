"""Which rules fire on a word, how much they weigh, and whether its sentence is a copy."""

import numpy as np

from engines.verification.localizer.reading import ReadSentence
from engines.verification.localizer.signals.base import Array, Signal, by_sentence
from engines.verification.rules.registry import rules
from engines.verification.rules.weights import weight

RULES = tuple(rules())
COLUMNS = (*RULES, "weight", "found", "sentence_weight", "copy")


def _of_sentence(sentence: ReadSentence) -> Array:
    """(words, len(COLUMNS))."""
    case, tree = sentence.case, sentence.tree
    found = np.zeros((len(tree), len(COLUMNS)), dtype=np.float32)
    if len(tree):
        found[:, -1] = case.is_copy
    if not sentence.seen:
        return found
    found[:, -2] = weight(sentence.counting(case.tokens(None)), "statement")
    for i, word in enumerate(tree.words):
        here = sentence.counting(frozenset(range(word.first, word.last)))
        for conflict in here:
            found[i, RULES.index(conflict.rule)] = 1
        found[i, -4] = weight(here, "statement")
        found[i, -3] = any(conflict.found for conflict in here)
    return found


SIGNAL = Signal("conflicts", COLUMNS, by_sentence(_of_sentence))
