"""What is stored and cannot be read hides nothing else: it is named, left as it is, and removed when a person says so."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.core.errors import InputError, StoreError
from engines.core.results import Analysis
from sessions.soundness import Damaged
from sessions.store import Store
from tests.sessions.test_store import pair

WRONG = ["{", "", "[]", "null", "{}", '"text"', "[" * 3000, '{"a": NaN}', b"\xff\x00", 3, None]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        for id in "abc":
            opened.save(pair(id))
        opened.annotate("a", "q1", 1, "one")
        opened.annotate("a", "q2", 1, "two")
        opened.save_draft("page", "r", "o")
        opened.save_revision("a", {name: [] for name in ("edits", "comment", "notes", "choices", "past", "future", "scored")})
        opened.save_calibration("qasem", "compact", {"calibration": {"scores": [0, 1], "probabilities": [0, 1]}, "labels": 20})
        yield opened


def put(store: Store, sql: str, *values: Any) -> None:
    with store._database.writing() as tables:
        tables.execute(sql, values)


@pytest.mark.parametrize("data", [wrong for wrong in WRONG if wrong is not None])
def test_one_damaged_analysis_hides_no_other(store: Store, data: object) -> None:
    put(store, "UPDATE analyses SET data = ?, key = 'k' WHERE id = 'b'", data)
    assert [(entry.id, bool(entry.damaged)) for entry in store.history()] == [("c", False), ("b", True), ("a", False)]
    with pytest.raises(StoreError, match="damaged"):
        store.get("b")
    assert store.find("k") is None, "it is analysed again"
    damaged: list[Damaged] = []
    assert [analysis.id for analysis in store.every(damaged=damaged)] == ["a", "c"] and [found.id for found in damaged] == ["b"]
    with pytest.raises(StoreError):
        list(store.every())
    assert store.delete("b") and [entry.id for entry in store.history()] == ["c", "a"]
    assert store.restore("b") and store.history()[1].damaged


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("created", "9999-12-31T23:59:59-14:00"),
        ("created", 7),
        ("created", b"\xff"),
        ("title", b"\xff\xfe"),
        ("title", 3.5),
        ("engine", b"\x00"),
        ("score", "much"),
        ("score", float("inf")),
        ("score", b"\xff"),
    ],
)
def test_odd_values_beside_an_analysis_hide_nothing(store: Store, column: str, value: object) -> None:
    put(store, f"UPDATE analyses SET {column} = ? WHERE id = 'b'", value)
    entry = next(entry for entry in store.history() if entry.id == "b")
    assert isinstance(entry.created, str) and isinstance(entry.title, str) and isinstance(entry.engine, str)
    assert entry.score is None or isinstance(entry.score, float)
    assert store.get("b") == pair("b") and store.count() == 3


def test_a_text_that_is_none_hides_nothing(store: Store) -> None:
    put(store, "UPDATE analyses SET title = CAST(x'ff41' AS TEXT) WHERE id = 'b'")
    assert "\ufffdA" in [entry.title for entry in store.history()]


def test_an_id_that_is_none_can_be_deleted(store: Store) -> None:
    put(store, "UPDATE analyses SET id = x'62ff' WHERE id = 'b'")
    id = next(entry.id for entry in store.history() if entry.id not in "ac")
    assert store.delete(id) and store.count() == 2


def test_what_is_inside_an_analysis_is_noticed_when_it_is_asked_for_and_shown_from_then_on(store: Store) -> None:
    data = {**pair("b").to_json(), "units": 7}
    put(store, "UPDATE analyses SET data = ? WHERE id = 'b'", json.dumps(data))
    assert not any(entry.damaged for entry in store.history())
    assert [found.id for found in store.readings() if not isinstance(found, Analysis)] == ["b"]
    assert [entry.id for entry in store.history() if entry.damaged] == ["b"]
    store.save(pair("b"))
    assert not any(entry.damaged for entry in store.history())


def test_what_another_program_damages_is_seen(store: Store, tmp_path: Path) -> None:
    assert not any(entry.damaged for entry in store.history())
    with Store(tmp_path) as other:
        put(other, "UPDATE analyses SET data = '{' WHERE id = 'b'")
    assert [entry.id for entry in store.history() if entry.damaged] == ["b"]


@pytest.mark.parametrize("data", WRONG)
def test_damaged_notes_drafts_revisions_and_calibrations_are_named_and_removed(store: Store, data: object) -> None:
    if data is None:
        pytest.skip("these columns are never empty")
    assert store.damaged() == []
    if data != '"text"':
        put(store, "UPDATE annotations SET note = ? WHERE unit = 'q1'", data)
    for table in ("drafts", "revisions", "calibrations"):
        put(store, f"UPDATE {table} SET data = ?", data)
    assert set(store.annotations("a")) >= {"q2"}, "the other note is still there"
    for load in (lambda: store.load_draft("page"), lambda: store.load_revision("a"), lambda: store.load_calibration("qasem", "compact")):
        try:
            load()
        except StoreError as problem:
            assert "errata history damaged" in str(problem)
    found = {thing.kind: thing for thing in store.damaged()}
    assert set(found) == {"note", "draft", "revision", "calibration"} - ({"note"} if data == '"text"' else set())
    assert "analysis a" in found["revision"].title and "page" in found["draft"].title
    for thing in found.values():
        assert store.discard(thing.kind, thing.id) and not store.discard(thing.kind, thing.id)
    assert store.damaged() == [] and store.load_draft("page") is None


@pytest.mark.parametrize(
    ("kind", "id"), [("draft", '["page"]'), ("note", '["a", "q1"]'), ("recipe", "x"), ("note", "a"), ("note", "[1, 2]")]
)
def test_what_can_be_read_or_is_not_there_is_not_removed(store: Store, kind: str, id: str) -> None:
    with pytest.raises(InputError):
        store.discard(kind, id)
    assert store.load_draft("page") and len(store.annotations("a")) == 2


def test_typing_sets_a_damaged_draft_aside(store: Store) -> None:
    put(store, "UPDATE drafts SET data = 'half a dr'")
    store.save_draft("page", "new", "text")
    draft = store.load_draft("page")
    assert draft and draft.reference == "new"
    (aside,) = store.damaged()
    assert aside.kind == "draft" and "damaged" in aside.title
    with store._database.reading() as tables:
        assert ("half a dr",) in tables.execute("SELECT data FROM drafts").fetchall()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("DROP TABLE units", "the table units is missing"),
        ("DROP INDEX idx_analyses_id", "the index idx_analyses_id is missing"),
        ("ALTER TABLE drafts RENAME COLUMN updated TO changed", "the table drafts is not as it should be"),
        ("DROP TRIGGER analyses_ai", "the trigger analyses_ai is missing"),
        ("CREATE VIEW v AS SELECT 1", "the view v is not of Errata"),
    ],
)
def test_the_shape_of_the_database_is_held_against_what_it_should_be(store: Store, change: str, said: str) -> None:
    assert store.structure() == []
    put(store, change)
    assert store.structure() == [said]


def test_without_a_table_the_rest_can_still_be_read(store: Store, tmp_path: Path) -> None:
    put(store, "DROP TABLE units")
    put(store, "DROP TABLE imports")
    with Store(tmp_path) as again:
        assert [analysis.id for analysis in again.every()] == ["a", "b", "c"]
        with pytest.raises(StoreError, match=r"damaged \(no such table: units\).*errata export.*errata restore"):
            again.history()
