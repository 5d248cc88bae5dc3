"""Of events that ask for one thing in one tab, the newest is answered, whichever comes or ends first."""

from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

from components.wiring.handlers.asked import Newest

NOTHING: dict[Any, Any] = {"status": "skipped"}


def asked(count: int, tab: str = "a", **more: object) -> dict[str, object]:
    return {"tab": tab, "count": count, **more}


def drawn(data: Any) -> dict[Any, Any]:
    return {"review": data["count"]}


def test_what_comes_after_a_newer_one_draws_nothing() -> None:
    newest = Newest(NOTHING)
    assert newest.answer("review", asked(2), drawn) == {"review": 2}
    assert newest.answer("review", asked(1), drawn) == NOTHING
    assert newest.answer("review", asked(3), drawn) == {"review": 3}


def test_other_tabs_and_other_things_have_turns_of_their_own() -> None:
    newest = Newest(NOTHING)
    newest.answer("review", asked(9), drawn)
    assert newest.answer("review", asked(1, tab="b"), drawn) == {"review": 1}
    assert newest.answer("history", asked(1), drawn) == {"review": 1}


def test_who_says_no_number_is_always_answered() -> None:
    newest = Newest(NOTHING)
    newest.answer("review", asked(9), drawn)
    for data in (None, {}, {"tab": "a"}, {"tab": "a", "count": "x"}, {"tab": 1, "count": 1}):
        assert newest.answer("review", data, lambda given: {"given": given}) == {"given": data}


def test_one_at_work_when_a_newer_one_comes_ends_first_and_draws_nothing() -> None:
    newest, begun, go_on, order, answers = Newest(NOTHING), Event(), Event(), [], {}

    def slow(data: Any) -> dict[Any, Any]:
        begun.set()
        assert go_on.wait(10)
        order.append(1)
        return drawn(data)

    def quick(data: Any) -> dict[Any, Any]:
        order.append(2)
        return drawn(data)

    first = Thread(target=lambda: answers.update({1: newest.answer("models", asked(1), slow)}))
    first.start()
    assert begun.wait(10)
    second = Thread(target=lambda: answers.update({2: newest.answer("models", asked(2), quick)}))
    second.start()
    deadline = monotonic() + 10
    while newest._turns[("models", "a")].newest < 2 and monotonic() < deadline:
        sleep(0.01)
    go_on.set()
    first.join(10)
    second.join(10)
    assert order == [1, 2]
    assert answers == {1: NOTHING, 2: {"review": 2}}


def test_tabs_that_asked_long_ago_are_forgotten() -> None:
    newest = Newest(NOTHING)
    for number in range(2000):
        newest.answer("review", asked(1, tab=f"t{number}"), drawn)
    assert len(newest._turns) <= 512
