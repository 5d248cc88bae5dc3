"""`analyze`, `history`, `export`, `import`, `cache`, `models`, `doctor` and `benchmark` as a person uses them."""

import csv
import io
import json
import sys
from pathlib import Path

import pytest

from engines.core.results import Analysis
from explorer.cli.terminal import print_analysis
from tests.explorer.running import OUTPUT, REFERENCE, Errata, write_rows


@pytest.fixture
def data(tmp_path: Path) -> list[object]:
    return ["--data-dir", tmp_path / "data"]


@pytest.fixture
def analysis(errata: Errata, pair: tuple[Path, Path], data: list[object]) -> Analysis:
    """An analysis that was made on the command line and stands in the history."""
    ran = errata("analyze", "--reference", pair[0], "--output", pair[1], "--json", *data)
    assert ran.code == 0 and len(ran.rows) == 1
    return Analysis.from_json(ran.rows[0])


def test_the_report_shows_the_output_its_facts_and_their_evidence(errata: Errata, pair: tuple[Path, Path], data: list[object]) -> None:
    ran = errata("analyze", "--reference", pair[0], "--output", pair[1], *data)
    assert ran.code == 0 and "facts supported" in ran.out and "approved (verb)" in ran.out
    assert "Parliament approved 41 million crowns in 2022." in ran.out and "sentence 3:" in ran.out
    assert "\x1b" not in ran.out, "no colour into a pipe"


