"""A file is taken whole or not at all; all that a person added goes out and comes in again, and damage stops nothing else."""

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines.core.errors import FormatError
from engines.core.results import Analysis, Edit
from explorer.formats.beside import added_to, records_beside
from explorer.formats.exporting import exported, foreign_text, json_text, jsonl_text
from explorer.formats.foreign.registry import written as foreign_formats
from explorer.formats.sheets import csv_text
from explorer.services.bringing import bring, undone_words
from explorer.services.drafting import RevisionDraft
from sessions.batches.looking import Look
from sessions.batches.records import Answered
from sessions.soundness import Damaged
from sessions.store import Store
from tests.components import samples
from tests.explorer.running import write_rows

FITTED = {"calibration": {"scores": [0.0, 1.0], "probabilities": [0.1, 0.9]}, "labels": 20}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Two analyses with something of every kind added to them."""
    with Store(tmp_path / "data") as opened:
        first = samples.analysis()
        opened.save(first, title="The ferry")
        opened.save(replace(first, id="second"))
        opened.annotate(first.id, "q4", -1, "It says Vell \ud800.")
        opened.annotate(first.id, "q1", 1, "once")
        opened.annotate(first.id, "q1", 0, "")
        opened.save_revision(first.id, RevisionDraft(first.id, (Edit(0, 3, "The", "why", ("q1",)),), choices=(1,)).to_json())
        opened.save_calibration("qasem", "compact@1", FITTED)
        opened.save_draft("page", "half a reference", "half an output", engine="lss", engines=["qasem"])
        yield opened


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "other") as opened:
        yield opened


def written(store: Store, left_out: list[Damaged], whole: bool = True) -> list[str]:
    """The lines of an export of all."""
    items = exported(store, None, left_out, taken_back=True)
    writer = jsonl_text if whole else json_text
    return list(writer(items, store.title_given, added_to(store, left_out), records_beside(store, left_out), left_out))


def state(store: Store) -> list[Any]:
    """All that a store holds, but for the numbers of its rows."""
    tables = {"analyses": "id, title, titled, created, data", "annotations": "*", "revisions": "*", "drafts": "*", "calibrations": "*"}
    tables |= {"labels": "*", "tags": "*", "comparisons": "*", "batches": "*", "batch_rows": "*", "rounds": "*"}
    with store._database.reading() as opened:
        return [opened.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2").fetchall() for table, columns in tables.items()]


def damage(store: Store, sql: str, *values: object) -> None:
    with store._database.writing() as tables:
        tables.execute(sql, values)


@pytest.mark.parametrize("ending", ["json", "jsonl"])
def test_all_that_a_person_added_comes_in_again(store: Store, other: Store, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"all.{ending}"
    file.write_text("".join(written(store, [], ending == "jsonl")), encoding="utf-8")
    report = bring(other, str(file))
    assert report.words() == "2 analyses imported, with 2 votes or notes, 1 revision, 1 draft, 1 calibration."
    assert state(other) == state(store) and report.notes == []
    again = bring(other, str(file))
    assert again.words() == "Nothing new. 2 analyses were here already." and state(other) == state(store)


BATCH = "ba7c4ba7c4ba"
ROWS = (
    Answered(0, 1, "7", "of batch", 0.5, 0.4, 1, 9, {"intrinsic": 1}, {"number": 1}, {"supported": 1, "units": 2}, 0.0, {"model": "Alder"}),
    Answered(1, 3, "8", output="It \ud800", error="line 3: 'reference' is missing.", carried={"rate": math.nan, "id": 8, "scores": [1]}),
)


@pytest.fixture
def batches(store: Store) -> Store:
    """What goes with a history besides: a batch with an answered and a failed row, and a round of a quiz on the analysis of the batch."""
    store.save_batch(BATCH, "Ferries of May", {"total": 3, "engine": "qasem", "columns": {"label": "right"}, "models": {}})
    store.keep_answer(BATCH, ROWS[0], samples.analysis(id="of batch"), "the key of it")
    store.keep_answer(BATCH, ROWS[1])
    store.save_round("of batch", "round-1", 0, {"mode": "hands", "hands": [3, 4]})
    return store


def brought(store: Store, other: Store, file: Path) -> str:
    file.write_text("".join(written(store, [])), encoding="utf-8")
    return bring(other, str(file)).words()


def test_batches_and_rounds_come_in_again_as_they_are(batches: Store, other: Store, tmp_path: Path) -> None:
    said = brought(batches, other, tmp_path / "all.jsonl")
    assert said == "3 analyses imported, with 2 votes or notes, 1 revision, 1 draft, 1 calibration, 1 batch, 1 round of a quiz."
    assert state(other) == state(batches) and [row.id for row in other.listed_answers(BATCH, Look(), 9)] == ["7", "8"]
    (first, failed), (known,) = other.answers(BATCH, carried=True), other.batches()
    assert first == ROWS[0] and failed.error == ROWS[1].error and math.isnan(failed.carried["rate"])
    assert (known.name, known.total, known.answered, known.failed) == ("Ferries of May", 3, 2, 1)
    assert [entry.id for group in other.groups() for entry in group.entries] == ["second", samples.analysis().id], "listed with its batch"
    assert brought(batches, other, tmp_path / "all.jsonl") == "Nothing new. 3 analyses were here already." and len(other.imports()) == 1


def test_an_imported_batch_is_undone_and_brought_back_with_its_analyses(batches: Store, other: Store, tmp_path: Path) -> None:
    brought(batches, other, tmp_path / "all.jsonl")
    assert undone_words(other.undo_import()) == f"The import of {tmp_path / 'all.jsonl'} is undone."
    assert other.batches() == [] and other.history() == [] and other.rounds() == []
    assert other.restore_batch(BATCH) and [entry.id for entry in other.history()] == ["of batch"]
    other.delete_batch(BATCH)
    assert "3 analyses imported" not in brought(batches, other, tmp_path / "all.jsonl") and other.batch(BATCH).answered == 2


def test_what_was_done_to_an_imported_batch_since_then_stays(batches: Store, other: Store, tmp_path: Path) -> None:
    brought(batches, other, tmp_path / "all.jsonl")
    other.rename_batch(BATCH, "Mine")
    assert "1 change stayed" in undone_words(other.undo_import()) and other.batch(BATCH).name == "Mine"


def test_of_two_states_of_a_batch_answers_win_over_errors_and_the_newer_name_stays(batches: Store, other: Store, tmp_path: Path) -> None:
    brought(batches, other, tmp_path / "all.jsonl")
    before = state(other)
    batches.keep_answer(BATCH, Answered(1, 3, "8", score=0.75))
    batches.keep_answer(BATCH, Answered(2, 4, "9", score=0.25))
    other.rename_batch(BATCH, "Mine")
    said = brought(batches, other, tmp_path / "later.jsonl")
    assert [row.score for row in other.answers(BATCH)] == [0.5, 0.75, 0.25] and other.batch(BATCH).name == "Mine", said
    other.rename_batch(BATCH, "Ferries of May")
    other.undo_import()
    after = state(other)
    assert [len(table) for table in after] == [len(table) for table in before] and list(other.answers(BATCH))[1].error


def test_a_round_that_was_written_later_takes_the_place_of_the_earlier_one(batches: Store, other: Store, tmp_path: Path) -> None:
    brought(batches, other, tmp_path / "all.jsonl")
    other.save_round("of batch", "round-1", 1, {"mode": "hands", "hands": [9]})
    assert "Passed over" in brought(batches, other, tmp_path / "all.jsonl") and other.rounds()[0].data["hands"] == [9]
    brought(other, batches, tmp_path / "back.jsonl")
    assert batches.rounds()[0].data["hands"] == [9] and batches.rounds()[0].revision == 2


@pytest.mark.parametrize(
    ("schema", "change", "said"),
    [
        ("errata/batch/1", {"id": "../../etc"}, "id is '../../etc'; it must be 12 hexadecimal digits."),
        ("errata/batch/1", {"about": 3}, "about is 3"),
        ("errata/batch-row/1", {"position": -1}, "position is -1"),
        ("errata/batch-row/1", {"carried": "["}, "carried is not a JSON object"),
        ("errata/batch-row/1", {"kinds": {"intrinsic": "two"}}, "kinds.intrinsic is 'two'"),
        ("errata/round/1", {"data": "x" * 9}, "data is 'xxxxxxxxx'"),
    ],
)
def test_a_batch_or_a_round_with_a_wrong_value_is_refused(
    batches: Store, other: Store, tmp_path: Path, schema: str, change: dict[str, Any], said: str
) -> None:
    records = [json.loads(line) for line in written(batches, [])]
    wrong = [{**record, **change} if record["schema"] == schema else record for record in records]
    report = bring(other, str(write_rows(tmp_path / "in.jsonl", wrong)))
    assert report.merged is None and any(said in note for note in report.notes), report.notes
    assert other.batches() == []


def test_every_line_names_its_engine(batches: Store) -> None:
    records = [json.loads(line) for line in written(batches, [])]
    schemas = ["draft", "calibration", "batch", "batch-row", "batch-row", "round"]
    assert [record["schema"] for record in records[3:]] == [f"errata/{name}/1" for name in schemas]
    assert all("name" in record["engine"] for record in records)


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("units", [{"probability": 5}], "units[0].probability is 5; it must be a number from 0 to 1."),
        ("units", [{"supported": "x"}], "units[0].supported is 'x'; it must be true or false."),
        ("created", "9999-12-31T23:59:59-14:00", "created is"),
        ("annotations", [{"unit": "q1", "vote": 7}], "annotations[0].vote is 7"),
        ("annotations", [{"unit": "q1", "vote": True}], "annotations[0].vote is True"),
        ("annotations", [{"unit": "q1", "vote": 1, "note": "x" * 10_001}], "annotations[0].note has 10,001 characters"),
        ("title", 3, "title is 3"),
        ("revision", {"updated": "2026-01-01", "data": {"edits": 3}}, "analysis is missing"),
        ("revision", [], "revision is []"),
    ],
)
def test_a_file_with_one_wrong_value_leaves_everything_as_it_was(store: Store, tmp_path: Path, place: str, value: Any, said: str) -> None:
    before = state(store)
    wrong = samples.analysis(id="third").to_json()
    if place == "units":
        wrong["units"] = [{**wrong["units"][0], **value[0]}]
    else:
        wrong[place] = value
    file = write_rows(tmp_path / "in.jsonl", [samples.analysis(id="new").to_json(), wrong])
    report = bring(store, str(file))
    assert report.merged is None and state(store) == before and store.imports() == []
    assert any(note.startswith("line 2: ") and said in note for note in report.notes)
    assert report.words() == "Nothing was imported: 1 could not be read. The other 1 record could be."
    report = bring(store, str(file), leave_out=True)
    assert report.words() == "1 analysis imported. 1 could not be read." and store.get("new")


def test_numbers_that_are_none_are_no_json(store: Store, tmp_path: Path) -> None:
    line = json.dumps({**samples.analysis(id="new").to_json(), "scores": {"qasem": float("nan")}}).encode()
    report = bring(store, str(write_rows(tmp_path / "in.jsonl", [line])))
    assert report.merged is None and "nan" in report.notes[0].lower()
    (tmp_path / "in.json").write_bytes(b"[" + line + b"]")
    with pytest.raises(FormatError, match="NaN"):
        bring(store, str(tmp_path / "in.json"))


def test_rows_of_a_batch_that_failed_hold_nothing_and_stop_nothing(store: Store, tmp_path: Path) -> None:
    rows = [{"id": 1, "scores": {}, "analysis": samples.analysis(id="new").to_json()}, {"id": 2, "error": "line 2: 'output' is missing."}]
    report = bring(store, str(write_rows(tmp_path / "in.jsonl", rows)))
    assert report.words() == "1 analysis imported." and "holds no analysis" in report.notes[0]


def test_another_analysis_of_a_known_id_is_named(store: Store, tmp_path: Path) -> None:
    other = samples.analysis(output=samples.OUTPUT + " It said so.", facts=())
    report = bring(store, str(write_rows(tmp_path / "in.jsonl", [other.to_json()])), "friend.jsonl")
    assert report.words() == "1 analysis imported. Beside others of the same id: 1."
    assert report.merged and f"kept beside it, as {report.merged.renamed[other.id]}" in report.notes[-1]
    assert store.get(other.id) == samples.analysis()
    assert undone_words(store.undo_import()) == "The import of friend.jsonl is undone."


def test_a_time_that_has_not_come_yet_wins_over_nothing_that_is_said_later(store: Store, tmp_path: Path) -> None:
    id = samples.analysis().id
    note = {"unit": "q5", "vote": 1, "note": "from the future", "created": "2999-01-01T00:00:00+00:00"}
    file = write_rows(tmp_path / "in.jsonl", [{**samples.analysis().to_json(), "annotations": [note]}])
    bring(store, str(file))
    store.annotate(id, "q5", -1, "now")
    kept = store.annotations(id)["q5"]
    assert kept.created >= max(a.created for a in store.annotations(id).values())
    bring(store, str(file))
    assert store.annotations(id)["q5"].note in ("now", "from the future")


@pytest.mark.parametrize("shape", ["jsonl", "json", "csv", *foreign_formats()])
def test_a_damaged_record_is_left_out_and_the_others_are_written(store: Store, tmp_path: Path, shape: str) -> None:
    for id in "cde":
        store.save(samples.analysis(id=id))
    damage(store, "UPDATE analyses SET data = '{' WHERE id = 'second'")
    damage(store, "UPDATE analyses SET data = json_set(data, '$.units[0].probability', 5) WHERE id = 'c'")
    damage(store, "UPDATE annotations SET note = '{' WHERE unit = 'q4'")
    left_out: list[Damaged] = []
    if shape in ("jsonl", "json"):
        text = "".join(written(store, left_out, shape == "jsonl"))
    elif shape == "csv":
        text = "".join(csv_text(exported(store, None, left_out), left_out))
    else:
        text = "".join(foreign_text(exported(store, None, left_out), shape, left_out))
    assert {(thing.kind, thing.of) for thing in left_out} == {("analysis", "second"), ("analysis", "c"), ("note", samples.analysis().id)}
    if shape in ("jsonl", "json", "csv"):
        (tmp_path / f"x.{shape}").write_text(text, encoding="utf-8")
        with Store(tmp_path / "third") as fresh:
            report = bring(fresh, str(tmp_path / f"x.{shape}"))
            assert {entry.id for entry in fresh.history()} == {samples.analysis().id, "d", "e"} and not report.refused
            assert shape == "csv" or sum("could not be exported" in note for note in report.notes) == 3


def test_a_damaged_revision_draft_or_calibration_is_left_out_and_named(store: Store, other: Store, tmp_path: Path) -> None:
    damage(store, "UPDATE revisions SET data = json_set(data, '$.choices', json('[7]'))")
    damage(store, "UPDATE calibrations SET data = json_set(data, '$.calibration.scores', json('[1, 0]'))")
    damage(store, "UPDATE drafts SET data = '[]'")
    left_out: list[Damaged] = []
    (tmp_path / "x.jsonl").write_text("".join(written(store, left_out)), encoding="utf-8")
    assert {thing.kind for thing in left_out} == {"revision", "draft", "calibration"}
    assert bring(other, str(tmp_path / "x.jsonl")).words() == "2 analyses imported, with 2 votes or notes."


def test_a_table_that_is_gone_stops_no_export(store: Store, other: Store, tmp_path: Path) -> None:
    for table in ("units", "drafts", "calibrations", "imports"):
        damage(store, f"DROP TABLE {table}")
    left_out: list[Damaged] = []
    (tmp_path / "x.jsonl").write_text("".join(written(store, left_out)), encoding="utf-8")
    assert [thing.kind for thing in left_out] == ["draft", "calibration"]
    bring(other, str(tmp_path / "x.jsonl"))
    assert other.get("second") == store.get("second")


def test_an_analysis_that_nothing_expects_stops_no_writer() -> None:
    class Odd(Analysis):
        def to_json(self) -> dict[str, Any]:
            raise ZeroDivisionError("odd")

    sound = samples.analysis()
    odd = Odd(**{**vars(sound), "id": "odd"})
    left_out: list[Damaged] = []
    lines = list(jsonl_text([(odd, {}), (sound, {})], left_out=left_out))
    assert [json.loads(line)["id"] for line in lines] == [sound.id] and [thing.id for thing in left_out] == ["odd"]
    with pytest.raises(ZeroDivisionError):
        list(jsonl_text([(odd, {})]))
