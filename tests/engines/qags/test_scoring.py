"""SQuAD's normalisation, token F1 and exact match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.qags.scoring import exact_match, f1, values_differ


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ("The old ferry", "old ferry", 1.0),
        ("two electric catamarans", "Two electric boats!", 2 / 3),
        ("Brekke", "Hallam Bay", 0.0),
        ("Brekke", None, 0.0),
        (None, None, 1.0),
        ("the", "a", 1.0),
        ("a a ferry ferry", "ferry", 2 / 3),
    ],
)
def test_f1(ours: str | None, theirs: str | None, expected: float) -> None:
    assert f1(ours, theirs) == pytest.approx(expected)


def test_exact_match_ignores_articles_case_and_punctuation() -> None:
    assert exact_match("The U.S.", "us") == 1.0
    assert exact_match("two boats", "boats two") == 0.0
    assert exact_match(None, "boats") == 0.0


@given(st.text(max_size=40), st.text(max_size=40))
def test_f1_is_symmetric_and_bounded(first: str, second: str) -> None:
    assert f1(first, second) == f1(second, first)
    assert 0 <= f1(first, second) <= 1
    assert f1(first, first) == 1.0


@pytest.mark.parametrize(
    ("ours", "theirs", "differ"),
    [
        ("3 June", "3 July", True),
        ("1915", "1912 to 1915", True),
        ("from 1912 to 1915", "1915", True),
        ("two looms", "three looms", True),
        ("at 08:14", "at 08:41", True),
        ("about half of the crews", "a third of the crews", True),
        ("about half", "half of them", False),
        ("2019", "July 2019", False),
        ("two looms", "2 looms", False),
        ("two looms", "the looms", False),
        ("the crew", "the crew of twelve", False),
    ],
)
def test_answers_with_different_values_are_different_answers(ours: str, theirs: str, differ: bool) -> None:
    assert values_differ(ours, theirs) is differ
