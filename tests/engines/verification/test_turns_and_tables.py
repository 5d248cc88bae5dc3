"""What is said in turn belongs to its speaker, and a row of a table to the heads of its columns."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.encoding.words import key
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import trace
from engines.verification.sentences.context import premises
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


def test_who_sends_a_letter_is_who_says_i_in_it() -> None:
    letters = "From: Petra Lunn\nTo: Ilse Kern\n\nI carried the stove.\n\nFrom: Ilse Kern\nTo: Petra Lunn\n\nI carried the cat.\n"
    reference = encoded(Text.of(letters))
    for who, thing in (("Petra Lunn", "stove"), ("Ilse Kern", "cat")):
        (number,) = reference.sentences_with(key(thing))
        (sentence,) = premises(reference, [number])
        assert sentence.keys[sentence.lemmas.index("i")] >= set(who.lower().split())


def test_a_row_has_the_words_of_its_heads() -> None:
    (alignment,) = align(encoded(Text.of(TABLE)), ["In 2020 there were 6,100 visitors."])
    words = list(alignment.words.surfaces)
    rows = [i for i, segment in enumerate(alignment.reference.segments) if TABLE[segment[0] :].startswith("2020")]
    assert rows and alignment.exact[words.index("visitors"), rows[0]] == 1


def test_neither_speakers_nor_tables_change_other_texts() -> None:
    assert not encoded(Text.of("Ada Kern left. Bo Lind stayed.")).implied


YEARS = (
    "Visitors of the harbour\n\n| | 2018 | 2019 |\n|---|---|---|\n| Visitors | 5,400 | 5,900 |\n| Boats | 120 | 140 |\n\n"
    "It was closed for 140 days."
)
STREETS = "Visits\n\n| Place | Visits |\n|---|---|\n| Mill Lane | 70 |\n| Corran Hall | 40 |\n| Total | 110 |\n"


@pytest.mark.parametrize(
    ("reference", "output", "wrong"),
    [
        (STREETS, "Corran had 70 visits.", "70"),
        (TABLE, "In 2019 there were 6,100 visitors.", "6,100"),
        (TABLE, "In 2020 there were 4,000 visitors.", "4,000"),
        (YEARS, "In 2019 there were 5,400 visitors.", "5,400"),
        (YEARS, "In 2019 it had 140 boats, and visitors reached 5,400.", "5,400"),
    ],
)
def test_the_number_of_another_row_is_an_error(reference: str, output: str, wrong: str) -> None:
    errors = analyze(reference, f"{output} The harbour was closed for 140 days.").errors or ()
    assert any(wrong in error.text for error in errors)


@pytest.mark.parametrize(
    ("reference", "output"),
    [
        (TABLE, "In 2020 there were 6,100 visitors and nine volunteers."),
        (TABLE, "In 2019 it had 4,000 visitors, in 2020 it had 6,100."),
        (YEARS, "In 2018 there were 120 berths and 5,400 visitors."),
        (YEARS, "In 2018 the harbour was closed for 140 days."),
        (STREETS, "Mill Lane had 70 visits and a mill; Corran had 40 of them."),
        (STREETS, "Corran Hall had 40 visits a day, and the mill was shut."),
        (STREETS, "The mill had 40 visits."),
        (STREETS, "In all there were 110 visits, and Corran is open."),
        (YEARS, "Boats rose from 120 in 2018, and visitors reached 5,900."),
    ],
)
def test_the_numbers_of_the_row_that_is_named_are_none(reference: str, output: str) -> None:
    case = Case(align(encoded(Text.of(reference)), [output])[0])
    assert not [c for c in trace(case) if c.rule == "cell of a table"]
