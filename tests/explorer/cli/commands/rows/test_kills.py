"""A batch that was killed and taken up again, in whatever order it reads its rows, gives the rows of one that was never stopped."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from explorer.evaluation.speed import passage
from tests.explorer.running import Errata, write_rows

ROOT = Path(__file__).parents[5]
KILLED_AT = 2


def pairs() -> list[dict[str, Any]]:
    """Six pairs, two outputs an id, with sentences of every length; half of the outputs say what stands in the reference."""
    rows = []
    for number in range(3):
        reference = passage(90 + 10 * number, number)
        rows.append({"id": f"d{number}", "reference": reference, "output": " ".join(reference.split()[: 20 + number])})
        rows.append({"id": f"d{number}", "reference": reference, "output": passage(25, 1000 + number), "label": 0})
    return rows


def begun(file: Path, out: Path, folder: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "explorer", "batch", file, "--out", out, "--engine", "qasem", "--data-dir", folder]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    return subprocess.Popen([str(part) for part in command], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL, start_new_session=True)


def rows_of(out: Path) -> list[str]:
    """The rows as they were written, without ids and times of analyses."""
    found = []
    for line in out.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for name in ("id", "created", "timings"):
            del row["analysis"][name]
        found.append(json.dumps(row))
    return found


@pytest.mark.thorough
def test_rows_are_the_same_to_the_last_digit_after_a_kill_and_in_another_order(errata: Errata, tmp_path: Path) -> None:
    rows = pairs()
    straight, killed, shuffled = (tmp_path / f"{name}.jsonl" for name in ("straight", "killed", "shuffled"))
    given = write_rows(tmp_path / "in.jsonl", rows)
    assert errata("batch", given, "--out", straight, "--engine", "qasem", "--data-dir", tmp_path / "a").code == 0

    first = begun(given, killed, tmp_path / "b")
    while first.poll() is None and (not killed.exists() or killed.read_bytes().count(b"\n") < KILLED_AT):
        time.sleep(0.05)
    os.killpg(first.pid, signal.SIGKILL)
    assert first.wait() == -signal.SIGKILL and killed.read_bytes().count(b"\n") < len(rows)
    done = errata("batch", given, "--out", killed, "--engine", "qasem", "--data-dir", tmp_path / "b")
    assert done.code == 0 and "skipped" in done.err
    assert rows_of(killed) == rows_of(straight)

    order = random.Random(3).sample(range(len(rows)), len(rows))
    assert begun(write_rows(tmp_path / "other.jsonl", [rows[at] for at in order]), shuffled, tmp_path / "c").wait() == 0
    whole = rows_of(straight)
    assert rows_of(shuffled) == [whole[at] for at in order] and len(set(whole)) == len(rows)
