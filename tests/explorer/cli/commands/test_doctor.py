"""`errata doctor` and `errata models`: what there is, what is wrong and what to do."""

from pathlib import Path

from engines.core.results import Analysis
from tests.explorer.running import Errata


def test_models_and_doctor_say_what_there_is(errata: Errata, analysis: Analysis, data: list[object]) -> None:
    rows = errata("models", "--json").rows
    assert {("engine", "qasem"), ("verifier", "compact"), ("parser", "rules")} <= {(r["role"], r["name"]) for r in rows}
    assert all(r["available"] or r["reason"] for r in rows)
    ran = errata("doctor", "--json", *data)
    found = {r["what"]: r for r in ran.rows}
    assert ran.code == 0 and found["data folder"]["state"] == found["database"]["state"] == "fine"
    assert found["history"]["found"] == "1 analyses"
    assert "engine qasem" in errata("doctor", *data).out


def test_doctor_finds_open_permissions_and_damage(errata: Errata, analysis: Analysis, data: list[object], tmp_path: Path) -> None:
    (tmp_path / "data" / "errata.db").write_bytes(b"no database " * 1000)
    ran = errata("doctor", "--json", *data)
    assert ran.code == 1 and {r["what"]: r["state"] for r in ran.rows}["history"] == "wrong"
