"""Bins hold every verdict once, and isotonic recalibration is monotone and lowers the calibration error."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression

from engines.calibration.reliability import expected_calibration_error, isotonic, reliability
from engines.core.errors import InputError

_VERDICTS = st.lists(st.tuples(st.integers(0, 1000).map(lambda n: n / 1000), st.integers(0, 1)), min_size=2, max_size=80)


@given(_VERDICTS, st.integers(1, 12))
def test_bins_hold_every_verdict_once_and_give_the_published_error(verdicts: list[tuple[float, int]], bins: int) -> None:
    p, y = [v[0] for v in verdicts], [v[1] for v in verdicts]
    plot = reliability(p, y, bins)
    assert sum(b.count for b in plot) == len(verdicts)
    assert all(b.low <= (b.mean_probability or b.low) <= b.high + 1e-9 for b in plot)
    gaps = [b.count * abs((b.mean_probability or 0) - (b.share_supported or 0)) for b in plot if b.count]
    assert sum(gaps) / len(verdicts) == pytest.approx(expected_calibration_error(p, y, bins))


@settings(deadline=None)
@given(_VERDICTS)
def test_isotonic_recalibration_is_monotone_and_equals_the_standard_solution(verdicts: list[tuple[float, int]]) -> None:
    p, y = [v[0] for v in verdicts], [v[1] for v in verdicts]
    if len(set(y)) < 2:
        with pytest.raises(InputError, match="both kinds"):
            isotonic(p, y)
        return
    fitted = isotonic(p, y)
    values = fitted.apply(np.linspace(0, 1, 50))
    assert (np.diff(values) >= -1e-12).all()
    assert fitted.apply(p) == pytest.approx(IsotonicRegression().fit_transform(p, y), abs=1e-6)


def test_recalibration_lowers_the_error_of_an_overconfident_verifier() -> None:
    generator = np.random.default_rng(3)
    truth = generator.uniform(0.2, 0.8, 2000)
    labels = (generator.uniform(size=2000) < truth).astype(int)
    said = np.clip((truth - 0.5) * 1.6 + 0.5, 0, 1)
    before = expected_calibration_error(said, labels)
    after = expected_calibration_error(isotonic(said.tolist(), labels.tolist()).apply(said), labels)
    assert before > 0.06
    assert after < 0.02


def test_unpaired_input_is_refused() -> None:
    with pytest.raises(InputError, match="pairs"):
        reliability([0.1], [1, 0])
    with pytest.raises(InputError, match="bin"):
        reliability([0.1], [1], bins=0)
