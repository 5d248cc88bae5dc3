"""Copular clauses."""

from engines.parsing.parser import RuleParser


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
