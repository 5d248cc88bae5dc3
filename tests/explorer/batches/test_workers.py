"""A worker that is killed costs no answer, what kills its worker every time is told apart from the rest, and none outlives its run."""

import gc
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from engines.core.errors import UnavailableError
from explorer.batches.workers import Processes
from tests.explorer.running import OUTPUT, REFERENCE, read_rows, write_rows

ROOT = Path(__file__).parents[3]


def halved(number: int) -> float:
    """Half of a number; the process that is asked for that of 7 is killed, and that of 3 takes its time."""
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.3 if number == 3 else 0)
    return number / 2


def cut_short(number: int) -> float:
    """Half of a number; the process that is asked for that of 7 is killed when it has handed over the beginning of its answer."""
    if number == 7:
        (queue,) = [found for found in gc.get_objects() if type(found).__name__ == "SimpleQueue" and hasattr(found, "_writer")]
        os.write(queue._writer.fileno(), struct.pack("!i", 1000) + b"the beginning")
        os.kill(os.getpid(), signal.SIGKILL)
    return number / 2


def ended() -> None:
    """Never answers: its process is killed."""
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.thorough
def test_only_what_kills_its_worker_is_lost_and_the_order_is_kept() -> None:
    told: list[int] = []
    with Processes(2, told.append) as workers:
        found = list(workers.each(iter(range(20)), halved, lambda number: -number))
        assert found == [-7 if number == 7 else number / 2 for number in range(20)]
        assert len(told) == 1 and told[0] >= 1
        assert workers.once(os.getpid) != os.getpid()
        with pytest.raises(UnavailableError, match="too little memory"):
            workers.once(ended)


def test_a_worker_that_is_killed_in_the_midst_of_its_answer_holds_up_nobody() -> None:
    told: list[int] = []
    with Processes(2, told.append) as workers:
        found = list(workers.each(iter(range(12)), cut_short, lambda number: -number))
    assert found == [-7 if number == 7 else number / 2 for number in range(12)]
    assert told and told[0] >= 1


def interruptible() -> None:
    """A shell starts what runs behind it deaf to SIGINT, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def running(rows: Path, out: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], list[psutil.Process]]]:
    """A batch under way that has answered two rows, with its workers, none of which is left behind by the test."""
    command = [sys.executable, "-m", "explorer", "batch", str(rows), "--out", str(out), *arguments]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, preexec_fn=interruptible)
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline and process.poll() is None and (not out.exists() or out.read_bytes().count(b"\n") < 2):
        time.sleep(0.05)
    workers = [p for p in psutil.Process(process.pid).children(recursive=True) if "popen_loky" in " ".join(p.cmdline())]
    try:
        yield process, workers
    finally:
        for left in [process, *workers]:
            with suppress(psutil.NoSuchProcess):
                left.kill()
        process.wait()


MANY = 8
"""Pairs that keep two workers busy when one of them is killed."""


def pairs(number: int) -> list[dict[str, object]]:
    return [{"id": i // 2, "reference": REFERENCE, "output": f"{OUTPUT} Number {i} left."} for i in range(number)]


@pytest.mark.thorough
def test_a_batch_whose_worker_is_killed_answers_every_pair_and_says_so(tmp_path: Path) -> None:
    rows, out = write_rows(tmp_path / "in.jsonl", pairs(MANY)), tmp_path / "out.jsonl"
    with running(rows, out, "--workers", "2", "--no-cache") as (process, workers):
        workers[0].kill()
        _, said = process.communicate(timeout=400)
        assert process.returncode == 0 and "A worker was killed" in said and "Traceback" not in said
    answers = read_rows(out)
    assert [answer["id"] for answer in answers] == [i // 2 for i in range(MANY)] and all("scores" in answer for answer in answers)


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_however_a_batch_is_stopped_no_worker_outlives_it(tmp_path: Path, number: signal.Signals) -> None:
    rows, out = write_rows(tmp_path / "in.jsonl", pairs(500)), tmp_path / "out.jsonl"
    with running(rows, out, "--workers", "2", "--no-cache") as (process, workers):
        assert len(workers) == 2
        process.send_signal(number)
        _, said = process.communicate(timeout=100)
        assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}[number]
        assert "Traceback" not in said and ("stopped" in said) == (number == signal.SIGTERM)
        _, left = psutil.wait_procs(workers, timeout=20)
        assert left == []
    assert [answer["id"] for answer in read_rows(out)] == [i // 2 for i in range(len(read_rows(out)))]


SLEEPING = """
import time
from explorer.batches.workers import Processes
with Processes(2, print) as workers:
    list(workers.each(iter(range(99)), time.sleep, print))
"""


def test_workers_of_a_program_that_is_killed_end_by_themselves() -> None:
    process = subprocess.Popen([sys.executable, "-c", SLEEPING], cwd=ROOT)
    workers: list[psutil.Process] = []
    deadline = time.monotonic() + 60
    while len(workers) < 2 and time.monotonic() < deadline:
        workers = [p for p in psutil.Process(process.pid).children(recursive=True) if "popen_loky" in " ".join(p.cmdline())]
        time.sleep(0.05)
    process.kill()
    process.wait()
    assert len(workers) == 2 and psutil.wait_procs(workers, timeout=20)[1] == []
