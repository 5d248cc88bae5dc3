"""The fit of the QAGS reader finds what tells right answers from wrong ones."""

import numpy as np
import pytest

from engines.core.text import Text
from engines.qags.reader import SIGNS, Weights
from explorer.training.qags import Asked, Pair, Read, cross_validated, fit, kept_words, least, score

pytest.importorskip("scipy")
TEXTS = ("the mayor", "a ferry", "Mirava")


def asked(seed: int, kept: bool = True) -> Asked:
    """A question to which "the mayor" is the answer, told by the first sign alone; the others are noise."""
    signs = np.random.RandomState(seed).rand(3, len(SIGNS))
    signs[:, 0] = (1.0, 0.0, 0.0)
    read = Read(signs, TEXTS)
    return Asked("the mayor", read, read, kept)


def test_the_sign_that_tells_right_answers_weighs_most() -> None:
    weights = fit([asked(seed) for seed in range(40)])
    assert int(np.argmax(np.abs(weights))) == 0 and weights[0] > 0


def test_most_right_answers_fit_well_enough() -> None:
    questions = [asked(seed) for seed in range(40)]
    weights = fit(questions)
    lowest = least(questions, weights)
    fits = [float((q.found.signs @ weights)[0]) for q in questions]
    assert 0.6 <= np.mean([f >= lowest for f in fits]) < 1.0


def test_a_question_that_the_reference_answers_alike_scores_one() -> None:
    weights = Weights((5.0, *(0.0 for _ in SIGNS[1:])), 1.0, 0.0)
    assert score(Pair("r", (asked(1),), 5.0), weights) == 1.0
    assert score(Pair("r", (), 5.0), weights) == 0.0


def test_words_are_kept_when_most_annotators_kept_them() -> None:
    output = Text.of("The mayor sold a ferry.")
    kept = kept_words(output, ["The mayor sold a ferry.", "The mayor sold.", "The mayor."])
    assert all(kept[: len("The mayor sold")])
    assert not kept[output.text.index("ferry")] and not kept[output.text.index("a ferry")]


def test_figures_are_of_pairs_that_were_not_trained_on() -> None:
    pairs = [Pair(f"reference {seed}", (asked(seed),), 1.0 + seed % 5) for seed in range(30)]
    assert cross_validated(pairs)["right answer comes first"] > 0.9
