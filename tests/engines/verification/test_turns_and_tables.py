"""What is said in turn belongs to its speaker, and a row of a table to the heads of its columns."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from explorer.services.analysis import analyze

TALK = (
    "Interviewer: When did you two come to the island?\nPetra Lunn: In the spring of 1968.\n"
    "Ilse Lunn: I carried the stove up the hill. I was forty.\nPetra Lunn: I carried the cat in a basket.\nInterviewer: And then?"
)
TABLE = "Visitors by year:\n\n| Year | Visitors | Volunteers |\n|---|---|---|\n| 2019 | 4,000 | 12 |\n| 2020 | 6,100 | 9 |\n"


def probability(reference: str, output: str, answer: str) -> float:
    found = [u.probability for u in analyze(reference, output).units if u.answer is not None and u.answer.text == answer]
    assert found and found[0] is not None
    return found[0]


@pytest.mark.parametrize(
    ("said", "who", "else_"),
    [("carried the stove up the hill", "Ilse Lunn", "Petra Lunn"), ("carried the cat in a basket", "Petra Lunn", "Ilse Lunn")],
)
def test_words_are_told_of_who_said_them(said: str, who: str, else_: str) -> None:
    assert probability(TALK, f"{who} {said}.", who) > 0.8
    assert probability(TALK, f"{else_} {said}.", else_) < 0.5


def test_the_other_speaker_is_shown_where_the_turn_begins() -> None:
    analysis = analyze(TALK, "Petra Lunn carried the stove up the hill.")
    shown = {c.found for u in analysis.units for c in u.conflicts if c.found}
    assert shown and all(span.start == TALK.index("Ilse Lunn") and "Ilse Lunn".startswith(span.text) for span in shown)


def test_a_row_has_the_words_of_its_heads() -> None:
    (alignment,) = align(encoded(Text.of(TABLE)), ["In 2020 there were 6,100 visitors."])
    words = list(alignment.words.surfaces)
    rows = [i for i, segment in enumerate(alignment.reference.segments) if TABLE[segment[0] :].startswith("2020")]
    assert rows and alignment.exact[words.index("visitors"), rows[0]] == 1


def test_neither_speakers_nor_tables_change_other_texts() -> None:
    assert not encoded(Text.of("Ada Kern left. Bo Lind stayed.")).implied
