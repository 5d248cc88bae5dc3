"""The data folder: chosen in the right order, owner-only, never inside the program, and refused with a reason."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from engines.core.errors import StoreError
from engines.core.machine.files import ASSETS
from sessions.paths import VARIABLE, chosen_folder, data_folder, write_private
from sessions.store import Store


def test_the_argument_wins_over_the_variable_over_the_user_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "variable"))
    assert chosen_folder(tmp_path / "argument") == tmp_path / "argument"
    assert chosen_folder() == tmp_path / "variable"
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    assert chosen_folder().name == "errata"
    assert not (tmp_path / "argument").exists(), "choosing a folder must not make it"


def test_it_is_made_owner_only_with_its_parents(tmp_path: Path) -> None:
    folder = data_folder(tmp_path / "a" / "b")
    assert folder.is_dir() and folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_with_other_files_keeps_its_permissions(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "mine.txt").write_text("mine")
    data_folder(tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("inside", ["assets", "assets/data", "sessions/x", "components/../assets", "."])
def test_the_programs_own_folders_are_refused(inside: str) -> None:
    with pytest.raises(StoreError, match="belongs to the program"):
        data_folder(ASSETS.parent / inside)


def test_a_link_into_the_program_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(ASSETS)
    with pytest.raises(StoreError, match="belongs to the program"):
        data_folder(tmp_path / "link" / "data")


def test_a_file_in_the_way_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for folder in (tmp_path / "file", tmp_path / "file" / "data"):
        with pytest.raises(StoreError, match=r"cannot be used.*--data-dir"):
            data_folder(folder)


@pytest.mark.parametrize("name", ["/proc/nowhere/data", "/dev/null/data", "\0", "a\ud800"])
def test_impossible_places_are_said(name: str) -> None:
    with pytest.raises(StoreError):
        Store(name)


READER = """
import os, sys
import sqlite_utils
from engines.core.errors import StoreError
from sessions.store import Store
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    Store(sys.argv[1]).close()
except StoreError as problem:
    print(problem)
"""


@pytest.mark.parametrize("mode", [0o555, 0o000])
def test_a_read_only_folder_is_said(mode: int) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        Path(name).chmod(mode)
        done = subprocess.run([sys.executable, "-c", READER, name], cwd=ASSETS.parent, capture_output=True, text=True)
        Path(name).chmod(0o700)
    assert done.returncode == 0, done.stderr
    assert "read-only" in done.stdout or "permission is denied" in done.stdout


def test_a_read_only_database_is_said(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        Store(name).close()
        Path(name).chmod(0o755)
        (Path(name) / "errata.db").chmod(0o444)
        done = subprocess.run([sys.executable, "-c", READER, name], cwd=ASSETS.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "read-only" in done.stdout or "permission is denied" in done.stdout


def test_a_private_file_is_replaced_whole(tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    target.write_text("old")
    write_private(target, "new \u00e9\r\n")
    assert target.read_bytes() == "new \u00e9\r\n".encode()
    assert target.stat().st_mode & 0o777 == 0o600
    assert [p.name for p in tmp_path.iterdir()] == ["report.json"]
