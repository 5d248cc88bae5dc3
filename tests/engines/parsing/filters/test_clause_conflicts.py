"""What the clause itself contradicts is not asked."""

import pytest

from tests.engines.parsing.asking import asking_all


def answers(text: str, predicate: str) -> list[tuple[str, str]]:
    """(question, answer) of the QAs of one predicate, of which there is at least one."""
    found = [
        (qa.question, qa.answer.text) for parsed in asking_all().parse(text) if parsed.predicate.text == predicate for qa in parsed.qas
    ]
    assert found, f"nothing is asked of {predicate!r}"
    return found


@pytest.mark.parametrize(
    ("text", "predicate", "wrong", "right"),
    [
        ("The ferry is moored beside a man-made island in the bay.", "made", "in the bay", "island"),
        ("Ilse Varga plotted to get Ben Orlo arrested as a warning.", "arrested", "Ilse Varga", "Ben Orlo"),
        ("Prices are falling, wages are rising.", "rising", "Prices are falling", "wages"),
        ("Mayor Voss voted against moving the collection.", "moving", "Mayor Voss", "the collection"),
        ("Ana Ruiz left Orlo to return to the coast.", "return", "Orlo", "to the coast"),
        ("Ana Ruiz also sang the hymn, check it out below.", "check", "Ana Ruiz", "the hymn"),
        ('The band is playing "Never Again" on the radio.', "playing", "Never Again", "The band"),
    ],
)
def test_an_answer_that_the_clause_contradicts_is_not_given(text, predicate, wrong, right):
    given = [answer for _, answer in answers(text, predicate)]
    assert right in given
    assert wrong not in given


def test_who_speaks_after_the_quotation_is_the_speaker():
    asked = dict(answers("The ferry sank with ten people, most of them from Orlo, said keeper Ilse Varga, who lives nearby.", "said"))
    assert "keeper Ilse Varga" in asked.values()
    assert not any("most" in answer for answer in asked.values())


def test_an_infinitive_after_asking_has_the_one_asked_as_its_subject():
    asked = answers("Ana Ruiz asked Ben Orlo to repair the mill.", "repair")
    assert ("Who might repair something?", "Ben Orlo") in asked


def test_a_verb_without_auxiliary_after_although_is_active():
    asked = dict(answers("Although Brekke lost by an innings, Ana Ruiz took three catches.", "lost"))
    assert "Brekke" in asked.values()
    assert not any(question.startswith(("Who was", "What was")) for question in asked)


def test_what_is_voted_on_is_asked_as_a_deed_and_not_as_a_reason():
    asked = answers("The council voted to close the school.", "voted")
    assert ("What did someone vote to do?", "to close the school") in asked
    assert not any(question.startswith("Why") for question, _ in asked)


def test_names_run_together_are_no_appositions():
    text = "Rovers sign keeper on loan Rovers manager Ilse Varga has signed keeper Ben Orlo on loan until May."
    assert asking_all().parse(text, ["verb"])
    assert not asking_all().parse(text, ["apposition"])
