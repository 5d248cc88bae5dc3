"""What qualifies a claim is not cut out where the reference qualifies it too."""

import pytest

from engines.revision.qualifications import lacks_condition, loses_qualification


@pytest.mark.parametrize(
    ("cut", "evidence"),
    [
        (" while a member has less than 30 days", "Nothing is paid while a member has fewer than 30 days."),
        (", if the roof holds", "The hall opens in May unless it rains or if the roof is not mended."),
        (" except on Sundays", "It is open on all days but Sunday, excluding feasts."),
        (" might", "Varga could leave in June."),
        ("n't", "The crew did not leave."),
        (", according to Holt", "Holt said the mill had burned."),
    ],
)
def test_kept(cut: str, evidence: str) -> None:
    assert loses_qualification(cut, evidence)
    assert not loses_qualification(cut, "The mill burned in May and nine looms burned with it.")


def test_plain_words_qualify_nothing() -> None:
    assert not loses_qualification(" in the old shed by the river", "If it rains, the mill might not open, Holt said.")


@pytest.mark.parametrize("proviso", ["if", "unless", "provided that", "as long as"])
def test_what_holds_under_a_condition_is_not_said_without_one(proviso: str) -> None:
    told = f"The baker called the price fair {proviso} the county paid half of it."
    assert lacks_condition("The baker called the price fair.", told)
    assert not lacks_condition(f"The baker called the price fair {proviso} others paid.", told)
    assert not lacks_condition("The baker called the price fair.", "The baker called the price fair when she heard it.")
