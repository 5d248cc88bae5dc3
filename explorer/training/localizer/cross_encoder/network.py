"""How the cross-encoder is trained, in rounds, and what it says of examples."""

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.verification.localizer.marks import Mark
from explorer.training.localizer.cross_encoder.examples import Example
from explorer.training.localizer.cross_encoder.layers import batches, network

if TYPE_CHECKING:
    import torch

DECAY, WARMING = 0.01, 0.05
"""Of the weights, and the share of a round in which the learning rate rises."""
SOMEWHERE, _DOZEN = 0.5, 12
"""What it counts, beside twelve words, that one of a group is wrong."""
_COARSE = np.full(len(Mark), Mark.NOWHERE)
_COARSE[[Mark.LINKING, Mark.BESIDE]], _COARSE[Mark.ELSEWHERE] = Mark.BESIDE, Mark.ELSEWHERE
_COARSE[Mark.PASSAGE : Mark.UNTOLD] = Mark.PASSAGE
"""What each mark is without the thesaurus, by its number."""
_OF_LISTS = np.array([Mark.SAME, Mark.WIDER, Mark.OTHERWISE, Mark.NOWHERE, Mark.LISTED])
"""Marks of words of the output that the thesaurus is needed for."""


class Round(NamedTuple):
    """A part of the training.

    Attributes:
        minutes: how long; the learning rate falls accordingly.
        rate: the learning rate at its highest.
        dropped: the share of what layers add that is dropped.
        with_lists: whether words are marked by the thesaurus too.
        untold: of so many examples what the thesaurus says is not told.
        weights: what all examples of a set count together.
        most: how many of a set are read at a time, drawn anew.
        often: how often a set is read for once of others.
    """

    minutes: float
    rate: float
    dropped: float
    with_lists: bool
    untold: float
    weights: Mapping[str, float]
    most: Mapping[str, int]
    often: Mapping[str, int]


ROUNDS = (
    Round(
        32, 1.2e-4, 0.05, False, 0.0,
        {"bump": 1.5, "wice": 0.4, "lss": 0.5, "fib": 0.6, "summedits": 1.0, "pronouns": 0.2, "cad": 1.0, "changed": 1.0, "planted": 3.0},
        {}, {},
    ),
    Round(
        48, 1e-4, 0.1, True, 0.2,
        {
            "bump": 2.0, "wice": 0.5, "lss": 0.5, "fib": 0.6, "summedits": 1.0, "pronouns": 0.2, "cad": 1.0, "changed": 0.7, "planted": 2.0,
            "exchanged": 0.9, "fool": 0.6,
        },
        {"changed": 2500, "planted": 7500, "exchanged": 6000}, {"bump": 2},
    ),
)  # fmt: skip
"""First what the reference has alone is told, as the encoder learns to read two texts; then the thesaurus, too."""
_FASTER = ("marks", "first", "last.")
"""What is new, and learns five times as fast."""
_HOW_MUCH_FASTER = 5.0


def trained(given: Sequence[Example], rounds: Sequence[Round] = ROUNDS, report: Any = print) -> Any:
    """A network trained on the examples, in rounds.

    Args:
        report: told how it goes.
    """
    import torch

    torch.manual_seed(0)
    draw, of = Random(0), network()
    for number, part in enumerate(rounds):
        if part.with_lists and number:
            with torch.no_grad():
                of.marks.weight.copy_(of.marks.weight[torch.from_numpy(_COARSE)])
        _round(of, [example for example in given if _tells(example, part)], part, draw, report)
    of.eval()
    return of


def _tells(example: Example, part: Round) -> bool:
    return example.set in part.weights and bool(example.weight.any() or len(example.somewhere))


