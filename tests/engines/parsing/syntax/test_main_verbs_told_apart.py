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
        ("The pump failed, so Ada Brock told the crew to go.", "Who told someone to do something?", "Ada Brock"),
        ("Jurors cleared Pellow of damaging a gate.", "What was damaged?", "a gate"),
        ("The group set off in the early hours.", "When did someone set off?", "in the early hours"),
        ("On Sundays the ferry leaves at 08:15.", "What leaves?", "the ferry"),
        ("On Sundays the ferry leaves at 08:15.", "When does something leave?", "at 08:15"),
        ("She added that the water company intended to raise its charges.", "Who intended to do something?", "the water company"),
        ("Each September Bettina Kroll bakes a pie.", "Who bakes something?", "Bettina Kroll"),
    ],
)
def test_it_is_read_so(text: str, question: str, answer: str) -> None:
    assert (question, answer) in asked(text)


def test_a_clause_before_another_is_not_what_somebody_says() -> None:
    questions = [question for question, _ in asked("The pump failed, so Ada Brock told the crew to go.")]
    assert "What did someone tell someone?" not in questions
    assert "What does someone say?" in [question for question, _ in asked("It leaks, so Norlink says.")]


def test_whoever_clears_somebody_of_a_deed_did_not_do_it() -> None:
    answers = {answer for question, answer in asked("Jurors cleared Pellow of damaging a gate.") if "damaged" in question}
    assert answers == {"a gate"}
