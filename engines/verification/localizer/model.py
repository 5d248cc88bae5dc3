"""The trained model: how sure it is that the reference does not support a word, from what the signals say of it.

A sum of small regression trees. Its log-odds are shifted so that 0 is where a text should be looked at (`assets/localizer/CARD.md`
says at which share of false alarms).
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.core.errors import UnavailableError
from engines.core.machine.files import asset
from engines.verification.localizer.signals.base import Array
from engines.verification.localizer.signals.registry import DEEP_NAMES, NAMES
from engines.verification.word_support.head import Trees

ASSET, DEEP_ASSET = "words.safetensors", "deep.safetensors"
"""The weights without a language model and with one."""


@dataclass(frozen=True, eq=False)
class WordModel:
    """The trees, and what is added to their sum."""

    trees: Trees
    base: float

    def probabilities(self, rows: Array) -> NDArray[np.float64]:
        """(words, signals) -> (words,) how sure it is that a word is not supported, [0, 1]; 0.5 is the threshold of an alarm."""
        if not len(rows):
            return np.zeros(0)
        odds = self.trees.log_odds(rows).astype(np.float64) + self.base
        return np.asarray(1 / (1 + np.exp(-odds)))


@lru_cache(maxsize=2)
def asset_digest(deep: bool = False) -> str:
    """Twelve hexadecimal digits that change with the weights; nothing else is loaded for them."""
    return hashlib.sha256(_path(deep).read_bytes()).hexdigest()[:12]


def _path(deep: bool) -> Path:
    return asset("localizer", DEEP_ASSET if deep else ASSET)


@lru_cache(maxsize=2)
def load_model(deep: bool = False) -> WordModel:
    """A bundled model, loaded once.

    Args:
        deep: the one that reads what a language model says, too.

    Raises:
        UnavailableError: the weights are missing or belong to other signals.
    """
    from safetensors import safe_open

    with safe_open(str(_path(deep)), "numpy") as stored:
        metadata = stored.metadata() or {}
        arrays = {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
    if metadata.get("signals", "").split("\n") != list(DEEP_NAMES if deep else NAMES):
        raise UnavailableError("The weights in assets/localizer were trained on other signals. Run: python -m explorer.training localizer")
    return WordModel(Trees(**arrays), float(metadata["base"]))