def test_analyze_reads_standard_input_and_exact_line_ends(
    errata: Errata, pair: tuple[Path, Path], data: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "Parliament approved\r\n41 million crowns. 👩‍👩‍👧\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    ran = errata("analyze", "--reference", pair[0], "--output", "-", "--json", *data)
    assert Analysis.from_json(ran.rows[0]).output.text == text


@pytest.mark.parametrize("content, said", [(b"", "empty"), (b" \n", "empty"), (b"?!", "no words"), (b"caf\xe9", "UTF-8")])
def test_texts_that_cannot_be_analysed_are_said(errata: Errata, pair: tuple[Path, Path], content: bytes, said: str) -> None:
    pair[1].write_bytes(content)
    ran = errata("analyze", "--reference", pair[0], "--output", pair[1])
    assert ran.code == 1 and said in ran.err and ran.out == ""


def test_a_wrong_setting_is_said(errata: Errata, pair: tuple[Path, Path]) -> None:
    ran = errata("analyze", "--reference", pair[0], "--output", pair[1], "--set", "treshold=0.4", "--no-save")
    assert ran.code == 1 and "treshold" in ran.err and "threshold" in ran.err


def test_without_saving_nothing_is_left(errata: Errata, pair: tuple[Path, Path], tmp_path: Path, data: list[object]) -> None:
    assert errata("analyze", "--reference", pair[0], "--output", pair[1], "--json", "--no-save", *data).code == 0
    assert not (tmp_path / "data").exists()


def test_what_a_terminal_would_obey_is_not_printed(analysis: Analysis) -> None:
    from dataclasses import replace

    from rich.console import Console

    from engines.core.results import Document

    evil = "Red \x1b[31m alert \x9b2J \u202egnp.exe [bold]x[/bold] [link=http://x]y[/link] \a\b ok"
    stream = io.StringIO()
    poisoned = replace(analysis, output=Document(evil, ()), units=tuple(replace(u, statement=evil, question=evil) for u in analysis.units))
    print_analysis(poisoned, Console(file=stream, width=500, color_system=None))
    shown = stream.getvalue()
    assert not set("\x1b\x9b\u202e\a\b") & set(shown) and "[bold]x[/bold]" in shown


def test_colour_is_for_terminals_and_can_be_refused(analysis: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.console import Console

    def printed(**options: object) -> str:
        stream = io.StringIO()
        print_analysis(analysis, Console(file=stream, force_terminal=True, width=100, **options))  # type: ignore[arg-type]
        return stream.getvalue()

    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[32m" in printed()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[32m" not in printed()


def test_history_lists_searches_shows_deletes_and_brings_back(errata: Errata, analysis: Analysis, data: list[object]) -> None:
    assert analysis.id in errata("history", *data).out
    (entry,) = errata("history", "--json", *data).rows
    assert (entry["id"], entry["engine"], entry["units"]) == (analysis.id, "qasem", len(analysis.units))
    assert errata("history", "search", "catam", "brek", "--json", *data).rows == [entry]
    assert errata("history", "search", "submarine", "--json", *data).rows == []
    assert Analysis.from_json(errata("history", "show", analysis.id, "--json", *data).rows[0]) == analysis
    assert "facts supported" in errata("history", "show", analysis.id, *data).out
    assert errata("history", "delete", analysis.id, *data).code == 0
    assert errata("history", "show", analysis.id, *data).code == 1
    assert errata("history", "delete", analysis.id, *data).code == 1
    assert errata("history", "restore", analysis.id, *data).code == 0
    errata("history", "delete", analysis.id, *data)
    assert "1 deleted" in errata("history", "purge", *data).out
    assert errata("history", "restore", analysis.id, *data).code == 1


@pytest.mark.parametrize("ending", ["json", "jsonl"])
def test_exported_and_imported_elsewhere_it_is_the_same(
    errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path, ending: str
) -> None:
    from sessions.store import Store

    with Store(tmp_path / "data") as store:
        store.annotate(analysis.id, analysis.units[0].id, -1, "look again \ud800")
    file = tmp_path / f"all.{ending}"
    assert errata("export", "--out", file, *data).code == 0
    assert "1 analysis imported" in errata("import", file, "--data-dir", tmp_path / "other").out
    with Store(tmp_path / "other") as store:
        assert store.get(analysis.id) == analysis
        assert store.annotations(analysis.id)[analysis.units[0].id].note == "look again \ud800"


def test_the_spreadsheet_has_a_fact_a_row_and_comes_back(errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path) -> None:
    from sessions.store import Store

    file = tmp_path / "all.csv"
    errata("export", analysis.id, "--out", file, *data)
    rows = list(csv.DictReader(file.open(newline="", encoding="utf-8")))
    assert [row["unit"] for row in rows] == [unit.id for unit in analysis.units]
    assert rows[0]["reference"] == REFERENCE and rows[-1]["reference"] == ""
    assert errata("import", file, "--data-dir", tmp_path / "other").code == 0
    with Store(tmp_path / "other") as store:
        again = store.get(analysis.id)
    assert (again.reference.text, again.output.text) == (REFERENCE, OUTPUT)
    assert [(u.question, u.answer, u.probability, u.supported) for u in again.units] == [
        (u.question, u.answer, u.probability, u.supported) for u in analysis.units
    ]
    assert [[(e.start, e.end, e.score) for e in u.evidence] for u in again.units] == [
        [(e.start, e.end, e.score) for e in u.evidence] for u in analysis.units
    ]
    assert again.scores["qasem"] == pytest.approx(analysis.scores["qasem"])


def test_the_page_exported_needs_nothing_else(errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path) -> None:
    assert errata("export", "--out", tmp_path / "r.html", *data).code == 0
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert analysis.units[0].question in page and "default-src 'none'" in page
    assert "http://" not in page.replace("http://www.w3.org/", "") and "https://" not in page


def test_marks_are_exported_for_other_tools(errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path) -> None:
    file = tmp_path / "tasks.json"
    assert errata("export", analysis.id, "--format", "label-studio", "--out", file, *data).code == 0
    (task,) = json.loads(file.read_text(encoding="utf-8"))
    assert task["data"]["output"] == OUTPUT
    assert all(OUTPUT[v["start"] : v["end"]] == v["text"] for v in (m["value"] for m in task["predictions"][0]["result"]))
    assert errata("export", "--format", "xml", *data).code == 2


def test_ragtruth_is_two_files(errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path) -> None:
    (tmp_path / "ragtruth").mkdir()
    file = tmp_path / "ragtruth" / "response.jsonl"
    assert errata("export", "--format", "ragtruth", "--out", file, *data).code == 0
    elsewhere = ["--data-dir", tmp_path / "elsewhere"]
    assert errata("import", file, *elsewhere).code == 0
    (entry,) = errata("history", "--json", *elsewhere).rows
    assert errata("history", "show", entry["id"], "--json", *elsewhere).rows[0]["reference"]["text"] == analysis.reference.text
    assert errata("export", "--format", "ragtruth", *data).code == 2
    ran = errata("export", "--format", "ragtruth", "--out", tmp_path / "ragtruth" / "again.jsonl", *data)
    assert ran.code == 2 and "is there already" in ran.err


def test_a_title_that_a_person_gave_is_kept_and_goes_along(errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path) -> None:
    def title(*place: object) -> str:
        return str(errata("history", "--json", *place).rows[0]["title"])

    before = title(*data)
    assert errata("history", "rename", analysis.id, "The", "boats", "<b>", *data).code == 0
    assert title(*data) == "The boats <b>"
    assert errata("history", "search", "boats", "--json", *data).rows
    file, elsewhere = tmp_path / "all.jsonl", ["--data-dir", tmp_path / "elsewhere"]
    errata("export", "--out", file, *data)
    for _ in range(2):
        assert errata("import", file, *elsewhere).code == 0
        assert title(*elsewhere) == "The boats <b>"
    assert errata("history", "rename", analysis.id, *data).code == 0
    assert title(*data) == before
    assert errata("history", "rename", "nowhere", "X", *data).code == 1
    assert errata("history", "rename", *data).code == 2


def test_exporting_what_is_not_there_is_said(errata: Errata, data: list[object], tmp_path: Path) -> None:
    assert errata("export", "nowhere", *data).code == 1
    assert errata("export", "--format", "html", *data).code == 2
    assert errata("export", *data).out == ""


def test_the_cache_is_shown_and_cleared(errata: Errata, analysis: Analysis, data: list[object]) -> None:
    (shown,) = errata("cache", "show", "--json", *data).rows
    (kinds,) = errata("cache", "list", "--json", *data).rows
    assert shown["answers"] == sum(kinds.values()) > 0 and "verify" in kinds
    assert errata("cache", "clear", "--json", *data).rows == [{"cleared": shown["answers"]}]
    assert errata("cache", "show", "--json", *data).rows[0]["answers"] == 0
    assert errata("history", "--json", *data).rows, "clearing the cache leaves the history"


def test_models_and_doctor_say_what_there_is(errata: Errata, analysis: Analysis, data: list[object]) -> None:
    rows = errata("models", "--json").rows
    assert {("engine", "qasem"), ("verifier", "compact"), ("parser", "rules")} <= {(r["role"], r["name"]) for r in rows}
    assert all(r["available"] or r["reason"] for r in rows)
    ran = errata("doctor", "--json", *data)
    found = {r["what"]: r for r in ran.rows}
    assert ran.code == 0 and found["data folder"]["state"] == found["database"]["state"] == "fine"
    assert found["history"]["found"] == "1 analyses"
    assert "engine qasem" in errata("doctor", *data).out


def test_doctor_finds_open_permissions_and_damage(errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path) -> None:
    (tmp_path / "data" / "errata.db").write_bytes(b"no database " * 1000)
    ran = errata("doctor", "--json", *data)
    assert ran.code == 1 and {r["what"]: r["state"] for r in ran.rows}["history"] == "wrong"


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


def test_two_engines_write_two_lines(errata: Errata, pair: tuple[Path, Path], data: list[object]) -> None:
    from explorer.services.engines import available

    others = [info.name for info in available() if info.available and info.name != "qasem"]
    if not others:
        pytest.skip("there is one engine only")
    ran = errata("analyze", "--reference", pair[0], "--output", pair[1], "--engine", "qasem", "--engine", others[0], "--json", *data)
    assert [json.loads(line)["engine"]["name"] for line in ran.out.splitlines()] == ["qasem", others[0]]
