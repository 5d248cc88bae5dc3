"""The log of annotators: every event once, stepped back and forth, joined with other copies, gone with its analysis, lost never."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines.core.errors import InputError
from explorer.formats.beside import added_to
from explorer.formats.exporting import exported, jsonl_text
from explorer.services.bringing import bring
from sessions.joining.merging import Brought
from sessions.labelling.labels import Label, standing
from sessions.migrations import STEPS
from sessions.paths import DATABASE
from sessions.store import Store
from tests.sessions.test_store import pair

OLD, NEW = "2020-01-01T00:00:00+00:00", "2026-01-01T00:00:00+00:00"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "one") as opened:
        opened.save(pair("a"))
        yield opened


def event(id: str = "event-1", item: str = "unit:q1", step: str = "support", label: str = "supported", **more: Any) -> Label:
    return Label(id, more.pop("annotator", "Ada"), item, step, label, **more)


def said(store: Store, annotator: str = "Ada", id: str = "a") -> dict[tuple[str, str], str]:
    return {key: one.label for key, one in standing(store.labels(id, annotator)).items()}


def test_the_last_event_that_stands_counts(store: Store) -> None:
    store.label("a", event("event-1"))
    store.label("a", event("event-2", label="contradicts"))
    assert said(store) == {("unit:q1", "support"): "contradicts"}
    store.label("a", event("event-2", label="contradicts", version=1, undone=True))
    assert said(store) == {("unit:q1", "support"): "supported"}, "stepped back to the answer before"
    store.label("a", event("event-2", label="contradicts", version=2))
    assert said(store) == {("unit:q1", "support"): "contradicts"}, "and forth again"
    store.label("a", event("event-3", label=""))
    assert said(store) == {}, "an answer can be taken back"
    assert [one.event for one in store.labels("a")] == ["event-1", "event-2", "event-3"], "in the order in which they were made"


def test_an_event_that_is_sent_again_is_kept_once_and_an_older_version_changes_nothing(store: Store) -> None:
    note = event("event-1", step="note", label="Ve", version=1)
    for label, version in (("V", 0), ("Ve", 1), ("Ve", 1), ("V", 0)):
        store.label("a", replace(note, label=label, version=version))
    (kept,) = store.labels("a")
    assert (kept.label, kept.version) == ("Ve", 1) and kept.created <= kept.changed


def test_annotators_are_told_apart_by_their_names_alone(store: Store) -> None:
    store.label("a", event("event-1", annotator=" Ada  Brekke "))
    store.label("a", event("event-2", annotator="Bo", label="contradicts"))
    store.label("a", event("event-3", annotator="Cy", item="", step="time", label="", seconds=3.0))
    assert said(store, "Ada Brekke") != said(store, "Bo") and store.annotators() == ["Cy", "Bo", "Ada Brekke"]
    assert store.labelled() == ["a"]
    with pytest.raises(InputError, match="another annotator"):
        store.label("a", event("event-1", annotator="Bo"))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"item": "unit:q9"}, "has no 'unit:q9'"),
        ({"item": "own:20-400", "step": "own", "label": "negation"}, "does not lie in the output"),
        ({"item": "own:5-5", "step": "own", "label": "negation"}, "does not lie in the output"),
        ({"item": "q1"}, "has no 'q1'"),
        ({"item": ""}, "names the unit"),
        ({"step": "vote"}, "no step 'vote'"),
        ({"label": "maybe"}, "supported, contradicts, senseless"),
        ({"mode": "open"}, "blind or seeded"),
        ({"annotator": " \t"}, "a name of 1 to 60"),
        ({"annotator": "x" * 61}, "a name of 1 to 60"),
        ({"id": "e' OR 1"}, "6 to 64"),
        ({"seconds": float("nan")}, "a day at most"),
        ({"version": -1}, "count from 0"),
        ({"step": "note", "label": "x" * 10_001}, "10,000 characters"),
    ],
)
def test_what_nobody_can_have_said_is_refused(store: Store, wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        store.label("a", event(**{"id": "event-1", **wrong}))
    with pytest.raises(InputError, match="may have been deleted"):
        store.label("b", event())
    assert store.labels("a") == []


def test_any_text_can_be_a_note(store: Store) -> None:
    for number, words in enumerate(("\ud800", "<img src=x onerror=alert(1)>", "a\x00b", "مرحبا")):
        store.label("a", event(f"event-{number}", step="note", label=words))
        assert store.labels("a")[-1].label == words


def test_labels_go_out_and_come_back_with_their_analysis(store: Store, tmp_path: Path) -> None:
    store.label("a", event("event-1", mode="seeded", seconds=1.5))
    store.label("a", event("event-2", "own:0-3", "own", "negation", version=3, undone=True))
    file = tmp_path / "file.jsonl"
    file.write_text("".join(jsonl_text(exported(store, None), store.title_given, added_to(store, []))))
    assert [one["event"] for one in json.loads(file.read_text())["labels"]] == ["event-1", "event-2"]
    with Store(tmp_path / "two") as other:
        assert bring(other, str(file)).merged is not None
        assert other.labels("a") == store.labels("a")
        again = bring(other, str(file)).merged
        assert again is not None and again.number == 0, "the same file brings nothing new"
        other.label("a", event("event-1", label="contradicts", version=1))
        bring(other, str(file))
        assert said(other)[("unit:q1", "support")] == "contradicts", "an older state does not come back"


def test_labels_of_two_places_are_joined_and_can_be_parted(store: Store) -> None:
    store.label("a", event("event-1"))
    theirs = (event("event-9", annotator="Bo", created=OLD, changed=OLD), event("event-8", "unit:q9", created=NEW))
    merged = store.merge([Brought(pair("a"), labels=theirs)], "file")
    assert (merged.done["label"], merged.passed["label"]) == (1, 1), "of units that are not here nothing is taken"
    assert [one.event for one in store.labels("a")] == ["event-9", "event-1"], "by their time"
    store.undo_import(merged.number)
    assert [one.event for one in store.labels("a")] == ["event-1"]


def test_an_analysis_that_was_labelled_since_its_import_stays_when_that_is_undone(store: Store) -> None:
    merged = store.merge([Brought(pair("b"))], "file")
    store.label("b", event())
    assert store.undo_import(merged.number).kept == 1 and store.get("b")


def test_an_import_that_says_nonsense_is_refused_whole(store: Store, tmp_path: Path) -> None:
    data = {**pair("c").to_json(), "labels": [{**event().to_json(), "label": "perhaps"}]}
    file = tmp_path / "file.jsonl"
    file.write_text(json.dumps(data))
    report = bring(store, str(file))
    assert report.merged is None and "supported, contradicts" in report.notes[0]


def test_labels_go_with_their_analysis_and_are_in_a_backup(store: Store, tmp_path: Path) -> None:
    store.label("a", event())
    store.back_up(tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("SELECT count(*) FROM labels").fetchone() == (1,)
    store.delete("a")
    assert store.labelled() == [] and store.annotators() == []
    store.purge()
    assert store.labels("a") == []


def test_a_damaged_label_is_named_and_hides_no_other(store: Store) -> None:
    store.label("a", event("event-1"))
    store.label("a", event("event-2", "unit:q2"))
    with store._database.writing() as tables:
        tables.execute("UPDATE labels SET label = 'no JSON' WHERE event = 'event-1'")
    assert [one.event for one in store.labels("a")] == ["event-2"]
    (thing,) = store.damaged()
    assert (thing.kind, thing.of) == ("label", "a") and store.discard("label", thing.id) and store.damaged() == []


def test_a_database_from_before_labels_is_brought_up_and_keeps_its_votes(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save(pair("a"))
        store.annotate("a", "q1", 1, "mine")
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        for table in ("labels", "batches", "batch_rows", "rounds"):
            database.execute(f"DROP TABLE {table}")
        database.execute("PRAGMA user_version = 5")
        database.commit()
    with Store(tmp_path) as store:
        assert store.structure() == [] and store.annotations("a")["q1"].note == "mine"
        store.label("a", event())
        assert len(store.labels("a")) == 1 and len(STEPS) >= 6
    assert list((tmp_path / "backups").iterdir()), "what was there was copied before"
