"""NLI models and MiniCheck on tiny models: labels from the configuration, the published inputs, every token of the reference read."""

import json
import math
import os
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from engines.backends.verifiers.chunks import ChunkVerifier
from engines.backends.verifiers.classification import supported_label
from engines.core.chunks import Chunking
from engines.core.errors import ModelError, UnavailableError
from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.models import registry
from tests.engines.backends import tiny_models

SENTENCES = [
    "The ferry Aldona left the port of Mirava at noon.",
    "It carried forty passengers and two horses.",
    "A storm rose near the Teal Islands.",
    "Captain Ilse Varn turned the ship around.",
    "Nobody was hurt, the harbour office said.",
    "The next ferry leaves on Friday.",
    "Tickets will be refunded in full.",
]
CLAIMS = ["The ship turned around.", "Two horses were hurt."]
LABELS = {0: "contradiction", 1: "neutral", 2: "entailment"}
MODELS = {"bert": tiny_models.bert, "roberta": tiny_models.roberta, "deberta": tiny_models.deberta}


@pytest.fixture(scope="module", params=list(MODELS))
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return MODELS[request.param](tmp_path_factory.mktemp(request.param), id2label=LABELS)


@pytest.fixture(scope="module")
def verifier(folder: Path) -> ChunkVerifier:
    return registry.get("verifier", f"nli:{folder}")


def by_hand(folder: Path, premise: str, claim: str, label: int, pair: bool = True) -> float:
    """The softmax over the classes for one pair, with nothing of ours in between."""
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    encoded = (
        tokenizer(premise, claim, return_tensors="pt") if pair else tokenizer(premise + tokenizer.eos_token + claim, return_tensors="pt")
    )
    with torch.inference_mode():
        values = [math.exp(v) for v in model(**encoded).logits[0].tolist()]
    return values[label] / sum(values)


def test_probabilities_equal_a_softmax_done_by_hand(verifier: ChunkVerifier, folder: Path) -> None:
    text = Text.of(" ".join(SENTENCES[:3]))
    verdicts = verifier.verify(text, [Hypothesis(claim) for claim in CLAIMS])
    expected = [by_hand(folder, text.text, claim, 2) for claim in CLAIMS]
    assert [v.probability for v in verdicts] == pytest.approx(expected, abs=1e-5)
    assert abs(expected[0] - expected[1]) > 1e-3


def test_a_qa_is_asked_as_question_and_answer(verifier: ChunkVerifier, folder: Path) -> None:
    text = Text.of(SENTENCES[3])
    asked = Hypothesis("Captain Varn turned it.", question="Who turned something?", answer="Captain Ilse Varn")
    assert verifier.verify(text, [asked])[0].probability == pytest.approx(
        by_hand(folder, text.text, "Who turned something? Captain Ilse Varn", 2), abs=1e-5
    )


def test_batched_equals_single(verifier: ChunkVerifier) -> None:
    text = Text.of(" ".join(SENTENCES))
    ranges = [(0, 1), (0, 7), (2, 5), (6, 7)]
    together = verifier.score_ranges(text, [Hypothesis(c) for c in CLAIMS], [ranges, ranges])
    alone = [[verifier.score_ranges(text, [Hypothesis(c)], [[r]])[0][0] for r in ranges] for c in CLAIMS]
    assert [*together[0], *together[1]] == pytest.approx([*alone[0], *alone[1]], abs=1e-5)


def test_a_long_reference_is_read_to_its_last_token(verifier: ChunkVerifier, monkeypatch: pytest.MonkeyPatch) -> None:
    text = Text.of(" ".join(SENTENCES * 24))
    form: Any = verifier.form
    seen: list[list[int]] = []
    monkeypatch.setattr(type(form), "probabilities", lambda self, inputs: seen.extend(inputs) or [0.5] * len(inputs))
    chunks = verifier.verify(text, [Hypothesis(CLAIMS[0])])[0].extra["chunks"]
    assert len(chunks) > 3
    assert max(len(ids) for ids in seen) <= (verifier.limit or 0)
    tokens = form.tokens(text.text)
    read = {i for ids in seen for i in range(len(tokens.ids)) if _holds(ids, tokens.ids[max(0, i - 5) : i + 1])}
    assert read == set(range(len(tokens.ids)))
    assert (chunks[0]["start"], chunks[-1]["end"]) == (0, len(text.text))


