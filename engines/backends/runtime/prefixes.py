"""Reading what several prompts begin with only once: the keys and values of a shared prefix are computed, kept and reused.

A verifier asks many questions about one reference; with the reference first in the prompt, a causal model reads it once and only
the questions after it again. The last prefix is kept between calls, cut back to what the next prompts share with it.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engines.backends.runtime.batching import padded

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel

SHARED = 0.5
"""Share of the shorter prompt that two prompts must have in common to be read as one group."""
ROOM = 16384
"""Tokens, prefix included, of the prompts that are read as one batch; bounds the memory that copies of the prefix take."""


@dataclass(frozen=True)
class Group:
    """Prompts that begin alike: their indices, and the number of tokens that all of them share (less than the shortest has)."""

    members: tuple[int, ...]
    shared: int


def shared_length(first: Sequence[int], second: Sequence[int]) -> int:
    """How many tokens two prompts have in common from their beginning."""
    length = min(len(first), len(second))
    if list(first[:length]) == list(second[:length]):
        return length
    return next(i for i in range(length) if first[i] != second[i])


def groups(prompts: Sequence[Sequence[int]]) -> list[Group]:
    """The prompts in groups that share at least half of what they say; every prompt in one group."""
    order = sorted(range(len(prompts)), key=lambda i: list(prompts[i]))
    found: list[Group] = []
    for i in order:
        last = found[-1] if found else None
        if last is not None:
            shared = min(last.shared, shared_length(prompts[last.members[-1]], prompts[i]), len(prompts[i]) - 1)
            if shared >= SHARED * min(len(prompts[last.members[-1]]), len(prompts[i])):
                found[-1] = Group((*last.members, i), shared)
                continue
        found.append(Group((i,), len(prompts[i]) - 1))
    return found


class PrefixReader:
    """A causal model that computes a prefix once. Not safe with several threads: whoever uses it holds a lock."""

    def __init__(self, model: "PreTrainedModel", pad: int) -> None:
        self._model = model
        self._pad = pad
        self._ids: list[int] = []
        self._cache: Any = None

    def last_logits(self, prompts: Sequence[Sequence[int]]) -> "list[torch.Tensor]":
        """The logits (vocabulary,) that follow the last token of each prompt, in order."""
        results: dict[int, Any] = {}
        for group in groups(prompts):
            prefix = self._read(list(prompts[group.members[0]][: group.shared]))
            rest = {i: list(prompts[i][group.shared :]) for i in group.members}
            for batch in _even_batches(rest, group.shared):
                for i, logits in zip(batch, self._continue(prefix, group.shared, [rest[i] for i in batch]), strict=True):
                    results[i] = logits
        return [results[i] for i in range(len(prompts))]

    def begin(self, prompt: Sequence[int]) -> "tuple[torch.Tensor, Any]":
        """Read a prompt to be continued: the logits after it, and a cache of its own to go on with."""
        import torch

        prefix = copy.deepcopy(self._read(list(prompt[:-1])))
        with torch.inference_mode():
            ids = torch.tensor([[prompt[-1]]], device=self._model.device)
            output = self._model(input_ids=ids, past_key_values=prefix, use_cache=True)
        return output.logits[0, -1], output.past_key_values

    def forget(self) -> None:
        """Let go of the kept prefix."""
        self._ids, self._cache = [], None

    def _read(self, prefix: list[int]) -> Any:
        """The cache of a prefix; of the one read before, what both share is kept. None for an empty prefix."""
        import torch
        from transformers import DynamicCache

        if not prefix:
            return None
        shared = shared_length(self._ids, prefix)
        if self._cache is None or (shared < len(self._ids) and not self._cut(shared)):
            shared, self._cache = 0, DynamicCache(config=self._model.config)
        if shared < len(prefix):
            self._ids = []
            with torch.inference_mode():
                ids = torch.tensor([prefix[shared:]], device=self._model.device)
                self._cache = self._model(input_ids=ids, past_key_values=self._cache, use_cache=True, logits_to_keep=1).past_key_values
        self._ids = prefix
        return self._cache

    def _cut(self, length: int) -> bool:
        """Cut the kept prefix back to `length` tokens; whether that can be done (not where a layer has forgotten its beginning)."""
        full = (getattr(layer, "is_sliding", False) and layer.get_seq_length() >= layer.sliding_window for layer in self._cache.layers)
        if length == 0 or any(full):
            return False
        self._cache.crop(length - len(self._ids))
        return True

    def _continue(self, prefix: Any, length: int, rest: Sequence[list[int]]) -> "list[torch.Tensor]":
        import torch

        device = self._model.device
        ids, mask = padded(rest, self._pad, device)
        cache = None
        if prefix is not None:
            cache = copy.deepcopy(prefix)
            if len(rest) > 1:
                cache.batch_repeat_interleave(len(rest))
        before = torch.ones((len(rest), length), dtype=mask.dtype, device=device)
        positions = torch.arange(length, length + ids.shape[1], device=device).unsqueeze(0).expand(len(rest), -1)
        with torch.inference_mode():
            logits = self._model(
                input_ids=ids,
                attention_mask=torch.cat([before, mask], dim=1),
                position_ids=positions,
                past_key_values=cache,
                use_cache=cache is not None,
            ).logits
        return [logits[row, len(tokens) - 1].float() for row, tokens in enumerate(rest)]


def _even_batches(rest: dict[int, list[int]], length: int) -> list[list[int]]:
    """The continuations in batches of nearly equal lengths, so that padding is at most a tenth of what is read."""
    found: list[list[int]] = []
    padding = 0
    for i in sorted(rest, key=lambda i: -len(rest[i])):
        width = len(rest[found[-1][0]]) if found else 0
        wasted = padding + width - len(rest[i])
        fits = found and (length + width) * (len(found[-1]) + 1) <= ROOM
        if fits and wasted <= 0.1 * width * (len(found[-1]) + 1):
            found[-1].append(i)
            padding = wasted
        else:
            found.append([i])
            padding = 0
    return found
