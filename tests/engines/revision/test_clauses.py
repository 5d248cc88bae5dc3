"""The clause at a place of a sentence."""

import pytest

from engines.core.language import parse_strings
from engines.revision.clauses import clause_at


@pytest.mark.parametrize(
    ("sentence", "at", "expected"),
    [
        ("Ada Lind tested 48 jars and found that warm honey hardened early.", "48", "Ada Lind tested 48 jars."),
        ("Ada Lind tested 48 jars and found nine cracks.", "nine", "Ada Lind found nine cracks."),
        ("The boat sank because the crew had left it in May.", "May", "The crew had left it in May."),
        ("The boat sank in June.", "June", "The boat sank in June."),
    ],
)
def test_the_clause_at_a_place(sentence: str, at: str, expected: str) -> None:
    assert clause_at(parse_strings([sentence])[0], sentence.index(at)) == expected


def test_words_without_a_verb_are_their_own_clause() -> None:
    assert clause_at(parse_strings(["Eleven boats."])[0], 0) == "Eleven boats."