def _holds(ids: list[int], run: list[int]) -> bool:
    return any(ids[i : i + len(run)] == run for i in range(len(ids) - len(run) + 1))


def test_a_window_is_encoded_as_the_tokenizer_encodes_it_whole(verifier: ChunkVerifier) -> None:
    form: Any = verifier.form
    before, after = form.frame(CLAIMS[0])
    assert [*before, *form.tokens(SENTENCES[0]).ids, *after] == form.whole(SENTENCES[0], CLAIMS[0])


def test_marks_of_the_tokenizer_in_a_text_are_read_as_text(verifier: ChunkVerifier) -> None:
    form: Any = verifier.form
    special = form.loaded.tokenizer.sep_token
    assert form.whole(f"A {special} storm {special} rose.", "A storm.").count(form.loaded.tokenizer.sep_token_id) == form.whole(
        "A storm rose.", "A storm."
    ).count(form.loaded.tokenizer.sep_token_id)


def test_missing_words_tell_extrinsic_errors(verifier: ChunkVerifier) -> None:
    text = Text.of(" ".join(SENTENCES[:3]))
    known, unknown = verifier.verify(text, [Hypothesis("x", question="What rose?", answer=a) for a in ("A storm", "The zeppelin")])
    assert (known.error, unknown.error) == ("intrinsic", "extrinsic")
    assert unknown.missing == ("zeppelin",)


@pytest.mark.parametrize(
    ("labels", "index"),
    [
        ({0: "ENTAILMENT", 1: "NEUTRAL", 2: "CONTRADICTION"}, 0),
        ({0: "not_entailment", 1: "entailment"}, 1),
        ({0: "REFUTES", 1: "NOT ENOUGH INFO", 2: "SUPPORTS"}, 2),
        ({0: "inconsistent", 1: "consistent"}, 1),
    ],
)
def test_labels_are_read_from_their_names(labels: dict[int, str], index: int) -> None:
    assert supported_label(labels, "nli:x") == index


@pytest.mark.parametrize("labels", [{0: "LABEL_0", 1: "LABEL_1"}, {0: "entailment"}, {0: "positive", 1: "negative"}, {}])
def test_labels_are_never_guessed(labels: dict[int, str]) -> None:
    with pytest.raises(ModelError, match="id2label"):
        supported_label(labels, "nli:x")


def test_a_model_without_named_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="LABEL_0"):
        registry.get("verifier", f"nli:{tiny_models.bert(tmp_path)}")


def test_a_model_without_a_classifier_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no weights for"):
        registry.get("verifier", f"nli:{tiny_models.bert(tmp_path, kind='MaskedLM', id2label=LABELS)}")


def test_pickled_weights_are_refused(folder: Path, tmp_path: Path) -> None:
    import torch

    copy = tmp_path / "pickled"
    shutil.copytree(folder, copy)
    (copy / "model.safetensors").unlink()
    torch.save({}, copy / "pytorch_model.bin")
    with pytest.raises(UnavailableError, match="pickled weights"):
        registry.get("verifier", f"nli:{copy}")
    assert "pickled" in registry.status("verifier", f"nli:{copy}").reason


@pytest.mark.parametrize("name", ["tokenizer.json", "model-2.safetensors", "notes.json"])
def test_a_folder_with_a_pipe_in_it_is_refused_and_not_waited_for(folder: Path, tmp_path: Path, name: str) -> None:
    copy = tmp_path / "piped"
    shutil.copytree(folder, copy)
    (copy / name).unlink(missing_ok=True)
    os.mkfifo(copy / name)
    with pytest.raises(UnavailableError, match=f"{name} is no regular file"):
        registry.get("verifier", f"nli:{copy}")
    assert "no regular file" in registry.status("verifier", f"nli:{copy}").reason


