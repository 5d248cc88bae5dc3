"""A model fetched in a process of its own: it arrives, it can be stopped in the middle, and begun again it goes on."""

import json
import time
from pathlib import Path

import pytest

from engines.core.errors import ErrataError, InputError
from explorer.model_choice.fetching import Fetch
from tests.explorer.hub import REPOSITORY, serving

WEIGHTS = bytes(range(256)) * 4096
FILES = {
    "config.json": json.dumps({"architectures": ["BertForSequenceClassification"], "model_type": "bert"}).encode(),
    "tokenizer.json": b"{}",
    "model.safetensors": WEIGHTS,
}
ID = f"nli:{REPOSITORY}"
PATIENCE = 60.0


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The process that is started reads it when it imports the hub's library."""
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setenv("HF_HUB_DISABLE_XET", "1")
    monkeypatch.setenv("HF_HUB_DISABLE_TELEMETRY", "1")


def arrived(tmp_path: Path) -> bytes:
    (file,) = (tmp_path / "hf").rglob("snapshots/*/model.safetensors")
    return file.read_bytes()


def test_a_model_arrives(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with serving(FILES) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        fetch = Fetch(ID)
        assert fetch.wait(PATIENCE) and fetch.problem is None and not fetch.stopped
    assert fetch.progress is not None and fetch.progress.done == fetch.progress.total >= len(WEIGHTS)
    assert arrived(tmp_path) == WEIGHTS


def test_it_is_stopped_in_the_middle_and_goes_on_when_begun_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with serving(FILES) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        hub.waits_at = len(WEIGHTS) // 2
        fetch = Fetch(ID)
        while not hub.waiting.wait(0.1):
            assert not fetch.ended, fetch.problem
        time.sleep(0.5)  # what was sent is written
        fetch.stop()
        assert fetch.ended and fetch.stopped and fetch.problem is None
        fetch.stop()
        hub.go_on()
        again = Fetch(ID)
        assert again.wait(PATIENCE) and again.problem is None
    assert arrived(tmp_path) == WEIGHTS


def test_what_goes_wrong_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(FILES, gated=True) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        fetch = Fetch(ID)
        assert fetch.wait(PATIENCE)
    assert isinstance(fetch.problem, ErrataError) and "terms accepted" in str(fetch.problem)


def test_an_id_that_cannot_be_read_is_refused_at_once() -> None:
    with pytest.raises(InputError):
        Fetch("nobody:knows/this")
