"""Runs belong to the server: they go on unwatched, are found again by their owner alone, and stop when they are told to."""

import threading
from collections.abc import Iterator

import pytest

from engines.core.errors import Cancelled, InputError
from explorer.services.tabs.run import Run, State
from explorer.services.tabs.runs import MOST_ENDED, MOST_WAITING, Runs


class Work:
    """Steps that are done when a test says so."""

    def __init__(self) -> None:
        self.go_on, self.began, self.closed = threading.Semaphore(0), threading.Event(), threading.Event()

    def __call__(self) -> Iterator[int | str]:
        self.began.set()
        try:
            for step in range(1, 100):
                self.go_on.acquire()
                yield step
                if step == 3:
                    return
        finally:
            self.closed.set()


def end_of(run: Run) -> State:
    """The state in which a run has ended."""
    *_, last = run.follow(beat=30)
    assert last.ended
    return last


def test_a_run_goes_on_unwatched_and_is_found_again() -> None:
    runs, work = Runs(), Work()
    run = runs.begin("mine", "analysis", "a", work)
    work.go_on.release(1)
    told = run.follow(beat=30)
    assert next(told).ended is False
    told.close()  # the page is gone
    work.go_on.release(2)
    assert runs.of("mine") is run and end_of(run).told(int) == 3 and run.state().problem is None
    assert runs.of("another") is None and runs.of(run.id) is None


def test_the_same_once_more_is_the_run_that_goes_on_and_another_is_refused() -> None:
    runs, work = Runs(), Work()
    run = runs.begin("mine", "analysis", "a", work)
    assert runs.begin("mine", "analysis", "a", work) is run
    with pytest.raises(InputError, match="analysis of this tab still goes on"):
        runs.begin("mine", "comparison", "a", work)
    theirs = runs.begin("theirs", "comparison", "a", Work())
    assert theirs is not run and not runs.cancel("nobody")
    work.go_on.release(9)
    end_of(run)
    assert runs.begin("mine", "analysis", "a", work) is not run


def test_a_run_that_is_stopped_has_ended_at_once_and_its_work_is_closed() -> None:
    runs, work = Runs(), Work()
    run = runs.begin("mine", "analysis", "a", work)
    assert work.began.wait(30)
    assert runs.cancel("mine") and not runs.cancel("mine")
    assert isinstance(end_of(run).problem, Cancelled) and run.state().cancelled
    again = runs.begin("mine", "analysis", "a", lambda: iter([7]))  # while the step of the other has not come to its end
    assert end_of(again).told(int) == 7
    work.go_on.release()
    assert work.closed.wait(30) and end_of(run).told(int) is None


def test_what_was_stopped_before_it_was_asked_for_is_not_begun() -> None:
    runs = Runs()
    assert not runs.cancel("mine", "first"), "nothing goes on yet"
    with pytest.raises(Cancelled):
        runs.begin("mine", "analysis", "a", Work(), "first")
    assert runs.of("mine") is None
    for owner, press in (("theirs", "first"), ("mine", "second")):
        assert end_of(runs.begin(owner, "analysis", "a", lambda: iter([7]), press)).told(int) == 7
    assert not runs.cancel("mine", "second")
    assert end_of(runs.begin("mine", "analysis", "a", lambda: iter([8]))).told(int) == 8, "what no press asked for is not stopped by one"


def test_whoever_follows_last_is_told() -> None:
    work = Work()
    run = Runs().begin("mine", "analysis", "a", work)
    first, second = run.follow(beat=30), run.follow(beat=30)
    next(first)
    next(second)
    assert list(first) == []
    work.go_on.release(3)
    assert [state.ended for state in second][-1]


def test_something_is_told_even_where_nothing_changes() -> None:
    told = Runs().begin("mine", "analysis", "a", Work()).follow(beat=0.01)
    assert [next(told).version for _ in range(3)] == [next(told).version] * 3


def test_what_went_wrong_is_told(caplog: pytest.LogCaptureFixture) -> None:
    def work() -> Iterator[int]:
        yield 1
        raise ValueError("a defect")

    state = end_of(Runs().begin("mine", "analysis", "a", work))
    assert isinstance(state.problem, ValueError) and "The analysis failed" in caplog.text


def test_few_are_done_at_a_time_and_the_others_are_told_how_many_go_before() -> None:
    runs, works = Runs(at_once=1), [Work() for _ in range(3)]
    first, second, third = (runs.begin(f"tab {number}", "analysis", "a", work) for number, work in enumerate(works))
    assert works[0].began.wait(30)
    assert (first.state().waiting, second.state().waiting, third.state().waiting) == (0, 1, 2)
    assert runs.cancel("tab 1") and third.state().waiting == 1
    works[0].go_on.release(9)
    assert works[2].began.wait(30) and third.state().waiting == 0 and not works[1].began.is_set()


def test_no_more_wait_or_are_remembered_than_there_is_room_for() -> None:
    runs = Runs(at_once=1)
    runs.begin("first", "analysis", "a", Work())
    for number in range(MOST_WAITING):
        runs.begin(f"tab {number}", "analysis", "a", Work())
    with pytest.raises(InputError, match="Too many runs"):
        runs.begin("last", "analysis", "a", Work())
    for number in range(MOST_WAITING):
        runs.cancel(f"tab {number}")
    runs.begin("last", "analysis", "a", Work())
    known = [number for number in range(MOST_WAITING) if runs.of(f"tab {number}")]
    assert known == list(range(MOST_WAITING - MOST_ENDED, MOST_WAITING)) and runs.of("first")


def test_what_is_closed_begins_nothing() -> None:
    runs, work = Runs(), Work()
    run = runs.begin("mine", "analysis", "a", work)
    runs.close()
    assert end_of(run).cancelled
    with pytest.raises(InputError):
        runs.begin("mine", "analysis", "b", work)
