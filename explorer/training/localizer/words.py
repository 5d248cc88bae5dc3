"""The words of all items laid end to end, in parts for cross-validation."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.training.localizer.rows import Item

FOLDS = 5
WEIGHTS = {
    "bump": 2.0,
    "wice": 0.5,
    "lss": 0.5,
    "fib": 0.5,
    "qasem": 0.5,
    "summedits": 0.3,
    "pronouns": 0.3,
    "cad": 0.1,
    "changed": 0.5,
    "planted": 0.3,
    "invented": 0.05,
}
"""What all words of a set count together. Errors that people wrote into true texts weigh most: in the other sets a missing word tells more
than a wrong one, and the model would look for nothing else."""
Odds = NDArray[np.float64]


class Words:
    """The words of all items laid end to end."""

    def __init__(self, found: Sequence[Item]):
        self.items = found
        self.ends = np.cumsum([0, *(len(item.wrong) for item in found)])
        self.rows = np.concatenate([item.rows for item in found])
        self.vectors = np.concatenate([item.others.vectors for item in found])
        self.cosines = np.concatenate([item.others.cosines for item in found])
        self.wrong = np.concatenate([item.wrong for item in found])
        self.weight = np.concatenate([item.weight for item in found])
        numbers = [len(item.wrong) for item in found]
        self.sets = np.repeat([item.of.set for item in found], numbers)
        references = {reference: number for number, reference in enumerate(dict.fromkeys(item.of.reference for item in found))}
        order = np.random.RandomState(0).permutation(len(references)) % FOLDS
        self.fold = np.repeat([order[references[item.of.reference]] for item in found], numbers)

    def split(self, values: Odds) -> list[Odds]:
        """Values of all words, item by item."""
        return np.split(values, self.ends[1:-1])
