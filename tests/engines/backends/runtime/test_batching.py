"""Batches of inputs of any lengths: order, bounds, and what happens when memory runs out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.backends.runtime.batching import batches, in_batches
from engines.core.errors import ModelError


@given(st.lists(st.integers(0, 50), max_size=40), st.integers(1, 120))
def test_every_input_is_in_one_batch_that_fits(lengths: list[int], most: int) -> None:
    made = list(batches(lengths, most))
    assert sorted(i for batch in made for i in batch) == list(range(len(lengths)))
    assert all(len(batch) == 1 or max(lengths[i] for i in batch) * len(batch) <= most for batch in made)


@settings(deadline=None)
@given(st.lists(st.lists(st.integers(0, 9), max_size=8), max_size=20))
def test_answers_come_in_the_order_of_the_inputs(inputs: list[list[int]]) -> None:
    assert in_batches(inputs, lambda batch: [sum(inputs[i]) for i in batch], "model", 16) == [sum(row) for row in inputs]


def test_where_memory_runs_out_smaller_batches_are_tried() -> None:
    import torch

    tried: list[int] = []

    def run(batch: list[int]) -> list[int]:
        tried.append(len(batch))
        if len(batch) > 2:
            raise torch.OutOfMemoryError("no memory")
        return batch

    assert in_batches([[1]] * 7, run, "model") == list(range(7))
    assert tried[0] == 7 and max(tried[1:]) < 7


def test_one_input_too_large_for_memory_says_what_to_do() -> None:
    import torch

    def run(batch: list[int]) -> list[int]:
        raise torch.OutOfMemoryError("no memory")

    with pytest.raises(ModelError, match="smaller chunks or a smaller model"):
        in_batches([[1], [2]], run, "nli:x")


def test_a_failing_model_is_named() -> None:
    def run(batch: list[int]) -> list[int]:
        raise IndexError("index out of range in self\nmore")

    with pytest.raises(ModelError, match=r"nli:x failed: IndexError: index out of range in self$"):
        in_batches([[1]], run, "nli:x")
