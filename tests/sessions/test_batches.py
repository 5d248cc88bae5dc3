"""Batches in the store: kept row by row, looked through in any order, deleted with what they made, and brought back."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from engines.core.errors import InputError
from engines.core.results import Analysis, Document, Engine
from sessions.batches.looking import BEST, ERRORS, FAILED, FALSE, MISSED, POSITION, RIGHT, WRONG, Look
from sessions.batches.records import Answered
from sessions.listing.searching import ANY, Filter
from sessions.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as store:
        yield store


def analysis(id: str) -> Analysis:
    output = f"Output {id} of the mill."
    return Analysis(id, "2026-03-04T05:06:07+00:00", Engine("scale"), Document("A mill.", ((0, 7),)), Document(output, ((0, len(output)),)))


ROWS = [
    Answered(0, 1, "a", "a0", 0.9, 0.9, 0, 5, label=1.0, fields={"model": "Alder"}, output="One 100% mill"),
    Answered(1, 2, "b", "b0", 0.2, 0.1, 2, 5, {"intrinsic": 2}, {"negation": 1}, label=0.0, fields={"model": "Birch"}, output="Two mills"),
    Answered(2, 3, "c", error="line 3: the output is empty.", fields={"model": "Birch"}),
    Answered(3, 4, "d", "d0", 0.2, 0.3, 1, 5, {"extrinsic": 1}, label=1.0, fields={"model": "Alder", 'a"b': "x'y"}, output="Three"),
    Answered(4, 5, "e", "e0", 0.5, 0.5, 0, 5, label=0.0, fields={"model": "Birch"}, output="Four", carried={"note": ["kept"]}),
]


def filled(store: Store, id: str = "b" * 12) -> str:
    store.save_batch(id, "  Mills \n of March ", {"total": 6, "file": "mills.csv"})
    for row in ROWS:
        store.keep_answer(id, row, analysis(row.analysis) if row.analysis else None)
    return id


def ids(store: Store, batch: str, look: Look) -> str:
    found = store.listed_answers(batch, look, 50)
    assert store.count_answers(batch, look) == len(found)
    return "".join(row.id for row in found)


def test_a_batch_is_kept_and_listed_with_how_far_it_is(store: Store) -> None:
    id = filled(store)
    (found,) = store.batches()
    assert (found.name, found.answered, found.failed, found.total) == ("Mills of March", 5, 1, 6)
    assert found.score == pytest.approx(0.45) and store.batches("march") and store.batches("MILLS.csv") and not store.batches("april")
    assert list(store.answers(id, carried=True)) == ROWS
    assert store.answered_places(id) == {0, 1, 3, 4}


@pytest.mark.parametrize(
    ("look", "found"),
    [
        (Look(), "bdeac"),
        (Look(BEST), "aedbc"),
        (Look(ERRORS), "bdeac"),
        (Look(POSITION), "abcde"),
        (Look("nonsense", "nonsense"), "bdeac"),
        (Look(shown=WRONG), "bd"),
        (Look(shown=RIGHT), "ea"),
        (Look(shown=FAILED), "c"),
        (Look(shown=MISSED), "e"),
        (Look(shown=FALSE), "d"),
        (Look(kind="intrinsic"), "b"),
        (Look(kind="negation"), "b"),
        (Look(column="model", value="Birch"), "bec"),
        (Look(column='a"b', value="x'y"), "d"),
        (Look(score=(0.2, 0.5)), "bd"),
        (Look(query="mill"), "ba"),
        (Look(query="100%"), "a"),
        (Look(query="%"), "a"),
        (Look(query="\ud800"), ""),
        (Look(query="' OR 1=1 --"), ""),
    ],
)
def test_rows_are_found_in_any_order(store: Store, look: Look, found: str) -> None:
    assert ids(store, filled(store), look) == found


def test_pages_follow_each_other_and_rows_have_neighbours(store: Store) -> None:
    id = filled(store)
    assert [row.id for row in store.listed_answers(id, Look(), 2, 1)] == ["d", "e"]
    assert store.neighbours(id, 3) == ("b0", "e0") and store.neighbours(id, 1) == ("", "d0") and store.neighbours(id, 2) == ("", "")


def test_the_history_lists_a_batch_and_not_its_analyses_which_words_find(store: Store) -> None:
    filled(store)
    store.save(analysis("alone"))
    assert [entry.id for group in store.groups(ANY) for entry in group.entries] == ["alone"] and store.count_pairs(ANY) == 1
    assert {entry.id for group in store.groups(Filter("mill")) for entry in group.entries} == {"alone", "a0", "b0", "d0", "e0"}
    found = store.batch_of("b0")
    assert found is not None and found[1].id == "b" and store.batch_of("alone") is None


def test_a_deleted_batch_takes_its_analyses_along_and_comes_back_with_them(store: Store) -> None:
    id = filled(store)
    store.save(analysis("alone"))
    store.save_batch("c" * 12, "Another", {"total": 1})
    store.keep_answer("c" * 12, Answered(0, 1, "x", "a0", 0.9))
    store.delete("d0")  # before: it does not come back with the batch
    assert store.delete_batch(id) and not store.delete_batch(id)
    assert {found.name for found in store.batches()} == {"Another"}
    assert {one.id for one in store.every()} == {"alone", "a0"}  # what another batch has rows of stays
    with pytest.raises(InputError, match="may have been removed"):
        store.batch(id)
    assert store.restore_batch(id) and not store.restore_batch(id)
    assert {one.id for one in store.every()} == {"alone", "a0", "b0", "e0"}
    store.delete_batch(id)
    store.purge(timedelta(0))
    assert not store.restore_batch(id) and not store.knows_batch(id) and {one.id for one in store.every()} == {"alone", "a0"}


def test_nothing_is_kept_for_a_batch_that_is_gone(store: Store) -> None:
    id = filled(store)
    store.delete_batch(id)
    with pytest.raises(InputError, match="not there any more"):
        store.keep_answer(id, ROWS[0], analysis("new"))
    assert not store.has_analysis("new")


def test_it_is_renamed_and_a_damaged_one_stands_in_nobodys_way(store: Store) -> None:
    id = filled(store)
    assert store.rename_batch(id, "Windmills") and store.batch(id).name == "Windmills" and not store.rename_batch("nobody", "x")
    with pytest.raises(InputError, match="needs a name"):
        store.rename_batch(id, "  ")
    with store._database.writing() as tables:
        tables.execute("UPDATE batches SET data = 'nonsense'")
        tables.execute("UPDATE batch_rows SET data = '[' WHERE position = 1")
    assert store.batch(id).about == {} and store.listed_answers(id, Look(kind="intrinsic"), 5) == []
    assert [row.kinds for row in store.answers(id)][1] == {}
    assert [thing.kind for thing in store.damaged()] == ["batch"]
