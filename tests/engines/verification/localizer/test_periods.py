"""A period that holds the date which the reference has in its place is right, and one that does not is wrong."""

import pytest

from engines.core.text import Text
from engines.verification.localizer.localizer import CompactLocalizer

REFERENCE = (
    "Hallmere's first bridge was designed by Ines Corrand, who was 34 when she won the contest. It opened in 1934 after four years of "
    "work. A second was built on 28 January 1987."
)


def worst(output: str, words: str) -> float:
    """The highest probability of the words."""
    start = output.index(words)
    found = CompactLocalizer().locate(Text.of(REFERENCE), Text.of(output))
    return max(word.probability for word in found if start <= word.start < start + len(words))


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("The bridge opened in the 1930s.", "in the 1930s"),
        ("The bridge opened in the early twentieth century.", "in the early twentieth century"),
        ("The second bridge was built in early 1987.", "in early 1987"),
        ("Ines Corrand, in her early thirties, won the contest.", "early thirties"),
    ],
)
def test_a_period_that_holds_the_date(output: str, words: str) -> None:
    assert worst(output, words) < 0.5


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("The bridge opened in the late 1930s.", "late 1930s"),
        ("The bridge opened in the 1940s.", "1940s"),
        ("The second bridge was built in mid-1987.", "mid-1987"),
        ("Ines Corrand was in her forties when she won.", "forties"),
    ],
)
def test_a_period_that_does_not(output: str, words: str) -> None:
    assert worst(output, words) > 0.5
