"""Rounds of quizzes in the store: kept as they are, never written over what is newer, and cleared for good."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from engines.core.errors import InputError, ReadOnlyError
from sessions.classroom.rounds import LARGEST, ChangedElsewhere
from sessions.store import Store
from tests.components import samples

ID = samples.analysis().id
DATA = {"mode": "persons", "people": [{"name": "Ana", "marks": [3, 4], "done": True}]}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as store:
        store.save(samples.analysis())
        yield store


def test_a_round_is_kept_and_goes_on(store: Store, tmp_path: Path) -> None:
    assert store.save_round(ID, "r1", 0, DATA) == 1
    assert store.save_round(ID, "r1", 1, {**DATA, "revealed": True}) == 2
    with Store(tmp_path) as other:
        (kept,) = other.rounds(ID)
    assert (kept.id, kept.analysis, kept.revision) == ("r1", ID, 2) and kept.data == {**DATA, "revealed": True}
    assert kept.created <= kept.updated and kept.to_json()["data"]["people"][0]["name"] == "Ana"


@pytest.mark.parametrize(("id", "revision"), [("r1", 0), ("r1", 2), ("gone", 1)])
def test_what_is_newer_is_not_written_over(store: Store, id: str, revision: int) -> None:
    store.save_round(ID, "r1", 0, DATA)
    with pytest.raises(ChangedElsewhere, match="Load the page anew"):
        store.save_round(ID, id, revision, {"mode": "hands"})
    assert [each.data for each in store.rounds(ID)] == [DATA]


def test_a_round_belongs_to_its_analysis(store: Store) -> None:
    store.save(samples.analysis("b" * 12))
    store.save_round(ID, "r1", 0, DATA)
    with pytest.raises(ChangedElsewhere):
        store.save_round("b" * 12, "r1", 1, DATA)
    assert store.forget_rounds("b" * 12, "r1") == 0 and len(store.rounds(ID)) == 1


@pytest.mark.parametrize(
    ("analysis", "id", "data", "said"),
    [("nosuch", "r1", DATA, "no analysis"), (ID, "", DATA, "1 to 64"), (ID, "r1", {"x": "y" * LARGEST}, "too large")],
)
def test_what_cannot_be_kept_is_said(store: Store, analysis: str, id: str, data: dict, said: str) -> None:
    with pytest.raises(InputError, match=said):
        store.save_round(analysis, id, 0, data)
    assert store.rounds(ID) == []


def test_rounds_are_cleared_one_or_all(store: Store) -> None:
    for number in range(3):
        store.save_round(ID, f"r{number}", 0, DATA)
    assert store.forget_rounds(ID, "r1") == 1 and {each.id for each in store.rounds(ID)} == {"r0", "r2"}
    assert store.forget_rounds(ID) == 2 and store.rounds(ID) == []


def test_a_damaged_round_hides_no_other(store: Store) -> None:
    store.save_round(ID, "r1", 0, DATA)
    store.save_round(ID, "r2", 0, DATA)
    with store._database.writing() as tables:
        tables.execute("UPDATE rounds SET data = '[1' WHERE id = 'r1'")
    assert [each.id for each in store.rounds(ID)] == ["r2"]


def test_an_erased_analysis_takes_its_rounds_along(store: Store) -> None:
    store.save_round(ID, "r1", 0, DATA)
    store.delete(ID)
    with pytest.raises(InputError):
        store.save_round(ID, "r2", 0, DATA)
    store.purge(timedelta(seconds=-1))
    assert store.rounds(ID) == []


def test_a_folder_that_is_only_viewed_keeps_nothing(tmp_path: Path, store: Store) -> None:
    store.save_round(ID, "r1", 0, DATA)
    store.close()
    with Store(tmp_path, viewing=True) as viewed:
        assert len(viewed.rounds(ID)) == 1
        with pytest.raises(ReadOnlyError):
            viewed.save_round(ID, "r1", 1, DATA)
