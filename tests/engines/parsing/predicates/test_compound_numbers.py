"""Numbers inside compounds are asked about by themselves."""

import pytest

from engines.core.text import Text
from engines.units.unchecked import unchecked
from tests.engines.parsing.asking import asked, asking_all


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Firefighters rescued a 19-year-old crane operator.", "How old was the crane operator?", "19"),
        ("The 92-year-old won the race.", "How old was someone?", "92"),
        ("Ada Brock has died at home in Crail Bay, aged 78.", "How old was someone?", "78"),
        ("A twenty-two-year-old nurse from Orlo won the race.", "How old was the nurse?", "twenty-two"),
        ("the prize goes to a 7 - year - old girl from hallam .", "How old is the girl?", "7"),
        ("They fed the six-month-old seal.", "How many months old was the seal?", "six"),
    ],
)
def test_ages(text: str, question: str, answer: str) -> None:
    assert (question, answer) in asked(text, ("quantity",))


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("The drivers began a 24-hour strike.", "How many hours long was the strike?", "24"),
        ("She signed a two-year contract with Brekke Rovers.", "How many years long was the contract?", "two"),
        ("He took a 15-minute walk.", "How many minutes long was the walk?", "15"),
        ("The firm owns a 31-metre tower.", "How many metres does the tower measure?", "31"),
        ("They crossed a three-mile channel.", "How many miles did the channel measure?", "three"),
        ("The council scrapped a two-storey car park.", "How many storeys did the car park have?", "two"),
        ("The seven-member board met on Monday.", "How many members did the board have?", "seven"),
        ("He read the 12-page report.", "How many pages did the report have?", "12"),
    ],
)
def test_measures(text: str, question: str, answer: str) -> None:
    assert (question, answer) in asked(text, ("quantity",))


@pytest.mark.parametrize(
    "text",
    ["A three-time winner lives in a one-way street.", "She is a 12-year veteran of the force.", "Rovers had a two-goal lead."],
)
def test_numbers_that_measure_nothing_are_not_asked(text: str) -> None:
    assert asked(text, ("quantity",)) == []
    assert asked("A five-time winner lives in a two-room flat.", ("quantity",)) == [("How many rooms does the flat have?", "two")]


def test_the_answer_is_the_number_alone_and_nothing_of_it_is_left_unasked() -> None:
    text = Text.of("Firefighters rescued a 19-year-old operator.")
    age = next(qa for p in asking_all().parse(text, ("quantity",)) for qa in p.qas)
    assert (age.answer.start, age.answer.end) == (23, 25)
    assert age.statement == "The operator was 19 years old."
    assert unchecked(text, []) != ()
