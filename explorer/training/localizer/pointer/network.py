"""The pointer network as torch trains it; `engines.verification.localizer.pointer` computes the same."""

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from engines.verification.encoding.encoder import WIDTH
from engines.verification.localizer.cloze import KINDS, Cloze, Kind
from engines.verification.localizer.marks import Mark
from explorer.training.localizer.cross_encoder.layers import as_trained, batches, exported_layers, network
from explorer.training.localizer.pointer.examples import Gapped

if TYPE_CHECKING:
    import torch

INNER = 192
"""Numbers by which gaps and words are held against each other."""
SCALE = 4 / math.sqrt(INNER)
MINUTES, RATE, WARMING, DROPPED, DECAY = 65.0, 1.5e-4, 0.05, 0.1, 0.01
"""How long; the learning rate at its highest; the share of the time in which it rises; the share of what layers add that is dropped."""
_NEW, _FASTER = ("asked", "told", "nothing"), 5.0
"""What is new learns so many times as fast."""
_WEIGHTS = {"bump": 3.0, "fib": 1.5, "summedits": 1.0, "qasem": 2.0, "cad": 1.0, "fool": 1.0, "exchanged": 0.7, "within": 0.5}
"""What a gap counts, by its set."""
_WITHOUT = 0.5
"""What a gap counts that nothing of the passages fills."""
_NEVER = -1e4


def pointer_network(weights: Mapping[str, Any]) -> Any:
    """A network that begins with the cross-encoder's weights.

    Args:
        weights: as the engine reads them.
    """
    import torch
    from torch import nn

    class Pointing(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.network = network()
            self.network.load_state_dict(as_trained(weights), strict=False)
            known = weights["marks"].float()
            self.network.marks = nn.Embedding(KINDS, WIDTH)
            with torch.no_grad():
                self.network.marks.weight[: len(Mark)] = known
                self.network.marks.weight[len(Mark) :] = known[Mark.UNTOLD]
                self.network.marks.weight[Kind.BEFORE] = known[Mark.PASSAGE]
            self.asked, self.told = nn.Linear(WIDTH, INNER), nn.Linear(WIDTH, INNER)
            self.nothing = nn.Parameter(torch.randn(INNER) * 0.1)

    return Pointing()


def trained(given: Sequence[Gapped], weights: Mapping[str, Any], minutes: float = MINUTES, report: Any = print) -> Any:
    """A network trained to find what stands in gaps.

    Args:
        weights: the cross-encoder's, as the engine reads them.
        report: told how it goes.
    """
    import torch

    torch.manual_seed(0)
    draw, of = Random(0), pointer_network(weights)
    for module in of.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = DROPPED
    named = [(name, parameter) for name, parameter in of.named_parameters() if not name.startswith(("network.first", "network.last"))]
    new = [parameter for name, parameter in named if name.startswith(_NEW)]
    old = [parameter for name, parameter in named if not name.startswith(_NEW)]
    optimiser = torch.optim.AdamW([{"params": new, "faster": _FASTER}, {"params": old, "faster": 1.0}], lr=RATE, weight_decay=DECAY)
    of.train()
    began, step, lost = time.monotonic(), 0, 0.0
    while True:
        for batch in batched([example.cloze for example in given], draw):
            done = (time.monotonic() - began) / 60 / minutes
            if done >= 1:
                of.eval()
                return of
            for group in optimiser.param_groups:
                group["lr"] = RATE * group["faster"] * min(done / WARMING, (1 + math.cos(math.pi * done)) / 2)
            examples = [given[i] for i in batch]
            every = zip(examples, said(of, [example.cloze for example in examples]), strict=True)
            losses = [_WEIGHTS[example.set] * _loss(example.cloze, odds) for example, odds in every]
            loss = sum(losses[1:], losses[0]) / sum(len(example.cloze.gaps) for example in examples)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(of.parameters(), 1.0)
            optimiser.step()
            step, lost = step + 1, lost + float(loss.detach())
            if step % 100 == 0:
                report(f"{step}: {lost / 100:.4f}, {100 * done:.0f} %")
                lost = 0.0


def _loss(cloze: Cloze, odds: "torch.Tensor") -> "torch.Tensor":
    import torch

    own = torch.from_numpy(cloze.own)
    filled = torch.logsumexp(odds[:, 1:].masked_fill(~own, _NEVER), 1)
    return -torch.where(own.any(1), filled, _WITHOUT * odds[:, 0]).sum()


def said(of: Any, given: Sequence[Cloze]) -> "Iterator[torch.Tensor]":
    """(gaps, 1 + candidates) of each: the log probability that nothing there stands in the gap, and that each candidate does."""
    import torch
    from torch.nn import functional

    with torch.autocast("cpu", torch.bfloat16):
        read = of.network.read(*_padded(given)).float()
    for row, cloze in zip(read, given, strict=True):
        owners, count = torch.from_numpy(cloze.owners), len(cloze.candidates)
        inside = owners >= 0
        pieces = row[cloze.first : cloze.first + len(owners)][inside]
        sums = torch.zeros(count, WIDTH).index_add(0, owners[inside], pieces)
        counts = torch.zeros(count).index_add(0, owners[inside], torch.ones(len(pieces)))
        told = torch.cat([of.nothing[None], of.told(sums / counts.clamp(min=1)[:, None])])
        scores = SCALE * of.asked(row[torch.from_numpy(cloze.places)]) @ told.T
        fits = torch.from_numpy(np.concatenate([np.ones((len(cloze.gaps), 1), dtype=bool), cloze.fits], axis=1))
        yield functional.log_softmax(scores.masked_fill(~fits, _NEVER), 1)


def _padded(given: Sequence[Cloze]) -> tuple["torch.Tensor", ...]:
    """(sentences, pieces) ids, types, marks, and which are pieces."""
    import torch

    shape = (len(given), max(len(cloze.ids) for cloze in given))
    ids, types, marks = (np.zeros(shape, dtype=np.int64) for _ in range(3))
    mask = np.zeros(shape, dtype=bool)
    for k, cloze in enumerate(given):
        here = slice(len(cloze.ids))
        ids[k, here], types[k, here], marks[k, here], mask[k, here] = cloze.ids, cloze.types, cloze.marks, True
    return tuple(torch.from_numpy(array) for array in (ids, types, marks, mask))


def batched(given: Sequence[Cloze], draw: Random | None = None) -> list[list[int]]:
    """The sentences in batches, by their numbers."""
    return batches([len(cloze.ids) for cloze in given], draw)


def exported(of: Any) -> dict[str, Any]:
    """The weights by the names that the engine reads: the layers' matrices as whole numbers with a scale for each row, the rest in half
    precision."""
    import torch

    state = {name: tensor.detach() for name, tensor in of.state_dict().items()}
    found = exported_layers({name.removeprefix("network."): tensor for name, tensor in state.items() if name.startswith("network.")})
    for name in [name for name in found if name.startswith("encoder") and found[name].ndim == 2]:
        matrix = found[name].float()
        scale = (matrix.abs().amax(1).clamp(min=1e-6) / 127).half()
        found[name] = torch.round(matrix / scale.float()[:, None]).clamp(-127, 127).to(torch.int8)
        found[f"{name}.scale"] = scale
    heads = {name: state[name].half() for name in ("told.weight", "told.bias", "nothing")}
    return found | heads | {f"asked.{kind}": (SCALE * state[f"asked.{kind}"]).half() for kind in ("weight", "bias")}
