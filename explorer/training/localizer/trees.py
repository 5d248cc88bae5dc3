"""The regression trees of the localizer: LightGBM."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.training.localizer.words import FOLDS, WEIGHTS, Odds, Words

ROUNDS = 2
"""How often the words of texts that are only known to be wrong somewhere are labelled by the model that was trained before."""
TREES: dict[str, Any] = {
    "objective": "cross_entropy",
    "num_leaves": 40,
    "learning_rate": 0.07,
    "min_data_in_leaf": 30,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "feature_fraction": 0.25,
    "lambda_l2": 5.0,
    "max_bin": 63,
    "verbose": -1,
    "seed": 0,
    "deterministic": True,
}
NUMBER = 260
"""Trees."""
_HIGHEST = 0.98


def fitted(words: Words, chosen: NDArray[np.bool_], columns: Sequence[int] | None = None, weights: Mapping[str, float] = WEIGHTS) -> Any:
    """A LightGBM booster trained on the chosen words.

    In a group of words that is only known to be wrong somewhere a word is as wrong as the model before says, given that one of them is.
    """
    import lightgbm

    used = np.arange(words.rows.shape[1]) if columns is None else np.array(columns)
    wrong, weight = words.wrong.copy(), words.weight.copy()
    booster: Any = None
    for _ in range(ROUNDS):
        if booster is not None:
            _label(words, chosen, np.asarray(booster.predict(words.rows[:, used])), wrong, weight)
        scaled = np.zeros(len(weight))
        for name, total in weights.items():
            of = chosen & (words.sets == name)
            scaled[of] = weight[of] * total * 30_000 / max(float(weight[of].sum()), 1.0)
        rows = scaled > 0
        booster = lightgbm.train(TREES, lightgbm.Dataset(words.rows[rows][:, used], wrong[rows], weight=scaled[rows]), NUMBER)
    return booster


def _label(words: Words, chosen: NDArray[np.bool_], before: Odds, wrong: Odds, weight: Odds) -> None:
    for item, first, last in zip(words.items, words.ends, words.ends[1:], strict=False):
        if last > first and chosen[first]:
            said = np.zeros(last - first)
            for group in item.groups:
                each = np.clip(before[first:last][group], 1e-4, _HIGHEST)
                said[group] = np.maximum(said[group], np.clip(each / (1 - np.prod(1 - each)), 0, 1))
                wrong[first:last][group], weight[first:last][group] = said[group], 1


def cross_validated(words: Words, columns: Sequence[int] | None = None) -> Odds:
    """(words,) log-odds of models that did not see a word's reference."""
    used = np.arange(words.rows.shape[1]) if columns is None else np.array(columns)
    odds = np.zeros(len(words.wrong))
    for fold in range(FOLDS):
        held = words.fold == fold
        odds[held] = fitted(words, ~held, columns).predict(words.rows[held][:, used], raw_score=True)
    return odds


def left_out(words: Words, name: str) -> Odds:
    """(words,) log-odds of a model that never saw that set."""
    model = fitted(words, words.sets != name, weights={other: weight for other, weight in WEIGHTS.items() if other != name})
    return np.asarray(model.predict(words.rows, raw_score=True))
