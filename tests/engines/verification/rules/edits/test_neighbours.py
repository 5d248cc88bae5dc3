"""Values between the very same words as another one."""

import pytest

from tests.engines.verification.rules.instead import told

MINUTES = (
    "A smaller boat will make four crossings a day rather than the usual nine. The larvae stayed buried in silt for up to seven years. "
    "One of our two compressors has lost its coolant through a cracked valve. The firms were fined £20,000 and £30,000 for failing to "
    "control their players in May. They were married for 41 years before she passed away. The pound fell 1% against the euro in London. "
    "The owners banned 11 popular boating sites. About 140 of 600 limes were felled, nearly all of them on the quay. "
    "Profit fell to 31 million crowns from 38 million, mainly because of coal. Scores fell by 9.4 points in the first group, against 4.1 "
    "points in the second group. Rashes were seen in five people in the first group and three in the second group."
)


@pytest.mark.parametrize(
    ("statement", "instead"),
    [
        ("A boat will make nine crossings a day.", "four"),
        ("A boat will make four crossings a day.", None),
        ("The larvae stay in silt for at least seven years.", "seven years"),
        ("The larvae stay in silt for up to seven years.", None),
        ("One compressor has lost its coolant through a cracked valve.", None),
        ("Orlo was fined £20,000 for failing to control its players.", None),
        ("The ring was seen three weeks before she passed away.", None),  # another length of something else
        ("The pound fell more than 1% against the dollar.", None),
        ("About 140 limes were felled, nearly all of them on the quay.", None),
        ("Profit fell to 31 million, mainly because of coal.", None),
        ("Scores fell by 9.4 points in the first group and 4.1 in the second group.", None),
        ("Orlo blocked more than 100 popular boating sites.", None),  # too few of the words are the same
    ],
)
def test_a_value_stands_where_another_one_does(statement: str, instead: str | None) -> None:
    assert told(statement, MINUTES).get("value beside its neighbours") == instead