def _round(of: Any, given: Sequence[Example], part: Round, draw: Random, report: Any) -> None:
    import torch

    sets: dict[str, list[Example]] = {}
    for example in given:
        sets.setdefault(example.set, []).append(example)
    sizes = {name: min(part.most.get(name, len(found)), len(found)) * part.often.get(name, 1) for name, found in sets.items()}
    total = sum(part.weights[name] for name in sets)
    scale = {name: part.weights[name] / total * sum(sizes.values()) / size for name, size in sizes.items()}
    for module in of.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = part.dropped
    named = list(of.named_parameters())
    groups = [
        {"params": [p for name, p in named if name.startswith(_FASTER)], "faster": _HOW_MUCH_FASTER, "weight_decay": DECAY},
        {"params": [p for name, p in named if not name.startswith(_FASTER) and p.ndim > 1], "faster": 1.0, "weight_decay": DECAY},
        {"params": [p for name, p in named if not name.startswith(_FASTER) and p.ndim < 2], "faster": 1.0, "weight_decay": 0.0},
    ]
    optimiser = torch.optim.AdamW(groups, lr=part.rate)
    of.train()
    began, step, lost = time.monotonic(), 0, 0.0
    while True:
        read = [
            example
            for name, found in sets.items()
            for example in (draw.sample(found, part.most[name]) if len(found) > part.most.get(name, len(found)) else found)
            for _ in range(part.often.get(name, 1))
        ]
        for batch in batched(read, draw):
            done = (time.monotonic() - began) / 60 / part.minutes
            if done >= 1:
                return
            for group in optimiser.param_groups:
                group["lr"] = part.rate * group["faster"] * min(done / WARMING, (1 + math.cos(math.pi * done)) / 2)
            examples = [read[i] for i in batch]
            told = [part.with_lists and draw.random() >= part.untold for _ in examples]
            losses = zip(examples, said(of, examples, told if part.with_lists else None), strict=True)
            loss = sum(scale[example.set] * _loss(example, odds) for example, odds in losses) / len(examples)
            optimiser.zero_grad()
            loss.backward()  # type: ignore[union-attr]
            torch.nn.utils.clip_grad_norm_(of.parameters(), 1.0)
            optimiser.step()
            step, lost = step + 1, lost + float(loss.detach())  # type: ignore[union-attr]
            if step % 100 == 0:
                report(f"{step}: {lost / 100:.4f}, {100 * done:.0f} %")
                lost = 0.0


def said(of: Any, examples: Sequence[Example], told: Sequence[bool] | None) -> "Iterator[torch.Tensor]":
    """(words,) log-odds of each example: means over the pieces of each word, 0 for those without.

    Args:
        told: of which examples the cross-encoder knows what the thesaurus says of words; None where it has not learnt to.
    """
    import torch

    ids, types, marks, mask = padded(examples, told)
    with torch.autocast("cpu", torch.bfloat16):
        odds = of(ids, types, marks, mask).float()
    for row, example in zip(odds, examples, strict=True):
        words = torch.from_numpy(example.pair.words)
        inside = words >= 0
        sums = torch.zeros(len(example.wrong)).index_add(0, words[inside], row[1 : 1 + len(words)][inside])
        counts = torch.zeros(len(example.wrong)).index_add(0, words[inside], torch.ones(int(inside.sum())))
        yield sums / counts.clamp(min=1)


def _loss(example: Example, odds: "torch.Tensor") -> "torch.Tensor":
    import torch
    from torch.nn import functional

    wrong, weight = torch.from_numpy(example.wrong), torch.from_numpy(example.weight)
    loss = (functional.binary_cross_entropy_with_logits(odds, wrong, reduction="none") * weight).sum() / _DOZEN
    if len(example.somewhere):
        right = functional.logsigmoid(-odds)[torch.from_numpy(example.somewhere)].sum().clamp(max=-1e-4)
        loss = loss - SOMEWHERE * torch.log(-torch.expm1(right))
    return loss


def padded(examples: Sequence[Example], told: Sequence[bool] | None) -> tuple["torch.Tensor", ...]:
    """(examples, pieces) ids, types, marks, and which are pieces; `told` as in `said`."""
    import torch

    shape = (len(examples), max(map(_length, examples)))
    ids, types, marks = (np.zeros(shape, dtype=np.int64) for _ in range(3))
    mask: NDArray[np.bool_] = np.zeros(shape, dtype=bool)
    for k, example in enumerate(examples):
        length, all_marks = _length(example), example.pair.all_marks
        if told is None:
            all_marks = _COARSE[all_marks]
        elif not told[k]:
            all_marks = np.where(np.isin(all_marks, _OF_LISTS), Mark.UNTOLD, np.where(all_marks > Mark.OF_OUTPUT, Mark.PASSAGE, all_marks))
        ids[k, :length], types[k, :length], marks[k, :length], mask[k, :length] = example.pair.ids, example.pair.types, all_marks, True
    return tuple(torch.from_numpy(array) for array in (ids, types, marks, mask))


def batched(examples: Sequence[Example], draw: Random | None = None) -> list[list[int]]:
    """The examples in batches, by their numbers."""
    return batches([_length(example) for example in examples], draw)


def _length(example: Example) -> int:
    return len(example.pair.own) + len(example.pair.passages) + 3
