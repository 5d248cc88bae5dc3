"""`batch`: one bad row never stops it, and a stopped run goes on where it was."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engines.core.errors import StoreError
from engines.core.results import Analysis
from explorer.batches.resuming import ResumedFile
from tests.explorer.running import OUTPUT, REFERENCE, Errata, read_rows, write_rows

ROOT = Path(__file__).parents[5]


def row(id: object, **more: object) -> dict[str, object]:
    return {"id": id, "reference": REFERENCE, "output": f"{OUTPUT} Number {id} left.", **more}


def test_every_row_is_answered_and_carries_what_it_came_with(errata: Errata, tmp_path: Path) -> None:
    rows = [
        row("a", label=1, source="x"),
        b"not json",
        {"id": "b", "reference": REFERENCE},
        {"id": "c", "reference": "", "output": "\0"},
        row("d"),
        row("a", label=0),
        {"reference": REFERENCE, "output": OUTPUT},
    ]
    ran = errata("batch", write_rows(tmp_path / "in.jsonl", rows), "--out", tmp_path / "out.jsonl", "--data-dir", tmp_path / "data")
    answers = read_rows(tmp_path / "out.jsonl")
    assert ran.code == 0
    assert [a["id"] for a in answers] == ["a", None, "b", "c", "d", None]
    assert list(answers[0]) == ["id", "label", "source", "scores", "analysis"] and (answers[0]["label"], answers[0]["source"]) == (1, "x")
    assert 0 <= answers[0]["scores"]["qasem"] <= 1
    assert Analysis.from_json(answers[0]["analysis"]).output.text == rows[0]["output"]
    for answer, line in ((answers[1], 2), (answers[2], 3), (answers[3], 4), (answers[5], 7)):
        assert list(answer) == ["id", "error"] and answer["error"].startswith(f"line {line}:")
    assert "2 analysed" in ran.err and "1 skipped" in ran.err and "4 failed" in ran.err
    assert errata("history", "--json", "--data-dir", tmp_path / "data").out == "", "a batch leaves the history alone"


def test_a_spreadsheet_has_a_pair_a_row_under_the_names_that_came(errata: Errata, tmp_path: Path) -> None:
    rows = [row("=a", label=1), {"id": "b", "reference": REFERENCE, "output": ""}]
    given = write_rows(tmp_path / "in.jsonl", rows)
    for _ in range(2):  # the second run finds everything done, and writes the table again
        ran = errata("batch", given, "--out", tmp_path / "out.csv", "--data-dir", tmp_path / "data")
        assert ran.code == 0
        first, second = csv.DictReader((tmp_path / "out.csv").open(newline="", encoding="utf-8"))
        assert list(first)[:4] == ["id", "reference", "output", "label"] and list(first)[-3:] == ["unsupported", "warnings", "error"]
        assert (first["id"], first["reference"], first["output"], first["label"]) == ("'=a", REFERENCE, rows[0]["output"], "1")
        assert 0 <= float(first["qasem"]) <= 1 and first["error"] == "" and not any("_sentence_" in name for name in first)
        assert "line 2" in second["error"] and second["qasem"] == ""
    assert [a["id"] for a in read_rows(tmp_path / "out.csv.jsonl")] == ["=a", "b"]
    assert "1 skipped" in ran.err


def test_started_again_it_does_only_what_is_left(errata: Errata, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    errata("batch", write_rows(tmp_path / "first.jsonl", [row(1), {"id": 2}]), "--out", out)
    first = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join(first) + b'{"id":3,"scores":{"qas')
    ran = errata("batch", write_rows(tmp_path / "in.jsonl", [row(1), row(2), row(3), row("1")]), "--out", out)
    assert [a["id"] for a in read_rows(out)] == [1, 2, 3, "1"]
    assert out.read_bytes().startswith(first[0]) and all("analysis" in a for a in read_rows(out))
    assert "3 analysed" in ran.err and "1 skipped" in ran.err
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


@pytest.mark.parametrize("content", [b"Dear diary\nno json here\n", b"Dear diary", b'{"name": 1}\n', b'[1]\n{"id":1}\n'])
def test_a_file_of_another_kind_is_left_alone(errata: Errata, tmp_path: Path, content: bytes) -> None:
    out = tmp_path / "diary.txt"
    out.write_bytes(content)
    ran = errata("batch", write_rows(tmp_path / "in.jsonl", [row(1)]), "--out", out)
    assert ran.code == 1 and "left as it is" in ran.err
    assert out.read_bytes() == content


def test_two_runs_do_not_write_the_same_file(tmp_path: Path) -> None:
    path = str(tmp_path / "out.jsonl")
    with ResumedFile(path), pytest.raises(StoreError, match="another run"):
        ResumedFile(path).__enter__()
    with ResumedFile(path) as file:
        assert file.done == set()


def test_killed_in_the_middle_it_loses_nothing_and_goes_on(tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "in.jsonl", [row(i) for i in range(60)])
    out = tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "explorer", "batch", str(rows), "--out", str(out), "--data-dir", str(tmp_path / "data")]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None and (not out.exists() or out.read_bytes().count(b"\n") < 3):
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    finished = [json.loads(line)["id"] for line in out.read_bytes().split(b"\n")[:-1]]
    assert len(finished) >= 3
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and f"{len(finished)} skipped" in done.stderr
    assert [a["id"] for a in read_rows(out)] == list(range(60))


def test_workers_give_the_same_answers(errata: Errata, tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "in.jsonl", [row(i) for i in range(4)] + [{"id": "bad"}])
    assert errata("batch", rows, "--out", tmp_path / "two.jsonl", "--workers", 2, "--no-cache").code == 0
    assert errata("batch", rows, "--out", tmp_path / "one.jsonl", "--no-cache").code == 0
    one, two = ({a["id"]: a.get("scores") for a in read_rows(tmp_path / f"{name}.jsonl")} for name in ("one", "two"))
    assert len(one) == 5 and one.keys() == two.keys() and one["bad"] == two["bad"]
    for i in range(4):
        # Another number of threads adds up in another order.
        assert one[i] == pytest.approx(two[i], abs=0.002)
    assert errata("batch", rows, "--out", tmp_path / "x.jsonl", "--workers", 2, "--backend", "nonsense").code == 2


def test_pairs_come_from_csv_too(errata: Errata, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(f'id,reference,output,note\r\n7,"{REFERENCE}","{OUTPUT}",\'=1+1\r\n', newline="")
    assert errata("batch", tmp_path / "in.csv", "--out", tmp_path / "out.jsonl").code == 0
    (answer,) = read_rows(tmp_path / "out.jsonl")
    assert (answer["id"], answer["note"]) == ("7", "=1+1")
