"""Doubts about the words of an answer."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core import language
from engines.parsing.arguments.structures import Argument
from engines.parsing.scoring import uncertainty
from engines.parsing.scoring.uncertainty import UNCERTAINTIES, Certainty, discounted, tag_certainty, uncertainties


def test_every_word_has_a_certainty():
    doc = language.parse_strings(["The ferry left Orlo on Monday."])[0]
    certainty = tag_certainty(doc)
    assert certainty is not None
    assert certainty.shape == (len(doc),)
    assert np.all((certainty > 0) & (certainty <= 1 + 1e-6))


def test_clear_words_are_doubted_less_than_unclear_ones():
    clear = language.parse_strings(["The ferry left the harbour."])[0]
    unclear = language.parse_strings(["orlo utd gk varga set 4 loan xx"])[0]
    argument = Argument(1, 0, 2, "SUBJ", score=0.8)
    known, guessed = Certainty.of(clear), Certainty.of(unclear)
    assert known is not None
    assert guessed is not None
    assert discounted(known, 2, [argument])[0].score > discounted(guessed, 3, [argument])[0].score


def test_a_word_that_could_hang_elsewhere_is_doubted_more():
    (doc,) = language.parse_strings(["The council repaired the bridge with the money of the mill in March after the flood in Orlo."])
    certainty = Certainty.of(doc)
    assert certainty is not None
    surprise = dict(zip((token.text for token in doc), certainty.surprise, strict=True))
    assert surprise["council"] < surprise["with"]
    assert np.all(certainty.surprise >= 0)


@settings(max_examples=40, deadline=None)
@given(st.floats(0, 1), st.text(alphabet="abcXYZ 0-.,'", min_size=1, max_size=30))
def test_a_doubt_never_makes_an_answer_surer(score, text):
    (doc,) = language.parse_strings([text])
    certainty = Certainty.of(doc)
    for argument in discounted(certainty, 0, [Argument(0, 0, 1, "PREP", score=score)]) if certainty is not None else []:
        assert 0 <= argument.score <= score + 2e-6


CERTAIN = Certainty(np.zeros(6), np.ones(6), [2, 2, 2, 4, 2, 2])


@pytest.mark.parametrize(
    ("measure", "surprise", "tags"),
    [
        ("path", [0, 0.5, 0, 0, 0, 0], {}),
        ("predicate", [0, 0, 0.5, 0, 0, 0], {}),
        ("answer", [0] * 6, {0: 0.6}),
        ("sentence", [0, 0, 0, 0, 0, 0.1], {}),
        ("tag", [0] * 6, {2: 0.6}),
    ],
)
def test_each_measure_of_uncertainty_is_taken_and_takes_away(measure: str, surprise: list[float], tags: dict[int, float]) -> None:
    """The argument (tokens 0 and 1, head 1) hangs on the predicate at token 2."""
    argument = Argument(1, 0, 2, "SUBJ", score=0.8)
    unsure = CERTAIN._replace(surprise=np.array(surprise, float), tags=np.array([tags.get(i, 1.0) for i in range(6)]))
    assert discounted(CERTAIN, 2, [argument])[0].score == pytest.approx(0.8)
    assert uncertainties(unsure, 2, argument)[UNCERTAINTIES.index(measure)] > 0
    assert discounted(unsure, 2, [argument])[0].score < 0.8


def test_every_measure_has_a_weight_that_takes_away() -> None:
    weights = uncertainty._weights()
    assert len(weights) == len(UNCERTAINTIES)
    assert all(weight > 0 for weight in weights)
