"""Names of months and days."""

import re

import pytest

from engines.english.calendar import MONTH_PATTERN, is_weekday, names_month, names_weekday


@pytest.mark.parametrize("text", ["in May 1931", "3 Sept. 1931", "Oct 4", "december"])
def test_months_are_found_in_full_and_abbreviated(text: str) -> None:
    assert names_month(text)


@pytest.mark.parametrize("text", ["maybe", "the mayor", "a decade", "marched", "Monday"])
def test_words_that_begin_like_months_are_none(text: str) -> None:
    assert not names_month(text)


def test_the_full_stop_of_an_abbreviation_belongs_to_it() -> None:
    found = re.match(MONTH_PATTERN, "Sept. 1931")
    assert found is not None and found.group() == "Sept."


def test_days_of_the_week() -> None:
    assert is_weekday("Friday") and is_weekday("friday") and not is_weekday("Fridays")
    assert names_weekday("on Friday morning") and not names_weekday("in May")
