"""`errata doctor` and `errata models`: what there is, what is wrong and what to do."""

from importlib import metadata
from pathlib import Path

import pytest

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


def test_doctor_holds_packages_against_their_ranges(errata: Errata, data: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    installed = {"numpy": "2.4.6+local", "gradio": "7.0.0", "rich": "14.9"}

    def version(name: str) -> str:
        if name not in installed:
            raise metadata.PackageNotFoundError(name)
        return installed[name]

    asked = ["numpy<3,>=2", "gradio<7,>=6.31", "rich<16,>=13", "httpx<1,>=0.27", "pytest>=9; extra == 'dev'"]
    monkeypatch.setattr(metadata, "requires", lambda name: asked)
    monkeypatch.setattr(metadata, "version", lambda name: "0.1.0" if name == "errata" else version(name))
    found = {row["what"]: row for row in errata("doctor", "--json", *data).rows}
    assert found["numpy"]["state"] == found["rich"]["state"] == "fine" and "pytest" not in found
    assert found["gradio"] == {"what": "gradio", "state": "odd", "found": found["gradio"]["found"]}
    assert "7.0.0" in found["gradio"]["found"] and "pip install 'gradio<7,>=6.31'" in found["gradio"]["found"]
    assert found["httpx"]["state"] == "wrong" and "pip install 'httpx<1,>=0.27'" in found["httpx"]["found"]
