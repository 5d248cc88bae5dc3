"""Calibration makes probabilities mean what they say and keeps the order of scores."""

import numpy as np
import pytest

from engines.calibration.monotone import Calibration, expected_calibration_error, recalibrate
from engines.core.errors import InputError


def overconfident(count: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(4)
    truth = rng.uniform(0.05, 0.95, count)
    labels = (rng.uniform(size=count) < truth).astype(int)
    logit = np.log(truth / (1 - truth))
    return 1 / (1 + np.exp(-(3 * logit + 1))), labels


@pytest.mark.parametrize("count", [60, 3000])
def test_recalibration_mends_overconfident_probabilities(count: int) -> None:
    scores, labels = overconfident(count)
    before = expected_calibration_error(scores, labels)
    after = expected_calibration_error(recalibrate(scores, labels).apply(scores), labels)
    assert after < before
    if count == 3000:
        assert after < 0.03


def test_order_of_scores_is_kept() -> None:
    scores, labels = overconfident(500)
    probabilities = recalibrate(scores, labels).apply(np.linspace(0, 1, 400))
    assert (np.diff(probabilities) > 0).all()
    assert probabilities.min() >= 0 and probabilities.max() <= 1


def test_calibration_survives_json() -> None:
    calibration = recalibrate(*overconfident(200))
    assert Calibration.from_json(calibration.to_json()) == calibration


def test_one_kind_of_annotation_is_refused() -> None:
    with pytest.raises(InputError, match="both kinds"):
        recalibrate([0.2, 0.9], [1, 1])
    with pytest.raises(InputError, match="pairs"):
        recalibrate([0.2, 0.9], [1])


def test_perfect_probabilities_have_no_error() -> None:
    assert expected_calibration_error([0.0, 1.0, 1.0], [0, 1, 1]) == 0
