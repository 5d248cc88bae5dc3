"""Which of two verbs is what the subject does, and which phrases are the verb's."""

import pytest

from tests.engines.parsing.asking import asked


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Bikes sent out after June have a wide basket.", "What was sent out?", "Bikes"),
        ("Bikes sent out after June have a wide basket.", "What does something have?", "a wide basket"),
        ("The duck house swept away in January has turned up downstream.", "What was swept away?", "The duck house"),
        ("The house he lived in burned down.", "What burned down?", "The house he lived in"),
        ("Director Ines Okafor attributes the rise to gaps in care.", "What does someone attribute to something?", "the rise"),
        ("Each September Bettina Kroll bakes a pie.", "Who bakes something?", "Bettina Kroll"),
    ],
)
def test_it_is_read_so(text: str, question: str, answer: str) -> None:
    assert (question, answer) in asked(text)
