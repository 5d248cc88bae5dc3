"""Quantifiers without a number are asked about by themselves."""

import pytest

from tests.engines.parsing.asking import asked


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("All of them were rescued by the ferry.", "How many of them were rescued?", "All"),
        ("Most voters rejected the plan.", "How many voters rejected something?", "Most"),
        ("The board fired half of the nurses.", "How many of the nurses did someone fire?", "half"),
        ("Nearly every clinic has closed.", "How many clinics have closed?", "Nearly every clinic"),
        ("She spent most of the money.", "How much of the money did someone spend?", "most"),
        ("None of the boats sank.", "How many of the boats sank?", "None"),
    ],
)
def test_quantifiers_of_subjects_and_objects(text: str, question: str, answer: str) -> None:
    assert (question, answer) in asked(text, ("quantity",))


@pytest.mark.parametrize("text", ["They walked all day.", "He trains every week.", "Most importantly, the mill burned."])
def test_times_and_degrees_are_no_quantities(text: str) -> None:
    assert asked(text, ("quantity",)) == []
    assert asked("Most mills burned.", ("quantity",)) == [("How many mills burned?", "Most")]
