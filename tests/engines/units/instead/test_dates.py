"""When it was by the reference."""

import pytest

from engines.core.findings import WordSupport
from engines.units.errors import errors
from engines.units.instead.dates import dated_otherwise
from tests.engines.units.instead.finding import found

REFERENCE = (
    "After her husband's death in 1963 she left the studio and taught at the school until 1978. Her first national title came in 1946. "
    "She will get the sketch to Emeric by Friday 22 March, and the board meets on 3 June."
)


@pytest.mark.parametrize(
    ("output", "words", "instead"),
    [
        ("She gave up film work and taught until 1973.", "1973", "1978"),
        ("She won her first national title in 1949.", "1949", "1946"),
        ("Thora will send Emeric a sketch by 29 March.", "29 March", "Friday 22 March"),
        ("Thora will send Emeric a sketch by 29 March.", "29", "Friday 22 March"),
        ("Thora will send Emeric a sketch by 1949.", "1949", None),  # another form
        ("She swam the lake in 1949.", "1949", None),  # nothing is told of it
        ("She taught until 1978, and sang until 1973.", "1973", None),  # said of something else
        ("She taught 40 pupils.", "40", None),
    ],
)
def test_the_date_of_the_same_deed_is_found(output: str, words: str, instead: str | None) -> None:
    assert found(dated_otherwise, output, words, REFERENCE) == instead


def test_of_two_dates_neither_is_taken_if_both_are_as_near() -> None:
    assert found(dated_otherwise, "She taught there in 1950.", "1950", "She taught boys in 1946. She taught girls in 1948.") is None


def test_a_wrong_date_is_an_error_that_shows_the_right_one() -> None:
    output = "She won her first national title in 1949."
    (error,) = errors(output, [], None, [WordSupport(36, 40, 0.9, None)], 0.5, REFERENCE)
    assert (error.text, error.kind, error.found and error.found.text) == ("1949", "intrinsic", "1946")