@pytest.mark.parametrize("name", ["pipe", "pipe.gguf"])
def test_a_pipe_is_no_model(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises(UnavailableError, match=r"config\.json"):
        registry.get("chat", f"causal:{tmp_path / name}")


def test_more_layers_than_the_weights_could_fill_are_refused_before_they_are_built(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "deep"
    shutil.copytree(folder, copy)
    config = json.loads((copy / "config.json").read_text("utf-8"))
    (copy / "config.json").write_text(json.dumps({**config, "num_hidden_layers": 10**6}), "utf-8")
    started = time.monotonic()
    with pytest.raises(ModelError, match=r"asks for 1,000,000 \(num_hidden_layers\)"):
        registry.get("verifier", f"nli:{copy}")
    assert time.monotonic() - started < 30


def test_the_identity_follows_the_weights_not_the_folder(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / folder.name
    shutil.copytree(folder, copy)
    first, second = (registry.get("verifier", f"nli:{path}") for path in (folder, copy))
    assert first.identity == second.identity
    weights = bytearray((copy / "model.safetensors").read_bytes())
    weights[-1] ^= 1
    (copy / "model.safetensors").write_bytes(weights)
    registry.unload("verifier", f"nli:{copy}")
    assert registry.get("verifier", f"nli:{copy}").identity != first.identity


@pytest.mark.parametrize("build", [tiny_models.roberta, tiny_models.deberta])
def test_minicheck_classifiers_read_document_mark_claim_and_class_one(build: Any, tmp_path: Path) -> None:
    folder = build(tmp_path, num_labels=2)
    verifier = registry.get("verifier", f"minicheck:{folder}")
    text = Text.of(" ".join(SENTENCES[:3]))
    got = [v.probability for v in verifier.verify(text, [Hypothesis(c) for c in CLAIMS])]
    assert got == pytest.approx([by_hand(folder, text.text, c, 1, pair=False) for c in CLAIMS], abs=1e-5)


def test_minicheck_chunks_end_where_sentences_end(tmp_path: Path) -> None:
    verifier = registry.get("verifier", f"minicheck:{tiny_models.t5(tmp_path)}")
    text = Text.of(" ".join(SENTENCES * 30))
    verdict = verifier.verify(text, [Hypothesis(CLAIMS[0])])[0]
    assert verifier.chunking == Chunking(500, 0.0)
    ends = {end for _, end in text.sentences}
    assert all(text.text[c["start"] : c["end"]].count(" ") < 500 for c in verdict.extra["chunks"])
    pieces = verifier._pieces(text)
    assert len(pieces) == 3 and {end for _, end in pieces} <= ends


def test_minicheck_seq2seq_equals_the_published_arithmetic(tmp_path: Path) -> None:
    import torch

    verifier = registry.get("verifier", f"minicheck:{tiny_models.t5(tmp_path)}")
    text = Text.of(" ".join(SENTENCES[:2]))
    form: Any = verifier.form
    ids = form.tokenizer(f"predict: {text.text}</s>{CLAIMS[0]}", return_tensors="pt").input_ids
    assert form.tokenizer.eos_token_id in ids[0][:-1].tolist()
    logits = form.model(input_ids=ids, decoder_input_ids=torch.zeros((1, 1), dtype=torch.long)).logits[0, 0].tolist()
    low, high = float(logits[3]), float(logits[209])
    assert verifier.verify(text, [Hypothesis(CLAIMS[0])])[0].probability == pytest.approx(1 / (1 + math.exp(low - high)), abs=1e-5)


def test_true_asks_for_one_or_zero(tmp_path: Path) -> None:
    import torch

    verifier = registry.get("verifier", f"true:{tiny_models.t5(tmp_path)}")
    text = Text.of(" ".join(SENTENCES[:2]))
    form: Any = verifier.form
    ids = form.tokenizer(f"premise: {text.text} hypothesis: {CLAIMS[0]}", return_tensors="pt").input_ids
    logits = form.model(input_ids=ids, decoder_input_ids=torch.zeros((1, 1), dtype=torch.long)).logits[0, 0].tolist()
    one, zero = (float(logits[form.tokenizer(word).input_ids[0]]) for word in "10")
    assert verifier.verify(text, [Hypothesis(CLAIMS[0])])[0].probability == pytest.approx(1 / (1 + math.exp(zero - one)), abs=1e-5)
    assert len(verifier.verify(Text.of(" ".join(SENTENCES * 4)), [Hypothesis(CLAIMS[0])])[0].extra["chunks"]) > 1
