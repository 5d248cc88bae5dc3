"""Pairs without end, and marks of memory on the way."""

import pytest

from explorer.evaluation.endurance import analysed, pair


def test_every_pair_is_new_and_the_same_number_gives_the_same_pair() -> None:
    pairs = [pair(number) for number in range(20)]
    assert len({text for both in pairs for text in both}) == 40 and pair(7) == pairs[7]
    known = {word for text in pairs[0] for word in text.split()}
    assert any(word.isalpha() and word not in known for word in pairs[1][0].split())


@pytest.mark.thorough
def test_marks_come_after_the_first_pair_and_then_regularly() -> None:
    marks = list(analysed(5, ("acueval", "scale"), 2))
    assert [mark.pairs for mark in marks] == [1, 2, 4]
    assert all(mark.memory > 50 and mark.failed == 0 for mark in marks)
    assert [mark.seconds for mark in marks] == sorted(mark.seconds for mark in marks)
