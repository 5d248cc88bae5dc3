"""People whom a text calls by their name and a reference by what they are, and the other way round."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.localizer import CompactLocalizer
from engines.verification.localizer.reading import read_output
from engines.verification.rules.arguments.people import called_otherwise

MINUTES = (
    "Present: Cllr Maud Lindqvist (Chair), Cllr Ivor Brandt, Ms Greta Oyle (clerk)\n\n"
    "1. Flooding. Mrs Ada Quill, a resident, said that her freezer was ruined. The Chair apologised to her on behalf of the council. "
    "Ms Oyle thanked the firemen for their patience. Anna Holm and Tom Lund will sweep the yard. Anna lends the town her pump."
)


def wrong(output: str) -> list[str]:
    """The words that raise an alarm."""
    found = CompactLocalizer().locate(Text.of(MINUTES), Text.of(output))
    return [output[word.start : word.end] for word in found if word.probability > 0.5]


@pytest.mark.parametrize(
    ("output", "called"),
    [
        ("Maud Lindqvist apologised to her for the council.", ["Lindqvist", "Maud"]),
        ("The clerk thanked the firemen for their patience.", ["clerk"]),
        ("Ivor Brandt apologised to her for the council.", []),
        ("The clerk apologised to her for the council.", []),
        ("Maud Lindqvist thanked the firemen for their patience.", []),
    ],
)
def test_who_is_called_otherwise_does_the_same(output: str, called: list[str]) -> None:
    (sentence,) = read_output(encoded(Text.of(MINUTES)), Text.of(output)).sentences
    mine = sentence.case.hypothesis
    assert sorted(mine.text[slice(*mine.spans[token])] for token in called_otherwise(sentence.case)) == called


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("Maud Lindqvist apologised to her on behalf of the council.", []),
        ("Ivor Brandt apologised to her on behalf of the council.", ["Ivor", "Brandt"]),
        ("The clerk thanked the firemen for their patience.", []),
        ("Holm lends the town her pump.", []),
        ("Lund lends the town his pump.", ["Lund", "his"]),
        ("The resident thanked the firemen for their patience.", ["resident"]),
    ],
)
def test_only_somebody_else_raises_an_alarm(output: str, words: list[str]) -> None:
    assert wrong(output) == words
