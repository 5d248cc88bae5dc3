"""Copies of the database: taken while it is written, looked at before they are brought back, and made before a migration."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engines.core.errors import StoreError
from sessions.copies import FOLDER, copies
from sessions.migrations import APPLICATION, STEPS
from sessions.paths import DATABASE
from sessions.restoring import restore
from sessions.store import Store
from tests.sessions.test_store import pair


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "data") as opened:
        opened.save(pair("a"))
        opened.annotate("a", "q1", 1, "mine")
        opened.save_draft("page", "half", "typed")
        yield opened


def ids(folder: Path) -> set[str]:
    with Store(folder) as store:
        return {entry.id for entry in store.history()}


def older(path: Path, shape: int = 3) -> None:
    """A database as an earlier version left it, with one analysis in it."""
    from sqlite_utils import Database as Tables

    with closing(Tables(path, execute_plugins=False)) as tables:
        for step in STEPS[:shape]:
            step(tables)
        tables.conn.execute(f"PRAGMA application_id = {APPLICATION}")
        tables.conn.execute(f"PRAGMA user_version = {shape}")
        row = {"id": "old", "engine": "qasem", "created": "2026-01-01", "title": "t", "output": "o", "reference": "r", "data": "{}"}
        tables.table("analyses").insert(row)


def test_a_copy_of_a_store_in_use_has_all_of_it_in_one_private_file(store: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "data") as other:
        other.save(pair("b"))
        assert store.back_up(tmp_path / "copy.db") == 2
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    assert {path.name for path in tmp_path.iterdir()} == {"data", "copy.db"}, "no other file may be needed"
    assert restore(tmp_path / "copy.db", tmp_path / "elsewhere").before is None
    with Store(tmp_path / "elsewhere") as again:
        draft = again.load_draft("page")
        assert again.count("brekke") == 2 and again.annotations("a")["q1"].note == "mine" and draft and draft.output == "typed"


def test_restoring_keeps_what_was_there_and_others_go_on_with_the_copy(store: Store, tmp_path: Path) -> None:
    store.back_up(tmp_path / "copy.db")
    store.save(pair("later"))
    restored = restore(tmp_path / "copy.db", tmp_path / "data")
    assert restored.analyses == 1 and {entry.id for entry in store.history()} == {"a"}
    store.save(pair("after"))
    assert store.count("norvik") == 2 and store.problems() == store.structure() == []
    assert restored.before is not None and restored.before.parent.name == FOLDER
    restore(restored.before, tmp_path / "data")
    assert {entry.id for entry in store.history()} == {"a", "later"}


def test_a_copy_that_cannot_be_written_leaves_what_stood_there(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        store.back_up(tmp_path / "nowhere" / "copy.db")
    (tmp_path / "copy.db").write_text("an older copy")
    with store._database.writing() as tables:
        tables.execute("PRAGMA writable_schema = ON")
        tables.execute("UPDATE sqlite_master SET rootpage = 9999 WHERE name = 'units'")
    with pytest.raises(StoreError, match="damaged"), Store(tmp_path / "data") as other:
        other.back_up(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "an older copy"


def test_a_migration_is_preceded_by_a_copy(tmp_path: Path) -> None:
    older(tmp_path / DATABASE)
    assert ids(tmp_path) == {"old"}
    (copy,) = copies(tmp_path / DATABASE)
    assert copy.stat().st_mode & 0o777 == 0o600 and copy.parent.stat().st_mode & 0o777 == 0o700
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (3,)
        assert connection.execute("SELECT id FROM analyses").fetchall() == [("old",)]
    assert ids(tmp_path) == {"old"} and copies(tmp_path / DATABASE) == [copy], "only a migration makes one"


def test_without_room_for_the_copy_nothing_is_migrated(tmp_path: Path) -> None:
    older(tmp_path / DATABASE)
    (tmp_path / FOLDER).write_text("in the way")
    with pytest.raises(StoreError, match="cannot be used"):
        Store(tmp_path)
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (3,)


def test_a_copy_of_an_older_version_comes_back_only_when_it_may_be_brought_up(store: Store, tmp_path: Path) -> None:
    older(tmp_path / "copy.db")
    before = (tmp_path / "copy.db").read_bytes()
    with pytest.raises(StoreError, match=r"older version.*--bring-up"):
        restore(tmp_path / "copy.db", tmp_path / "data")
    assert {entry.id for entry in store.history()} == {"a"} and not copies(store.path)
    assert restore(tmp_path / "copy.db", tmp_path / "data", bring_up=True).analyses == 1
    assert {entry.id for entry in store.history()} == {"old"}
    assert (tmp_path / "copy.db").read_bytes() == before
    assert not list((tmp_path / "data").glob(".restoring*"))


def damaged(path: Path, store: Store) -> None:
    store.back_up(path)
    data = bytearray(path.read_bytes())
    data[4096 : len(data) - 4096] = b"\x5a" * (len(data) - 8192)
    path.write_bytes(data)


def newer(path: Path, store: Store) -> None:
    store.back_up(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


def foreign(path: Path, store: Store) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (title TEXT)")


def trigger(path: Path, store: Store) -> None:
    store.back_up(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TRIGGER wipe AFTER INSERT ON analyses BEGIN DELETE FROM annotations; END")


def lacking(path: Path, store: Store) -> None:
    store.back_up(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE units")


def text(path: Path, store: Store) -> None:
    path.write_text("This is a diary. " * 500)


def nothing(path: Path, store: Store) -> None:
    """There is no such file."""


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (damaged, "damaged"),
        (newer, "newer version"),
        (foreign, "no history of Errata"),
        (trigger, "trigger wipe is not of Errata"),
        (lacking, "units is missing"),
        (text, "damaged, or no copy"),
        (nothing, "no file"),
    ],
)
def test_what_is_no_sound_copy_is_refused_and_nothing_is_changed(store: Store, tmp_path: Path, made: object, why: str) -> None:
    made(tmp_path / "copy.db", store)  # type: ignore[operator]
    with pytest.raises(StoreError, match=why):
        restore(tmp_path / "copy.db", tmp_path / "data")
    assert store.get("a") == pair("a") and store.problems() == [] and not copies(store.path)


def test_the_history_is_not_restored_from_itself(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="itself"):
        restore(tmp_path / "data" / DATABASE, tmp_path / "data")


@pytest.mark.parametrize("content", [b"This is a diary, not a database. " * 100, b"SQLite format 3\0" + b"\xff" * 9000, b""])
def test_a_damaged_database_is_moved_away_whole(store: Store, tmp_path: Path, content: bytes) -> None:
    store.back_up(tmp_path / "copy.db")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / DATABASE).write_bytes(content)
    restored = restore(tmp_path / "copy.db", tmp_path / "other")
    assert ids(tmp_path / "other") == {"a"}
    assert (restored.before.read_bytes() if restored.before else b"") == content


@pytest.mark.parametrize("change", [f"PRAGMA user_version = {len(STEPS) + 1}", "PRAGMA application_id = 7"])
def test_a_database_of_a_newer_version_or_another_program_is_not_replaced(store: Store, tmp_path: Path, change: str) -> None:
    store.back_up(tmp_path / "copy.db")
    Store(tmp_path / "other").close()
    with closing(sqlite3.connect(tmp_path / "other" / DATABASE)) as connection:
        connection.execute(change)
    before = (tmp_path / "other" / DATABASE).read_bytes()
    with pytest.raises(StoreError, match=r"newer version|no history of Errata"):
        restore(tmp_path / "copy.db", tmp_path / "other")
    assert (tmp_path / "other" / DATABASE).read_bytes() == before
