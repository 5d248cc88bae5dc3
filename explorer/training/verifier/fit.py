"""Fitting the verifier's heads: a blend of logistic regression and extremely randomised trees, cross-validated by reference.

scikit-learn is needed here and only here; what is fitted is turned into the arrays of `engines.verification.heads.head`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.calibration.monotone import Calibration, expected_calibration_error, recalibrate
from engines.verification.heads.head import Forest, Head, Linear, sigmoid
from explorer.training.verifier.columns import Table, concatenated
from explorer.training.verifier.directions import direction

Column = NDArray[np.float64]
SEED = 20
_TELLING = 0.04
"""Distance from an AUC of 0.5 from which on a feature's direction is taken as known."""
_BOOSTING: dict[str, Any] = {
    "n_estimators": 250,
    "learning_rate": 0.03,
    "num_leaves": 7,
    "colsample_bytree": 0.15,
    "subsample": 0.7,
    "subsample_freq": 1,
    "min_child_samples": 30,
    "reg_lambda": 5,
}
_LARGEST_ERROR = 0.04
"""Calibration error that cross-validated predictions may keep in exchange for a threshold of 0.5 near the best one; what the rules
lower afterwards adds about a hundredth to it."""


@dataclass(frozen=True)
class Recipe:
    """How a head is fitted.

    Attributes:
        strength: inverse regularisation of the logistic regression.
        trees, leaf, leaves, features: number of trees, least rows in a leaf, most leaves of a tree, share of features tried at a split.
        linear, boosted: weights of the logistic regression and of boosted trees in the blend; the rest is the randomised trees'.
        directed: features count only in their `verifier_directions.direction`.
    """

    strength: float = 0.03
    trees: int = 300
    leaf: int = 5
    leaves: int | None = None
    features: float = 0.25
    linear: float = 0.5
    boosted: float = 0.0
    directed: bool = False


def joined(table: Table, weights: Column, extra: tuple[Table, Column] | None) -> tuple[Table, Column]:
    """A table and its weights with extra rows below."""
    if extra is None:
        return table, weights
    return concatenated([table, extra[0]]), np.concatenate([weights, extra[1]])


def fit(table: Table, weights: Column, features: Sequence[str], recipe: Recipe, seed: int = SEED) -> Head:
    """A head fitted to all rows, not yet calibrated."""
    from sklearn.ensemble import ExtraTreesClassifier

    matrix, labels = table.matrix(features), table.labels
    mean = np.average(matrix, axis=0, weights=weights)
    scale = np.sqrt(np.average((matrix - mean) ** 2, axis=0, weights=weights))
    scale[scale < 1e-9] = 1.0
    directions = [direction(name) for name in features] if recipe.directed else None
    coefficients, intercept = _regression(np.clip((matrix - mean) / scale, -8, 8), labels, weights, recipe.strength, directions)
    linear = Linear(mean, scale, coefficients, intercept)
    trees = ExtraTreesClassifier(
        recipe.trees,
        min_samples_leaf=recipe.leaf,
        max_features=recipe.features,
        max_leaf_nodes=recipe.leaves,
        monotonic_cst=directions,
        random_state=seed,
        n_jobs=1,
    )
    trees.fit(matrix.astype(np.float32), labels, sample_weight=weights)
    members: list[tuple[float, Linear | Forest]] = [(recipe.linear, linear), (1 - recipe.linear - recipe.boosted, forest(trees))]
    if recipe.boosted:
        members.append((recipe.boosted, boosted(matrix, labels, weights, seed)))
    return Head(tuple(features), tuple(members), Calibration())


