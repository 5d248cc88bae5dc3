"""What is known about each word of a sentence when it is decided whether the reference supports it.

Evidence features read the reference, place features the output's sentence alone. A head that rises with every evidence feature is
monotone in the evidence: more of it never deletes more.
"""

import numpy as np
from numpy.typing import NDArray

from engines.verification.encoding.alignment import Alignment
from engines.verification.values.finding import find_values
from engines.verification.word_support.evidence import EVIDENCE, evidence_features, support
from engines.verification.word_support.placement import PLACE, place_features
from engines.verification.word_support.tree import WordTree

NAMES = EVIDENCE + PLACE
_COLUMN = {name: number for number, name in enumerate(NAMES)}
_PARTLY = 0.6
"""The most that the feature "value" is for a value that the reference does not state."""


def features(tree: WordTree, alignment: Alignment) -> NDArray[np.float32]:
    """(words, len(NAMES)) features of every deletable word of a sentence."""
    known = support(tree, alignment)
    return np.concatenate([evidence_features(tree, known, alignment), place_features(tree, known)], axis=1)


def unstated(tree: WordTree, rows: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(words, len(NAMES)) -> (words,) the words of names, numbers and dates that the reference does not have.

    A name goes word by word; a number or date as a whole, when one of its words is missing; a preposition with its noun. More evidence
    never makes a word unstated.
    """
    value, exact, lowest = (rows[:, _COLUMN[name]] for name in ("value", "exact", "entity_lowest"))
    read = np.zeros(len(rows), dtype=bool)
    for found in find_values(tree.doc.text):
        read |= np.array([w.start < found.end and w.end > found.start for w in tree.words], dtype=bool)
    wrong = (read & (value < _PARTLY - 0.01)) | ((rows[:, _COLUMN["is_value"]] > 0) & (value <= _PARTLY) & (lowest < 0.5))
    name = (rows[:, _COLUMN["pos=PROPN"]] > 0) & (rows[:, _COLUMN["function"]] == 0) & (exact < 0.5)
    missing = np.asarray(wrong | name)
    for i in range(len(tree)):
        nouns = [c for c in tree.children[i] if tree.dep(c) == "pobj"]
        if nouns and tree.pos(i) == "ADP":
            missing[i] = all(missing[c] for c in nouns)
    return missing
