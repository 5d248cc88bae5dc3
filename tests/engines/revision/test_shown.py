"""What the reference is shown to have fits where it is put."""

import pytest

from engines.core.findings import ErrorSpan
from engines.core.text import Text
from engines.revision.shown import fitted


@pytest.mark.parametrize(
    ("output", "wrong", "found", "expected"),
    [
        ("It burned for eight years.", "eight", "four years", "It burned for four years."),
        ("Matt Walsh built it.", "Walsh", "Matt Mooney", "Matt Mooney built it."),
        ("It cost £3,311 then.", "3,311", "£1,311", "It cost £1,311 then."),
        ("It holds 438.6g of fat.", "438.6", "43.3g", "It holds 43.3g of fat."),
        ("They found her not guilty.", "not", "guilty", "They found her guilty."),
        ("Ilse Varga left in a hurry.", "hurry", "old boat", "Ilse Varga left in an old boat."),
        ("Friday was dry.", "Friday", "monday", "Monday was dry."),
        ("They paid Holt's fee.", "Holt's", "Reyle", "They paid Reyle's fee."),
        ("The boat left in June.", "June", "the harbour", "The boat left in the harbour."),
        ("Ilse Varga has a boat.", "boat", "an old boat", "Ilse Varga has an old boat."),
    ],
)
def test_fits(output: str, wrong: str, found: str, expected: str) -> None:
    start = output.index(wrong)
    fit = fitted(Text.of(output), ErrorSpan(start, start + len(wrong), wrong), found)
    assert fit is not None
    assert output[: fit[0]] + fit[2] + output[fit[1] :] == expected


@pytest.mark.parametrize("found", ["June", "the whole of the long winter that came after it and the spring"])
def test_what_changes_nothing_or_is_a_sentence_is_not_put_there(found: str) -> None:
    assert fitted(Text.of("The boat left in June."), ErrorSpan(17, 21, "June"), found) is None
