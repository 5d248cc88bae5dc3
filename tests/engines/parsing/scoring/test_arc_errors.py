"""How likely each arc of a parse is to be wrong."""

import numpy as np
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core import language
from engines.parsing.scoring.arc_errors import arc_surprise, codes


def test_a_pipeline_without_vectors_tells_nothing():
    assert arc_surprise(spacy.blank("en")("The ferry left Orlo.")) is None


def test_what_is_not_known_has_the_last_row():
    known = np.array([3, 7, 9], np.uint32)
    assert codes(np.array([7, 4, 9, 12], np.uint32), known).tolist() == [1, 3, 2, 3]


@settings(max_examples=30, deadline=None)
@given(st.text(alphabet="abcdeXYZ 0-.,'\"\n", min_size=1, max_size=60))
def test_every_arc_has_a_finite_surprise_and_punctuation_none(text):
    (doc,) = language.parse_strings([text])
    surprise = arc_surprise(doc)
    if surprise is None:
        assert not len(doc)
        return
    assert surprise.shape == (len(doc),)
    assert np.all(np.isfinite(surprise) & (surprise >= 0))
    assert not surprise[[token.is_punct for token in doc]].any()


def test_a_run_on_line_is_doubted_more_than_a_plain_sentence():
    plain, odd = language.parse_strings(
        ["The council repaired the bridge in May.", "U's deny Varga move Varga has impressed Orlo have denied reports Brekke tabled bid"]
    )
    first, second = arc_surprise(plain), arc_surprise(odd)
    assert first is not None
    assert second is not None
    assert first.mean() < second.mean()
