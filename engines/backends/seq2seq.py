"""Yes/no questions to an encoder-decoder model, as SCALE asks them of Flan-T5 (Lattimer et al. 2023, section 3.1).

The encoder reads a chunk of the reference and the question whether it implies the hypothesis; the probability is the
softmax over the logits of "Yes" and "No" at the first decoded token, and the highest over the chunks counts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engines.chunks import Chunking, published_windows, token_windows
from engines.errors import InputError, ModelError, UnavailableError
from engines.results import Evidence
from engines.roles import Hypothesis, Verdict
from engines.text import Text

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

QUESTION = ' Question: Does this imply that "{hypothesis}"? Yes or No?'
"""What follows the chunk in the encoder's input; the model was trained on no fixed form, this is the published one."""

MOST_TOKENS = 8192
"""Tokens in one batch, padding included; bounds the memory of the encoder."""


@dataclass(frozen=True)
class ChunkScore:
    """P(Yes) of one chunk; `start` and `end` are its characters in the reference."""

    start: int
    end: int
    score: float


@dataclass(frozen=True)
class YesNoSeq2Seq:
    """A verifier (see `engines.roles.Verifier`) that asks a seq2seq model yes/no questions about chunks of the reference."""

    model: "PreTrainedModel"
    tokenizer: "PreTrainedTokenizerBase"
    identity: str
    chunking: Chunking = field(default_factory=Chunking)
    name: str = "seq2seq"

    @classmethod
    def load(cls, source: str, revision: str | None = None, chunking: Chunking | None = None) -> "YesNoSeq2Seq":
        """Load a model by hub id or local folder; weights only from safetensors, no code from the hub.

        Raises:
            UnavailableError: the model is not on this machine and cannot be fetched.
            ModelError: it is, but it cannot be loaded as a seq2seq model.
        """
        from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

        where = f"{source}@{revision}" if revision else source
        try:
            tokenizer = AutoTokenizer.from_pretrained(source, revision=revision, trust_remote_code=False)
            model = AutoModelForSeq2SeqLM.from_pretrained(source, revision=revision, use_safetensors=True, trust_remote_code=False)
        except OSError as problem:
            raise UnavailableError(
                f"The model {where} is not here: give a folder with model.safetensors, or download it with: hf download {source}"
            ) from problem
        except (ValueError, KeyError, RuntimeError) as problem:
            raise ModelError(f"The model {where} cannot be loaded as a seq2seq model: {problem}") from problem
        chunking = chunking or Chunking()
        return cls(model.eval(), tokenizer, _identity(source, revision, model), chunking).with_chunking(chunking)

    def with_chunking(self, chunking: Chunking) -> "YesNoSeq2Seq":
        """The same model with other chunks; the identity says which."""
        base = self.identity.partition("#")[0]
        marks = f"#{chunking.size}/{chunking.overlap:g}" + ("/compatible" if chunking.reference_compatible else "")
        return replace(self, chunking=chunking, identity=base + marks)

    def verify(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
        """The highest P(Yes) over the chunks, the best chunk as evidence; `extra["chunks"]` has the score of each."""
        verdicts = []
        for scores in self.score_chunks(reference, hypotheses):
            best = max(scores, key=lambda chunk: chunk.score)
            evidence = Evidence(best.start, best.end, reference.text[best.start : best.end], best.score, reference.sentence_at(best.start))
            chunks = [{"start": c.start, "end": c.end, "score": c.score} for c in scores]
            verdicts.append(Verdict(best.score, evidence=(evidence,) if best.start < best.end else (), extra={"chunks": chunks}))
        return verdicts

    def score_chunks(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[list[ChunkScore]]:
        """P(Yes) of every chunk of the reference for every hypothesis."""
        inputs: list[list[int]] = []
        places: list[list[tuple[int, int]]] = []
        for hypothesis in hypotheses:
            chunks = list(self._chunks(reference.model_text, QUESTION.replace("{hypothesis}", _claim(hypothesis))))
            inputs += [ids for ids, _ in chunks]
            places.append([place for _, place in chunks])
        scores = iter(self._probabilities(inputs))
        return [[ChunkScore(start, end, next(scores)) for start, end in chunks] for chunks in places]

    def score_ranges(
        self, reference: Text, hypotheses: Sequence[Hypothesis], ranges: Sequence[Sequence[tuple[int, int]]]
    ) -> list[list[float]]:
        """P(Yes) of runs of sentences joined by spaces, one batch for all."""
        sentences = [reference.model_text[start:end] for start, end in reference.sentences]
        inputs = [
            self._encode(" ".join(sentences[first:last]) + QUESTION.replace("{hypothesis}", _claim(hypothesis)))
            for hypothesis, wanted in zip(hypotheses, ranges, strict=True)
            for first, last in wanted
        ]
        scores = iter(self._probabilities(inputs))
        return [[next(scores) for _ in wanted] for wanted in ranges]

    def read(self, reference: Text) -> float:
        """All of the reference is read, chunk by chunk."""
        return 1.0

    def _encode(self, text: str) -> list[int]:
        return list(self.tokenizer(text).input_ids)

    def _chunks(self, text: str, question: str) -> Iterator[tuple[list[int], tuple[int, int]]]:
        """Encoder inputs with the characters of the text that each holds; one input when everything fits."""
        whole = self._encode(text + question)
        compatible = self.chunking.reference_compatible
        if len(whole) < self.chunking.size or (not compatible and len(whole) == self.chunking.size):
            yield whole, (0, len(text))
            return
        encoded = self.tokenizer(text, add_special_tokens=compatible, return_offsets_mapping=True)
        tokens, offsets = list(encoded.input_ids), list(encoded.offset_mapping)
        tail = self._encode(question)
        room = self.chunking.size - len(tail)
        windows = (published_windows if compatible else token_windows)(len(tokens), room, self.chunking.overlap)
        for start, end in windows:
            if end > start:
                yield tokens[start:end] + tail, (offsets[start][0], max(o[1] for o in offsets[start:end]))

    def _probabilities(self, inputs: Sequence[list[int]]) -> list[float]:
        """P(Yes) against P(No) at the first decoded token, batched by length."""
        import torch

        labels = [self._label("Yes"), self._label("No")]
        pad = self.tokenizer.pad_token_id or 0
        start = self.model.config.decoder_start_token_id
        results = [0.0] * len(inputs)
        for batch in _batches(inputs):
            width = max(len(inputs[i]) for i in batch)
            ids = torch.tensor([inputs[i] + [pad] * (width - len(inputs[i])) for i in batch], device=self.model.device)
            mask = torch.tensor([[1] * len(inputs[i]) + [0] * (width - len(inputs[i])) for i in batch], device=self.model.device)
            first = torch.full((len(batch), 1), 0 if start is None else start, device=self.model.device)
            with torch.inference_mode():
                logits = self.model(input_ids=ids, attention_mask=mask, decoder_input_ids=first).logits[:, 0, labels]
            values = torch.softmax(logits.float(), dim=-1)[:, 0].tolist()
            for i, value in zip(batch, values, strict=True):
                results[i] = value
        return results

    def _label(self, word: str) -> int:
        """The first token of a label word.

        Raises:
            ModelError: the tokenizer has no token for it.
        """
        ids = self.tokenizer(word).input_ids
        if not ids or ids[0] == self.tokenizer.unk_token_id:
            raise ModelError(f'The tokenizer of {self.identity} has no token for "{word}", so it cannot answer yes or no.')
        return int(ids[0])


def _claim(hypothesis: Hypothesis) -> str:
    """The hypothesis as text: its statement, or the question and answer of a QA that has none."""
    claim = hypothesis.statement or f"{hypothesis.question} {hypothesis.answer}".strip()
    if not claim:
        raise InputError("A hypothesis needs a statement, or a question and an answer.")
    return claim


def _batches(inputs: Sequence[list[int]]) -> Iterator[list[int]]:
    """Indices of `inputs`, longest first, in batches of at most MOST_TOKENS tokens with padding."""
    batch: list[int] = []
    width = 0
    for i in sorted(range(len(inputs)), key=lambda i: -len(inputs[i])):
        if batch and width * (len(batch) + 1) > MOST_TOKENS:
            yield batch
            batch = []
        width = width if batch else max(1, len(inputs[i]))
        batch.append(i)
    if batch:
        yield batch


def _identity(source: str, revision: str | None, model: "PreTrainedModel") -> str:
    """What the answers depend on: the source with its revision, and for a local folder the size and time of its weights."""
    folder = Path(source)
    commit: Any = revision or getattr(model.config, "_commit_hash", None) or ""
    if folder.is_dir():
        weights = sorted(folder.glob("*.safetensors"))
        commit = "-".join(f"{w.stat().st_size:x}.{w.stat().st_mtime_ns:x}" for w in weights)
    return f"seq2seq:{folder.name if folder.is_dir() else source}@{commit}"