def _regression(
    matrix: NDArray[np.float64], labels: NDArray[np.int64], weights: Column, strength: float, directions: Sequence[int] | None
) -> tuple[Column, float]:
    """Logistic regression with L2 regularisation, coefficients bounded to their directions if any are given."""
    from scipy.optimize import minimize

    penalty = 1 / (2 * strength * weights.sum())
    share = weights / weights.sum()

    def loss(parameters: Column) -> tuple[float, Column]:
        score = matrix @ parameters[:-1] + parameters[-1]
        gradient = share * (sigmoid(score) - labels)
        value = (share * (np.logaddexp(0, score) - labels * score)).sum() + penalty * (parameters[:-1] ** 2).sum()
        return float(value), np.append(matrix.T @ gradient + 2 * penalty * parameters[:-1], gradient.sum())

    sides = {1: (0, None), -1: (None, 0), 0: (None, None)}
    bounds = [*(sides[d] for d in directions or [0] * matrix.shape[1]), (None, None)]
    found = minimize(loss, np.zeros(matrix.shape[1] + 1), jac=True, bounds=bounds, method="L-BFGS-B", options={"maxiter": 1000})
    return found.x[:-1].astype(np.float64), float(found.x[-1])


def boosted(matrix: NDArray[np.float64], labels: NDArray[np.int64], weights: Column, seed: int) -> Forest:
    """Small boosted trees in which every telling feature may only count the way in which it ranks the rows by itself."""
    from lightgbm import LGBMClassifier
    from sklearn.metrics import roc_auc_score

    alone = np.array([roc_auc_score(labels, column, sample_weight=weights) - 0.5 for column in matrix.T])
    telling = np.where(np.abs(alone) > _TELLING, np.sign(alone), 0).astype(int)
    model = LGBMClassifier(monotone_constraints=telling.tolist(), random_state=seed, n_jobs=1, verbose=-1, **_BOOSTING)
    model.fit(matrix.astype(np.float32), labels, sample_weight=weights)
    trees = [_flattened(tree["tree_structure"]) for tree in model.booster_.dump_model()["tree_info"]]
    starts = np.cumsum([0, *(len(tree) for tree in trees)])
    nodes = [(f, t, left + start, v) for tree, start in zip(trees, starts, strict=False) for f, t, left, v in tree]
    feature, threshold, left, value = (np.array(part) for part in zip(*nodes, strict=True))
    summed = Forest(
        feature.astype(np.int16),
        threshold.astype(np.float32),
        left.astype(np.int32),
        value.astype(np.float32),
        starts[:-1].astype(np.int32),
        boosted=True,
    )
    # What the library adds to the sum of its trees.
    some = matrix[:64]
    shown = np.clip(summed.probability(some), 1e-9, 1 - 1e-9)
    base = float(np.median(model.predict(some.astype(np.float32), raw_score=True) - np.log(shown / (1 - shown))))
    return replace(summed, base=base)


def _flattened(root: dict[str, Any]) -> list[tuple[int, float, int, float]]:
    """The nodes of one tree as (feature, threshold, left child, value), a right child after its left one."""
    nodes, order = [], [root]
    for node in order:
        if "leaf_value" in node:
            nodes.append((-1, 0.0, 0, float(node["leaf_value"])))
            continue
        nodes.append((int(node["split_feature"]), float(node["threshold"]), len(order), 0.0))
        order += [node["left_child"], node["right_child"]]
    return nodes


def forest(fitted: object) -> Forest:
    """scikit-learn's trees as flat arrays in which a right child follows its left one."""
    parts: dict[str, list[NDArray]] = {"feature": [], "threshold": [], "left": [], "value": []}
    roots: list[int] = []
    for estimator in fitted.estimators_:  # type: ignore[attr-defined]
        tree = estimator.tree_
        base = sum(len(part) for part in parts["feature"])
        place = np.zeros(tree.node_count, dtype=np.int64)
        order = [0]
        for node in order:
            left = tree.children_left[node]
            if left >= 0:
                place[left], place[tree.children_right[node]] = len(order), len(order) + 1
                order += [left, tree.children_right[node]]
        index = np.array(order)
        inner = tree.children_left[index] >= 0
        value = tree.value[index, 0]
        parts["feature"].append(np.where(inner, tree.feature[index], -1).astype(np.int16))
        parts["threshold"].append(np.where(inner, tree.threshold[index], 0).astype(np.float32))
        parts["left"].append(np.where(inner, place[tree.children_left[index]] + base, 0).astype(np.int32))
        parts["value"].append(np.where(inner, 0, value[:, 1] / value.sum(axis=1)).astype(np.float32))
        roots.append(base)
    flat = {name: np.concatenate(arrays) for name, arrays in parts.items()}
    return Forest(flat["feature"], flat["threshold"], flat["left"], flat["value"], np.array(roots, dtype=np.int32), boosted=False)


