"""What the reference has in the place of a word, by the thesaurus and by the pointer network."""

import pytest

from engines.core.spans import Span
from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.alternatives import DOUBTED, alternatives, with_pointed
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


def test_a_phrase_that_a_rule_names_goes_before_a_word_of_it() -> None:
    reference = "Police said that the bell may have been stolen by a rival collector. The barn was old."
    output = "Police said that the bell was definitely stolen by a rival collector."
    (sentence,) = read_output(encoded(Text.of(reference)), Text.of(output)).sentences
    found = {output[sentence.tree.words[i].start : sentence.tree.words[i].end]: span.text for i, span in alternatives(sentence).items()}
    assert found["definitely"] == "may have been stolen"


def test_another_word_for_the_same_has_nothing_instead() -> None:
    output = "The council's old mill was bought by a family."
    (sentence,) = read_output(encoded(Text.of(REFERENCE)), Text.of(output)).sentences
    assert "sold" not in {span.text for span in alternatives(sentence).values()}


@pytest.mark.parametrize(
    ("output", "doubted", "told", "instead"),
    [
        ("Ruth Almgren cleared the dentist.", ("Ruth", "Almgren"), "the dentist", "Mara Quill"),
        ("Ruth Almgren cleared the dentist.", ("Ruth", "Almgren"), "Sten Hoel", "Sten Hoel"),
        ("She cleared the dentist.", ("She",), "the dentist", "Mara Quill"),
        ("Ruth Almgren cleared the dentist.", (), "the dentist", "the dentist"),
    ],
)
def test_where_a_name_stands_a_name_is_shown_rather_than_a_description(
    output: str, doubted: tuple[str, ...], told: str, instead: str
) -> None:
    text = "The judge, Mara Quill, cleared the dentist of fraud on Friday. The council sold the old mill to Sten Hoel."
    reference = encoded(Text.of(text))
    (sentence,) = read_output(reference, Text.of(output)).sentences
    words = [output[word.start : word.end] for word in sentence.tree.words]
    known = {0: Span.of(text, text.index(told), text.index(told) + len(told))}
    found = with_pointed(sentence, known, [DOUBTED if word in doubted else 0.0 for word in words])
    assert found[0].text == instead
