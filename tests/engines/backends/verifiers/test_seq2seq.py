"""Scores of a tiny T5, saved and loaded as the real one is, equal the published arithmetic and the public package."""

import itertools
import math
from pathlib import Path
from typing import Any

import pytest

from engines.backends.verifiers.chunks import UNREADABLE, ChunkVerifier
from engines.backends.verifiers.seq2seq import load_flan
from engines.core.chunks import Chunking
from engines.core.errors import InputError, UnavailableError
from engines.core.retrieval import SearchSettings, retrieve
from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.models.ids import ModelId

SENTENCES = [
    "The ferry Aldona left the port of Mirava at noon.",
    "It carried forty passengers and two horses.",
    "A storm rose near the Teal Islands.",
    "Captain Ilse Varn turned the ship around.",
    "Nobody was hurt, the harbour office said.",
    "The next ferry leaves on Friday.",
    "Tickets will be refunded in full.",
]
CLAIMS = ["The ferry turned back because of a storm.", "Horses were hurt."]


def save_tiny_t5(folder: Path, seed: int = 7) -> None:
    """A T5 with random weights and a real tokenizer over letters, in the files that a hub model has."""
    import torch
    from transformers import T5Config, T5ForConditionalGeneration, T5Tokenizer

    torch.manual_seed(seed)
    pieces = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", -12.0), ("▁", -4.0), ("▁Yes", -3.0), ("▁No", -3.0), ("▁the", -3.0), ("ing", -3.0)]
    pieces += [(c, -5.0) for c in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,?\"'"]
    tokenizer = T5Tokenizer(vocab=pieces, extra_ids=0)
    sizes: dict[str, Any] = {"d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4}
    model = T5ForConditionalGeneration(T5Config(vocab_size=len(tokenizer), decoder_start_token_id=0, **sizes))
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if "EncDecAttention" in name or "SelfAttention" in name:
                weight.mul_(6.0)
    tokenizer.save_pretrained(folder)
    model.save_pretrained(folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tiny-t5")
    save_tiny_t5(path)
    return path


@pytest.fixture(scope="module")
def verifier(folder: Path) -> ChunkVerifier:
    return load_flan(ModelId("flan-t5", str(folder)))


def hypotheses() -> list[Hypothesis]:
    return [Hypothesis(claim) for claim in CLAIMS]


def yes_probability(verifier: ChunkVerifier, ids: list[int]) -> float:
    """The published arithmetic for one input: softmax over the logits of Yes and No at the first generated token."""
    import torch

    made = verifier.form.model.generate(torch.tensor([ids]), max_new_tokens=1, output_scores=True, return_dict_in_generate=True)  # type: ignore[operator]
    yes, no = (float(made.scores[0][0][verifier.form.tokenizer(word).input_ids[0]]) for word in ("Yes", "No"))
    return 1 / (1 + math.exp(no - yes))


def prompt(premise: str, claim: str) -> str:
    return f'{premise} Question: Does this imply that "{claim}"? Yes or No?'


def published_scores(verifier: ChunkVerifier, text: str, claim: str, size: int, overlap: float) -> list[float]:
    """What `scale-score` 0.1.0 computes for each chunk, written out from its definition."""
    tokenize = verifier.form.tokenizer
    whole = tokenize(prompt(text, claim)).input_ids
    if len(whole) < size:
        return [yes_probability(verifier, whole)]
    tail, ids = tokenize(prompt("", claim)).input_ids, tokenize(text).input_ids
    room = size - len(tail)
    values = []
    for number in range(math.ceil((len(ids) - 1) / (room * (1 - overlap)))):
        begin = int(room * (1 - overlap)) * number
        end = begin + room if begin + room < len(ids) else len(ids) - 1
        values.append(yes_probability(verifier, ids[begin:end] + tail))
    return values


@pytest.mark.parametrize("count", [1, 2, 5, 7])
@pytest.mark.parametrize("size", [230, 300, 2000])
def test_compatible_scores_equal_the_published_arithmetic(verifier: ChunkVerifier, count: int, size: int) -> None:
    text = " ".join(SENTENCES[:count])
    compatible = verifier.with_chunking(Chunking(size, 0.25, reference_compatible=True))
    verdicts = compatible.verify(Text.of(text), hypotheses())
    for verdict, claim in zip(verdicts, CLAIMS, strict=True):
        expected = published_scores(verifier, text, claim, size, 0.25)
        assert [c["score"] for c in verdict.extra["chunks"]] == pytest.approx(expected, abs=1e-4)
        assert verdict.probability == pytest.approx(max(expected), abs=1e-4)


@pytest.mark.parametrize("count", range(1, 8))
@pytest.mark.parametrize("size", [230, 2000])
def test_compatible_scores_equal_those_of_the_public_package(verifier: ChunkVerifier, count: int, size: int) -> None:
    package = pytest.importorskip("scale_score.score")
    text = " ".join(SENTENCES[:count])
    theirs = package.score([text], [CLAIMS], chunk_size=size, device="cpu", model=verifier.form.model, tokenizer=verifier.form.tokenizer)
    compatible = verifier.with_chunking(Chunking(size, 0.25, reference_compatible=True))
    ours = [v.probability for v in compatible.verify(Text.of(text), hypotheses())]
    assert ours == pytest.approx(theirs, abs=1e-4)


@pytest.mark.parametrize("count", range(1, 8))
@pytest.mark.parametrize("branches", [2, 3])
def test_compatible_search_finds_what_the_public_package_finds(verifier: ChunkVerifier, count: int, branches: int) -> None:
    package = pytest.importorskip("scale_score.score")
    text = Text.of(" ".join(SENTENCES[:count]))
    theirs = package.retrieve(
        [SENTENCES[:count]], [CLAIMS], branches=branches, device="cpu", model=verifier.form.model, tokenizer=verifier.form.tokenizer
    )
    found = retrieve(verifier, text, hypotheses(), SearchSettings(branches, reference_compatible=True))
    assert [text.sentence(f.sentence) for f in found] == [sentence for sentence, _ in theirs]
    assert [f.score for f in found] == pytest.approx([score for _, score in theirs], abs=1e-4)


def test_the_probability_is_not_constant(verifier: ChunkVerifier) -> None:
    scores = verifier.score_ranges(Text.of(" ".join(SENTENCES)), hypotheses(), [[(i, i + 1) for i in range(7)]] * 2)
    assert max(map(max, scores)) - min(map(min, scores)) > 0.01


def test_chunks_read_every_character_and_say_where(verifier: ChunkVerifier) -> None:
    text = Text.of(" ".join(SENTENCES))
    verdict = verifier.with_chunking(Chunking(230, 0.25)).verify(text, hypotheses()[:1])[0]
    chunks = verdict.extra["chunks"]
    assert len(chunks) > 2
    assert (chunks[0]["start"], chunks[-1]["end"]) == (0, len(text.text))
    assert all(following["start"] < chunk["end"] for chunk, following in itertools.pairwise(chunks))
    best = verdict.evidence[0]
    assert text.text[best.start : best.end] == best.text
    assert best.score == verdict.probability == max(c["score"] for c in chunks)


def test_batches_of_different_lengths_do_not_change_a_score(verifier: ChunkVerifier) -> None:
    text = Text.of(" ".join(SENTENCES))
    ranges = [(0, 1), (0, 7), (3, 5)]
    together = verifier.score_ranges(text, hypotheses()[:1], [ranges])[0]
    alone = [verifier.score_ranges(text, hypotheses()[:1], [[r]])[0][0] for r in ranges]
    assert together == pytest.approx(alone, abs=1e-5)


def test_the_identity_changes_with_the_chunks(verifier: ChunkVerifier) -> None:
    identities = {verifier.with_chunking(c).identity for c in (Chunking(), Chunking(500), Chunking(500, 0.5), Chunking(500, 0.5, True))}
    assert len(identities) == 4
    assert verifier.with_chunking(Chunking(500)).with_chunking(Chunking()).identity == verifier.identity


def test_problems_say_what_to_do(verifier: ChunkVerifier, tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="no folder"):
        load_flan(ModelId("flan-t5", str(tmp_path / "nothing-here")))
    with pytest.raises(InputError, match="larger chunk size"):
        verifier.with_chunking(Chunking(20)).verify(Text.of(" ".join(SENTENCES)), hypotheses())
    with pytest.raises(InputError, match="statement"):
        verifier.verify(Text.of("A boat."), [Hypothesis("")])


def test_a_model_that_would_write_something_else_gives_no_verdict(verifier: ChunkVerifier) -> None:
    import torch

    model: Any = verifier.form.model  # type: ignore[attr-defined]
    push = torch.zeros(model.config.vocab_size)
    push[20] = 100.0
    hook = model.lm_head.register_forward_hook(lambda _, __, logits: logits + push)
    try:
        (verdict,) = verifier.verify(Text.of("The ferry left at noon."), [Hypothesis("The ferry left at eleven.")])
        assert verdict.probability is None and verdict.notes == (UNREADABLE,) and not verdict.evidence
        assert verifier.score_ranges(Text.of("It left."), [Hypothesis("It left late.")], [[(0, 1)]]) == [[0.0]]
    finally:
        hook.remove()
