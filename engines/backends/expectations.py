"""What a causal language model expects of an output, word by word, after the reference and without it.

A model that has read the reference finds what contradicts it improbable, and often has what the reference says instead at hand. The
prompt is that of summarisation; nothing is generated.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from engines.backends.preferences import preferred, ways
from engines.backends.runtime.branches import BranchedText
from engines.backends.runtime.loading import Loaded, most_tokens
from engines.backends.runtime.prefixes import PrefixReader
from engines.backends.runtime.unpacking import load_unpacked
from engines.core.errors import ModelError
from engines.core.findings import Exchange, Expectations, Preference
from engines.core.machine.threads import threads, threads_for
from engines.models.ids import ModelId

READ, UNREAD = "Article: {}\n\nSummary of the article:", "Summary of the article:"
TOKENS = 2048
"""Tokens that fit where the model does not say, and at most."""
_PIECES = 10
"""Word pieces that the bundled encoder reads in the time that even a small language model takes for a token."""
UP = 0.6
"""How far up the layer is whose states are told: what a text means there is not yet what comes next."""
_NORMS = ("norm", "final_layer_norm", "final_layernorm", "ln_f")
"""Names of the last norm in causal models."""
AT_ONCE = 256
"""Tokens of an output that are read together; what comes after them is read with as many before it."""
Opened = tuple[int, BranchedText, BranchedText]
"""The number of the first token of a part of an output, and the part after the reference and without it."""


class CausalLanguageModel:
    """A language model (`engines.core.roles.LanguageModel`). Safe with several threads: they take turns."""

    def __init__(self, loaded: Loaded, name: str) -> None:
        self.name = name
        self.identity = loaded.identity
        self._loaded = loaded
        self._most = min(TOKENS, most_tokens(loaded, TOKENS))
        self._lock = threading.RLock()
        pad = loaded.tokenizer.pad_token_id
        self._last: tuple[tuple[list[int], list[int]], Opened] | None = None
        self._scale = _scale(loaded.model)
        layers = getattr(loaded.model.config, "num_hidden_layers", 0)
        self._layer = round(UP * layers) if layers and self._scale is not None else None
        self._read, self._unread = (PrefixReader(loaded.model, 0 if pad is None else int(pad)) for _ in range(2))

    def expectations(self, reference: str, output: str) -> Expectations:
        """Token by token; of a reference that does not fit its beginning is read.

        Raises:
            ModelError: the model fails.
        """
        ids, spans = self._encoded(output)
        parts, states = [], []
        with self._reading(reference, ids) as texts:
            for _, with_it, without in texts:
                parts.append((_columns(with_it), _columns(without)))
                if with_it.states is not None:
                    states.append(with_it.states.cpu().numpy())
        read, unread = ([each[i] for each in parts] for i in range(2))
        likeliest = [str(self._loaded.tokenizer.decode([token])).strip() for _, tokens in read for token in tokens]
        told = Expectations(spans, _table(read), _table(unread), tuple(likeliest))
        return replace(told, states=np.concatenate(states), scale=self._scale) if states else told

    def preferences(self, reference: str, output: str, exchanges: Sequence[Exchange]) -> list[Preference | None]:
        """What it prefers to what stands there; None for an exchange that does not begin well enough, and for all where the model cannot
        be asked about many at once.

        Raises:
            ModelError: the model fails.
        """
        ids, spans = self._encoded(output)
        found: list[Preference | None] = [None] * len(exchanges)
        plain = [replace(exchange, text=self._loaded.plain(exchange.text)) for exchange in exchanges]
        asked = ways(self._loaded.tokenizer, self._loaded.plain(output), (ids, spans), plain)
        with self._reading(reference, ids if asked else []) as texts:
            for first, read, unread in texts:
                last = first + len(read.tokens)
                of = [way.within(first, last - first) for way in asked if first <= way.branch.after < last]
                for number, preference in preferred(read, unread, of):
                    found[number] = preference
        return found

    def close(self) -> None:
        """Let go of the kept prefix; the weights go with the object."""
        with self._lock:
            self._read.forget()
            self._unread.forget()
            self._last = None

    def _encoded(self, output: str) -> tuple[list[int], Any]:
        """The tokens of an output, and (tokens, 2) their characters."""
        encoded = self._loaded.tokenizer(" " + self._loaded.plain(output), add_special_tokens=False, return_offsets_mapping=True)
        spans = np.maximum(np.array(encoded.offset_mapping, dtype=np.int64).reshape(-1, 2) - 1, 0)
        return [int(i) for i in encoded.input_ids], spans

    def _known(self, reference: str) -> list[int]:
        """The tokens of the prompt with the reference."""
        return self._ids(READ.format(self._loaded.plain(reference)), self._most - 2 * AT_ONCE, len(self._ids(READ.split("{}")[1])))

    def _ids(self, text: str, most: int | None = None, end: int = 0) -> list[int]:
        """The tokens of a text; of more than `most` the beginning, and the last `end` ones."""
        ids = [int(i) for i in self._loaded.tokenizer(text, add_special_tokens=False).input_ids]
        return ids if most is None or len(ids) <= most else [*ids[: most - end], *ids[len(ids) - end :]]

    @contextmanager
    def _reading(self, reference: str, ids: list[int]) -> Iterator[Iterator[Opened]]:
        """An output's tokens in parts, read; those of a short output are kept for the next question about it.

        Raises:
            ModelError: the model fails.
        """
        import torch

        try:
            known = self._known(reference)
            with threads(threads_for(_PIECES * (len(known) + len(ids)))), self._lock, torch.inference_mode():
                yield self._opened(known, ids)
        except (RuntimeError, IndexError, ValueError) as problem:
            raise ModelError(f"{self.name} failed: {type(problem).__name__}: {problem}") from problem

    def _opened(self, known: list[int], ids: list[int]) -> Iterator[Opened]:
        last, self._last = self._last, None
        if last is not None and last[0] == (known, ids):
            yield last[1]
            return
        told = self._ids(UNREAD)
        for first, (before, part) in zip(range(0, len(ids), AT_ONCE), _parts(ids), strict=True):
            read, unread = (
                BranchedText(self._loaded.model, reader.begin([*prefix, *before]), part, layer)
                for reader, prefix, layer in ((self._read, known, self._layer), (self._unread, told, None))
            )
            if len(part) == len(ids):
                self._last = (known, ids), (first, read, unread)
            yield first, read, unread


def _parts(ids: Sequence[int]) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """The tokens in parts that are read together, each with those before it that are read with it."""
    for first in range(0, len(ids), AT_ONCE):
        yield ids[max(0, first - AT_ONCE) : first], ids[first : first + AT_ONCE]


def _columns(text: BranchedText) -> tuple[Any, list[int]]:
    """(tokens, 4) of a text, and the likeliest token at each place."""
    import torch

    logs = text.logs[:-1]
    own = logs.gather(1, torch.tensor(text.tokens, device=logs.device)[:, None])
    best, likeliest = logs.max(dim=-1)
    entropy = -(logs.exp() * logs).sum(dim=-1)
    rank = torch.log1p((logs > own).sum(dim=-1).float())
    table = torch.stack([own[:, 0], best, entropy, rank], dim=1)
    return table.cpu().numpy().astype(np.float32), [int(token) for token in likeliest]


def _scale(model: Any) -> Any:
    """The weights of a model's last norm, (width,) float32; None where it has none that is known."""
    norm = next((getattr(model.base_model, name) for name in _NORMS if hasattr(model.base_model, name)), None)
    weight = getattr(norm, "weight", None)
    return None if weight is None else weight.detach().float().cpu().numpy()


def _table(parts: Sequence[tuple[Any, list[int]]]) -> Any:
    return np.concatenate([np.zeros((0, 4), dtype=np.float32), *(rows for rows, _ in parts)])


def load_language_model(model_id: ModelId) -> CausalLanguageModel:
    """A causal language model that says what it expects; it needs no chat template.

    Raises:
        UnavailableError, ModelError: see `engines.backends.runtime.loading.load`.
    """
    return CausalLanguageModel(load_unpacked(model_id, "AutoModelForCausalLM"), str(model_id))
