"""Numbers in words."""

import pytest

from engines.english.number_words import ORDINALS, UNITS, in_words


@pytest.mark.parametrize(("number", "words"), [(0, "zero"), (7, "seven"), (19, "nineteen"), (41, "forty-one"), (99, "ninety-nine")])
def test_numbers_below_a_hundred(number: int, words: str) -> None:
    assert in_words(number) == words


def test_units_and_ordinals_stand_at_their_number() -> None:
    assert (UNITS[12], ORDINALS[12]) == ("twelve", "twelfth")
