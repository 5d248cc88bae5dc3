"""A worker that is killed costs no answer, and what kills its worker every time is told apart from the rest."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from explorer.batches.workers import on_workers
from explorer.reading.usage import UsageError
from tests.explorer.running import OUTPUT, REFERENCE, read_rows, write_rows

ROOT = Path(__file__).parents[3]


def halved(number: int) -> float:
    """Half of a number; the process that is asked for that of 7 is killed."""
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return number / 2


def test_only_what_kills_its_worker_is_lost() -> None:
    told: list[int] = []
    found = list(on_workers(iter(range(20)), halved, lambda number: -number, told.append, 2, "loky"))
    assert sorted(found) == sorted([-7, *(number / 2 for number in range(20) if number != 7)])
    assert told and told[0] >= 1


def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(UsageError, match="nonsense"):
        list(on_workers(iter([1, 2]), halved, halved, print, 2, "nonsense"))


def test_a_batch_whose_worker_is_killed_answers_every_pair_and_says_so(tmp_path: Path) -> None:
    rows = [{"id": i, "reference": REFERENCE, "output": f"{OUTPUT} Number {i} left."} for i in range(30)]
    out = tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "explorer", "batch", str(write_rows(tmp_path / "in.jsonl", rows)), "--out", str(out), "--workers", "2"]
    running = subprocess.Popen([*command, "--no-cache"], cwd=ROOT, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline and running.poll() is None and (not out.exists() or out.read_bytes().count(b"\n") < 2):
        time.sleep(0.05)
    workers = [p for p in psutil.Process(running.pid).children(recursive=True) if "popen_loky" in " ".join(p.cmdline())]
    workers[0].kill()
    _, said = running.communicate(timeout=400)
    assert running.returncode == 0 and "A worker was killed" in said and "Traceback" not in said
    answers = read_rows(out)
    assert sorted(answer["id"] for answer in answers) == list(range(30)) and all("scores" in answer for answer in answers)
