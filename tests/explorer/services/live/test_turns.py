"""Of the states of a text only the newest has its turn."""

import pytest

from explorer.services.live import turns
from explorer.services.live.memory import Answers, Beside
from explorer.services.live.turns import Busy, Outdated, Turns


def test_versions_only_rise_and_editors_do_not_know_of_each_other() -> None:
    line = Turns()
    with line.turn("a", 2):
        line.still("a", 2)
        with pytest.raises(Outdated):
            line.still("a", 1)
    with pytest.raises(Outdated), line.turn("a", 1):
        pass
    with line.turn("b", 1), pytest.raises(Outdated):
        line.still("a", 3)
    with line.turn("a", 2):  # the same once more
        pass


def test_too_many_are_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Turns()
    monkeypatch.setattr(turns, "MOST_WAITING", 1)
    with line.turn("a", 1), pytest.raises(Busy, match="as soon as"), line.turn("b", 1):
        pass
    with line.turn("b", 2):
        line.still("b", 2)


def test_answers_are_remembered_and_the_cache_behind_is_only_read() -> None:
    disk, answers = Answers(), Answers(most=20)
    disk.set_many([("a", [1]), ("b", {"x": None})])
    both = Beside(answers, disk)
    assert both.get_many(["a", "b", "c"]) == [[1], {"x": None}, None]
    both.set_many([("c", "new")])
    assert both.get_many(["c"]) == ["new"] and disk.get_many(["c"]) == [None]
    answers.set_many([("d", "x" * 30)])
    assert answers.get_many(["a", "c", "d"]) == [None, None, "x" * 30]  # the oldest went
