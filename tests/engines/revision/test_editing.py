"""Edits applied to a text, and the difference between two texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.errors import SpanError
from engines.core.results import Edit
from engines.revision import apply, diff

_TEXT = st.text(alphabet="ab ,.é\n", max_size=40)


@given(_TEXT, _TEXT)
def test_a_difference_gives_both_texts_back(before: str, after: str) -> None:
    changes = diff(before, after)
    assert "".join(c.before for c in changes) == before
    assert "".join(c.after for c in changes) == after
    assert all(c.kind in ("equal", "delete", "insert", "replace") for c in changes)


def test_any_set_of_edits_can_be_applied_and_overlaps_are_refused() -> None:
    text = "One two three four."
    edits = [Edit(4, 8, "", "x"), Edit(14, 18, "five", "y")]
    assert apply(text, edits) == "One three five."
    assert apply(text, edits[1:]) == "One two three five."
    assert apply(text, []) == text
    with pytest.raises(SpanError):
        apply(text, [Edit(0, 5, "", "x"), Edit(4, 8, "", "y")])


def test_a_number_changes_as_a_whole() -> None:
    changes = [(c.before, c.after) for c in diff("had 6,100 visitors at 08:14.", "had 4,300 visitors at 08:41.") if c.kind != "equal"]
    assert changes == [("6,100", "4,300"), ("08:14", "08:41")]
