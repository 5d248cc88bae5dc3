"""What is denied, planned or done is held against the same verb with the same arguments, whatever the order of words."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import conflicts


def told(statement: str, reference: str) -> set[str]:
    """The names of the rules that see a conflict."""
    return {conflict.rule for conflict in conflicts(Case(align(encoded(Text.of(reference)), [statement])[0]))[0]}


@pytest.mark.parametrize(
    ("statement", "reference"),
    [
        ("She had sold two of its older ships.", "Harlow Brandt said that she was considering selling two of its older ships."),
        (
            "The council is planning to close the baths in Pell Street.",
            "The council has closed the baths in Pell Street, as a notice says.",
        ),
        ("The council will close the baths in Pell Street.", "The council closed the baths in Pell Street in May."),
    ],
)
def test_plans_and_deeds_exclude_each_other(statement: str, reference: str) -> None:
    assert "plan" in told(statement, reference)


@pytest.mark.parametrize(
    ("statement", "reference"),
    [
        ("The council will close the baths in Pell Street.", "The council is to close the baths in Pell Street in May."),
        ("The council wanted to close the baths.", "The council, which wanted to close the baths, closed them in May."),
    ],
)
def test_what_was_planned_may_be_told_as_planned(statement: str, reference: str) -> None:
    assert "plan" not in told(statement, reference)


def test_what_is_no_longer_so_is_denied_in_any_order() -> None:
    reference = "The lighthouse at Cape Umber is still manned by two keepers, although its lamp was automated in 1988."
    assert "denial" in told("The lighthouse at Cape Umber, whose lamp was automated in 1988, is no longer manned by keepers.", reference)
    assert not told("The lighthouse at Cape Umber, whose lamp was automated in 1988, is manned by two keepers.", reference)
