"""Clauses behind a comma that are no part of the answer before them."""

import pytest

from tests.engines.parsing.asking import asked


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Gravenholt showed a film of starch, while Ostera left.", "What did someone show?", "a film of starch"),
        ("She took over when he fell sick, returning with notes.", "When did someone take over?", "when he fell sick"),
        ("Quennell advises finding out what it cost, citing Ada Brock.", "What does someone advise doing?", "finding out what it cost"),
    ],
)
def test_they_are_left_out(text: str, question: str, answer: str) -> None:
    assert (question, answer) in asked(text)
