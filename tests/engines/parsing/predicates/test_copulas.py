"""Copular clauses."""

import pytest

from engines.parsing.parser import RuleParser
from tests.engines.parsing.asking import asked


def qas(text: str) -> list[tuple[str, str, str]]:
    return [(qa.question, qa.answer.text, qa.statement) for p in RuleParser().parse(text, ("copula", "adjective")) for qa in p.qas]


def test_every_conjunct_and_nationality_is_asked_for() -> None:
    found = qas("Lena Marsh is a French singer and painter.")
    assert ("Who is a singer?", "Lena Marsh", "Lena Marsh is a singer.") in found
    assert ("Who is a painter?", "Lena Marsh", "Lena Marsh is a painter.") in found
    assert ("Who is French?", "Lena Marsh", "Lena Marsh is French.") in found


def test_negation_tense_and_things() -> None:
    assert qas("The bridge was not safe.") == [("What wasn't safe?", "The bridge", "The bridge wasn't safe.")]
    assert qas("They are teachers.") == [("Who are teachers?", "They", "They are teachers.")]


def test_it_announces_a_clause() -> None:
    assert qas("It is important to stay calm.") == [("What is important?", "to stay calm", "It is important to stay calm.")]


def test_questions_and_existence_are_left_alone() -> None:
    assert qas("Ana is the mayor.")
    assert qas("Who is the mayor?") == []
    assert qas("There are two bridges.") == []


def test_an_adjective_is_a_kind_of_its_own() -> None:
    """What is said with an adjective is of one kind, before a noun or after "be"; a copula names or places."""
    found = {
        p.predicate.text: p.predicate.kind for p in RuleParser().parse("The mill was empty. Its owner is a painter. She was in Brekke.")
    }
    assert found["empty"] == "adjective"
    assert found["is"] == "copula"
    assert [p.negated for p in RuleParser().parse("The bridge was not safe.", ("adjective",))] == [True]


def test_existence_says_nothing_about_a_place() -> None:
    assert qas("Several reasons are in the report.")
    assert qas("There are several reasons for moving the market.") == []


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Ada Moor's alternative is a lease.", "What is Ada Moor's alternative?", "a lease"),  # not "What is a lease?"
        ("Her greatest worry is satellites.", "What is her greatest worry?", "satellites"),
        ("The fair was a success.", "What was a success?", "The fair"),
        ("It is a bridge.", "What is a bridge?", "It"),
        ("Her alternative is the lease of 1958.", "What is the lease of 1958?", "Her alternative"),
    ],
)
def test_nobody_is_asked_what_such_a_thing_is(text: str, question: str, answer: str) -> None:
    assert [(asked, said) for asked, said, _ in qas(text)] == [(question, answer)]


def test_what_somebody_was_for_a_time_is_over() -> None:
    text = "Agnes Moor, a teacher at Pell Grammar for 34 years, died, and Ines Holm, the mayor, who has been there for ten years, spoke."
    assert {question for question, _ in asked(text, ("apposition",))} == {
        "Who was a teacher at Pell Grammar for 34 years?",
        "Who is the mayor?",
    }
