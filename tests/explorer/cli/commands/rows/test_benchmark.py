"""`errata benchmark`: figures against labels and ratings, and their plots."""

from pathlib import Path

from tests.explorer.running import REFERENCE, Errata, write_rows


def test_benchmark_measures_against_labels_and_ratings(errata: Errata, tmp_path: Path) -> None:
    true, false = "Parliament approved 41 million crowns in 2022.", "The king of Tarrow ate 900 melons."
    rows = [
        {"id": i, "subset": "ab"[i % 2], "reference": REFERENCE, "statement": s, "label": label}
        for i, (s, label) in enumerate([(true, 1), (false, 0)] * 3)
    ]
    ran = errata(
        "benchmark", write_rows(tmp_path / "in.jsonl", [*rows, {"id": "no label", "reference": REFERENCE, "statement": true}]), "--json"
    )
    assert ran.code == 0 and "line 7" in ran.err
    everything = ran.rows[-1]
    assert (everything["subset"], everything["n"], everything["roc_auc"], everything["balanced_accuracy"]) == ("all", 6, 1.0, 1.0)
    assert 0 <= everything["ece"] <= 1 and everything["seconds_per_item"] > 0
    rated = [{"reference": REFERENCE, "output": o, "ratings": r} for o, r in ((true, [5, 4]), (false, [1]), (f"{true} {false}", [3]))]
    lines = errata("benchmark", write_rows(tmp_path / "rated.jsonl", rated), "--engine", "qasem", "--engine", "verifier", "--json").rows
    assert [line["engine"] for line in lines] == ["qasem", "verifier compact"]
    assert all(line["pearson"] > 0.5 and line["roc_auc"] is None for line in lines)
    assert "Pearson" in errata("benchmark", tmp_path / "rated.jsonl", "--limit", 2).out


def test_benchmark_writes_reliability_plots(errata: Errata, tmp_path: Path) -> None:
    rows = [{"id": i, "reference": REFERENCE, "statement": s, "label": i} for i, s in enumerate(("Pigs fly.", "The ferry is diesel."))]
    path = write_rows(tmp_path / "in.jsonl", rows)
    (line,) = errata("benchmark", path, "--json").rows
    assert sum(b["count"] for b in line["reliability"]) == 2
    assert errata("benchmark", path, "--html", tmp_path / "report.html").code == 0
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert report.count("<circle") == sum(b["count"] > 0 for b in line["reliability"]) and "verifier compact" in report
