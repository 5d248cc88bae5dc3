"""What the reference has in the place of a word, by the thesaurus."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.alternatives import alternatives
from engines.verification.localizer.reading import read_output

REFERENCE = (
    "The jury cleared the dentist of fraud on Friday. The council sold the old mill to a family. Two hikers were put off by the rain."
)


@pytest.mark.parametrize(
    ("output", "word", "instead"),
    [
        ("The jury convicted the dentist of fraud on Friday.", "convicted", "cleared"),
        ("The jury cleared the surgeon of fraud on Friday.", "surgeon", "dentist"),
        ("The council gave the old mill to a family.", "gave", "sold"),
        ("Three hikers were put off by the rain.", "Three", "Two"),
    ],
)
def test_the_one_word_that_says_something_else_is_what_the_reference_has_instead(output: str, word: str, instead: str) -> None:
    (sentence,) = read_output(encoded(Text.of(REFERENCE)), Text.of(output)).sentences
    found = {output[sentence.tree.words[i].start : sentence.tree.words[i].end]: span.text for i, span in alternatives(sentence).items()}
    assert found[word] == instead


def test_another_word_for_the_same_has_nothing_instead() -> None:
    output = "The council's old mill was bought by a family."
    (sentence,) = read_output(encoded(Text.of(REFERENCE)), Text.of(output)).sentences
    assert "sold" not in {span.text for span in alternatives(sentence).values()}
