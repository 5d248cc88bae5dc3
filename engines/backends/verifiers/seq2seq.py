"""Encoder-decoder models that answer with one of two tokens, and how each kind of them is asked.

- Flan-T5, as SCALE asks it (Lattimer et al. 2023, section 3.1): yes or no, after chunk and question.
- TRUE (Honovich et al. 2022) and TrueTeacher (Gekhman et al. 2023): 1 or 0, after premise and hypothesis.
- MiniCheck-Flan-T5 (Tang et al. 2024): two fixed entries of the vocabulary, after document and claim.

The probability is the softmax over the logits of the two at the first decoded token.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.backends.chat.labels import LEAST
from engines.backends.runtime.batching import in_batches, padded
from engines.backends.runtime.loading import Loaded, load
from engines.backends.verifiers.chunks import ChunkVerifier, Tokens
from engines.core.chunks import Chunking
from engines.core.errors import ModelError
from engines.models.ids import ModelId, catalogue

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

TRUE_TOKENS = 512
"""Tokens that TRUE was trained with."""


@dataclass(frozen=True)
class Seq2SeqForm:
    """Two labels at the first decoded token (`engines.backends.verifiers.chunks.Form`).

    Attributes:
        before, after: what stands before and after the premise; `{claim}` in `after` is replaced by the claim.
        labels: ids of the tokens for supported and not supported.
        general: whether the model writes other things, too; one that was trained to write a label always means it.
    """

    loaded: Loaded
    before: str
    after: str
    labels: tuple[int, int]
    general: bool = False

    @property
    def identity(self) -> str:
        """What the answers depend on; of a general model that something else than a label is none, too (before, labels shared the rest)."""
        return self.loaded.identity + ("#none" if self.general else "")

    @property
    def model(self) -> "PreTrainedModel":
        """The model itself."""
        return self.loaded.model

    @property
    def tokenizer(self) -> "PreTrainedTokenizerBase":
        """Its tokenizer."""
        return self.loaded.tokenizer

    def whole(self, premise: str, claim: str) -> list[int]:
        """The input as one text."""
        return list(self.tokenizer(self.before + self.loaded.plain(premise) + self._after(claim)).input_ids)

    def frame(self, claim: str) -> tuple[list[int], list[int]]:
        """The ids of what stands before and after the premise."""
        before = list(self.tokenizer(self.before.rstrip(), add_special_tokens=False).input_ids) if self.before else []
        return before, list(self.tokenizer(self._after(claim)).input_ids)

    def tokens(self, premise: str, with_end: bool = False) -> Tokens:
        """The premise's own tokens."""
        encoded = self.tokenizer(self.loaded.plain(premise), add_special_tokens=with_end, return_offsets_mapping=True)
        return Tokens(list(encoded.input_ids), [(int(a), int(b)) for a, b in encoded.offset_mapping])

    def probabilities(self, inputs: Sequence[list[int]]) -> list[float]:
        """P(first label) against the second, batched by length; not a number where the model would write something else."""
        return in_batches(inputs, lambda batch: self._batch([inputs[i] for i in batch]), self.identity)

    def _batch(self, inputs: Sequence[list[int]]) -> list[float]:
        import torch

        model = self.model
        ids, mask = padded(inputs, self.tokenizer.pad_token_id or 0, model.device)
        start = model.config.decoder_start_token_id
        first = torch.full((len(inputs), 1), 0 if start is None else start, device=model.device)
        with torch.inference_mode():
            logits = model(input_ids=ids, attention_mask=mask, decoder_input_ids=first).logits[:, 0].float()
        of_labels = logits[:, list(self.labels)]
        shares = torch.exp(torch.logsumexp(of_labels, -1) - torch.logsumexp(logits, -1))
        found = torch.softmax(of_labels, dim=-1)[:, 0]
        return [float(value) if share >= LEAST or not self.general else math.nan for value, share in zip(found, shares, strict=True)]

    def _after(self, claim: str) -> str:
        return self.after.replace("{claim}", self.loaded.plain(claim))


def load_flan(model_id: ModelId) -> ChunkVerifier:
    """Flan-T5 and other yes/no models, chunks of 1,000 tokens unless SCALE's settings say otherwise.

    Raises:
        UnavailableError, ModelError: see `engines.backends.runtime.loading.load`.
    """
    loaded = load(model_id, "AutoModelForSeq2SeqLM")
    labels = _label(loaded, "Yes"), _label(loaded, "No")
    form = Seq2SeqForm(loaded, "", ' Question: Does this imply that "{claim}"? Yes or No?', labels, general=True)
    return ChunkVerifier(form, Chunking(), name=str(model_id))


def load_true(model_id: ModelId) -> ChunkVerifier:
    """TRUE and TrueTeacher.

    Raises:
        UnavailableError, ModelError: see `engines.backends.runtime.loading.load`.
    """
    loaded = load(model_id, "AutoModelForSeq2SeqLM")
    labels = _label(loaded, "1"), _label(loaded, "0")
    form = Seq2SeqForm(loaded, "premise: ", " hypothesis: {claim}", labels)
    entry = next((e for e in catalogue() if e["id"] == model_id.source), {})
    limit = int(entry.get("context", TRUE_TOKENS))
    return ChunkVerifier(form, Chunking(limit), limit, name=str(model_id))


def _label(loaded: Loaded, word: str) -> int:
    """The first token of a label word.

    Raises:
        ModelError: the tokenizer has no token for it.
    """
    ids = loaded.tokenizer(word, add_special_tokens=False).input_ids
    if not ids or ids[0] == loaded.tokenizer.unk_token_id:
        raise ModelError(f'The tokenizer of {loaded.identity} has no token for "{word}", so the model cannot answer with it.')
    return int(ids[0])
