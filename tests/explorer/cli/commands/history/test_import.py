"""`errata import` and `errata export` from the command line: whole files, taken back, private, and damage said by the exit code."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from engines.core.results import Analysis
from sessions.store import Store
from tests.explorer.running import Errata, write_rows


@pytest.fixture
def store(tmp_path: Path, analysis: Analysis) -> Any:
    with Store(tmp_path / "data") as opened:
        yield opened


def test_an_import_is_listed_and_undone(errata: Errata, store: Store, analysis: Analysis, data: list[object], tmp_path: Path) -> None:
    from dataclasses import replace

    store.annotate(analysis.id, analysis.units[0].id, 1, "mine")
    note = {"unit": analysis.units[0].id, "vote": -1, "note": "older", "created": "2020-01-01T00:00:00+00:00"}
    rows = [{**analysis.to_json(), "annotations": [note]}, replace(analysis, id="new").to_json()]
    file = write_rows(tmp_path / "in.jsonl", rows)
    ran = errata("import", file, *data)
    assert ran.code == 0 and ran.out.startswith("1 analysis imported. 1 analysis was here already.") and "--undo 1" in ran.err
    assert store.annotations(analysis.id)[analysis.units[0].id].note == "mine"
    assert "in.jsonl" in errata("import", "--list", *data).out
    assert "is undone" in errata("import", "--undo", *data).out
    assert [entry.id for entry in store.history()] == [analysis.id]
    assert errata("import", "--undo", 1, *data).code == 1
    assert errata("history", "restore", "new", *data).code == 0


@pytest.mark.parametrize("arguments", [[], ["x.jsonl", "--undo"], ["--undo", "--list"], ["--undo", "0"], ["nowhere.jsonl"]])
def test_an_import_that_is_called_wrongly_is_said(errata: Errata, data: list[object], arguments: list[str]) -> None:
    assert errata("import", *arguments, *data).code == 2


def test_of_several_files_each_is_taken_whole_or_not_at_all(errata: Errata, analysis: Analysis, tmp_path: Path) -> None:
    place = ["--data-dir", tmp_path / "elsewhere"]
    good = write_rows(tmp_path / "good.jsonl", [analysis.to_json()])
    mixed = write_rows(tmp_path / "mixed.jsonl", [{**analysis.to_json(), "id": "b"}, {"nonsense": 1}])
    (tmp_path / "bad.json").write_text("nonsense")
    ran = errata("import", tmp_path / "bad.json", mixed, good, *place)
    assert ran.code == 1 and "not JSON" in ran.err and "line 2" in ran.err and "--skip-bad" in ran.err
    assert [row["id"] for row in errata("history", "--json", *place).rows] == [analysis.id]
    assert errata("import", mixed, "--skip-bad", *place).code == 0
    assert {row["id"] for row in errata("history", "--json", *place).rows} == {analysis.id, "b"}


@pytest.mark.parametrize("ending", ["jsonl", "json", "csv", "html"])
def test_an_export_is_private_whole_and_says_what_it_lacks(
    errata: Errata, store: Store, analysis: Analysis, data: list[object], tmp_path: Path, ending: str
) -> None:
    file = tmp_path / f"all.{ending}"
    file.write_text("an older export")
    file.chmod(0o644)
    assert errata("export", "--out", file, *data).code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with store._database.writing() as tables:
        tables.execute("INSERT INTO analyses (id, engine, created, title, output, reference, data) VALUES ('b','e','c','t','o','r','{')")
    ran = errata("export", "--out", file, *data)
    assert ran.code == 1 and "left out t" in ran.err and analysis.id in file.read_text(encoding="utf-8")
    before = file.read_bytes()
    assert errata("export", "nowhere", "--out", file, *data).code == 1 and file.read_bytes() == before
    assert not list(tmp_path.glob("*.part")) and not list(tmp_path.glob(".*.part"))


def test_an_export_goes_through_pipes_and_links(errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path) -> None:
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "real.jsonl")
    assert errata("export", "--out", tmp_path / "link.jsonl", *data).code == 0
    assert (tmp_path / "link.jsonl").is_symlink() and (tmp_path / "real.jsonl").read_text()
    assert errata("export", "--out", os.devnull, *data).code == 0
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_reports_and_rows_are_private(errata: Errata, pair: tuple[Path, Path], data: list[object], tmp_path: Path) -> None:
    errata("analyze", "--reference", pair[0], "--output", pair[1], "--html", tmp_path / "r.html", *data)
    rows = write_rows(tmp_path / "in.jsonl", [{"id": 1, "reference": pair[0].read_text(), "output": pair[1].read_text()}])
    errata("batch", rows, "--out", tmp_path / "out.csv", *data)
    errata("parse", write_rows(tmp_path / "t.jsonl", [{"id": 1, "text": "The ferry left."}]), "--out", tmp_path / "facts.jsonl")
    for name in ("r.html", "out.csv", "out.csv.jsonl", "facts.jsonl"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name


def test_what_is_damaged_is_listed_and_removed(errata: Errata, store: Store, analysis: Analysis, data: list[object]) -> None:
    assert errata("history", "damaged", *data).code == 0
    store.save_draft("page", "a", "b")
    with store._database.writing() as tables:
        tables.execute("UPDATE analyses SET data = '{}'")
        tables.execute("UPDATE drafts SET data = '{'")
    assert "damaged" in errata("history", *data).out
    ran = errata("history", "damaged", "--json", *data)
    assert ran.code == 1 and [row["kind"] for row in ran.rows] == ["analysis", "draft"]
    assert errata("history", "discard", "draft", ran.rows[1]["id"], *data).code == 0
    assert errata("history", "delete", analysis.id, *data).code == 0
    assert errata("history", "damaged", *data).code == 0
    assert errata("history", "discard", "draft", *data).code == 2
    assert errata("history", "discard", "recipe", "x", *data).code == 1
    assert json.loads(errata("export", *data).out or "{}") == {}
