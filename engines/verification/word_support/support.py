"""How sure each word of a sentence is to be borne out by the reference, as the head trained on human LSS sees it.

People marked word by word what a reference supports (Mittal et al. 2024); the head of the LSS engine learnt from that. What it says of
the words of an answer or a predicate carries over to questions about them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.core.language import parse_strings
from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.placing import Mask, Place
from engines.verification.word_support.features import features
from engines.verification.word_support.head import Head, load_head
from engines.verification.word_support.tree import word_tree

Column = NDArray[np.float64]
MEASURES = ("mean", "least", "least3", "share", "log", "log_sum")
PREFIX = "kept_"


def word_support(alignment: Alignment, head: Head | None = None) -> Column:
    """(words,) log-odds that a person would keep each word of the aligned text; NaN for what is no word of its own.

    Args:
        head: replaces the bundled head, for cross-validation.
    """
    return _support(alignment, head) if head else alignment.derived(_bundled_support)


def _bundled_support(alignment: Alignment) -> Column:
    return _support(alignment, load_head())


def _support(alignment: Alignment, head: Head) -> Column:
    tree = word_tree(parse_strings([alignment.text])[0])
    support = np.full(len(alignment.words), np.nan)
    if len(tree):
        for word, value in zip(tree.words, head.log_odds(features(tree, alignment)), strict=True):
            support[alignment.words.inside(word.start, word.end)] = value
    return support


def word_support_features(alignment: Alignment, places: Sequence[Place], head: Head | None = None) -> dict[str, Column]:
    """Columns of one value per QA: the support of the answer's words, the predicate's, both, and all of the sentence."""
    support = word_support(alignment, head)
    content = alignment.words.content
    everything = np.ones(len(support), dtype=bool)
    columns: dict[str, list[float]] = {}
    for place in places:
        masks = {"answer": place.answer, "predicate": place.predicate, "both": place.answer | place.predicate, "sentence": everything}
        for of, mask in masks.items():
            for measure, value in zip(MEASURES, _measures(support, mask, content), strict=True):
                columns.setdefault(f"{PREFIX}{of}_{measure}", []).append(value)
    return {name: np.array(values, dtype=np.float64) for name, values in columns.items()}


def _measures(support: Column, mask: Mask, content: Mask) -> Sequence[float]:
    """Mean and lowest log-odds, the mean of the lowest three, mean probability, mean and summed log probability; 0 without words."""
    chosen = mask & ~np.isnan(support)
    chosen = chosen & content if (chosen & content).any() else chosen
    if not chosen.any():
        return [0.0] * len(MEASURES)
    values = np.sort(support[chosen])
    logs = -np.logaddexp(0, -values)
    return [values.mean(), values[0], values[:3].mean(), np.exp(logs).mean(), logs.mean(), logs.sum()]
