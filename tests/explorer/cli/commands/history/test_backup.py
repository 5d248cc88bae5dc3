"""`errata backup`, `errata restore` and `errata doctor --check` from the command line."""

import stat
from pathlib import Path
from typing import Any

import pytest

from engines.core.results import Analysis
from sessions.store import Store
from tests.explorer.running import Errata
from tests.sessions.test_copies import older


@pytest.fixture
def store(tmp_path: Path, analysis: Analysis) -> Any:
    with Store(tmp_path / "data") as opened:
        yield opened


def states(errata: Errata, *arguments: object) -> dict[str, tuple[str, str]]:
    return {row["what"]: (row["state"], row["found"]) for row in errata("doctor", "--json", *arguments).rows}


def test_a_backup_is_taken_while_the_history_is_open_and_brought_back(
    errata: Errata, store: Store, analysis: Analysis, data: list[object], tmp_path: Path
) -> None:
    file = tmp_path / "copy.db"
    ran = errata("backup", file, *data)
    assert ran.code == 0 and "1 analysis" in ran.out and stat.S_IMODE(file.stat().st_mode) == 0o600
    store.delete(analysis.id)
    store.purge()
    ran = errata("restore", file, *data)
    assert ran.code == 0 and "1 analysis is in the history now" in ran.out and "the history as it was is in" in ran.err
    assert store.get(analysis.id) == analysis


def test_a_backup_writes_over_nothing_unless_it_may(errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path) -> None:
    file = tmp_path / "copy.db"
    file.write_text("precious")
    assert errata("backup", file, *data).code == 2 and file.read_text() == "precious"
    assert errata("backup", file, "--replace", *data).code == 0 and file.read_bytes().startswith(b"SQLite")
    for wrong in ("-", tmp_path, tmp_path / "nowhere" / "x.db", tmp_path / "data" / "errata.db"):
        assert errata("backup", wrong, "--replace", *data).code == 2


def test_what_cannot_be_restored_is_said(errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path) -> None:
    (tmp_path / "diary.db").write_text("Dear diary. " * 500)
    assert errata("restore", tmp_path / "diary.db", *data).code == 1
    assert errata("restore", tmp_path / "nowhere.db", *data).code == 2
    assert errata("restore", "-", *data).code == 2
    older(tmp_path / "old.db")
    ran = errata("restore", tmp_path / "old.db", *data)
    assert ran.code == 1 and "--bring-up" in ran.err
    assert [row["id"] for row in errata("history", "--json", *data).rows] == [analysis.id]
    assert errata("restore", tmp_path / "old.db", "--bring-up", *data).code == 0


def test_the_doctor_reads_all_that_is_kept(errata: Errata, store: Store, analysis: Analysis, data: list[object]) -> None:
    found = states(errata, "--check", *data)
    assert {what for what, (state, _) in found.items() if state != "fine"} == set() and "Python" not in found
    with store._database.writing() as tables:
        tables.execute("UPDATE analyses SET data = json_set(data, '$.units[0].supported', 'x')")
    assert "history" in states(errata, *data), "without --check nothing is read one by one"
    found = states(errata, "--check", *data)
    state, said = found[f"analysis {analysis.id}"]
    assert state == "wrong" and "units[0].supported" in said and f"errata history delete {analysis.id}" in said
    assert errata("doctor", "--check", *data).code == 1


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("DROP TABLE units", "shape"),
        ("DROP TRIGGER analyses_au", "shape"),
        ("DELETE FROM analyses_fts_data", "history"),
        ("UPDATE analyses SET session = 'nobody'", "history"),
    ],
)
def test_the_doctor_is_not_content_with_a_damaged_database(
    errata: Errata, store: Store, data: list[object], change: str, what: str
) -> None:
    with store._database.reading() as tables:
        tables.conn.execute("PRAGMA foreign_keys = OFF")
        tables.conn.execute(change)
        tables.conn.commit()
    ran = errata("doctor", "--check", "--json", *data)
    assert ran.code == 1 and {row["what"]: row["state"] for row in ran.rows}[what] == "wrong"
    if what == "shape":
        assert errata("doctor", *data).code == 1


def test_the_doctor_sees_who_can_read_what(errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path) -> None:
    folder = tmp_path / "data"
    (folder / "servers.toml").write_text('[lab]\nurl = "http://x.example/v1"\nkey_file = "lab.key"\n')
    (folder / "lab.key").write_text("opensesame-1234")
    for path, mode in ((folder, 0o755), (folder / "errata.db", 0o644), (folder / "lab.key", 0o644)):
        path.chmod(mode)
    found = states(errata, "--check", *data)
    assert found["data folder"][0] == found["database"][0] == "odd" and "chmod 600" in found["key of lab"][1]
    (folder / "lab.key").chmod(0o600)
    found = states(errata, "--check", *data)
    assert {state for state, _ in found.values()} == {"fine"}
