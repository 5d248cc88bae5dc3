"""What a language model expects, on a tiny Llama: the figures by hand, long outputs in parts, and no chat template needed."""

from pathlib import Path

import numpy as np
import pytest

from engines.backends import expectations
from engines.backends.expectations import READ, CausalLanguageModel
from engines.models import registry
from tests.engines.backends import tiny_models

REFERENCE = "The ferry Aldona left the port of Mirava at noon. A storm rose near the islands."
OUTPUT = "The ferry Aldona left at dawn with 40 horses 😀 on board."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.llama(tmp_path_factory.mktemp("llama"), template=None)


@pytest.fixture
def model(folder: Path) -> CausalLanguageModel:
    found = registry.get("language_model", f"causal:{folder}")
    assert isinstance(found, CausalLanguageModel)
    return found


def by_hand(folder: Path, output: str) -> np.ndarray:
    """(tokens, 2) of the output after the reference: log-probability, and the number of tokens that were likelier."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModelForCausalLM.from_pretrained(folder).eval()
    first = tokenizer(READ.format(REFERENCE), add_special_tokens=False).input_ids
    rest = tokenizer(" " + output, add_special_tokens=False).input_ids
    with torch.inference_mode():
        logs = torch.log_softmax(model(torch.tensor([[*first, *rest]])).logits[0], dim=-1)
    rows = [logs[len(first) + i - 1] for i in range(len(rest))]
    return np.array([(float(row[token]), int((row > row[token]).sum())) for row, token in zip(rows, rest, strict=True)])


def test_every_token_has_its_probability_after_the_reference(model: CausalLanguageModel, folder: Path) -> None:
    for _ in range(2):  # the second time the reference is not read again
        found = model.expectations(REFERENCE, OUTPUT)
        known = by_hand(folder, OUTPUT)
        assert found.read[:, 0] == pytest.approx(known[:, 0], abs=1e-3)
        assert found.read[:, 3] == pytest.approx(np.log1p(known[:, 1]), abs=1e-3)
        assert (found.read[:, 1] >= found.read[:, 0] - 1e-5).all() and (found.read[:, 2] >= 0).all()
    assert not np.allclose(found.read, found.unread)
    assert len(found.likeliest) == len(found.spans)


def test_tokens_lie_in_the_output(model: CausalLanguageModel) -> None:
    spans = model.expectations(REFERENCE, OUTPUT).spans
    assert spans.min() >= 0 and spans.max() == len(OUTPUT)
    covered = {i for start, end in spans for i in range(start, end)}
    assert {i for i, character in enumerate(OUTPUT) if not character.isspace()} <= covered


def test_the_states_of_a_layer_go_with_it_and_say_whose_they_are(model: CausalLanguageModel, folder: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer, known = AutoTokenizer.from_pretrained(folder), AutoModelForCausalLM.from_pretrained(folder).eval()
    first = tokenizer(READ.format(REFERENCE), add_special_tokens=False).input_ids
    rest = tokenizer(" " + OUTPUT, add_special_tokens=False).input_ids
    with torch.inference_mode():
        layers = known(torch.tensor([[*first, *rest]]), output_hidden_states=True).hidden_states
    found = model.expectations(REFERENCE, OUTPUT)
    assert found.states is not None and found.scale is not None
    assert found.states == pytest.approx(layers[round(0.6 * (len(layers) - 1))][0, len(first) :].numpy(), abs=1e-3)
    assert found.scale == pytest.approx(known.model.norm.weight.detach().numpy())


def test_a_long_output_is_read_in_parts_with_what_comes_before(model: CausalLanguageModel, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = model.expectations(REFERENCE, OUTPUT)
    monkeypatch.setattr(expectations, "AT_ONCE", len(whole.spans) - 5)
    parted = model.expectations(REFERENCE, OUTPUT)
    assert parted.read == pytest.approx(whole.read, abs=1e-3) and (parted.spans == whole.spans).all()
    assert parted.states == pytest.approx(whole.states, abs=1e-3)


def test_of_a_reference_that_does_not_fit_the_beginning_is_read(model: CausalLanguageModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "_most", 2 * expectations.AT_ONCE + 40)
    long = model.expectations(" ".join([REFERENCE] * 20), OUTPUT)
    assert long.read.shape == (len(long.spans), 4) and np.isfinite(long.read).all()


def test_nothing_is_expected_of_nothing(model: CausalLanguageModel) -> None:
    assert len(model.expectations(REFERENCE, "").likeliest) <= 1
