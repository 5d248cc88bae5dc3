"""Statements: one relation as a sentence of its own."""

import pytest

from engines.parsing.parser import RuleParser
from engines.parsing.scoring.selection import DISPLAY

PARSER = RuleParser(thresholds=DISPLAY._replace(steady=0.0))


def statements(sentence: str, word: str) -> dict[str, str]:
    """Answer to statement of one predicate."""
    predicates = [p for p in PARSER.parse(sentence, ("verb", "noun")) if p.predicate.text == word]
    return {qa.answer.text: qa.statement for p in predicates for qa in p.qas}


@pytest.mark.parametrize(
    ("sentence", "word", "answer", "statement"),
    [
        ("Two electric ferries were built in Oskarsholm.", "built", "in Oskarsholm", "Two electric ferries were built in Oskarsholm."),
        ("Two electric ferries were built in Oskarsholm.", "built", "Two electric ferries", "Two electric ferries were built."),
        ("A glider that fell near Porto was found.", "fell", "near Porto", "A glider fell near Porto."),
        ("Yesterday Ana didn't see him.", "see", "Yesterday", "Ana didn't see him yesterday."),
        ("The sale of Halden by its owners was slow.", "sale", "Halden", "Its owners sold Halden."),
        ("Ana and Ben painted the wall in May.", "painted", "in May", "Ana and Ben painted the wall in May."),
        ("The house, built by Ana Ruiz, was sold.", "built", "Ana Ruiz", "The house was built by Ana Ruiz."),
        ("He never eats meat.", "eats", "meat", "He never eats meat."),
        ("The bomb nearly killed them.", "killed", "them", "The bomb nearly killed them."),
    ],
)
def test_statements_say_one_relation(sentence: str, word: str, answer: str, statement: str) -> None:
    assert statements(sentence, word)[answer] == statement
