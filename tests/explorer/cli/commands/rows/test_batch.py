"""`batch`: one bad row never stops it, and a stopped run goes on where it was."""

import csv
import gzip
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from engines.core.errors import StoreError
from engines.core.results import Analysis
from explorer.batches import batch
from explorer.batches.resuming import ResumedFile
from explorer.formats.importing import imported
from tests.explorer.running import OUTPUT, REFERENCE, Errata, read_rows, write_rows


def unpacked(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


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
    assert ran.code == 1
    assert [a["id"] for a in answers] == ["a", None, "b", "c", "d", "a", 7]
    assert list(answers[0]) == ["id", "label", "source", "scores", "analysis"] and (answers[0]["label"], answers[0]["source"]) == (1, "x")
    assert 0 <= answers[0]["scores"]["qasem"] <= 1
    assert Analysis.from_json(answers[0]["analysis"]).output.text == rows[0]["output"]
    assert (answers[5]["label"], answers[5]["scores"]) == (0, answers[0]["scores"]) and "analysis" in answers[6]
    for answer, line in ((answers[1], 2), (answers[2], 3), (answers[3], 4)):
        assert list(answer) == ["id", "error"] and answer["error"].startswith(f"line {line}:")
    assert "4 analysed" in ran.err and "3 failed" in ran.err
    assert errata("history", "--json", "--data-dir", tmp_path / "data").out == "", "a batch leaves the history alone"


def test_a_spreadsheet_has_a_pair_a_row_under_the_names_that_came(errata: Errata, tmp_path: Path) -> None:
    rows = [row("=a", label=1), {"id": "b", "reference": REFERENCE, "output": ""}]
    given = write_rows(tmp_path / "in.jsonl", rows)
    for _ in range(2):  # the second run finds everything done, and writes the table again
        ran = errata("batch", given, "--out", tmp_path / "out.csv", "--data-dir", tmp_path / "data")
        assert ran.code == 1
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
    assert ran.code == 0
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
        assert file.answers == []


@pytest.mark.thorough
def test_workers_give_the_same_answers(errata: Errata, tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "in.jsonl", [row(i) for i in range(4)] + [{"id": "bad"}])
    assert errata("batch", rows, "--out", tmp_path / "two.jsonl", "--workers", 2, "--no-cache").code == 1
    assert errata("batch", rows, "--out", tmp_path / "one.jsonl", "--no-cache").code == 1
    one, two = ({a["id"]: a.get("scores") for a in read_rows(tmp_path / f"{name}.jsonl")} for name in ("one", "two"))
    assert len(one) == 5 and list(one) == list(two) == [0, 1, 2, 3, "bad"] and one["bad"] == two["bad"]
    for i in range(4):
        assert one[i] == two[i]
    assert errata("batch", rows, "--out", tmp_path / "x.jsonl", "--workers", 2, "--backend", "nonsense").code == 2


def test_pairs_come_from_csv_too(errata: Errata, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(f'id,reference,output,note\r\n7,"{REFERENCE}","{OUTPUT}",\'=1+1\r\n', newline="")
    assert errata("batch", tmp_path / "in.csv", "--out", tmp_path / "out.jsonl").code == 0
    (answer,) = read_rows(tmp_path / "out.jsonl")
    assert (answer["id"], answer["note"]) == ("7", "'=1+1"), "a cell is what is written in it"


def test_a_table_of_another_kind_is_read_by_what_it_calls_our_fields(errata: Errata, tmp_path: Path) -> None:
    (tmp_path / "in.tsv").write_text(f"key\tarticle\tsummary\tyear\n7\t{REFERENCE}\t{OUTPUT}\t2026\n")
    asked = ["batch", tmp_path / "in.tsv", "--out", tmp_path / "out.jsonl", "--engine", "scale"]
    ran = errata(*asked, "--map", "reference=article,output=summary", "--map", "id=key")
    (answer,) = read_rows(tmp_path / "out.jsonl")
    assert ran.code == 0 and (answer["id"], answer["year"]) == ("7", "2026") and answer["analysis"]["output"]["text"] == OUTPUT
    assert "article" not in answer and errata(*asked, "--map", "reference").code == 2


def test_several_outputs_of_one_document_and_rows_without_an_id_are_rows_of_their_own(errata: Errata, tmp_path: Path) -> None:
    first, second = row("doc"), {**row("doc"), "output": "Parliament approved 90 million crowns in 2022."}
    nameless = [{name: value for name, value in row(0, n=n).items() if name != "id"} for n in range(2)]
    out, rows = tmp_path / "out.jsonl", [first, {**nameless[0], "id": None}, second, {**nameless[1], "id": float("nan")}, nameless[0]]
    ran = errata("batch", write_rows(tmp_path / "in.jsonl", rows), "--out", out)
    answers = read_rows(out)
    assert ran.code == 0 and "5 analysed" in ran.err
    assert [a["id"] for a in answers] == ["doc", 2, "doc", 4, 5]
    assert [a["analysis"]["output"]["text"] for a in answers] == [r["output"] for r in rows]
    again = errata("batch", tmp_path / "in.jsonl", "--out", out)
    assert again.code == 0 and "0 analysed, 5 skipped" in again.err and read_rows(out) == answers


def test_answers_of_another_engine_or_of_other_texts_are_an_error_and_can_be_taken_out(errata: Errata, tmp_path: Path) -> None:
    out, given = tmp_path / "out.jsonl", tmp_path / "in.jsonl"
    errata("batch", write_rows(given, [row(1), row(2)]), "--out", out)
    before = out.read_bytes()
    write_rows(given, [row(1), {**row(2), "output": "Parliament approved 90 million crowns in 2022."}])
    for arguments, said in (
        ((), "1 to ids or texts that are not in these rows (the first has the id 2)"),
        (("--engine", "scale"), "2 made with another engine"),
        (("--set", "threshold=0.7"), "2 made with another engine, other settings"),
        (("--scores-only",), "in another shape"),
    ):
        ran = errata("batch", given, "--out", out, *arguments)
        assert ran.code == 1 and said in ran.err and "--update" in ran.err
        assert out.read_bytes() == before
    ran = errata("batch", given, "--out", out, "--update")
    assert ran.code == 0 and "1 analysed, 1 skipped" in ran.err
    one, two = read_rows(out)
    assert out.read_bytes().startswith(before.splitlines(keepends=True)[0]) and two["id"] == 2
    assert "90 million" in two["analysis"]["output"]["text"]
    assert errata("batch", given, "--out", out, "--update", "--engine", "scale").code == 0
    assert [(a["id"], a["analysis"]["engine"]["name"]) for a in read_rows(out)] == [(1, "scale"), (2, "scale")] and one["id"] == 1


def test_every_field_of_a_row_comes_through(errata: Errata, tmp_path: Path) -> None:
    mine = {"scores": {"a": 1}, "analysis": None, "error": "none", "carried": [1], "errata": 5}
    others = {"weight": float("nan"), "most": float("-inf"), "nested": {"a": [None]}, "": 0}
    listed = {"reference": REFERENCE.split(". "), "response": OUTPUT, "id": "list"}
    both = {"doc": REFERENCE, "summary": OUTPUT, "reference": "A reference summary.", "id": "both", "dataset": "x"}
    rows = [row("a", **mine, **others), {"id": "b", "output": "x", **mine, **others}, listed, both]
    ran = errata("batch", write_rows(tmp_path / "in.jsonl", rows), "--out", tmp_path / "out.jsonl")
    right, wrong, joined, named = read_rows(tmp_path / "out.jsonl")
    assert ran.code == 1 and "3 analysed, 1 failed" in ran.err
    for answer in (right, wrong):
        assert answer["carried"] == mine
        assert repr({name: answer[name] for name in others}) == repr(others)
    assert 0 <= right["scores"]["qasem"] <= 1 and "units" in right["analysis"] and "'reference' is missing" in wrong["error"]
    assert joined["carried"] == {"reference": listed["reference"]} and joined["response"] == OUTPUT
    assert named["carried"] == {"reference": "A reference summary."} and named["analysis"]["reference"]["text"] == REFERENCE
    errata("batch", tmp_path / "in.jsonl", "--out", tmp_path / "out.csv")
    table = list(csv.DictReader((tmp_path / "out.csv").open(newline="", encoding="utf-8")))
    assert (table[0]["error (given)"], table[0]["error"], table[0]["scores"]) == ("none", "", '{"a":1}')
    assert table[3]["reference (given)"] == "A reference summary." and table[3]["reference"] == REFERENCE


def test_what_failed_stands_in_its_place_when_it_succeeds_later(errata: Errata, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, out = write_rows(tmp_path / "in.jsonl", [row(i) for i in range(4)]), tmp_path / "out.jsonl"
    real = batch._analysis

    def stumbling(reference: str, output: str, job: batch.Job, question: str | None) -> Analysis:
        if "Number 1" in output:
            raise MemoryError("too long")
        return real(reference, output, job, question)

    monkeypatch.setattr(batch, "_analysis", stumbling)
    ran = errata("batch", rows, "--out", out)
    assert ran.code == 1 and [("error" in a, a["id"]) for a in read_rows(out)] == [(False, 0), (True, 1), (False, 2), (False, 3)]
    monkeypatch.setattr(batch, "_analysis", real)
    ran = errata("batch", rows, "--out", out)
    assert ran.code == 0 and "1 analysed, 3 skipped" in ran.err
    assert [("analysis" in a, a["id"]) for a in read_rows(out)] == [(True, 0), (True, 1), (True, 2), (True, 3)]


def test_shards_one_after_the_other_are_the_whole(errata: Errata, tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "in.jsonl", [row(i) for i in range(5)])
    for number in (1, 2, 3):
        ran = errata("batch", rows, "--out", tmp_path / f"{number}.jsonl", "--shard", f"{number}/3", "--scores-only")
        assert ran.code == 0
    parts = [[a["id"] for a in read_rows(tmp_path / f"{number}.jsonl")] for number in (1, 2, 3)]
    assert parts == [[0], [1, 2], [3, 4]]
    assert errata("batch", rows, "--out", tmp_path / "2.jsonl", "--shard", "1/3", "--scores-only").code == 1
    for wrong in ("0/3", "4/3", "3", "a/b", "1/0", "-1/2"):
        assert errata("batch", rows, "--out", tmp_path / "x.jsonl", f"--shard={wrong}").code == 2


def test_scores_alone_are_taken_up_too(errata: Errata, tmp_path: Path) -> None:
    given, out = write_rows(tmp_path / "in.jsonl", [row(1, label=1), row(2)]), tmp_path / "out.jsonl"
    assert errata("batch", given, "--out", out, "--scores-only").code == 0
    first, _ = read_rows(out)
    assert list(first) == ["id", "label", "scores", "errata"] and 0 <= first["scores"]["qasem"] <= 1
    write_rows(given, [row(1, label=1), row(2), row(3)])
    assert "1 analysed, 2 skipped" in errata("batch", given, "--out", out, "--scores-only").err
    ran = errata("batch", given, "--out", out, "--scores-only", "--engine", "scale")
    assert ran.code == 1 and "3 made with another engine" in ran.err
    assert errata("batch", given, "--out", tmp_path / "out.csv", "--scores-only").code == 0
    assert [r["id"] for r in csv.DictReader((tmp_path / "out.csv").open(newline="", encoding="utf-8"))] == ["1", "2", "3"]


def test_compressed_rows_come_in_and_go_out_and_are_taken_up(errata: Errata, tmp_path: Path) -> None:
    plain = write_rows(tmp_path / "in.jsonl", [row(i) for i in range(4)])
    given, out = tmp_path / "in.jsonl.gz", tmp_path / "out.jsonl.gz"
    given.write_bytes(gzip.compress(plain.read_bytes()))
    assert errata("batch", given, "--out", out, "--shard", "1/2").code == 0
    half = unpacked(out)
    assert [a["id"] for a in half] == [0, 1]
    out.write_bytes(out.read_bytes() + gzip.compress(gzip.decompress(out.read_bytes()))[:900])  # as a process leaves it that is killed
    ran = errata("batch", given, "--out", out)
    assert ran.code == 0 and "2 analysed, 2 skipped" in ran.err
    answers = unpacked(out)
    assert [a["id"] for a in answers] == [0, 1, 2, 3] and answers[:2] == half
    assert [item.analysis.to_json() for item in imported(str(out)) if item.analysis] == [a["analysis"] for a in answers]
    given.write_bytes(given.read_bytes()[:-30])
    ran = errata("batch", given, "--out", tmp_path / "x.jsonl")
    assert ran.code == 1 and "cannot be unpacked" in ran.err
    (tmp_path / "y.jsonl.gz").write_bytes(b"Dear diary")
    assert errata("batch", plain, "--out", tmp_path / "y.jsonl.gz").code == 1 and (tmp_path / "y.jsonl.gz").read_bytes() == b"Dear diary"
    assert errata("batch", plain, "--out", tmp_path / "y.csv.gz").code == 2


def test_standard_input_is_read_with_its_total(errata: Errata, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = write_rows(tmp_path / "in.jsonl", [row(1), row(2), row(3)]).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    monkeypatch.setattr("explorer.reading.progress.SAID_EVERY", 0.0)
    ran = errata("batch", "-", "--out", tmp_path / "out.jsonl")
    assert ran.code == 0 and [a["id"] for a in read_rows(tmp_path / "out.jsonl")] == [1, 2, 3]
    assert re.search(r"batch: 1 of 3 rows in \d+ s, \d+ s left", ran.err)


def test_a_dask_cluster_is_asked_for_with_its_address(errata: Errata, tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "in.jsonl", [row(1)])
    assert errata("batch", rows, "--out", tmp_path / "x.jsonl", "--backend", "dask").code == 2
    assert errata("batch", rows, "--out", tmp_path / "x.jsonl", "--scheduler", "tcp://127.0.0.1:1").code == 2


def test_passages_and_questions_of_rows(errata: Errata, tmp_path: Path) -> None:
    texts = {"doc1": "The pier was built in 1911.", "doc2": "It burnt down in 1950.", "output": "The pier was built in 1911 [1]."}
    rows, out = write_rows(tmp_path / "in.jsonl", [{"id": 1, "question": "When?", **texts}]), tmp_path / "out.jsonl"
    chosen = ["batch", rows, "--out", out, "--engine", "scale", "--map", "reference=doc1+doc2", "--data-dir", tmp_path / "data"]
    assert errata(*chosen).code == 0
    (answer,) = read_rows(out)
    assert answer["analysis"]["reference"]["text"] == "[1] The pier was built in 1911.\n\n[2] It burnt down in 1950."
    assert answer["analysis"]["question"] == answer["question"] == "When?"
    assert "1 skipped" in errata(*chosen).err  # known again by what the passages became
    write_rows(rows, [{"id": 1, "passages": [texts["doc1"], texts["doc2"]], "output": texts["output"]}])
    listed = tmp_path / "listed.jsonl"
    assert errata("batch", rows, "--out", listed, "--engine", "scale", "--data-dir", tmp_path / "data").code == 0
    assert read_rows(listed)[0]["analysis"]["reference"]["text"].startswith("[1] The pier")
