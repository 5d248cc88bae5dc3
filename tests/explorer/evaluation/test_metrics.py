"""Our figures against scikit-learn's and SciPy's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.evaluation.metrics import balanced_accuracy, calibration_error, pearson, roc_auc, spearman

stats = pytest.importorskip("scipy.stats")
sklearn = pytest.importorskip("sklearn.metrics")

scored = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 20).map(lambda n: n / 20)), min_size=2, max_size=60)


@given(scored)
def test_accuracy_and_area_agree_with_scikit_learn(rows: list[tuple[int, float]]) -> None:
    labels, scores = [label for label, _ in rows], [score for _, score in rows]
    if len(set(labels)) < 2:
        assert balanced_accuracy(labels, scores) is None and roc_auc(labels, scores) is None
        return
    assert balanced_accuracy(labels, scores) == pytest.approx(sklearn.balanced_accuracy_score(labels, np.array(scores) >= 0.5))
    assert roc_auc(labels, scores) == pytest.approx(sklearn.roc_auc_score(labels, scores))


@given(scored)
def test_correlations_agree_with_scipy(rows: list[tuple[int, float]]) -> None:
    x, y = [score for _, score in rows], [label + score / 3 for label, score in rows]
    if len(set(x)) < 2 or len(set(y)) < 2:
        assert pearson(x, y) is None
        return
    assert pearson(x, y) == pytest.approx(stats.pearsonr(x, y)[0], abs=1e-9)
    assert spearman(x, y) == pytest.approx(stats.spearmanr(x, y)[0], abs=1e-9)


def test_calibration_error_is_the_weighted_distance_in_ten_bins() -> None:
    assert calibration_error([1, 1, 0, 0], [1.0, 1.0, 0.0, 0.0]) == 0
    assert calibration_error([1, 0, 1, 0], [0.95, 0.95, 0.95, 0.95]) == pytest.approx(0.45)
    assert calibration_error([1, 0], [0.55, 0.15]) == pytest.approx((0.45 + 0.15) / 2)
    assert calibration_error([], []) is None
