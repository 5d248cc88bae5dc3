"""A data folder that cannot be written is shown as it is: everything can be read, nothing is kept, and nothing is left in it."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engines.core.errors import ReadOnlyError, StoreError
from engines.core.machine.files import ASSETS
from sessions.paths import DATABASE
from sessions.store import Store
from tests.sessions.test_copies import older
from tests.sessions.test_store import pair

VIEWER = """
import os, sys
import sqlite_utils
from engines.core.errors import ReadOnlyError
from sessions.store import Store
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    Store(sys.argv[1])
    print("written")
except ReadOnlyError:
    with Store(sys.argv[1], viewing=True) as store:
        print([entry.id for entry in store.history("brekke")], store.get("a").id, store.annotations("a")["q1"].note)
        try:
            store.save(store.get("a"))
        except ReadOnlyError as problem:
            print(problem)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        place = Path(name) / "data"
        with Store(place) as store:
            store.save(pair("a"))
            store.annotate("a", "q1", 1, "mine")
        Path(name).chmod(0o755)
        yield place
        place.chmod(0o700)


def look(folder: Path) -> str:
    """What somebody sees who may read the folder and not write it."""
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    done = subprocess.run([sys.executable, "-c", VIEWER, str(folder)], cwd=ASSETS.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    return done.stdout


def test_everything_can_be_read_and_nothing_is_kept(folder: Path) -> None:
    seen = look(folder)
    assert seen.startswith("['a'] a mine\n") and "read-only: it is shown as it is" in seen


def test_what_stands_in_the_log_of_a_program_that_was_killed_is_seen_too(folder: Path) -> None:
    with closing(Store(folder)) as store:
        store.save(pair("late"))
        log = folder / f"{DATABASE}-wal"
        assert log.stat().st_size
        for file in (folder / DATABASE, log):
            shutil.copyfile(file, folder.parent / file.name)
    for name in (DATABASE, log.name):
        (folder.parent / name).replace(folder / name)
    assert look(folder).startswith("['late', 'a'] a mine\n")


def test_where_there_is_nothing_to_view_it_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no history"):
        Store(tmp_path, viewing=True)
    assert not list(tmp_path.iterdir())


def test_a_database_of_an_older_version_is_not_changed_for_viewing(tmp_path: Path) -> None:
    older(tmp_path / DATABASE)
    before = (tmp_path / DATABASE).read_bytes()
    with pytest.raises(StoreError, match=r"older version.*writable"):
        Store(tmp_path, viewing=True)
    assert (tmp_path / DATABASE).read_bytes() == before and len(list(tmp_path.iterdir())) == 1


def test_viewing_refuses_every_change(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save(pair("a"))
    with Store(tmp_path, viewing=True) as store:
        for change in (
            lambda: store.annotate("a", "q1", 1),
            lambda: store.delete("a"),
            lambda: store.save_draft("page", "", ""),
            lambda: store.rename("a", "x"),
            lambda: store.merge([], "f"),
        ):
            with pytest.raises(ReadOnlyError):
                change()
        assert store.viewing and store.get("a") == pair("a")
