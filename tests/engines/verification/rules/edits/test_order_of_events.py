"""What comes first: told the other way round in other words it is the same, told the other way round in the same words it is not."""

import pytest

from engines.verification.rules.edits.order_of_events import order_compared
from engines.verification.sentences.parsed import facts

FIRST = "The divers checked the hull before the tide came in."


@pytest.mark.parametrize(
    ("statement", "sentence", "expected"),
    [
        ("The tide came in after the divers checked the hull.", FIRST, "reworded"),
        ("After the divers checked the hull, the tide came in.", FIRST, "reworded"),
        ("The tide came in before the divers checked the hull.", FIRST, "reversed"),
        ("The divers checked the hull after the tide came in.", FIRST, "reversed"),
        ("First sand the boards, then paint them.", "First paint the boards, then sand them.", "reversed"),
        ("The divers checked the hull before the tide came in.", FIRST, ""),
        ("The divers checked the hull.", FIRST, ""),
        ("A choir sang before the mayor spoke.", FIRST, ""),
    ],
)
def test_the_order_of_two_events(statement: str, sentence: str, expected: str) -> None:
    assert order_compared(facts(statement), facts(sentence)) == expected
