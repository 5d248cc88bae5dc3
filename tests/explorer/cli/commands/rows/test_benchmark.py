"""`errata benchmark`: figures against labels, ratings and marks, in every form."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from tests.explorer.running import OUTPUT, REFERENCE, Errata, read_rows, write_rows

TRUE, FALSE = "Parliament approved 41 million crowns in 2022.", "The king of Tarrow ate 900 melons."


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """Arguments for twelve marked outputs with the answers of a system: nothing has to be loaded."""
    folder = tmp_path_factory.mktemp("marked")
    rows = [
        {"id": n, "article": f"{REFERENCE} {n}", "summary": f"Town {n} slept.", "spans": [[7, 12]] if n % 2 else [], "type": "ab"[n % 2]}
        for n in range(12)
    ]
    answers = [{"id": n, "score": 0.1 + 0.05 * n, "marks": [[7, 12, 0.9]] if n % 3 else []} for n in range(12)]
    system = f"mine={write_rows(folder / 'answers.jsonl', answers)}"
    marks = [{**row, "spans": row["spans"]} for row in rows]
    return [write_rows(folder / "in.jsonl", marks), "--map", "reference=article,output=summary", "--system", system]


def test_benchmark_measures_against_labels_and_ratings(errata: Errata, tmp_path: Path) -> None:
    rows = [
        {"id": i, "subset": "ab"[i % 2], "reference": f"{REFERENCE} {i // 2}", "statement": s, "label": label}
        for i, (s, label) in enumerate([(TRUE, 1), (FALSE, 0)] * 5)
    ]
    ran = errata(
        "benchmark", write_rows(tmp_path / "in.jsonl", [*rows, {"id": "no label", "reference": REFERENCE, "statement": TRUE}]), "--json"
    )
    assert ran.code == 0 and "line 11" in ran.err
    everything = ran.rows[-1]
    assert (everything["level"], everything["subset"], everything["n"]) == ("unit", "all", 10)
    assert everything["roc_auc"] == everything["balanced_accuracy"] == everything["f1"] == 1 and everything["intervals"]["f1"] == [1, 1]
    assert 0 <= everything["ece"] <= 1 and everything["seconds_per_item"] > 0
    assert sum(b["count"] for b in everything["reliability"]) == 10
    rated = [{"reference": REFERENCE, "output": o, "ratings": r} for o, r in ((TRUE, [5, 4]), (FALSE, [1]), (f"{TRUE} {FALSE}", [3]))]
    lines = errata("benchmark", write_rows(tmp_path / "rated.jsonl", rated), "--engine", "qasem", "--engine", "verifier", "--json").rows
    assert [line["engine"] for line in lines] == ["qasem", "verifier compact"], "too few references to compare them"
    assert all(line["pearson"] > 0.5 and line["roc_auc"] is None for line in lines)
    assert "Pearson" in errata("benchmark", tmp_path / "rated.jsonl", "--limit", 2).out


def test_tables_plots_and_a_report_of_places(errata: Errata, marked: list[Any], tmp_path: Path) -> None:
    ran = errata("benchmark", *marked, "--by", "type", "--plots", tmp_path / "plots", "--html", tmp_path / "report.html")
    assert ran.code == 0 and {path.name for path in (tmp_path / "plots").iterdir()} == {"text.svg", "span.svg"}
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "located" in report and "false alarms, the worst first" in report and "missed error" in report
    printed = errata("benchmark", *marked, "--by", "type").out
    assert "located" in printed and "66.7" in printed and "false alarm" in printed and "Town 4 slept." in printed
    latex = errata("benchmark", *marked, "--format", "latex", "--level", "span", "--bootstrap", 0).out
    assert latex.count(r"\toprule") == 1 and "located" in latex and "(" not in latex.split(r"\midrule")[1].split(r"\bottomrule")[0]
    assert "| mine |" in errata("benchmark", *marked, "--format", "markdown").out
    assert errata("benchmark", *marked, "--format", "csv").out.startswith("level,engine,subset,n,threshold")
    dev = errata("benchmark", *marked, "--dev", "0.5", "--json")
    assert dev.code == 0 and {line["threshold"] for line in dev.rows} != {0.5} and all(line["n"] < 12 for line in dev.rows)


def test_two_systems_are_compared(errata: Errata, marked: list[Any], tmp_path: Path) -> None:
    other = write_rows(tmp_path / "other.jsonl", [{"id": n, "marks": []} for n in range(12)])
    rows = errata("benchmark", *marked, "--system", f"other={other}", "--json", "--level", "span").rows
    assert [row.get("engine") for row in rows] == ["mine", "other", None] and rows[-1]["compared"] == ["mine", "other"]
    assert rows[-1]["located"]["difference"] == pytest.approx(rows[0]["located"]) and rows[1]["located"] == 0
    assert "mine − other" in errata("benchmark", *marked, "--system", f"other={other}").out


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_answers_are_kept_and_gone_on_from(errata: Errata, tmp_path: Path, ending: str) -> None:
    rows = [{"id": n, "reference": REFERENCE, "output": o, "label": n, "note": "x"} for n, o in enumerate((FALSE, OUTPUT))]
    asked = ["benchmark", write_rows(tmp_path / "in.jsonl", rows), "--engine", "scale", "--out", tmp_path / f"kept.{ending}", "--json"]
    first = errata(*asked)
    again = errata(*asked)
    assert first.code == again.code == 0 and first.rows == again.rows and "2 of 2 are answered already" in again.err
    kept = read_rows(tmp_path / ("kept.jsonl" if ending == "jsonl" else "kept.csv.jsonl"))
    assert [(row["system"], row["id"]) for row in kept] == [("scale", 0), ("scale", 1)]
    if ending == "csv":
        with (tmp_path / "kept.csv").open(newline="", encoding="utf-8") as stream:
            table = list(csv.DictReader(stream))
        assert [(row["id"], row["label"]) for row in table] == [("0", "0"), ("1", "1")] and 0 <= float(table[0]["score"]) <= 1
        assert json.loads(table[0]["marks"]) and json.loads(table[1]["marks"]) == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--map", "reference"], "OURS=THEIRS"),
        (["--system", "x"], "NAME=FILE"),
        (["--system", "x=missing.jsonl"], "missing.jsonl"),
        (["--dev", "7"], "between 0 and 1"),
        (["--out", "answers.txt"], ".jsonl, .csv or .parquet"),
        (["--references", "nowhere.csv"], "nowhere.csv"),
        (["--level", "word"], "span"),
    ],
)
def test_what_is_asked_wrongly_is_said_before_anything_runs(errata: Errata, marked: list[Any], wrong: list[str], said: str) -> None:
    ran = errata("benchmark", *marked, *wrong)
    assert ran.code == 2 and said in ran.err


def test_columns_that_are_not_there_leave_nothing_to_measure(errata: Errata, marked: list[Any]) -> None:
    ran = errata("benchmark", marked[0], "--map", "reference=artcle", *marked[3:])
    assert ran.code == 1 and "no column 'artcle'" in ran.err and "nothing to measure" in ran.out
