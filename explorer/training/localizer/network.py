"""The networks of the localizer, trained with torch; `engines.verification.localizer.network` computes the same with numpy.

Besides the words that people marked they learn from groups of words that are only known to be wrong somewhere: that not all words of
such a group are right (noisy-or, as in multiple-instance learning).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engines.verification.encoding.encoder import WIDTH
from engines.verification.localizer.counterparts import COSINES
from engines.verification.localizer.network import CLIP, HEADS, PRODUCT
from engines.verification.localizer.signals.registry import NAMES
from explorer.training.localizer.words import WEIGHTS, Words

if TYPE_CHECKING:
    import torch

EPOCHS = 4
RATE = 1.5e-3
DECAY = 0.05
WARMING = 0.15
"""The share of the training in which the learning rate rises."""
PROJECTED, HIDDEN, FURTHER, REACH = 64, 128, 256, 2
DROPPED, DROPPED_VECTORS, DROPPED_SIGNALS = 0.25, 0.15, 0.1
BATCH = 1600
"""Words of a batch, padding included."""
SOMEWHERE = 0.5
"""What a group of words that is wrong somewhere counts beside forty words."""
_FORTY = 40


@dataclass(frozen=True, eq=False)
class Prepared:
    """The words as the network reads them, and how to standardise them: shapes as in `WordNetwork.log_odds`."""

    rows: NDArray[np.float32]
    vectors: NDArray[np.float16]
    mean: NDArray[np.float32]
    deviation: NDArray[np.float32]


def prepared(words: Words, chosen: NDArray[np.bool_]) -> Prepared:
    """The words of all items, standardised by those chosen that are labelled."""
    rows = np.concatenate([words.rows[:, : len(NAMES)], words.cosines], axis=1)
    known = rows[chosen & (words.weight > 0)]
    mean, deviation = known.mean(axis=0), known.std(axis=0) + 1e-6
    read = np.clip((rows - mean) / deviation, -CLIP, CLIP).astype(np.float32)
    return Prepared(read, words.vectors, mean.astype(np.float32), deviation.astype(np.float32))


def layers() -> Any:
    """The layers, as torch has them; called with (texts, words, …) and a mask of padding."""
    import torch
    from torch import nn
    from torch.nn import functional

    class Layers(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.projection = nn.Linear(WIDTH, PROJECTED, bias=False)
            self.own = nn.Linear(PROJECTED * (1 + 2 * len(COSINES)) + len(NAMES) + len(COSINES), HIDDEN)
            self.around = nn.Conv1d(HIDDEN, HIDDEN, 2 * REACH + 1, padding=REACH, groups=HIDDEN)
            self.attention_norm, self.attention_in = nn.LayerNorm(HIDDEN), nn.Linear(HIDDEN, 3 * HIDDEN)
            self.attention_out = nn.Linear(HIDDEN, HIDDEN)
            self.further_norm, self.further_in = nn.LayerNorm(HIDDEN), nn.Linear(HIDDEN, FURTHER)
            self.further_out = nn.Linear(FURTHER, HIDDEN)
            self.last_norm, self.last_in, self.last_out = nn.LayerNorm(2 * HIDDEN), nn.Linear(2 * HIDDEN, HIDDEN), nn.Linear(HIDDEN, 1)
            self.dropped = nn.Dropout(DROPPED)
            self.dropped_vectors, self.dropped_signals = nn.Dropout(DROPPED_VECTORS), nn.Dropout(DROPPED_SIGNALS)

        def forward(self, rows: "torch.Tensor", vectors: "torch.Tensor", padding: "torch.Tensor") -> "torch.Tensor":
            projected = self.projection(self.dropped_vectors(vectors))
            word = projected[:, :, 0]
            others = [projected[:, :, k] for k in range(1, projected.shape[2])]
            pairs = [part for other in others for part in (word * other * PRODUCT, (word - other).abs())]
            own = self.dropped(_gelu(self.own(torch.cat([word, *pairs, self.dropped_signals(rows)], 2))))
            own = own.masked_fill(padding[:, :, None], 0)
            around = own + self.around(own.transpose(1, 2)).transpose(1, 2)
            around = around + self.dropped(self.attended(self.attention_norm(around), padding))
            around = around + self.dropped(self.further_out(self.dropped(_gelu(self.further_in(self.further_norm(around))))))
            both = self.last_norm(torch.cat([own, around], 2))
            found: torch.Tensor = self.last_out(self.dropped(_gelu(self.last_in(both))))[:, :, 0]
            return found

        def attended(self, values: "torch.Tensor", padding: "torch.Tensor") -> "torch.Tensor":
            texts, words, size = values.shape
            asked, keys, told = (
                part.view(texts, words, HEADS, size // HEADS).transpose(1, 2) for part in self.attention_in(values).chunk(3, 2)
            )
            found = functional.scaled_dot_product_attention(asked, keys, told, attn_mask=~padding[:, None, None, :])
            return self.attention_out(found.transpose(1, 2).reshape(texts, words, size))

    def _gelu(values: "torch.Tensor") -> "torch.Tensor":
        return functional.gelu(values, approximate="tanh")

    return Layers()


def trained(words: Words, of: Prepared, chosen: NDArray[np.bool_], seed: int = 0) -> Any:
    """Layers trained on the items of which all words are chosen."""
    import torch
    from torch.nn import functional

    torch.manual_seed(seed)
    draw = np.random.RandomState(seed)
    network = layers()
    weight = _weights(words, chosen)
    used = [i for i, first in enumerate(words.ends[:-1]) if words.ends[i + 1] > first and chosen[first]]
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    network.train()
    for epoch in range(EPOCHS):
        batches = _batches(words, used, draw)
        for number, batch in enumerate(batches):
            for group in optimiser.param_groups:
                group["lr"] = RATE * _rate((epoch + (number + 1) / len(batches)) / EPOCHS)
            rows, vectors, padding, wrong, counted = _padded(words, of, batch, weight)
            odds = network(rows, vectors, padding)
            loss = (functional.binary_cross_entropy_with_logits(odds, wrong, reduction="none") * counted).sum() / len(batch) / _FORTY
            groups = [(k, group) for k, i in enumerate(batch) for group in words.items[i].groups]
            if groups:
                each = functional.logsigmoid(-odds)
                right = torch.stack([each[k, torch.from_numpy(group)].sum() for k, group in groups]).clamp(max=-1e-4)
                loss = loss - SOMEWHERE * torch.log(-torch.expm1(right)).sum() / len(batch)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
    network.eval()
    return network


def _rate(done: float) -> float:
    """The share of the learning rate after a share of the training: it rises in the first part and falls as a cosine does."""
    return min(done / WARMING, (1 + math.cos(math.pi * max(done - WARMING, 0) / (1 - WARMING))) / 2)


def said(words: Words, of: Prepared, network: Any, chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(words,) log-odds of the items of which all words are chosen, zeros elsewhere."""
    import torch

    odds = np.zeros(len(words.wrong))
    used = [i for i, first in enumerate(words.ends[:-1]) if words.ends[i + 1] > first and chosen[first]]
    with torch.no_grad():
        for batch in _batches(words, used):
            rows, vectors, padding, _, _ = _padded(words, of, batch, odds)
            for i, values in zip(batch, network(rows, vectors, padding).numpy(), strict=True):
                first, last = words.ends[i], words.ends[i + 1]
                odds[first:last] = values[: last - first]
    return odds


