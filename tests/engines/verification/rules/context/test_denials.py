"""What the reference says with an opposite that only one of the two denies."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.case import Case
from engines.verification.rules.context.denials import denials_told

GOATS = (
    "The chair read a complaint from Mr Stroud, whose goats jumped overboard. Refund of the fare refused, because the animals had not been "
    "tethered as the by-laws require. The hall had never been heated."
)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("Stroud, whose goats leapt into the river and swam to the bank, gets nothing back because they were untethered.", {"untethered"}),
        ("Stroud, whose goats leapt into the river and swam to the bank, gets nothing back because they were tethered.", set()),
        ("Guests from three countries sat in an unheated hall.", {"unheated"}),
        ("Guests from three countries sat in an unlit hall.", set()),
    ],
)
def test_a_word_with_a_prefix_that_denies_says_what_is_denied(statement: str, words: set[str]) -> None:
    case = Case(align(encoded(Text.of(GOATS)), [statement])[0])
    spans = case.hypothesis.spans
    assert {statement[slice(*spans[token])] for tokens in denials_told(case) for token in tokens} == words
