"""What the states of a language model say of words: of the one model that the probe knows, and of no other."""

from dataclasses import replace

import numpy as np
import pytest

from engines.core.findings import Expectations
from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.reading import Reading, read_output
from engines.verification.localizer.states import Probe, load_probe, standardised, word_states

OUTPUT = "Aldona left the port."
WIDTH = 3


def expected(scale: float = 1.0) -> Expectations:
    """Of an output whose every word and full stop is a token; the states of token i are (i, 0, 1)."""
    spans = np.array([(0, 6), (7, 11), (12, 15), (16, 20), (20, 21)])
    table = np.full((5, 4), -1.0, dtype=np.float32)
    states = np.array([(i, 0, 1) for i in range(5)], dtype=np.float32)
    return Expectations(spans, table, table, ("the",) * 5, states, np.full(WIDTH, scale, dtype=np.float32))


@pytest.fixture
def probe() -> Probe:
    """Reads off the number of the token, and twice that of the one before."""
    arrays = {
        "scale": np.ones(WIDTH),
        "mean": np.zeros(2 * WIDTH),
        "deviation": np.ones(2 * WIDTH),
        "weights": np.array([1, 0, 0, 2, 0, 0]),
        "bias": np.array([0.5]),
    }
    return Probe({name: array.astype(np.float32) for name, array in arrays.items()})


@pytest.fixture
def reading() -> Reading:
    return read_output(encoded(Text.of("The ferry Aldona left the port at noon.")), Text.of(OUTPUT))


def test_a_word_has_the_mean_of_its_tokens_and_the_state_before_it() -> None:
    (first, second, nowhere) = word_states(expected(), [[(0, 11)], [(12, 15), (16, 21)], [(30, 40)]])
    assert np.isnan(first[0, WIDTH:]).all() and first[0, :WIDTH].tolist() == [0.5, 0, 1]
    assert second.tolist() == [[2, 0, 1, 1, 0, 1], [3.5, 0, 1, 2, 0, 1]]
    assert np.isnan(nowhere).all() and nowhere.shape == (1, 2 * WIDTH)
    assert word_states(expected(), [[]])[0].shape == (0, 2 * WIDTH)


def test_what_is_not_known_counts_as_the_mean_and_what_is_far_off_is_bounded() -> None:
    rows = np.array([[np.nan, 100.0, -7.0, 3.0]], dtype=np.float32)
    told = standardised(rows, np.full(4, 1.0, dtype=np.float32), np.full(4, 2.0, dtype=np.float32))
    assert told.tolist() == [[0.0, 5.0, -4.0, 1.0]]


def test_the_states_of_its_model_count(probe: Probe, reading: Reading) -> None:
    (added,) = probe.added(replace(reading, expected=expected()))
    words = [word.end - word.start for word in reading.sentences[0].tree.words]
    assert added[: len(words)].tolist() == [0.5, 1.5, 4.5, 7.5, 10.5][: len(words)]


@pytest.mark.parametrize(
    "other", [None, expected(1.1), replace(expected(), scale=np.ones(4, dtype=np.float32)), replace(expected(), states=None)]
)
def test_those_of_another_model_do_not(probe: Probe, reading: Reading, other: Expectations | None) -> None:
    (added,) = probe.added(replace(reading, expected=other))
    assert added.tolist() == [0.0] * len(reading.sentences[0].tree)


def test_a_file_that_holds_the_norm_less_exactly_is_of_the_same_model(probe: Probe) -> None:
    assert probe.knows(expected(1.004)) and not probe.knows(expected(1.05))


def test_the_bundled_probe_is_of_one_width() -> None:
    arrays = load_probe().arrays
    width = len(arrays["scale"])
    assert {name: array.shape for name, array in arrays.items()} == {
        "scale": (width,), "mean": (2 * width,), "deviation": (2 * width,), "weights": (2 * width,), "bias": (1,)
    }  # fmt: skip
    assert all(np.isfinite(array).all() for array in arrays.values()) and (arrays["deviation"] > 0).all()
