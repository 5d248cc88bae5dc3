"""What is told of a verb that is asserted here in one way and in the reference in another."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.reading import read_output
from engines.verification.localizer.signals.assertion import COLUMNS, SIGNAL

REFERENCE = "The library will open in June. Staff may work at the old site. The board did not accept the plan of the architect."


def told(output: str) -> dict[str, dict[str, float]]:
    """Of each word of a verb the columns that are not zero."""
    reading = read_output(encoded(Text.of(REFERENCE)), Text.of(output))
    (rows,) = SIGNAL.rows(reading)
    words = [output[word.start : word.end] for word in reading.sentences[0].tree.words]
    columns = (dict(zip(COLUMNS, row.tolist(), strict=True)) for row in rows)
    return {word: {k: v for k, v in of.items() if v} for word, of in zip(words, columns, strict=True) if of["of_verb"]}


@pytest.mark.parametrize(
    ("output", "word", "column"),
    [
        ("The library opened in June.", "opened", "surer"),
        ("The library may open in June.", "may", "less_sure"),
        ("Staff must work at the old site.", "must", "modal_differs"),
        ("Staff may not work at the old site.", "not", "denial_differs"),
        ("The board accepted the plan of the architect.", "accepted", "denial_differs"),
    ],
)
def test_another_assertion_is_told_of_the_verb_and_its_auxiliaries(output: str, word: str, column: str) -> None:
    assert told(output)[word].get(column) == 1


def test_the_same_assertion_differs_in_nothing() -> None:
    for output in ("The library will open in June.", "Staff may work at the old site.", "The board did not accept the plan."):
        for columns in told(output).values():
            assert not {"surer", "less_sure", "modal_differs", "denial_differs", "past_differs"} & set(columns)
            assert columns["counterpart"] == 1


def test_a_verb_that_the_reference_does_not_have_has_no_counterpart() -> None:
    assert "counterpart" not in told("The mayor sneezed.")["sneezed"]
