"""Fitting gradient-boosted trees with LightGBM and writing them as the arrays that `engines.parsing.models.trees` evaluates."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engines.parsing.models.trees import MOST_LEAVES

SETTINGS: dict[str, Any] = {
    "objective": "binary",
    "num_leaves": 15,
    "learning_rate": 0.04,
    "min_data_in_leaf": 60,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5,
    "cat_smooth": 50,
    "cat_l2": 30,
    "num_threads": 1,
    "deterministic": True,
    "seed": 1,
    "verbose": -1,
}
_MOST_SYMBOLS = 400


def vocabulary(symbols: np.ndarray, fewest: Sequence[int]) -> list[np.ndarray]:
    """For each column its frequent hashes, sorted: seen at least `fewest` times, at most 400 of them."""
    kept = []
    for column, least in zip(symbols.T, fewest, strict=True):
        values, counts = np.unique(column, return_counts=True)
        common = np.argsort(-counts, kind="stable")[:_MOST_SYMBOLS]
        kept.append(np.sort(values[common][counts[common] >= least]).astype(np.uint32))
    return kept


def encode(symbols: np.ndarray, known: Sequence[np.ndarray]) -> np.ndarray:
    """Symbol codes by column: place in the vocabulary plus one, 0 for a hash that is not in it."""
    codes = np.zeros(symbols.shape, np.float32)
    for j, words in enumerate(known):
        if len(words):
            place = np.minimum(np.searchsorted(words, symbols[:, j]), len(words) - 1)
            codes[:, j] = np.where(words[place] == symbols[:, j], place + 1, 0)
    return codes


def fit(
    symbols: np.ndarray,
    numbers: np.ndarray,
    labels: np.ndarray,
    fewest: Sequence[int],
    rounds: int,
    settings: Mapping[str, Any] | None = None,
    weights: np.ndarray | None = None,
) -> dict[str, np.ndarray]:
    """Train on rows and return the ensemble as arrays (see `engines.parsing.models.trees.Trees`)."""
    import lightgbm

    known = vocabulary(symbols, fewest)
    table = np.hstack([encode(symbols, known), numbers])
    data = lightgbm.Dataset(table, labels, weight=weights, categorical_feature=list(range(symbols.shape[1])))
    booster = lightgbm.train({**SETTINGS, **(settings or {})}, data, rounds)
    return {**_arrays(booster.dump_model()["tree_info"]), **_packed("vocabulary", known, np.uint32)}


def _packed(name: str, parts: Sequence[np.ndarray], kind: Any) -> dict[str, np.ndarray]:
    """Ragged arrays as one, with the places where each begins."""
    at = np.cumsum([0, *(len(part) for part in parts)])
    joined = np.concatenate(parts).astype(kind) if parts else np.zeros(0, kind)
    return {name: joined, f"{name}_at": at.astype(np.int32)}


def _arrays(trees: Sequence[Mapping[str, Any]]) -> dict[str, np.ndarray]:
    leaves = np.zeros((len(trees), MOST_LEAVES), np.float32)
    tests: list[tuple[int, int, int, float, list[int]]] = []
    for index, tree in enumerate(trees):
        values: list[float] = []
        tests.extend((index, *test) for test in _walk(tree["tree_structure"], values))
        leaves[index, : len(values)] = values
    codes = [np.array(test[4], np.int64) for test in tests]
    return {
        "tree": np.array([t[0] for t in tests], np.int16),
        "feature": np.array([t[1] for t in tests], np.int16),
        "mask": np.array([t[2] for t in tests], np.uint16),
        "threshold": np.array([t[3] for t in tests], np.float32),
        "leaves": leaves,
        "bias": np.zeros(1, np.float32),
        **_packed("codes", codes, np.int16),
    }


def _walk(node: Mapping[str, Any], values: list[float]) -> Iterator[tuple[int, int, float, list[int]]]:
    """The tests of a tree (feature, mask of the left branch, threshold, codes), filling `values` leaf by leaf from the left."""
    if "leaf_value" in node and "split_feature" not in node:
        values.append(float(node["leaf_value"]))
        return
    first = len(values)
    tests = list(_walk(node["left_child"], values))
    mask = sum(1 << leaf for leaf in range(first, len(values)))
    tests.extend(_walk(node["right_child"], values))
    is_set = node["decision_type"] == "=="
    codes = [int(code) for code in str(node["threshold"]).split("||")] if is_set else []
    yield int(node["split_feature"]), mask, 0.0 if is_set else float(node["threshold"]), codes
    yield from tests
