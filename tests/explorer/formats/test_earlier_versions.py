"""A database and exports that the version before wrote (tests/data/schema-1) open, show, and are exported again without loss."""

import csv
import io
import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from components.review.page import review
from engines.core.results import SCHEMA, Analysis
from engines.units.alignment import spans_of
from explorer.formats.exporting import exported, json_text
from explorer.formats.importing import imported, keep, read_analysis
from explorer.formats.sheets import csv_text
from explorer.services.drafting import RevisionDraft
from sessions.store import Store

OLD = Path(__file__).parents[2] / "data" / "schema-1"
RECORDS: list[dict[str, Any]] = json.loads((OLD / "analyses.json").read_text(encoding="utf-8"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    shutil.copy(OLD / "errata.db", tmp_path / "errata.db")
    with Store(tmp_path) as opened:
        yield opened


def as_it_was(data: dict[str, Any]) -> dict[str, Any]:
    """A new record in the shape of the old one."""
    units = []
    for unit in data["units"]:
        extra = dict(unit["details"])
        units.append({**{name: value for name, value in unit.items() if name not in ("details", "conflicts")}, "extra": extra})
    scores = {name: value for name, value in data["scores"].items() if name != "support"}
    known = {name: value for name, value in data.items() if name not in ("errors", "unchecked")}
    return {**known, "schema": "errata/1", "scores": scores, "units": units}


def without_unset(data: dict[str, Any]) -> dict[str, Any]:
    """An old record without values that say nothing: they are not written any more."""
    units = []
    for unit in data["units"]:
        said = {name: value for name, value in unit["extra"].items() if value not in (None, "", []) and value is not False}
        units.append({**unit, "extra": said})
    return {**data, "units": units}


def test_every_engine_is_among_the_old_records() -> None:
    assert {record["schema"] for record in RECORDS} == {"errata/1"} != {SCHEMA}
    assert {record["engine"]["name"] for record in RECORDS} == {"qasem", "scale", "acueval", "qags", "lss", "person"}
    assert {unit["kind"] for record in RECORDS for unit in record["units"]} >= {"qa", "sentence", "acu", "question", "mark"}


def test_an_old_database_opens_shows_and_is_exported_without_loss(store: Store) -> None:
    data = json.loads("".join(json_text(exported(store, None), store.title_given)))
    assert [record["id"] for record in data] == [record["id"] for record in RECORDS]
    for new, old in zip(data, RECORDS, strict=True):
        assert new["schema"] == SCHEMA and as_it_was(new) == without_unset(old)
    for analysis in store.every():
        notes = {id: {"vote": a.vote, "note": a.note} for id, a in store.annotations(analysis.id).items()}
        assert analysis.id in review(analysis, stored=True, annotations=notes)
        assert analysis.errors is not None and analysis.unchecked is None and 0 < analysis.scores["support"] <= 1
        assert bool(analysis.errors) == any(unit.supported is False and spans_of(unit) for unit in analysis.units)


def test_reading_an_old_database_writes_nothing(store: Store) -> None:
    def rows() -> list[Any]:
        with sqlite3.connect(store.path) as connection:
            return connection.execute("SELECT id, key, data, score, deleted FROM analyses ORDER BY number").fetchall()

    before = rows()
    assert len(list(store.every())) == len(before) == len(RECORDS)
    assert rows() == before and all(json.loads(row[2])["schema"] == "errata/1" for row in before)


def test_votes_notes_revisions_and_drafts_are_still_there(store: Store) -> None:
    given = [len(store.annotations(analysis.id)) for analysis in store.every()]
    assert given == [len(record.get("annotations", ())) for record in RECORDS] and sum(given) >= 10
    (revised,) = [analysis for analysis in store.every() if store.load_revision(analysis.id)]
    assert revised.engine.name == "acueval" and RevisionDraft.from_json(store.load_revision(revised.id) or {}).edits
    draft = store.load_draft("0011aabb")
    assert draft is not None and draft.output.startswith("Hallmere's")


@pytest.mark.parametrize("name", ["analyses.json", "analyses.jsonl"])
def test_old_exports_are_read_without_loss(name: str, tmp_path: Path) -> None:
    items = list(imported(str(OLD / name)))
    assert [item.notes for item in items] == [[]] * len(RECORDS)
    with Store(tmp_path / "data") as fresh:
        for item in items:
            keep(fresh, item)
        data = json.loads("".join(json_text(exported(fresh, None), fresh.title_given)))
    for new, old in zip(data, RECORDS, strict=True):
        new_notes, old_notes = (
            [{k: v for k, v in note.items() if k != "created"} for note in each.pop("annotations", [])] for each in (new, dict(old))
        )
        assert new_notes == old_notes
        assert as_it_was(new) == without_unset({name: value for name, value in old.items() if name != "annotations"})


def test_an_old_csv_file_is_read_and_written_as_it_was(tmp_path: Path) -> None:
    written = (OLD / "analyses.csv").read_text(encoding="utf-8")
    items = list(imported(str(OLD / "analyses.csv")))
    assert [item.notes for item in items] == [[]] * len(RECORDS)
    with Store(tmp_path / "data") as fresh:
        for item in items:
            keep(fresh, item)
        again = "".join(csv_text(exported(fresh, None)))
    rows = list(csv.DictReader(io.StringIO(again)))
    assert [errors for row in rows if (errors := row.pop("errors"))] and not any(row.pop("unchecked") for row in rows)
    assert rows == list(csv.DictReader(io.StringIO(written)))


def test_a_newer_version_is_refused_and_an_unknown_detail_kept() -> None:
    newer = {**RECORDS[0], "schema": "errata/3"}
    with pytest.raises(Exception, match="Update Errata"):
        Analysis.from_json(newer)
    unit = {**RECORDS[0]["units"][0], "extra": {**RECORDS[0]["units"][0]["extra"], "mood": ["fair"]}}
    read = Analysis.from_json({**RECORDS[0], "units": [unit]})
    assert read.to_json()["units"][0]["details"]["mood"] == ["fair"]
    assert Analysis.from_json(read.to_json()) == read


def test_errors_that_overlap_or_lie_outside_are_put_together_anew() -> None:
    good = next(imported(str(OLD / "analyses.json"))).analysis
    assert good is not None and good.errors
    data = good.to_json()
    assert read_analysis(data, "line 1").analysis == good
    twice = {**data, "errors": [*data["errors"], data["errors"][0]]}
    outside = {**data, "errors": [{**data["errors"][0], "end": 10**6}]}
    assert [read_analysis(each, "line 1").analysis for each in (twice, outside)] == [good, good]
