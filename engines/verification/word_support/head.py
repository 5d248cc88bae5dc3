"""The trained head: the probability that a person would keep a word, from its features (see `features`).

A sum of small regression trees, computed here with numpy. Every tree rises with every evidence feature, as it was
trained to (`python -m explorer.training.lss.train`), so more evidence never lowers the probability of any word.
"""

import hashlib
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engines.core.errors import UnavailableError
from engines.core.machine.files import asset
from engines.verification.word_support.features import NAMES

Array = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Trees:
    """Regression trees laid end to end.

    Attributes:
        roots: (trees,) first node of each tree.
        feature: (nodes,) feature that the node asks about, -1 for a leaf.
        threshold: (nodes,) a row with a feature of at most this goes left.
        left, right: (nodes,) where it goes.
        value: (nodes,) what a leaf adds to the log-odds.
    """

    roots: NDArray[np.int32]
    feature: NDArray[np.int16]
    threshold: Array
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: Array

    def log_odds(self, rows: Array) -> Array:
        """(rows, features) -> (rows,) summed over the trees."""
        at = np.broadcast_to(self.roots, (len(rows), len(self.roots))).copy()
        number = np.arange(len(rows))[:, None]
        while True:
            feature = self.feature[at]
            inner = feature >= 0
            if not inner.any():
                return np.asarray(self.value[at].sum(axis=1, dtype=np.float64), dtype=np.float32)
            goes_left = rows[number, np.maximum(feature, 0)] <= self.threshold[at]
            at = np.where(inner, np.where(goes_left, self.left[at], self.right[at]), at)


@dataclass(frozen=True, eq=False)
class Head:
    """The trees, what was added to their log-odds when they were trained, and an identity for cache keys."""

    trees: Trees
    base: float
    identity: str

    def log_odds(self, rows: Array) -> Array:
        """(words, len(NAMES)) features -> (words,) log-odds that a word is supported."""
        return self.trees.log_odds(rows) + np.float32(self.base)


@cache
def load_head() -> Head:
    """The bundled head, loaded once.

    Raises:
        UnavailableError: the weights are missing or belong to other features.
    """
    from safetensors import safe_open

    path = asset("lss", "head.safetensors")
    with safe_open(str(path), "numpy") as stored:
        metadata = stored.metadata() or {}
        arrays = {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
    if metadata.get("features", "").split() != list(NAMES):
        raise UnavailableError("The weights in assets/lss were trained on other features. Run: python -m explorer.training.lss.train")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    return Head(Trees(**arrays), float(metadata["base"]), f"lss-head-{digest}")
