"""Heads answer the same after being written and read back, and as scikit-learn did when it fitted them."""

from pathlib import Path

import numpy as np
import pytest

from engines.calibration.monotone import Calibration
from engines.core.errors import ModelError
from engines.verification.heads import head as heads


def fitted() -> tuple[heads.Head, np.ndarray, np.ndarray]:
    from sklearn.ensemble import ExtraTreesClassifier

    from explorer.training.verifier.fit import forest

    rng = np.random.default_rng(2)
    matrix = rng.normal(size=(300, 5)).astype(np.float32).astype(np.float64)
    labels = (matrix[:, 0] + matrix[:, 1] ** 2 > 0.7).astype(int)
    trees = ExtraTreesClassifier(20, min_samples_leaf=3, random_state=0).fit(matrix, labels)
    linear = heads.Linear(matrix.mean(axis=0), matrix.std(axis=0), np.array([1.0, 0.5, 0, 0, 0]), -0.1)
    head = heads.Head(tuple("abcde"), ((0.0, linear), (1.0, forest(trees))), Calibration())
    return head, matrix, trees.predict_proba(matrix)[:, 1]


def columns(matrix: np.ndarray) -> dict[str, np.ndarray]:
    return dict(zip("abcde", matrix.T, strict=True))


def test_flat_trees_predict_like_scikit_learn() -> None:
    head, matrix, expected = fitted()
    assert np.abs(head.raw(columns(matrix)) - expected).max() < 1e-5


def test_boosted_trees_count_every_telling_feature_one_way() -> None:
    """They rise with a feature that speaks for the label by itself, whatever the noise in the sample."""
    from explorer.training.verifier.fit import boosted

    rng = np.random.default_rng(3)
    matrix = rng.normal(size=(600, 4))
    labels = (matrix[:, 0] - matrix[:, 1] + rng.normal(size=600) > 0).astype(int)
    trees = boosted(matrix, labels, np.ones(600), seed=1)
    steps = np.linspace(-2, 2, 30)
    for feature, sign in ((0, 1), (1, -1)):
        rows = np.zeros((30, 4))
        rows[:, feature] = steps
        assert (np.diff(trees.probability(rows)) * sign >= 0).all()
    assert ((trees.probability(matrix) > 0.5) == labels).mean() > 0.75


def test_heads_are_the_same_after_reading(tmp_path: Path) -> None:
    head, matrix, _ = fitted()
    heads.save({"qa": head}, tmp_path / "heads.safetensors")
    again = heads.load(tmp_path / "heads.safetensors")["qa"]
    assert again.features == head.features
    assert np.array_equal(again.probability(columns(matrix)), head.probability(columns(matrix)))


def test_damaged_weights_are_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "heads.safetensors").write_bytes(b"not weights at all")
    with pytest.raises(ModelError, match="Install Errata again"):
        heads.load(tmp_path / "heads.safetensors")