def exported(network: Any, of: Prepared) -> dict[str, NDArray[np.float32]]:
    """The weights by the names that `WordNetwork` reads."""
    state = {name: values.numpy() for name, values in network.state_dict().items()}
    found = {"mean": of.mean, "deviation": of.deviation, "projection": state.pop("projection.weight")}
    found["around.weight"] = state.pop("around.weight")[:, 0]
    return found | {name.replace("_", ".", 1) if "_" in name.split(".")[0] else name: values for name, values in state.items()}


def _weights(words: Words, chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """What each word counts: as much in all of its set as WEIGHTS says, one on average."""
    weight = np.zeros(len(words.wrong))
    for name, total in WEIGHTS.items():
        of = chosen & (words.sets == name)
        if words.weight[of].sum() > 0:
            weight[of] = words.weight[of] * total / words.weight[of].sum()
    return weight / weight[weight > 0].mean()


def _batches(words: Words, items: Sequence[int], draw: np.random.RandomState | None = None) -> list[list[int]]:
    """The items in batches of about as many words each, in an order that is drawn."""
    lengths = np.diff(words.ends)[items].astype(np.float64)
    order = np.array(items)[np.argsort(lengths if draw is None else lengths + 10 * draw.rand(len(lengths)), kind="stable")]
    batches = list(_runs(words, order))
    if draw is not None:
        draw.shuffle(batches)
    return batches


def _runs(words: Words, order: NDArray[np.int64]) -> Iterator[list[int]]:
    batch: list[int] = []
    longest = 0
    for i in order.tolist():
        length = int(words.ends[i + 1] - words.ends[i])
        if batch and max(longest, length) * (len(batch) + 1) > BATCH:
            yield batch
            batch, longest = [], 0
        batch.append(i)
        longest = max(longest, length)
    if batch:
        yield batch


def _padded(words: Words, of: Prepared, batch: Sequence[int], weight: NDArray[np.float64]) -> tuple["torch.Tensor", ...]:
    import torch

    lengths = [int(words.ends[i + 1] - words.ends[i]) for i in batch]
    shape = (len(batch), max(lengths))
    rows = np.zeros((*shape, of.rows.shape[1]), dtype=np.float32)
    vectors = np.zeros((*shape, *of.vectors.shape[1:]), dtype=np.float32)
    padding = np.ones(shape, dtype=bool)
    wrong, counted = np.zeros(shape, dtype=np.float32), np.zeros(shape, dtype=np.float32)
    for k, (i, length) in enumerate(zip(batch, lengths, strict=True)):
        at = slice(words.ends[i], words.ends[i + 1])
        rows[k, :length], vectors[k, :length], padding[k, :length] = of.rows[at], of.vectors[at], False
        wrong[k, :length], counted[k, :length] = words.wrong[at], weight[at]
    return tuple(torch.from_numpy(array) for array in (rows, vectors, padding, wrong, counted))
