"""What the word head says of a sentence, brought to the words of an alignment."""

import numpy as np

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.placing import Place
from engines.verification.encoding.reference import encoded
from engines.verification.word_support.support import MEASURES, PREFIX, word_support, word_support_features

REFERENCE = "Ada Brenn opened a bakery in the harbour town of Lindholm in 2014. It employs twelve people."


def test_words_of_the_reference_are_surer_than_words_that_it_lacks() -> None:
    alignment = align(encoded(Text.of(REFERENCE)), ["Ada Brenn opened a bakery in Sweden in 2016."])[0]
    support = dict(zip(alignment.words.surfaces, word_support(alignment), strict=True))
    assert min(support["Ada"], support["bakery"]) > max(support["Sweden"], support["2016"])


def test_columns_have_a_value_for_each_place() -> None:
    alignment = align(encoded(Text.of(REFERENCE)), ["Ada Brenn opened a bakery in Sweden."])[0]
    words = alignment.words.surfaces
    opened = np.array([w == "opened" for w in words])
    bakery, sweden = (np.array([w == word for w in words]) for word in ("bakery", "Sweden"))
    columns = word_support_features(alignment, [Place(bakery, opened), Place(sweden, opened)])
    assert len(columns) == 4 * len(MEASURES) and all(len(values) == 2 for values in columns.values())
    answer, sentence = columns[f"{PREFIX}answer_mean"], columns[f"{PREFIX}sentence_mean"]
    assert answer[0] > answer[1] and sentence[0] == sentence[1]


def test_texts_without_words_have_columns_too() -> None:
    for text in ("", "…", "👍", "\ud800"):
        alignment = align(encoded(Text.of(REFERENCE)), [text])[0]
        nothing = np.zeros(len(alignment.words), dtype=bool)
        assert all(np.isfinite(values).all() for values in word_support_features(alignment, [Place(nothing, nothing)]).values())
