"""Threads: as many as the work and the machine ask for, or as a person says; what others set is put back."""

from collections import namedtuple
from threading import Event, Thread
from types import SimpleNamespace

import psutil
import pytest
import torch

from engines.core.errors import InputError
from engines.core.machine import threads
from engines.core.text import Text
from engines.verification.encoding import encoder
from explorer.services import analysis


@pytest.fixture(autouse=True)
def _as_the_work_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(threads.VARIABLE, raising=False)
    monkeypatch.setattr(threads, "_processors", lambda: 8)
    monkeypatch.setattr(threads, "_others", lambda: 0.0)
    monkeypatch.setattr(threads, "_watch", threads._Watch())


def test_a_pair_gets_one_thread_and_a_long_reference_several() -> None:
    assert threads.threads_for(500) == 1
    assert threads.threads_for(threads.LARGE) == 4


def test_a_busy_machine_gets_one_thread_for_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = iter(range(100))
    monkeypatch.setattr(threads, "_others", lambda: float(next(spent)))
    assert threads.is_busy() and threads.threads_for(threads.LARGE) == 1


def test_the_own_work_does_not_make_a_machine_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    of_all = namedtuple("of_all", "user system idle iowait guest")(20.0, 5.0, 100.0, 10.0, 1.0)
    own = namedtuple("own", "user system")(15.0, 2.0)
    monkeypatch.setattr(psutil, "cpu_times", lambda: of_all)
    monkeypatch.setattr(psutil, "Process", lambda: SimpleNamespace(cpu_times=lambda: own))
    assert threads._others() == 8.0


class _Clock:
    """The machine's clocks: seconds that have passed, and those of processor that others took."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = self.others = 0.0
        monkeypatch.setattr(threads.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(threads, "_others", lambda: self.others)
        monkeypatch.setattr(threads.os, "cpu_count", lambda: 8)

    def passes(self, seconds: float, others: float = 0.0) -> None:
        self.now += seconds
        self.others += others


def test_a_pair_gets_several_threads_once_the_machine_was_seen_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = _Clock(monkeypatch)
    threads.watch()
    clock.passes(0.05)
    assert threads.threads_for(500) == 1, "nobody knows yet"
    clock.passes(0.06)
    assert threads.threads_for(500) == 4 and threads.threads_for(threads.SEVERAL - 1) == 1
    clock.passes(0.2, others=1.0)
    assert threads.threads_for(500) == 1, "others have begun to work"
    clock.passes(0.2)
    assert threads.threads_for(500) == 4
    clock.passes(60)
    assert threads.threads_for(500) == 1, "what was seen a minute ago says nothing of now"


def test_an_analysis_watches_the_machine_from_its_first_step(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = _Clock(monkeypatch)
    next(analysis.stream("Mira Lund sold the mill.", "Mira Lund sold it."))
    clock.passes(0.2)
    assert threads.threads_for(500) == 4


def test_beside_another_analysis_of_the_process_work_gets_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = _Clock(monkeypatch)
    threads.watch()
    clock.passes(0.2)
    begun, done = Event(), Event()

    def other() -> None:
        with threads.threads(1):
            begun.set()
            done.wait(30)

    at_work = Thread(target=other)
    at_work.start()
    try:
        assert begun.wait(30) and threads.threads_for(500) == threads.threads_for(threads.LARGE) == 1
    finally:
        done.set()
        at_work.join(30)
    with threads.threads(1):
        assert threads.threads_for(500) == 4, "a block of one's own holds nothing up"


def test_a_person_may_set_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(threads.VARIABLE, "3")
    assert threads.threads_for(10) == threads.threads_for(10**6) == 3
    monkeypatch.setenv(threads.VARIABLE, "auto")
    assert threads.threads_for(10) == 1


@pytest.mark.parametrize("given", ["0", "-1", "many", "1.5", "\u00b2", "10000", "9" * 5000])
def test_what_is_no_number_of_threads_is_refused(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv(threads.VARIABLE, given)
    with pytest.raises(InputError, match=threads.VARIABLE):
        threads.threads_for(10)


def test_the_encoder_runs_on_the_threads_chosen_and_puts_back_what_was_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(threads.VARIABLE, "2")
    seen: list[int] = []
    original = encoder._encode_batch

    def watched(*arguments: object) -> None:
        seen.append(torch.get_num_threads())
        original(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(encoder, "_encode_batch", watched)
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        encoder.encode([Text.of("A sentence that nobody has encoded before, about Quellin.").text])
        assert seen and set(seen) == {2} and torch.get_num_threads() == 1
    finally:
        torch.set_num_threads(before)


def test_a_number_that_cannot_be_set_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(number: int) -> None:
        raise RuntimeError("too many")

    monkeypatch.setattr(threads, "_set", refuse)
    with pytest.raises(RuntimeError), threads.threads(2):
        pass
    assert not threads._at_work


def test_blocks_that_overlap_get_the_most_that_one_wants_and_leave_what_was_set_before() -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(4)
    first, second = threads.threads(1), threads.threads(2)
    try:
        first.__enter__()
        assert torch.get_num_threads() == 1
        second.__enter__()
        assert torch.get_num_threads() == 2
        first.__exit__(None, None, None)
        assert torch.get_num_threads() == 2
        second.__exit__(None, None, None)
        assert torch.get_num_threads() == 4
    finally:
        torch.set_num_threads(before)
