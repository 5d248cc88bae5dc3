"""What is imported is joined with what is here: newer goes before older, nothing that differs is lost, and all of it can be taken back."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines.core.errors import InputError
from sessions.annotations import Annotation
from sessions.calibrations import Kept
from sessions.drafts import Draft
from sessions.joining.merging import Brought, BroughtDraft
from sessions.store import Store
from tests.sessions.test_store import pair

OLD, NEW, FUTURE = "2020-01-01T00:00:00+00:00", "2026-01-01T00:00:00+00:00", "2999-01-01T00:00:00+00:00"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        opened.save(pair("a"), key="k")
        yield opened


def said(vote: int, note: str = "", when: str = OLD, unit: str = "q1", id: str = "a") -> Annotation:
    return Annotation(id, unit, vote, note, when)


def everything(store: Store) -> list[Any]:
    """Every row of the store but those of imports."""
    tables = ("analyses", "units", "annotations", "revisions", "drafts", "calibrations")
    with store._database.reading() as opened:
        return [opened.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables]


def test_an_older_note_and_vote_do_not_replace_newer_ones(store: Store) -> None:
    store.annotate("a", "q1", -1, "I looked it up.")
    theirs = said(1, "first thought"), said(1, "of a fact that is not here", unit="q9")
    merged = store.merge([Brought(pair("a"), annotations=theirs)], "f")
    assert (store.annotations("a")["q1"].vote, store.annotations("a")["q1"].note) == (-1, "I looked it up.")
    assert merged.passed["note"] == 2 and merged.number == 0, "nothing was changed, so there is nothing to undo"
    store.merge([Brought(pair("a"), annotations=(said(1, "second thought", FUTURE),))], "f")
    assert store.annotations("a")["q1"].note == "second thought"


def test_a_note_without_a_time_comes_in_only_where_there_is_none(store: Store) -> None:
    store.annotate("a", "q1", 1, "mine")
    store.merge([Brought(pair("a"), annotations=(said(-1, "theirs", ""), said(-1, "theirs", "", "q2")))], "f")
    assert {unit: note.note for unit, note in store.annotations("a").items()} == {"q1": "mine", "q2": "theirs"}


def test_what_was_taken_back_is_not_brought_back_by_an_older_copy(store: Store) -> None:
    store.annotate("a", "q1", 1, "wrong")
    store.annotate("a", "q1", 0, "")
    store.merge([Brought(pair("a"), annotations=(said(1, "wrong"),))], "f")
    assert store.annotations("a") == {}


def test_another_analysis_of_a_known_id_is_kept_beside_it_under_an_id_that_stays(store: Store) -> None:
    other = pair("a", output="Ada Brekke stayed in Norvik.")
    merged = store.merge([Brought(other, annotations=(said(1),), revision={"edits": []}, revised=NEW)], "f")
    (id,) = merged.renamed.values()
    assert (merged.done["beside"], merged.ids) == (1, [id])
    assert store.get("a") == pair("a") and store.get(id) == replace(other, id=id)
    assert store.annotations(id)["q1"].vote == 1 and not store.annotations("a")
    assert store.load_revision(id) == {"edits": [], "analysis": id}
    again = store.merge([Brought(other)], "f")
    assert again.ids == [id] and again.done["same"] == 1 and store.count() == 2


def test_units_that_differ_at_the_same_time_are_another_analysis(store: Store) -> None:
    other = replace(pair("a"), units=(replace(pair("a").units[0], supported=False, probability=0.1, error="extrinsic"),))
    assert store.merge([Brought(other)], "f").done["beside"] == 1
    assert store.get("a") == pair("a")


@pytest.mark.parametrize(("created", "relation", "units"), [(NEW, "older", 3), (FUTURE, "newer", 1)])
def test_of_two_runs_of_one_analysis_the_newer_stays(store: Store, created: str, relation: str, units: int) -> None:
    other = replace(pair("a"), created=created, units=pair("a").units[:1])
    merged = store.merge([Brought(other)], "f")
    assert merged.done[relation] == 1 and len(store.get("a").units) == units
    assert store.find("k") == store.get("a"), "it is still found by what it depends on"


def test_a_title_that_was_given_later_stays(store: Store) -> None:
    store.rename("a", "Mine")
    assert store.merge([Brought(pair("a"), title="Theirs", titled=OLD)], "f").passed["title"] == 1
    assert store.title_given("a") == "Mine"
    store.merge([Brought(pair("a"), title="Theirs", titled=FUTURE), Brought(pair("b"), title="Another")], "f")
    assert store.title_given("a") == "Theirs" and store.title_given("b") == "Another"


def test_drafts_calibrations_and_revisions_go_by_their_times(store: Store) -> None:
    store.save_draft("page", "mine", "o", engine="lss")
    store.save_calibration("qasem", "compact", {"labels": 1})
    store.save_revision("a", {"edits": [1]})

    def things(when: str) -> list[Any]:
        draft = BroughtDraft("page", when, Draft("theirs", "o", {}))
        return [Brought(pair("a"), revision={"edits": [2]}, revised=when), draft, Kept("qasem", "compact", when, {"labels": 2})]

    def here() -> tuple[Any, Any, Any]:
        draft = store.load_draft("page")
        return draft and draft.reference, store.load_calibration("qasem", "compact"), (store.load_revision("a") or {}).get("edits")

    assert store.merge(things(OLD), "f").passed == {"revision": 1, "draft": 1, "calibration": 1}
    assert here() == ("mine", {"labels": 1}, [1])
    before = everything(store)
    store.merge(things(FUTURE), "f")
    assert here() == ("theirs", {"labels": 2}, [2])
    store.undo_import()
    assert everything(store) == before


def test_an_import_is_taken_back_whole(store: Store) -> None:
    store.annotate("a", "q2", 1, "mine")
    store.rename("a", "Mine")
    store.save(pair("gone"))
    store.delete("gone")
    before = everything(store)
    notes = said(-1, "x", FUTURE, "q2"), said(1, "new")
    things = [
        Brought(replace(pair("a"), created=FUTURE), title="Theirs", titled=FUTURE, annotations=notes),
        Brought(pair("b"), annotations=(said(1, id="b"),)),
        Brought(pair("gone")),
    ]
    merged = store.merge(things, "notes.jsonl")
    assert merged.done == {"same": 2, "new": 1, "back": 1, "title": 1, "note": 3}
    assert [(done.number, done.name, done.done["new"]) for done in store.imports()] == [(merged.number, "notes.jsonl", 1)]
    assert store.history("norvik", limit=9) and store.count() == 3
    undone = store.undo_import(merged.number)
    assert (undone.kept, undone.name) == (0, "notes.jsonl")
    assert [entry.id for entry in store.history()] == ["a"] and store.imports() == []
    after = everything(store)
    after[0] = [row for row in after[0] if row[1] != "b"]  # deleted: it can be brought back for a day
    after[1] = [row for row in after[1] if row[0] != 3]
    after[2] = [row for row in after[2] if row[0] != "b"]
    assert after == before
    assert store.restore("b") and store.annotations("b")["q1"].vote == 1
    for number in (None, merged.number, 99):
        with pytest.raises(InputError, match="could be undone"):
            store.undo_import(number)


def test_what_was_changed_since_the_import_stays(store: Store) -> None:
    store.merge([Brought(pair("a"), annotations=(said(1), said(1, unit="q2"))), Brought(pair("b")), Brought(pair("c"))], "f")
    store.annotate("a", "q1", -1, "on second thoughts")
    store.annotate("b", "q1", 1, "good")
    undone = store.undo_import()
    assert (undone.back, undone.kept) == (2, 2)
    assert {unit: note.note for unit, note in store.annotations("a").items()} == {"q1": "on second thoughts"}
    assert {entry.id for entry in store.history()} == {"a", "b"}


def test_a_file_that_breaks_off_leaves_nothing(store: Store) -> None:
    before = everything(store)

    def things() -> Iterator[Brought]:
        yield Brought(pair("b"), annotations=(said(1, id="b"),))
        yield Brought(replace(pair("a"), created=FUTURE, units=()))
        raise InputError("It ends here.")

    with pytest.raises(InputError):
        store.merge(things(), "f")
    assert everything(store) == before and store.imports() == []


def test_an_analysis_that_is_damaged_here_is_mended_and_one_of_a_newer_version_is_left_alone(store: Store) -> None:
    for id, data in (("a", "{"), ("b", '{"schema": "errata/99"}')):
        store.save(pair(id))
        with store._database.writing() as tables:
            tables.execute("UPDATE analyses SET data = ? WHERE id = ?", [data, id])
    merged = store.merge([Brought(pair("a")), Brought(pair("b"))], "f")
    assert (merged.done["mended"], merged.done["beside"]) == (1, 1)
    assert store.get("a") == pair("a") and store.get(merged.renamed["b"]).output == pair("b").output
    store.undo_import()
    with store._database.reading() as tables:
        assert dict(tables.execute("SELECT id, data FROM analyses WHERE deleted IS NULL").fetchall()) == {
            "a": "{",
            "b": '{"schema": "errata/99"}',
        }


def test_earlier_states_are_erased_with_deleted_analyses(store: Store) -> None:
    store.merge([Brought(replace(pair("a", reference="Ada Brekke left the harbour of Norvik."), created=FUTURE, units=()))], "f")
    store.delete("a")
    store.purge()
    assert store.imports() == []
    for file in store.path.parent.glob("errata.db*"):
        assert b"brekke" not in file.read_bytes().lower(), "the text of an erased analysis is still on the disk"
