"""Threads: as many as the work and the machine ask for, or as a person says; what others set is put back."""

from collections import namedtuple
from types import SimpleNamespace

import psutil
import pytest
import torch

from engines.core.errors import InputError
from engines.core.machine import threads
from engines.core.text import Text
from engines.verification.encoding import encoder


@pytest.fixture(autouse=True)
def _as_the_work_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(threads.VARIABLE, raising=False)
    monkeypatch.setattr(threads, "_processors", lambda: 8)
    monkeypatch.setattr(threads, "_others", lambda: 0.0)


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


def test_a_person_may_set_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(threads.VARIABLE, "3")
    assert threads.threads_for(10) == threads.threads_for(10**6) == 3
    monkeypatch.setenv(threads.VARIABLE, "auto")
    assert threads.threads_for(10) == 1


@pytest.mark.parametrize("given", ["0", "-1", "many", "1.5", "\u00b2"])
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
