"""The trained head: the probability that a person would keep a word, from its features (see `features`).

A sum of small regression trees, computed here with numpy. Every tree rises with every evidence feature, as it was
trained to (`python -m explorer.training.lss.train`), so more evidence never lowers the probability of any word.
"""

import hashlib
from dataclasses import dataclass
from functools import cache, cached_property

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
        at = np.tile(self.roots.astype(np.int64), (len(rows), 1))
        flat, first = np.ascontiguousarray(rows).reshape(-1), (np.arange(len(rows)) * rows.shape[1])[:, None]
        for _ in range(self._depth):
            goes_right = ~(flat.take(first + self._asked.take(at)) <= self.threshold.take(at))
            at = self._below.take(2 * at + goes_right)
        return np.asarray(self.value[at].sum(axis=1, dtype=np.float64), dtype=np.float32)

    @cached_property
    def _asked(self) -> NDArray[np.int64]:
        """(nodes,) the feature that a node asks about, any for a leaf."""
        return np.maximum(self.feature, 0).astype(np.int64)

    @cached_property
    def _below(self) -> NDArray[np.int64]:
        """(2 * nodes,) where each node goes, left and right; a leaf stays where it is."""
        own, inner = np.arange(len(self.feature)), self.feature >= 0
        return np.stack([np.where(inner, self.left, own), np.where(inner, self.right, own)], axis=1).reshape(-1)

    @cached_property
    def _depth(self) -> int:
        """Steps from the roots until every row is at a leaf."""
        steps, reached = 0, np.unique(self.roots)
        while len(reached := reached[self.feature[reached] >= 0]):
            reached = np.unique(np.concatenate([self.left[reached], self.right[reached]]))
            steps += 1
        return steps


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