def balanced(table: Table, by: NDArray[np.str_] | None = None) -> Column:
    """Weights that give every source (or other part) the same total, and both labels within it; mean 1."""
    parts = table.sources if by is None else by
    weights = np.ones(len(table))
    for part in np.unique(parts):
        for label in (0, 1):
            rows = (parts == part) & (table.labels == label)
            if rows.any():
                weights[rows] = 1 / rows.sum()
    return weights / weights.mean()


def cross_validated(
    table: Table,
    features: Sequence[str],
    recipe: Recipe,
    weights: Column,
    folds: int = 8,
    seeds: Sequence[int] = (0,),
    extra: tuple[Table, Column] | None = None,
) -> Column:
    """Predictions for every row by heads that saw nothing of its reference, averaged over shuffles of the folds.

    `extra` rows with their weights are added to every training fold and not predicted.
    """
    from sklearn.model_selection import StratifiedGroupKFold

    predictions = np.zeros(len(table))
    for seed in seeds:
        split = StratifiedGroupKFold(folds, shuffle=True, random_state=seed).split(table.labels, table.labels, table.groups)
        for train, test in split:
            head = fit(*joined(table.where(train), weights[train], extra), features, recipe, seed)
            predictions[test] += head.raw({name: table.columns[name][test] for name in features}) / len(seeds)
    return predictions


def calibrated(head: Head, predictions: Column, labels: NDArray[np.int64], weights: Column | None = None) -> tuple[Head, float]:
    """`head` with a calibration fitted to cross-validated predictions, and its error.

    A calibrated 0.5 is the best threshold for balanced accuracy only if both labels are equally frequent. The calibration is
    therefore fitted with the labels balanced as far as the calibration error on the true frequencies allows.
    """
    natural = np.ones(len(labels)) if weights is None else weights
    share = np.average(labels, weights=natural)
    for balance in np.arange(1.0, -0.01, -0.1):
        tilt = natural * np.where(labels == 1, (0.5 / share) ** balance, (0.5 / (1 - share)) ** balance)
        calibration = recalibrate(predictions, labels, tilt)
        error = expected_calibration_error(calibration.apply(predictions), labels)
        if weights is not None or error <= _LARGEST_ERROR:
            break
    return replace(head, calibration=calibration), error


def sure_of_copies(head: Head, copies: Column, wanted: float = 0.95, above: float = 0.8) -> Head:
    """`head` with the upper end of its calibration stretched so that the typical verbatim copy gets the probability `wanted`.

    Doubtful labels in the training mixture pull the most certain cases down, but a copied sentence is supported beyond doubt.
    `copies` are raw scores of copied sentences.
    """
    typical = float(np.median(head.calibration.apply(copies)))
    stretch = max(1.0, (wanted - above) / max(typical - above, 1e-3))
    values = np.array(head.calibration.probabilities)
    values = np.where(values > above, above + (values - above) * stretch, values)
    # What lies above the typical copy is fitted in below 1 without making two values equal.
    top = values > wanted
    values[top] = wanted + (1 - wanted) * (1 - np.exp(-(values[top] - wanted) / (1 - wanted)))
    return replace(head, calibration=Calibration(head.calibration.scores, tuple(map(float, values))))


def calibrated_out_of_fold(
    predictions: Column, labels: NDArray[np.int64], groups: NDArray[np.str_], folds: int = 8, weights: Column | None = None
) -> Column:
    """Probabilities calibrated by maps that were fitted to the other folds: for honest figures.

    Args:
        weights: of the rows; with them the calibration is not balanced (see `calibrated`).
    """
    from sklearn.model_selection import StratifiedGroupKFold

    probabilities = np.zeros(len(labels))
    for train, test in StratifiedGroupKFold(folds, shuffle=True, random_state=SEED).split(labels, labels, groups):
        head, _ = calibrated(Head((), (), Calibration()), predictions[train], labels[train], None if weights is None else weights[train])
        probabilities[test] = head.calibration.apply(predictions[test])
    return probabilities
