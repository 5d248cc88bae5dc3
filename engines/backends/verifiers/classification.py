"""Sequence classification over a pair of texts: any NLI model with two or more named labels, read from its configuration."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.backends.runtime.batching import in_batches, padded
from engines.backends.runtime.loading import Loaded, load, most_tokens
from engines.backends.verifiers.chunks import ChunkVerifier, Tokens
from engines.core.chunks import Chunking
from engines.core.errors import ModelError
from engines.models.ids import ModelId

NLI_TOKENS = 512
"""Tokens of an input where neither configuration nor tokenizer sets a limit."""
_SUPPORTED = frozenset({"entailment", "entails", "entailed", "entail", "support", "supports", "supported", "consistent", "factual"})


@dataclass(frozen=True)
class PairForm:
    """Premise and claim as a pair of texts (`engines.backends.verifiers.chunks.Form`).

    Attributes:
        label: index of the class that means supported.
        joined_by: what stands between premise and claim where the model was trained on one text; "" for the tokenizer's own pairs.
    """

    loaded: Loaded
    label: int
    joined_by: str = ""

    @property
    def identity(self) -> str:
        """What the answers depend on."""
        return self.loaded.identity

    def whole(self, premise: str, claim: str) -> list[int]:
        """The pair as the tokenizer encodes it."""
        premise, claim = self.loaded.plain(premise), self.loaded.plain(claim)
        if self.joined_by:
            return list(self.loaded.tokenizer(premise + self.joined_by + claim).input_ids)
        return list(self.loaded.tokenizer(premise, claim).input_ids)

    def frame(self, claim: str) -> tuple[list[int], list[int]]:
        """What the tokenizer puts around a premise: found by encoding the claim with a short one."""
        probe = "a"
        inside = self.tokens(probe).ids
        whole = self.whole(probe, claim)
        at = next(i for i in range(len(whole)) if whole[i : i + len(inside)] == inside)
        return whole[:at], whole[at + len(inside) :]

    def tokens(self, premise: str, with_end: bool = False) -> Tokens:
        """The premise's own tokens."""
        encoded = self.loaded.tokenizer(self.loaded.plain(premise), add_special_tokens=with_end, return_offsets_mapping=True)
        return Tokens(list(encoded.input_ids), [(int(a), int(b)) for a, b in encoded.offset_mapping])

    def probabilities(self, inputs: Sequence[list[int]]) -> list[float]:
        """Softmax over all classes, batched by length."""
        return in_batches(inputs, lambda batch: self._batch([inputs[i] for i in batch]), self.identity)

    def _batch(self, inputs: Sequence[list[int]]) -> list[float]:
        import torch

        tokenizer, model = self.loaded.tokenizer, self.loaded.model
        ids, mask = padded(inputs, tokenizer.pad_token_id or 0, model.device)
        kinds = {}
        if "token_type_ids" in tokenizer.model_input_names and getattr(model.config, "type_vocab_size", 0) > 1:
            kinds = {"token_type_ids": padded([self._segments(row) for row in inputs], 0, model.device)[0]}
        with torch.inference_mode():
            logits = model(input_ids=ids, attention_mask=mask, **kinds).logits
        return [float(value) for value in torch.softmax(logits.float(), dim=-1)[:, self.label]]

    def _segments(self, ids: Sequence[int]) -> list[int]:
        """0 up to the first separator, 1 after it, as BERT is trained."""
        separator = self.loaded.tokenizer.sep_token_id
        if self.joined_by or separator not in ids:
            return [0] * len(ids)
        first = ids.index(separator) + 1
        return [0] * first + [1] * (len(ids) - first)


def load_nli(model_id: ModelId) -> ChunkVerifier:
    """An NLI model; the class that means supported is read from the names of its labels.

    Raises:
        UnavailableError, ModelError: see `engines.backends.runtime.loading.load`; ModelError also where no label or several say so.
    """
    loaded = load(model_id, "AutoModelForSequenceClassification")
    label = supported_label(dict(loaded.model.config.id2label or {}), str(model_id))
    limit = most_tokens(loaded, NLI_TOKENS)
    return ChunkVerifier(PairForm(loaded, label), Chunking(limit), limit, name=str(model_id))


def supported_label(labels: Mapping[Any, str], model: str) -> int:
    """The index of the class that means that the premise supports the hypothesis.

    Raises:
        ModelError: none, or more than one, is named so; the message says what to write into the model's config.json.
    """
    found = [index for index, name in labels.items() if re.sub(r"[^a-z]", "", str(name).lower()) in _SUPPORTED]
    if len(found) == 1 and len(labels) > 1:
        return int(found[0])
    names = ", ".join(f"{i}: {name}" for i, name in sorted(labels.items()))
    raise ModelError(
        f"The labels of {model} do not say which of them means supported ({names}), and it is not guessed. Use a copy of the model "
        'whose config.json names them, for example "id2label": {"0": "not_entailment", "1": "entailment"}.'
    )
