"""A text after a prefix, read once, and other ways to go on in the midst of it, many of them in one pass.

Every branch sees the prefix, the text up to where it leaves it, and itself; the mask that says so is made by hand, so that nothing is
read twice and nothing is copied.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel

AT_ONCE = 384
"""Tokens of branches that are read in one pass; bounds the memory for their logits."""
_SAME = 0.5
"""Nats by which a branch that says what the text says may differ from it: in half precision it does by some tenths."""


@dataclass(frozen=True)
class Branch:
    """Another way to go on: after so many tokens of a text, these."""

    after: int
    tokens: tuple[int, ...]


class BranchedText:
    """A text and its branches. Not safe with several threads.

    Attributes:
        tokens: of the text.
        logs: (tokens + 1, vocabulary) log-probabilities of what comes next, before each token and after the last.
        sums: the log-probability of so many of its first tokens.
        states: (tokens, width) hidden states of a layer, None where none was asked for.
    """

    def __init__(
        self, model: "PreTrainedModel", start: "tuple[torch.Tensor, Any]", tokens: Sequence[int], layer: int | None = None
    ) -> None:
        """Read the text.

        Args:
            start: logits after the prefix and a cache of it, which becomes this text's own (`PrefixReader.begin`).
            tokens: one at least.
            layer: the number of the layer whose states are kept, if any.
        """
        import torch

        self._model = model
        first, self._cache = start
        self._before = int(self._cache.get_seq_length())
        self.tokens = tuple(tokens)
        with torch.inference_mode():
            ids = torch.tensor([self.tokens], device=model.device)
            asked = {} if layer is None else {"output_hidden_states": True}
            read = model(input_ids=ids, past_key_values=self._cache, use_cache=True, **asked)
            self.states = None if layer is None else read.hidden_states[layer][0].float()
            self.logs = torch.log_softmax(torch.cat([first[None], read.logits[0]]).float(), dim=-1)
            own = self.logs[:-1].gather(1, ids[0][:, None])[:, 0]
        self.sums = [0.0, *own.cumsum(0).tolist()]

    def first(self, branch: Branch) -> float:
        """How much likelier a branch begins than the text goes on there, in nats; known without reading it."""
        rest = self.sums[branch.after + 1] - self.sums[branch.after] if branch.after < len(self.tokens) else 0.0
        return float(self.logs[branch.after, branch.tokens[0]]) - rest

    def log_probabilities(self, branches: Sequence[Branch]) -> list[float] | None:
        """The log-probability of each branch; None where the model cannot read with such a mask, which is tried along the way."""
        length = min(3, len(self.tokens))
        itself = Branch(len(self.tokens) - length, self.tokens[-length:])
        asked = [itself, *branches]
        found = [told for part in _parts(asked) for told in self._read(part)]
        return found[1:] if abs(found[0] - (self.sums[-1] - self.sums[itself.after])) < _SAME else None

    def _read(self, branches: Sequence[Branch]) -> list[float]:
        import torch

        device, before, text = self._model.device, self._before, len(self.tokens)
        total = sum(len(branch.tokens) for branch in branches)
        mask = torch.full((total, before + text + total), torch.finfo(self._model.dtype).min, dtype=self._model.dtype)
        ids: list[int] = []
        positions: list[int] = []
        for branch in branches:
            row, length = len(ids), len(branch.tokens)
            ids += branch.tokens
            positions += range(before + branch.after, before + branch.after + length)
            mask[row : row + length, : before + branch.after] = 0
            own = slice(before + text + row, before + text + row + length)
            mask[row : row + length, own] = mask[row : row + length, own].triu(1)
        with torch.inference_mode():
            logits = self._model(
                input_ids=torch.tensor([ids], device=device),
                attention_mask=mask[None, None].to(device),
                position_ids=torch.tensor([positions], device=device),
                past_key_values=self._cache,
                use_cache=True,
            ).logits[0]
            self._cache.crop(before + text - self._cache.get_seq_length())
            found, row = [], 0
            for branch in branches:
                length = len(branch.tokens)
                told = torch.log_softmax(logits[row : row + length - 1].float(), dim=-1)
                rest = told.gather(1, torch.tensor(branch.tokens[1:], device=told.device, dtype=torch.long)[:, None]).sum()
                found.append(float(self.logs[branch.after, branch.tokens[0]] + rest))
                row += length
        return found


def _parts(branches: Sequence[Branch]) -> Iterator[list[Branch]]:
    part: list[Branch] = []
    size = 0
    for branch in branches:
        if part and size + len(branch.tokens) > AT_ONCE:
            yield part
            part, size = [], 0
        part.append(branch)
        size += len(branch.tokens)
    if part:
        yield part
