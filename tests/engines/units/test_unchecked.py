"""Content words that no unit asks about, and what makes one verb with a verb that is asked about."""

import pytest

from engines.core.results import Predicate, Unit
from engines.core.spans import Span
from engines.core.text import Text
from engines.units.unchecked import unchecked


@pytest.mark.parametrize(
    ("output", "predicate", "answer", "left"),
    [
        ("Repairs took place in Orlo.", "took", "Repairs", ["Orlo"]),
        ("Repairs took weeks in Orlo.", "took", "Repairs", ["weeks", "Orlo"]),
        ("Repairs took the place in Orlo.", "took", "Repairs", ["place", "Orlo"]),
    ],
)
def test_an_object_that_makes_one_verb_with_it_is_asked_about(output: str, predicate: str, answer: str, left: list[str]) -> None:
    where = Predicate(output.index(predicate), output.index(predicate) + len(predicate), predicate, kind="verb")
    unit = Unit(id="q1", kind="qa", statement=output, predicate=where, question="?", answer=Span(0, len(answer), answer))
    assert [output[start:end] for start, end in unchecked(Text.of(output), [unit])] == left
