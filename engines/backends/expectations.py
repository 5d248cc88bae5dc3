"""What a causal language model expects of an output, word by word, after the reference and without it.

A model that has read the reference finds what contradicts it improbable, and often has what the reference says instead at hand. The
prompt is that of summarisation; nothing is generated.
"""

import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from engines.backends.runtime.loading import Loaded, most_tokens
from engines.backends.runtime.prefixes import PrefixReader
from engines.backends.runtime.unpacking import load_unpacked
from engines.core.errors import ModelError
from engines.core.findings import Expectations
from engines.core.machine.threads import threads, threads_for
from engines.models.ids import ModelId

if TYPE_CHECKING:
    import torch

READ, UNREAD = "Article: {}\n\nSummary of the article:", "Summary of the article:"
TOKENS = 2048
"""Tokens that fit where the model does not say, and at most."""
_PIECES = 10
"""Word pieces that the bundled encoder reads in the time that even a small language model takes for a token."""
AT_ONCE = 256
"""Tokens of an output that are read together; what comes after them is read with as many before it."""


class CausalLanguageModel:
    """A language model (`engines.core.roles.LanguageModel`). Safe with several threads: they take turns."""

    def __init__(self, loaded: Loaded, name: str) -> None:
        self.name = name
        self.identity = loaded.identity
        self._loaded = loaded
        self._most = min(TOKENS, most_tokens(loaded, TOKENS))
        self._lock = threading.RLock()
        pad = loaded.tokenizer.pad_token_id
        self._read, self._unread = (PrefixReader(loaded.model, 0 if pad is None else int(pad)) for _ in range(2))

    def expectations(self, reference: str, output: str) -> Expectations:
        """Token by token; of a reference that does not fit its beginning is read.

        Raises:
            ModelError: the model fails.
        """
        encoded = self._loaded.tokenizer(" " + self._loaded.plain(output), add_special_tokens=False, return_offsets_mapping=True)
        ids = [int(i) for i in encoded.input_ids]
        spans = np.maximum(np.array(encoded.offset_mapping, dtype=np.int64).reshape(-1, 2) - 1, 0)
        known = self._ids(READ.format(self._loaded.plain(reference)), self._most - 2 * AT_ONCE, len(self._ids(READ.split("{}")[1])))
        with threads(threads_for(_PIECES * (len(known) + len(ids)))):
            parts = [(self._part(self._read, known, *part), self._part(self._unread, self._ids(UNREAD), *part)) for part in _parts(ids)]
        read, unread = ([each[i] for each in parts] for i in range(2))
        likeliest = [str(self._loaded.tokenizer.decode([token])).strip() for _, tokens in read for token in tokens]
        return Expectations(spans, _table(read), _table(unread), tuple(likeliest))

    def close(self) -> None:
        """Let go of the kept prefix; the weights go with the object."""
        with self._lock:
            self._read.forget()
            self._unread.forget()

    def _ids(self, text: str, most: int | None = None, end: int = 0) -> list[int]:
        """The tokens of a text; of more than `most` the beginning, and the last `end` ones."""
        ids = [int(i) for i in self._loaded.tokenizer(text, add_special_tokens=False).input_ids]
        return ids if most is None or len(ids) <= most else [*ids[: most - end], *ids[len(ids) - end :]]

    def _part(self, reader: PrefixReader, prefix: Sequence[int], before: Sequence[int], ids: Sequence[int]) -> tuple[Any, list[int]]:
        """(tokens, 4) of `ids` after the prefix and what comes `before` them, and the likeliest token at each place."""
        import torch

        try:
            with self._lock, torch.inference_mode():
                logits = reader.logits_within(prefix, [*before, *ids])[len(before) :]
                return _columns(logits, torch.tensor(ids, device=logits.device))
        except (RuntimeError, IndexError, ValueError) as problem:
            raise ModelError(f"{self.name} failed: {type(problem).__name__}: {problem}") from problem


def _parts(ids: Sequence[int]) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """The tokens in parts that are read together, each with those before it that are read with it."""
    for first in range(0, len(ids), AT_ONCE):
        yield ids[max(0, first - AT_ONCE) : first], ids[first : first + AT_ONCE]


def _columns(logits: "torch.Tensor", ids: "torch.Tensor") -> tuple[Any, list[int]]:
    import torch

    logs = torch.log_softmax(logits.float(), dim=-1)
    own = logs.gather(1, ids[:, None])
    best, likeliest = logs.max(dim=-1)
    entropy = -(logs.exp() * logs).sum(dim=-1)
    rank = torch.log1p((logs > own).sum(dim=-1).float())
    table = torch.stack([own[:, 0], best, entropy, rank], dim=1)
    return table.cpu().numpy().astype(np.float32), [int(token) for token in likeliest]


def _table(parts: Sequence[tuple[Any, list[int]]]) -> Any:
    return np.concatenate([np.zeros((0, 4), dtype=np.float32), *(rows for rows, _ in parts)])


def load_language_model(model_id: ModelId) -> CausalLanguageModel:
    """A causal language model that says what it expects; it needs no chat template.

    Raises:
        UnavailableError, ModelError: see `engines.backends.runtime.loading.load`.
    """
    return CausalLanguageModel(load_unpacked(model_id, "AutoModelForCausalLM"), str(model_id))
