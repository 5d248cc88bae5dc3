"""SQuAD's normalisation, token F1 and exact match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.qags.scoring import exact_match, f1


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
