"""Token classifiers as LettuceDetect has them, on a tiny ModernBERT: the published input by hand, long texts in parts."""

from pathlib import Path

import pytest

from engines.backends.lettucedect import TokenClassifier
from engines.core.engine import Outcome
from engines.core.errors import InputError, ModelError
from engines.core.text import Text
from engines.models import registry
from engines.models.ids import parse_id
from explorer.services.analysis import analyze
from explorer.services.engines import build
from tests.engines.backends import tiny_models

REFERENCE = Text.of("The ferry Aldona left the port of Mirava at noon. A storm rose near the islands.")
OUTPUT = Text.of("The ferry Aldona left at dawn. Captain Varn turned the ship around.")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_models.modernbert(tmp_path_factory.mktemp("modernbert"))


@pytest.fixture
def localizer(folder: Path) -> TokenClassifier:
    found = registry.get("localizer", f"lettucedect:{folder}")
    assert isinstance(found, TokenClassifier)
    return found


def by_hand(folder: Path, reference: str, output: str) -> list[tuple[int, int, float]]:
    """(start, end, probability of class 1) of each token of the output, with the prompt written out."""
    import torch
    from transformers import AutoModelForTokenClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForTokenClassification.from_pretrained(folder).eval()
    prompt = "\nSummarize the following text:\npassage 1: " + reference + "\noutput:\n"
    encoded = tokenizer(prompt, output, return_tensors="pt", return_offsets_mapping=True)
    offsets = encoded.pop("offset_mapping")[0].tolist()
    with torch.inference_mode():
        probabilities = torch.softmax(model(**encoded).logits[0], dim=-1)[:, 1].tolist()
    return [(*offsets[i], probabilities[i]) for i, part in enumerate(encoded.sequence_ids(0)) if part == 1]


def test_a_word_is_as_wrong_as_its_worst_token(localizer: TokenClassifier, folder: Path) -> None:
    words = localizer.locate(REFERENCE, OUTPUT)
    assert [OUTPUT.text[word.start : word.end] for word in words] == OUTPUT.text.replace(".", "").split()
    tokens = by_hand(folder, REFERENCE.text, OUTPUT.text)
    for word in words:
        inside = [p for start, end, p in tokens if start < word.end and word.start < end]
        assert word.probability == pytest.approx(max(inside), abs=1e-3)
    assert len({word.probability for word in words}) > 3


def test_of_a_long_reference_the_part_that_supports_a_word_best_counts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = registry.get("localizer", f"lettucedect:{folder}")
    monkeypatch.setattr(whole, "_limit", 120)
    long = Text.of(" ".join(f"On day {day} the ferry left with {day * 7} passengers." for day in range(1, 13)))
    pairs = list(whole._pairs(long, OUTPUT))
    assert len(pairs) > 1 and all(len(pair.ids) <= 120 for pair in pairs)
    alone = [whole._batch([pair])[0] for pair in pairs]
    for word in whole.locate(long, OUTPUT):
        of_parts = [
            max(float(p) for (start, end), p in zip(pair.spans, row, strict=True) if start < word.end and word.start < end)
            for pair, row in zip(pairs, alone, strict=True)
        ]
        assert word.probability == pytest.approx(min(of_parts), abs=1e-3)


def test_a_long_output_is_read_in_whole_sentences(localizer: TokenClassifier, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engines.backends.lettucedect.MOST_OUTPUT", 30)
    output = Text.of(" ".join(f"The ferry left on day {day} with Captain Varn." for day in range(6)))
    assert len(list(localizer._parts(output))) > 1
    words = localizer.locate(REFERENCE, output)
    assert len(words) == len(output.text.split()) and all(0 <= word.probability <= 1 for word in words)


def test_an_analysis_has_its_words_and_the_verdicts_of_the_verifier(folder: Path) -> None:
    plain = analyze(REFERENCE.text, OUTPUT.text, engine="scale", models={"localizer": "compact"})
    found = analyze(REFERENCE.text, OUTPUT.text, engine="scale", models={"localizer": f"lettucedect:{folder}"})
    assert found.words is not None and plain.words is not None
    assert [w.probability for w in found.words] != [w.probability for w in plain.words]
    assert "lettucedect" in found.engine.models["localizer"] or str(folder) in found.engine.models["localizer"]
    *_, alone = build("scale").run(REFERENCE, OUTPUT)
    assert isinstance(alone, Outcome)
    assert [unit.probability for unit in found.units] == [unit.probability for unit in alone.units]
    assert [unit.probability for unit in plain.units] != [unit.probability for unit in alone.units], "the bundled one counts for them"


def test_what_tells_more_than_two_classes_apart_is_no_localizer(tmp_path: Path) -> None:
    of_names = tiny_models.bert(tmp_path / "names", kind="TokenClassification", num_labels=5)
    with pytest.raises(ModelError, match="5 classes"):
        registry.get("localizer", f"lettucedect:{of_names}")
    with pytest.raises(InputError, match="cannot be the verifier"):
        parse_id(f"lettucedect:{of_names}", "verifier")


def test_the_backend_is_told_by_the_folder(folder: Path) -> None:
    assert parse_id(str(folder), "localizer").backend == "lettucedect"
