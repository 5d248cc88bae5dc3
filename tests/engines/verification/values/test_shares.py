"""Shares that follow from two numbers told together."""

import pytest

from engines.verification.values.finding import find_values
from engines.verification.values.shares import is_share


@pytest.mark.parametrize(
    ("share", "numbers"),
    [
        ("a quarter of the fleet", "Faulty brakes were found on 12 of the 48 buses."),
        ("60 per cent of the crew", "Of the 200 crew members 120 tested positive."),
        ("about a third of voters", "Of 3,020 voters 990 came."),
        ("two thirds of the board", "Six of nine board members agreed."),
    ],
)
def test_a_share_of_two_numbers(share: str, numbers: str) -> None:
    assert is_share(find_values(share)[0], find_values(numbers))


@pytest.mark.parametrize(
    ("share", "numbers"),
    [
        ("a fifth of the fleet", "Faulty brakes were found on 12 of the 48 buses."),
        ("a third of voters", "Of 3,020 voters 950 came."),
        ("a quarter of the fleet", "The 12 km race was won in 48 minutes."),
        ("12 buses", "Faulty brakes were found on 12 of the 48 buses."),
        ("a quarter of the fleet", "The fleet has 48 buses."),
    ],
)
def test_no_share_of_them(share: str, numbers: str) -> None:
    assert not is_share(find_values(share)[0], find_values(numbers))
