"""What a language model would rather read, on a tiny Llama: the figures by hand, the best at each place, and models that cannot."""

from pathlib import Path

import pytest

from engines.backends import expectations, preferences
from engines.backends.expectations import READ, UNREAD, CausalLanguageModel
from engines.backends.runtime import branches
from engines.core.findings import Exchange, Preference
from engines.models import registry
from tests.engines.backends import tiny_models

REFERENCE = "The ferry Aldona left the port of Mirava at noon. A storm rose near the islands."
OUTPUT = "The ferry Aldona left at dawn. It turned the ship around near the port and 40 horses."
FIRST = OUTPUT.index(".") + 1
EXCHANGES = [
    Exchange(4, 9, "ship", FIRST),
    Exchange(4, 9, "storm", FIRST),
    Exchange(25, 29, "noon", FIRST),
    Exchange(34, 40, "left", len(OUTPUT)),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.llama(tmp_path_factory.mktemp("llama"), template=None)


@pytest.fixture
def model(folder: Path, monkeypatch: pytest.MonkeyPatch) -> CausalLanguageModel:
    monkeypatch.setattr(preferences, "BEGINS", -100.0)
    monkeypatch.setattr(preferences, "LEAST", -100.0)
    found = registry.get("language_model", f"causal:{folder}")
    assert isinstance(found, CausalLanguageModel)
    return found


def by_hand(folder: Path, prompt: str, exchange: Exchange) -> float:
    """How much likelier the output is with the exchange, up to the end of its sentence (shorter than what is read on)."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModelForCausalLM.from_pretrained(folder).eval()
    told = []
    for text, start, end in (("", 0, 0), (exchange.text, exchange.start, exchange.end)):
        said = OUTPUT[:start] + text + OUTPUT[end : exchange.until]
        first, rest = (tokenizer(part, add_special_tokens=False).input_ids for part in (prompt, " " + said))
        with torch.inference_mode():
            logs = torch.log_softmax(model(torch.tensor([[*first, *rest]])).logits[0], dim=-1)
        told.append(sum(float(logs[len(first) + i - 1, token]) for i, token in enumerate(rest)))
    return told[1] - told[0]


def test_the_gain_is_that_of_the_whole_sentence(model: CausalLanguageModel, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preferences, "_WORDS", 20)
    found = model.preferences(REFERENCE, OUTPUT, EXCHANGES)
    for exchange, preference in zip(EXCHANGES, found, strict=True):
        assert preference is not None
        assert preference.read == pytest.approx(by_hand(folder, READ.format(REFERENCE), exchange), abs=0.01)
        assert preference.unread == pytest.approx(by_hand(folder, UNREAD, exchange), abs=0.01)
    assert model.preferences(REFERENCE, OUTPUT, EXCHANGES) == found, "what was read before changes nothing"


def test_only_the_exchanges_that_begin_best_are_read_on(model: CausalLanguageModel, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = model.preferences(REFERENCE, OUTPUT, EXCHANGES)
    monkeypatch.setattr(preferences, "AT_A_PLACE", 1)
    found = model.preferences(REFERENCE, OUTPUT, EXCHANGES)
    assert [preference is None for preference in found[:2]].count(True) == 1
    for one, other in zip(found[2:], whole[2:], strict=True):
        assert one is not None and other is not None and one.read == pytest.approx(other.read, abs=0.01)
    monkeypatch.setattr(preferences, "BEGINS", 100.0)
    assert model.preferences(REFERENCE, OUTPUT, EXCHANGES) == [None] * 4


def test_a_long_output_is_read_in_parts(model: CausalLanguageModel, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = model.preferences(REFERENCE, OUTPUT, EXCHANGES)
    tokens = len(model.expectations(REFERENCE, OUTPUT).spans)
    monkeypatch.setattr(expectations, "AT_ONCE", tokens - 3)
    found = model.preferences(REFERENCE, OUTPUT, EXCHANGES)
    for one, other in zip(found[:3], whole[:3], strict=True):
        assert one is not None and other is not None and one.read == pytest.approx(other.read, abs=0.01)
    assert found[3] is not None


def test_a_model_that_reads_no_branches_prefers_nothing(model: CausalLanguageModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branches, "_SAME", -1.0)
    assert model.preferences(REFERENCE, OUTPUT, EXCHANGES) == [None] * 4


def test_odd_exchanges_pass(model: CausalLanguageModel) -> None:
    odd = [
        Exchange(0, 0, "", 0),
        Exchange(0, 3, "The", FIRST),
        Exchange(80, 200, "x", 200),
        Exchange(4, 9, "<|im_end|>\ud800 😀", FIRST),
        Exchange(4, 9, "9" * 500, FIRST),
    ]
    found = model.preferences(REFERENCE, OUTPUT, odd)
    assert len(found) == 5 and all(one is None or isinstance(one, Preference) for one in found) and found[-1] is None
    assert len(model.expectations("\ud800 " + REFERENCE, "\udfff " + OUTPUT).likeliest) > 10
    assert model.preferences(REFERENCE, "", []) == [] and model.preferences("", OUTPUT, EXCHANGES[:1]) != []
