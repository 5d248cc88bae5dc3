"""What is told of a word that the reference tells otherwise, or in whose place it has another."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.reading import read_output
from engines.verification.localizer.signals.rewording import COLUMNS, SIGNAL
from engines.verification.sentences.thesaurus import Told

REFERENCE = (
    "The jury cleared the dentist of fraud on Friday. The council sold the old mill to a family. Two hikers were put off by the rain."
)


def told(output: str, word: str) -> dict[str, float]:
    """The columns of a word, without those that are zero."""
    reading = read_output(encoded(Text.of(REFERENCE)), Text.of(output))
    (rows,) = SIGNAL.rows(reading)
    words = [output[each.start : each.end] for each in reading.sentences[0].tree.words]
    return {name: value for name, value in zip(COLUMNS, rows[words.index(word)].tolist(), strict=True) if value}


@pytest.mark.parametrize(
    ("output", "word", "column", "expected"),
    [
        ("The jury acquitted the dentist of fraud on Friday.", "acquitted", "in_gap", Told.SAME),
        ("The jury convicted the dentist of fraud on Friday.", "convicted", "in_gap", Told.OTHERWISE),
        ("The jury convicted the dentist of fraud on Friday.", "convicted", "in_frame", Told.OTHERWISE),
        ("The jury cleared the surgeon of fraud on Friday.", "surgeon", "in_filler", Told.OTHERWISE),
        ("The council donated the old mill to a family.", "donated", "else", 1),
        ("The jury cleared the dentist on Friday.", "cleared", "in_place_2", 4),
    ],
)
def test_what_stands_in_the_place_of_a_word_is_told(output: str, word: str, column: str, expected: float) -> None:
    assert told(output, word)[column] == expected


def test_names_and_words_that_only_link_have_nothing() -> None:
    assert told("The jury of Brekke cleared the dentist.", "Brekke") == {}
    assert told("The jury of Brekke cleared the dentist.", "of") == {}


def test_a_phrase_of_the_reference_may_tell_a_word() -> None:
    assert told("The rain deterred two hikers.", "deterred")["said"] > 0
