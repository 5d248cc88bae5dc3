"""The kinds beyond the paper: adjectives, appositions, quantities, relations between clauses."""

import pytest

from engines.parsing.parser import RuleParser


def qas(text: str, kind: str) -> list[tuple[str, str, str]]:
    return [(qa.question, qa.answer.text, qa.statement) for p in RuleParser().parse(text, (kind,)) for qa in p.qas]


def test_adjectives() -> None:
    assert qas("The tall ferry hit a pier.", "adjective") == [("What was tall?", "The tall ferry", "The ferry was tall.")]
    assert qas("The former mayor met the main sponsor.", "adjective") == []


def test_appositions_and_titles() -> None:
    assert ("Who is a doctor from Leeds?", "Maren Oduya", "Maren Oduya is a doctor from Leeds.") in qas(
        "Maren Oduya, a doctor from Leeds, was late.", "apposition"
    )
    assert qas("They called goalkeeper Ben Okri.", "apposition") == [("Who is a goalkeeper?", "Ben Okri", "Ben Okri is a goalkeeper.")]


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("Deputy mayor Katrin Aalto said no.", "Who is a deputy mayor?"),
        ("Former mayor Katrin Aalto left.", "Who is a former mayor?"),
        ("French president Katrin Aalto left.", "Who is a French president?"),
        ("Harvard professor Katrin Aalto spoke.", "Who is a Harvard professor?"),
        ("The youngest of five, Katrin Aalto grew up in Orlo.", "Who is the youngest of five?"),
    ],
)
def test_a_title_that_begins_a_sentence_is_asked_about_in_small_letters(sentence: str, question: str) -> None:
    assert qas(sentence, "apposition") == [(question, "Katrin Aalto", f"Katrin Aalto is {question[len('Who is ') : -1]}.")]


def test_quantities() -> None:
    assert qas("The boat can carry twelve passengers.", "quantity") == [
        ("How many passengers can something carry?", "twelve", "The boat can carry twelve passengers.")
    ]
    assert qas("Forty farmers were injured.", "quantity") == [("How many farmers were injured?", "Forty", "Forty farmers were injured.")]


def test_relations_within_and_between_sentences() -> None:
    assert qas("Maren was late because her train was cancelled.", "relation") == [
        ("Why was someone late?", "because her train was cancelled", "Maren was late because her train was cancelled.")
    ]
    assert qas("The train was cancelled. As a result, the clinic opened at noon.", "relation") == [
        ("Why did something open?", "The train was cancelled", "The clinic opened because the train was cancelled.")
    ]


def test_kinds_can_be_switched_off() -> None:
    kinds = {p.predicate.kind for p in RuleParser().parse("The tall ferry, an old vessel, carried twelve farmers.", ("verb",))}
    assert kinds == {"verb"}
