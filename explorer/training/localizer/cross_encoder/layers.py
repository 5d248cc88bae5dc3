"""The cross-encoder as torch trains it; `engines.verification.localizer.cross_encoder` computes the same."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from engines.verification.encoding.encoder import HEADS, LAYERS, WIDTH, model_folder, word_embeddings
from engines.verification.localizer.marks import Mark

if TYPE_CHECKING:
    import torch

INNER = 192
"""Numbers between the last layer and the log-odds."""
BATCH = 3000
"""Pieces of a batch, padding included."""


def network() -> Any:
    """The layers with the encoder's weights, and what is new; called with what `padded` gives, (texts, pieces) each.

    What is returned are the log-odds of the pieces, (texts, pieces); of its `read` the last hidden states, (texts, pieces, 384).
    """
    import torch
    from safetensors.torch import load_file
    from torch import nn
    from torch.nn import functional

    class Layer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.asked, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
            self.wide, self.narrow = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
            self.first_norm, self.last_norm = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
            self.dropped = nn.Dropout(0.0)

        def forward(self, hidden: "torch.Tensor", mask: "torch.Tensor") -> "torch.Tensor":
            texts, pieces, _ = hidden.shape
            asked, keys, values = self.asked(hidden).view(texts, pieces, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
            told = functional.scaled_dot_product_attention(asked, keys, values, attn_mask=mask).transpose(1, 2).reshape(hidden.shape)
            hidden = self.first_norm(hidden + self.dropped(self.out(told)))
            found: torch.Tensor = self.last_norm(hidden + self.dropped(self.narrow(functional.gelu(self.wide(hidden)))))
            return found

    class Network(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.places, self.types, self.marks = nn.Embedding(512, WIDTH), nn.Embedding(2, WIDTH), nn.Embedding(len(Mark), WIDTH)
            self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
            self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
            self.first, self.last = nn.Linear(WIDTH, INNER), nn.Linear(INNER, 1)
            nn.init.normal_(self.marks.weight, std=0.02)
            self.load_state_dict(as_trained(load_file(model_folder() / "model.safetensors")), strict=False)

        def read(self, ids: "torch.Tensor", types: "torch.Tensor", marks: "torch.Tensor", mask: "torch.Tensor") -> "torch.Tensor":
            places = torch.arange(ids.shape[1])
            hidden: torch.Tensor = self.norm(word_embeddings()[ids] + self.places(places) + self.types(types) + self.marks(marks))
            for layer in self.layers:
                hidden = layer(hidden, mask[:, None, None, :])
            return hidden

        def forward(self, *pieces: "torch.Tensor") -> "torch.Tensor":
            found: torch.Tensor = self.last(functional.gelu(self.first(self.read(*pieces))))[:, :, 0]
            return found

    return Network()


def batches(lengths: Sequence[int], draw: Random | None = None) -> list[list[int]]:
    """Texts by their numbers in batches of about as many pieces each, like beside like, in an order that is drawn.

    Args:
        lengths: the pieces of each.
    """
    order = sorted(range(len(lengths)), key=lambda i: lengths[i] + (12 * draw.random() if draw else 0))
    found: list[list[int]] = []
    batch: list[int] = []
    for i in order:
        if batch and lengths[i] * (len(batch) + 1) > BATCH:
            found.append(batch)
            batch = []
        batch.append(i)
    found += [batch] if batch else []
    if draw:
        draw.shuffle(found)
    return found


_NAMES = {
    "out": "attention.output.dense", "first_norm": "attention.output.LayerNorm", "wide": "intermediate.dense", "narrow": "output.dense",
    "last_norm": "output.LayerNorm",
}  # fmt: skip
_EMBEDDINGS = {
    "places.weight": "embeddings.position_embeddings.weight",
    "types.weight": "embeddings.token_type_embeddings.weight",
    "norm.weight": "embeddings.LayerNorm.weight",
    "norm.bias": "embeddings.LayerNorm.bias",
}
_PARTS = ("query", "key", "value")


def as_trained(stored: Mapping[str, Any]) -> dict[str, Any]:
    """The weights of a BERT checkpoint by the names that they have here."""
    import torch

    given = {name.removeprefix("bert."): tensor.float() for name, tensor in stored.items()}
    found = {name: given[theirs] for name, theirs in _EMBEDDINGS.items()}
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}."
        for kind in ("weight", "bias"):
            found[f"layers.{number}.asked.{kind}"] = torch.cat([given[f"{layer}attention.self.{part}.{kind}"] for part in _PARTS])
            for name, theirs in _NAMES.items():
                found[f"layers.{number}.{name}.{kind}"] = given[f"{layer}{theirs}.{kind}"]
    return found


def exported(trained: Any) -> dict[str, Any]:
    """The weights by the names that the engine reads, in half precision."""
    state = {name: tensor.detach() for name, tensor in trained.state_dict().items()}
    heads = {f"{name}.{kind}": state[f"{name}.{kind}"].half() for name in ("first", "last") for kind in ("weight", "bias")}
    return exported_layers(state) | heads


def exported_layers(state: Mapping[str, Any]) -> dict[str, Any]:
    """Embeddings and layers of a network by the names that the engine reads, in half precision.

    Args:
        state: its weights, by the names that they have here.
    """
    found = {theirs: state[name] for name, theirs in _EMBEDDINGS.items()} | {"marks": state["marks.weight"]}
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}."
        for kind in ("weight", "bias"):
            for part, of in zip(_PARTS, state[f"layers.{number}.asked.{kind}"].chunk(3), strict=True):
                found[f"{layer}attention.self.{part}.{kind}"] = of
            for name, theirs in _NAMES.items():
                found[f"{layer}{theirs}.{kind}"] = state[f"layers.{number}.{name}.{kind}"]
    return {name: tensor.half().contiguous() for name, tensor in found.items()}
