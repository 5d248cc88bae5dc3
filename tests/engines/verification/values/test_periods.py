"""Parts of months, years and decades are read, and compared with the dates and ages that lie in them."""

import pytest

from engines.verification.values.finding import compare, entails, find_values


@pytest.mark.parametrize(
    ("known", "claimed"),
    [
        ("on 12 December 2029", "in mid-December"),
        ("on 12 December 2029", "in the middle of December"),
        ("on 2 March", "at the beginning of March"),
        ("on 28 January 1987", "late January 1987"),
        ("on 28 January 1987", "at the start of 1987"),
        ("in November 1934", "the end of 1934"),
        ("in November 1934", "the second half of 1934"),
        ("in 1934", "in the early 1930s"),
        ("in 1934", "the mid-thirties"),
        ("in 1850", "the middle of the 19th century"),
        ("early March 2031", "March 2031"),
        ("aged 34", "in her mid-thirties"),
        ("Ines Corrand, 34, led", "in her early thirties"),
    ],
)
def test_a_part_of_a_period_holds_what_lies_in_it(known: str, claimed: str) -> None:
    assert entails(*(find_values(text)[0] for text in (known, claimed)))
    assert compare(*(find_values(text)[0] for text in (known, claimed))) in ("same", "compatible")


@pytest.mark.parametrize(
    ("known", "claimed"),
    [
        ("on 12 December 2029", "in late December"),
        ("on 12 December 2029", "in mid-November"),
        ("in early March 2031", "in late March 2031"),
        ("in November 1934", "the first half of 1934"),
        ("in 1934", "in the late 1930s"),
        ("in 1934", "the early 19th century"),
        ("aged 34", "in his late thirties"),
        ("aged 34", "in his forties"),
    ],
)
def test_and_not_what_does_not(known: str, claimed: str) -> None:
    assert compare(*(find_values(text)[0] for text in (known, claimed))) == "different"


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("It opened in mid-December.", "mid-December"),
        ("It opened at the end of 1934, he said.", "end of 1934"),
        ("It was built in the late 1930s.", "late 1930s"),
        ("She led it in her early thirties.", "early thirties"),
        ("It came late on 3 March 2031.", "3 March 2031"),
        ("It came late Monday.", "Monday"),
    ],
)
def test_what_is_said_of_the_part_belongs_to_the_value(text: str, surface: str) -> None:
    assert [value.surface for value in find_values(text)] == [surface]


@pytest.mark.parametrize(
    "text", ["They danced to the thirties.", "In the end they left.", "The late mayor came on Monday.", "An early 3 per cent."]
)
def test_no_age_without_an_owner_and_no_part_of_nothing(text: str) -> None:
    assert not any(value.is_vague for value in find_values(text))
