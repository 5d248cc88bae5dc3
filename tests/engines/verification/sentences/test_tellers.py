"""Words for whoever tells a reference in the first person."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.localizer import CompactLocalizer
from engines.verification.localizer.reading import read_output
from engines.verification.sentences.tellers import is_told_by_one, may_be_teller

MEMOIR = "I left Orlo in March with my brother. I lost my hat on the ferry, and a sailor gave me his."
REPORT = 'Ana left Orlo in March. "I lost my hat and my coat," she said. A sailor gave Ana his.'


@pytest.mark.parametrize(("text", "is_so"), [(MEMOIR, True), (REPORT, False), ("My hat is my roof.", True), ("I see.", False), ("", False)])
def test_a_text_in_the_first_person_is_told_by_one(text: str, is_so: bool) -> None:
    assert is_told_by_one(encoded(Text.of(text))) == is_so


def test_only_words_for_who_writes_or_speaks_are_meant() -> None:
    assert may_be_teller("Writer", encoded(Text.of(MEMOIR))) and not may_be_teller("dentist", encoded(Text.of(MEMOIR)))
    assert not may_be_teller("writer", encoded(Text.of(REPORT)))


@pytest.mark.parametrize(
    ("reference", "output", "word", "alarms"),
    [
        (MEMOIR, "The writer left Orlo in March.", "writer", False),
        (MEMOIR, "A sailor gave the author's brother his hat.", "author's", False),
        (MEMOIR, "The dentist left Orlo in March.", "dentist", True),
    ],
)
def test_such_a_word_raises_no_alarm(reference: str, output: str, word: str, alarms: bool) -> None:
    (found,) = (w for w in CompactLocalizer().locate(Text.of(reference), Text.of(output)) if output[w.start : w.end] == word)
    assert (found.probability >= 0.5) == alarms
    (sentence,) = read_output(encoded(Text.of(reference)), Text.of(output)).sentences
    assert alarms or not any(c.rule == "added noun" for c in sentence.seen)
