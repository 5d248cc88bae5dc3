"""Headings are no statements: they are not judged, and told of as unchecked."""

import pytest

from engines.core.text import Text
from engines.scale.headings import headings
from explorer import analyze

REFERENCE = "The mill in Orlo closed in May. It opens again in June."


@pytest.mark.parametrize(
    ("output", "passed"),
    [
        ("## Summary\n\nThe mill closed in May.", ["Summary"]),
        ("The mill\n\nIt closed in May.\n\n**Next steps**\n\nIt opens in June.", ["The mill", "Next steps"]),
        ("Mill closes\n\nIt closed in May.", []),  # says something
        ("- The mill in Orlo\n- 31 repairs\n\nIt closed in May.", []),  # items of a list
        ("Repairs: 31\n\nIt closed in May.", []),
        ("The mill in Orlo", []),  # there is nothing else
    ],
)
def test_lines_that_state_nothing_are_headings(output: str, passed: list[str]) -> None:
    text = Text.of(output)
    assert [text.model_text[slice(*text.sentences[i])].strip("*# \n") for i in sorted(headings(text))] == passed


def test_headings_are_unchecked_and_no_units() -> None:
    output = "## Summary\n\nThe mill closed in May."
    analysis = analyze(REFERENCE, output, engine="scale")
    assert [unit.statement for unit in analysis.units] == ["The mill closed in May."]
    assert [output[start:end] for start, end in analysis.unchecked] == ["Summary"]
