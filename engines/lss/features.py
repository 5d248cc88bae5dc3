"""What is known about each word of a sentence when it is decided whether the reference supports it.

Evidence features read the reference, place features the output's sentence alone. A head that rises with every evidence feature is
monotone in the evidence: more of it never deletes more.
"""

import numpy as np
from numpy.typing import NDArray

from engines.lss.evidence import EVIDENCE, evidence_features, support
from engines.lss.placement import PLACE, place_features
from engines.lss.words import WordTree
from engines.verification.alignment import Alignment

NAMES = EVIDENCE + PLACE


def features(tree: WordTree, alignment: Alignment) -> NDArray[np.float32]:
    """(words, len(NAMES)) features of every deletable word of a sentence."""
    known = support(tree, alignment)
    return np.concatenate([evidence_features(tree, known, alignment), place_features(tree, known)], axis=1)
