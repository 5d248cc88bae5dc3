"""Whatever a person writes as the name of a model, it is a model or it is said why not."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.errors import InputError
from engines.models import registry
from engines.models.ids import BACKENDS, parse_id

NOBODY = [
    "nli:~nosuchuser/x",
    "nli:" + 300 * "a",
    "causal:x/y/../../z.gguf",
    "causal:x/../y",
    "nli:a\0b",
    "nli:a\ud800b",
    "nli:x/y@../../refs",
    "nli:x\x1b[31m/y",
    "~nosuchuser/x.gguf",
    "chat:m\n@ollama",
    "/" + 5000 * "a" + "/x",
]


@pytest.mark.parametrize("id", NOBODY)
def test_names_that_nothing_can_have_are_said(id: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_id(id, "verifier")
    assert len(str(caught.value)) < 500
    state = registry.status("verifier", id)
    assert not state.available and state.reason


@settings(max_examples=300, deadline=None)
@given(backend=st.sampled_from([*BACKENDS, "", "odd"]), source=st.text(st.characters(exclude_categories=()), max_size=60))
def test_any_name_is_a_model_or_is_refused(backend: str, source: str) -> None:
    id = f"{backend}:{source}" if backend else source
    registry.status("verifier", id)
    try:
        model = parse_id(id)
    except InputError:
        return
    assert model.backend in BACKENDS and model.source.isprintable()


@pytest.mark.parametrize(
    "config",
    [b"[" * 200_000, b"{", b"\xff", b"[]", b"3", b'{"architectures": 5}', b'{"architectures": []}', b'{"architectures": {"a": 1}}', b""],
)
def test_a_configuration_that_says_nothing_is_not_guessed_at(tmp_path: Path, config: bytes) -> None:
    (tmp_path / "config.json").write_bytes(config)
    with pytest.raises(InputError, match="cannot be told"):
        parse_id(str(tmp_path))


def test_a_configuration_that_never_ends_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "config.json")
    with pytest.raises(InputError, match="cannot be told"):
        parse_id(str(tmp_path))


def test_a_folder_that_is_there_may_have_any_name(tmp_path: Path) -> None:
    folder = tmp_path / "a@b" / ".." / "a@b"
    (tmp_path / "a@b").mkdir()
    (folder / "config.json").write_text(json.dumps({"architectures": ["BertForSequenceClassification"]}))
    model = parse_id(str(folder))
    assert (model.backend, model.source, model.revision) == ("nli", str(folder), "")
