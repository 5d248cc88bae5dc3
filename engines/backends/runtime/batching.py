"""Inputs of different lengths in batches: longest first, so that little is padding, and smaller ones where memory runs out."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from engines.core.errors import ModelError

if TYPE_CHECKING:
    import torch

MOST_TOKENS = 8192
"""Tokens in one batch, padding included; bounds the memory that a batch takes."""

T = TypeVar("T")


def in_batches(
    inputs: Sequence[Sequence[int]], run: Callable[[list[int]], list[T]], identity: str, most_tokens: int = MOST_TOKENS
) -> list[T]:
    """What `run` answers to each input, in order; it is handed the indices of one batch at a time.

    Raises:
        ModelError: one input alone does not fit into the memory of the device, or the model fails on it.
    """
    results: list[T | None] = [None] * len(inputs)
    for batch in batches([len(ids) for ids in inputs], most_tokens):
        for i, answer in _run(batch, run, identity):
            results[i] = answer
    return results  # type: ignore[return-value]


def batches(lengths: Sequence[int], most_tokens: int = MOST_TOKENS) -> Iterator[list[int]]:
    """Indices, longest first, in batches of at most `most_tokens` tokens with padding; what is longer is a batch of its own."""
    batch: list[int] = []
    width = 0
    for i in sorted(range(len(lengths)), key=lambda i: -lengths[i]):
        if batch and width * (len(batch) + 1) > most_tokens:
            yield batch
            batch = []
        width = width if batch else max(1, lengths[i])
        batch.append(i)
    if batch:
        yield batch


def padded(inputs: Sequence[Sequence[int]], pad: int, device: "torch.device") -> "tuple[torch.Tensor, torch.Tensor]":
    """Token ids padded on the right to one length, and the mask that is 1 on real tokens."""
    import torch

    width = max(len(ids) for ids in inputs)
    rows = [[*ids, *[pad] * (width - len(ids))] for ids in inputs]
    mask = [[1] * len(ids) + [0] * (width - len(ids)) for ids in inputs]
    return torch.tensor(rows, device=device), torch.tensor(mask, device=device)


def _run(batch: list[int], run: Callable[[list[int]], list[T]], identity: str) -> Iterator[tuple[int, T]]:
    import torch

    try:
        answers = run(batch)
    except torch.OutOfMemoryError as problem:
        if len(batch) == 1:
            raise ModelError(f"{identity} does not fit into memory with this input. Choose smaller chunks or a smaller model.") from problem
        middle = len(batch) // 2
        yield from _run(batch[:middle], run, identity)
        yield from _run(batch[middle:], run, identity)
        return
    except (RuntimeError, IndexError, ValueError) as problem:
        said = str(problem).partition("\n")[0]
        raise ModelError(f"{identity} failed: {type(problem).__name__}: {said}") from problem
    yield from zip(batch, answers, strict=True)
