"""`history`, `export` and `import` as a person uses them."""

import csv
import json
from pathlib import Path

import pytest

from engines.core.results import Analysis
from tests.explorer.running import OUTPUT, REFERENCE, Errata


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
    assert errata("history", "tag", analysis.id, "to", "check,", "boats", *data).out == f"{analysis.id}: to check, boats\n"
    assert analysis.id in errata("history", "search", "check", *data).out
    assert errata("history", "tag", analysis.id, *data).out == f"{analysis.id}: no tags\n"
    assert errata("history", "tag", "nowhere", "x", *data).code == 1


def test_exporting_what_is_not_there_is_said(errata: Errata, data: list[object], tmp_path: Path) -> None:
    assert errata("export", "nowhere", *data).code == 1
    assert errata("export", "--format", "html", *data).code == 2
    assert errata("export", *data).out == ""


def test_label_studio_gets_its_labelling_interface_beside_the_tasks(
    errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path
) -> None:
    file = tmp_path / "tasks.json"
    ran = errata("export", "--format", "label-studio", "--out", file, *data)
    assert ran.code == 0 and "the labelling interface is in" in ran.err
    assert '<Text name="output" value="$output"/>' in (tmp_path / "tasks.labelling.xml").read_text()
    assert "name a file with --out" in errata("export", "--format", "label-studio", *data).err
    assert errata("export", "--format", "label-studio", "--out", tmp_path / "tasks.jsonl", *data).code == 2
    assert errata("export", "--format", "ragtruth", "--utf16", "--out", tmp_path / "x.jsonl", *data).code == 2
    assert errata("export", "--format", "label-studio", "--utf16", "--out", file, *data).code == 0


def test_loc_unfaith_is_a_folder_with_a_file_a_text(errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path) -> None:
    ran = errata("export", "--format", "loc-unfaith", "--out", tmp_path / "texts", *data)
    assert ran.code == 0 and "1 file is in" in ran.err
    (file,) = (tmp_path / "texts").iterdir()
    assert isinstance(json.loads(file.read_text()), dict) and file.stat().st_mode & 0o077 == 0
    assert errata("export", "--format", "loc-unfaith", "--out", tmp_path / "texts", *data).code == 2
    assert json.loads(errata("export", "--format", "loc-unfaith", *data).out)["sourceId"] == analysis.id


def test_what_a_tool_cannot_hold_is_told(errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path) -> None:
    ran = errata("export", "--format", "faithbench", "--out", tmp_path / "x.json", *data)
    assert ran.code == 0 and "1 analysis is not written" in ran.err and json.loads((tmp_path / "x.json").read_text()) == {"samples": []}


def test_one_bad_file_keeps_no_other_out(errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path) -> None:
    good, other = tmp_path / "good.jsonl", tmp_path / "other.jsonl"
    assert errata("export", "--out", good, *data).code == 0
    labels = [{"start": 0, "end": 3, "text": "Two"}]
    other.write_text(json.dumps({"prompt": REFERENCE, "answer": OUTPUT, "labels": labels}))
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "folder.json").mkdir()
    files = [tmp_path / "bad.json", good, tmp_path / "missing.json", tmp_path / "folder.json", other]
    ran = errata("import", *files, "--data-dir", tmp_path / "new")
    assert ran.code == 1 and ran.out.count("1 analysis imported") == 2
    assert all(name in ran.err for name in ("bad.json", "missing.json", "folder.json")) and "Traceback" not in ran.err
    assert errata("import", tmp_path / "missing.json", "--data-dir", tmp_path / "new").code == 2
