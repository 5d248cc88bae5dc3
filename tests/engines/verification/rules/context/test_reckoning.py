"""Values of a draft that follow from those of the reference, and those that only look so."""

import time

import pytest
from errata import analyze

from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.reading import read_output
from engines.verification.rules.context.reckoning import values_derived

FERRY = (
    "The ferry company of Orlamund carried 312,400 passengers last year, against 284,000 the year before. A crossing now takes 26 minutes "
    "after 18 before the new speed limit. Nine sailings were cancelled for fog and two for want of crew. Of 48 deckhands 36 are under "
    "thirty. Fuel cost £2.1m and wages £6.3m. The fare was 9 crowns."
)


def derived(output: str) -> list[str]:
    """The values of an output of one sentence that follow."""
    (sentence,) = read_output(encoded(Text.of(FERRY)), Text.of(output)).sentences
    return [value.surface for value in values_derived(sentence.case)]


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ("The Orlamund ferry carried about 28,000 passengers more than the year before.", ["28,000"]),
        ("The Orlamund ferry carried about 38,000 passengers more than the year before.", []),
        ("The company carried a tenth more passengers than the year before.", ["a tenth"]),
        ("A crossing takes eight minutes longer since the new speed limit.", ["eight minutes"]),
        ("A crossing takes eight minutes since the new speed limit.", []),
        ("A crossing takes nine minutes longer since the new speed limit.", []),
        ("In all eleven sailings were cancelled, for fog or want of crew.", ["eleven"]),
        ("In all twelve sailings were cancelled, for fog or want of crew.", []),
        ("Three quarters of the deckhands are under thirty.", ["Three quarters"]),
        ("Wages cost three times as much as fuel.", ["three times"]),
        ("The fare, which was doubled, is 18 crowns.", ["18 crowns"]),
        ("The fare, which was doubled, is 17 crowns.", []),
        ("More than 312,000 passengers took the ferry.", ["312,000"]),
        ("More than 330,000 passengers took the ferry.", []),
    ],
)
def test_values_that_follow(output: str, told: list[str]) -> None:
    assert derived(output) == told


def test_what_follows_is_no_error_and_what_does_not_is_one() -> None:
    right = analyze(FERRY, "A crossing takes eight minutes longer since the new speed limit, and eleven sailings were cancelled.")
    assert not right.errors
    wrong = analyze(FERRY, "A crossing takes five minutes longer since the new speed limit, and fifteen sailings were cancelled.")
    assert "fifteen" in " ".join(error.text for error in wrong.errors)


def test_a_text_of_thousands_of_numbers_takes_no_longer_than_others() -> None:
    reference = " ".join(f"Station {i} counted {i * 37 % 9000 + 1000} birds and {i * 91 % 700} nests." for i in range(600))
    output = " ".join(f"Some {i * 53 % 9000 + 1000} birds more were counted." for i in range(60))
    reading = read_output(encoded(Text.of(reference)), Text.of(output))
    began = time.perf_counter()
    for sentence in reading.sentences:
        values_derived(sentence.case)
    assert time.perf_counter() - began < 3
