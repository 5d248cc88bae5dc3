"""The person's own folder of models: whatever lies in it is listed with what is wrong with it, and can be taken out."""

import json
import os
from pathlib import Path

import pytest

from engines.core.errors import InputError
from explorer.model_choice.catalogue import own_models, take_out
from tests.engines.models.test_ids import NOBODY
from tests.explorer.running import Errata


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder whose models are odd in every way."""
    models = tmp_path / "data" / "models"
    (models / "empty").mkdir(parents=True)
    (models / "t5").mkdir()
    (models / "t5" / "config.json").write_text(json.dumps({"architectures": ["T5ForConditionalGeneration"]}))
    (models / "deep").mkdir()
    (models / "deep" / "config.json").write_bytes(b'{"a":' * 200_000)
    (models / "pipe").mkdir()
    os.mkfifo(models / "pipe" / "config.json")
    os.mkfifo(models / "fifo.gguf")
    (models / "nothing").symlink_to(models / "nowhere")
    (models / "round").symlink_to(models / "round")
    (models / "name\nwith\x1b[31m lines").mkdir()
    (models / ".hidden").mkdir()
    (models / "notes.txt").write_text("mine")
    return tmp_path / "data"


ODD = {"empty", "t5", "deep", "pipe", "fifo.gguf", "nothing", "round", "name\nwith\x1b[31m lines"}


def test_everything_is_listed_with_what_is_wrong_with_it(folder: Path) -> None:
    listed = {Path(model.id.partition(":")[2] or model.id).name: model for model in own_models(folder / "models")}
    assert set(listed) == ODD
    assert all(model.own and not model.available and model.reason for model in listed.values())
    assert "Say it in front" in listed["t5"].reason


def test_each_can_be_taken_out_and_nothing_of_it_is_lost(folder: Path) -> None:
    models = folder / "models"
    for model in own_models(models):
        place = take_out(model.id, models)
        assert place is None or place.parent.name == "models-removed"
    assert own_models(models) == [] and (models / "notes.txt").read_text() == "mine"
    assert (folder / "models-removed" / "t5" / "config.json").exists()
    (models / "t5").mkdir()
    again = take_out("t5", models)
    assert again is not None and again.name == "t5-2"
    for wrong in ("t5", "../errata.db", "", "notes.txt/../.."):
        with pytest.raises(InputError):
            take_out(wrong, models)


def test_a_folder_of_models_that_is_none_is_empty(tmp_path: Path) -> None:
    assert own_models(tmp_path / "nowhere") == []
    (tmp_path / "models").write_text("a file")
    assert own_models(tmp_path / "models") == []


def test_they_are_listed_and_removed_from_the_command_line(errata: Errata, folder: Path) -> None:
    data = ["--data-dir", folder]
    rows = {row["title"]: row for row in errata("models", "--json", *data).rows if row.get("own")}
    assert set(rows) == ODD and rows["t5"]["reason"]
    assert "of no use as it is" in errata("models", *data).out
    assert "models-removed" in errata("models", "remove", rows["t5"]["id"], *data).out
    assert "link" in errata("models", "remove", "nothing", *data).out
    assert {row["title"] for row in errata("models", "--json", *data).rows if row.get("own")} == ODD - {"t5", "nothing"}


@pytest.mark.parametrize("action", ["show", "download", "remove", "check"])
@pytest.mark.parametrize("id", [*NOBODY, "", "nli:", "@", ":", "chat:"])
def test_no_name_of_a_model_ends_in_a_traceback(errata: Errata, tmp_path: Path, action: str, id: str) -> None:
    ran = errata("models", action, id, "--data-dir", tmp_path / "data")
    assert ran.code in (1, 2) and ran.err


@pytest.mark.parametrize("id", NOBODY)
def test_no_verifier_ends_in_a_traceback(errata: Errata, pair: tuple[Path, Path], id: str) -> None:
    ran = errata("analyze", "--reference", pair[0], "--output", pair[1], "--no-save", "--verifier", id)
    assert ran.code in (1, 2) and ran.err and not ran.out


@pytest.mark.parametrize("place", ["~nosuchuser/data", "\0", "a\ud800"])
def test_no_data_folder_ends_in_a_traceback(errata: Errata, place: str) -> None:
    for command in ("history", "doctor", "export", "models", "cache"):
        ran = errata(command, "--data-dir", place)
        assert ran.code in (1, 2) and "cannot be used" in ran.err + ran.out
