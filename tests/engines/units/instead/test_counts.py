"""How many of the same things the reference counts."""

import pytest

from engines.core.findings import WordSupport
from engines.units.errors import errors
from engines.units.instead.counts import counted_otherwise
from tests.engines.units.instead.finding import found

REFERENCE = (
    "The lake formed behind a ridge. In Orlo 640 people had been told to sleep away from home. "
    "Some 12 people of a choir sang on 3 June. The work took 1.3 million crowns."
)


@pytest.mark.parametrize(
    ("output", "words", "instead"),
    [
        ("Later 460 people were told to go.", "460", "640"),
        ("Later 460 people were told to go.", "460 people", "640"),
        ("A choir of 90 people sang.", "90", "12"),
        ("It took 2.1 million crowns.", "2.1 million", "1.3 million"),
        ("Later 460 dogs were told to go.", "460", None),  # other things
        ("Later 460 people cheered.", "460", None),  # nothing is told of them
        ("Later 640 people were told that 460 people must go.", "460", None),  # said of others
        ("It happened on 9 June.", "9", None),  # a date
        ("Later people were told to go.", "told", None),
    ],
)
def test_the_number_of_the_same_things_is_found(output: str, words: str, instead: str | None) -> None:
    assert found(counted_otherwise, output, words, REFERENCE) == instead


def test_of_two_numbers_neither_is_taken_if_both_are_as_near() -> None:
    assert found(counted_otherwise, "Later 460 people were told.", "460", "They told 12 people. She told 15 people.") is None


def test_a_number_inside_another_is_not_said_and_plurals_are_the_same_thing() -> None:
    reference = "In 12 countries the reform was passed."
    assert found(counted_otherwise, "Since 1912 the reform was passed in 15 countries.", "15", reference) == "12"


def test_a_wrong_number_is_an_error_that_shows_the_right_one() -> None:
    output = "Later 460 people were told to go."
    words = [WordSupport(6, 9, 0.9, None)]
    (error,) = errors(output, [], None, words, 0.5, REFERENCE)
    assert error.kind == "intrinsic"
    assert error.found is not None
    assert error.found.text == "640"
