"""Doubts about the words of an answer."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import language
from engines.parsing.arguments import Argument
from engines.parsing.doubts import doubted, tag_certainty


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
    assert doubted(clear, [argument])[0].score > doubted(unclear, [argument])[0].score


@settings(max_examples=40, deadline=None)
@given(st.floats(0, 1), st.text(alphabet="abcXYZ 0-.,'", min_size=1, max_size=30))
def test_a_doubt_never_makes_an_answer_surer(score, text):
    (doc,) = language.parse_strings([text])
    for argument in doubted(doc, [Argument(0, 0, 1, "PREP", score=score)] if len(doc) else []):
        assert 0 <= argument.score <= score + 2e-6
