"""Lengths of time that lie between two dates or times."""

import pytest

from engines.verification.values.finding import find_values
from engines.verification.values.intervals import lies_between, lies_between_times


@pytest.mark.parametrize(
    ("length", "dates"),
    [
        ("seventeen years", "It shut in 1987 and stood empty until 2004."),
        ("27 years", "The hall opened in 1931, its cellar in 1958."),
        ("two weeks", "from 10 April until 24 April"),
        ("three days", "from 30 May to 2 June 2019"),
        ("about a month", "It closed on 3 May and opened on 2 June."),
    ],
)
def test_a_length_between_two_dates(length: str, dates: str) -> None:
    assert lies_between(find_values(length)[0], find_values(dates))


@pytest.mark.parametrize(
    ("length", "dates"),
    [
        ("eighteen years", "It shut in 1987 and stood empty until 2004."),
        ("27 men", "The hall opened in 1931, its cellar in 1958."),
        ("one month", "from 10 April until 24 April"),
        ("two weeks", "from April to May"),
        ("17 years", "It shut in 1987."),
        ("two hours", "from 10 April until 24 April"),
    ],
)
def test_any_other_length(length: str, dates: str) -> None:
    assert not lies_between(find_values(length)[0], find_values(dates))


def test_a_table_of_many_dates_takes_no_longer_than_reading_it() -> None:
    dates = find_values(" ".join(f"In {year} it rained." for year in range(1000, 2000)) * 20)
    length = find_values("1500 years")[0]
    assert len(dates) == 20_000 and not lies_between(length, dates)


@pytest.mark.parametrize(
    ("length", "times", "told"),
    [
        ("one hour", "at 9pm instead of 10pm", True),
        ("90 minutes", "from 08:50 to 10:20", True),
        ("two hours", "from 11pm to 1am", True),
        ("two hours", "at 9pm instead of 10pm", False),
        ("two days", "from 9pm to 10pm", False),
        ("one hour", "at 9pm", False),
        ("45 seconds", "Breck 2:14:37, Delane 2:15:22", True),
        ("55 seconds", "Breck 2:14:37, Delane 2:15:22", False),
        ("more than four minutes", "Sollen 2:31:48, Dace 2:36:05", True),
        ("almost four minutes", "Sollen 2:31:48, Dace 2:36:05", False),
    ],
)
def test_a_length_between_two_times_of_day(length: str, times: str, told: bool) -> None:
    assert lies_between_times(find_values(length)[0], find_values(times)) == told
