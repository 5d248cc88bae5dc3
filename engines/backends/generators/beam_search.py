"""What an encoder-decoder model writes: beam search in batches of inputs of similar length."""

from collections.abc import Sequence

from engines.backends.runtime.batching import in_batches, padded
from engines.backends.runtime.loading import Loaded

MOST_TOKENS = 2048
"""Tokens in one batch, padding included: every beam keeps a copy of what was read."""


def written(loaded: Loaded, inputs: Sequence[Sequence[int]], beams: int, new_tokens: int, returned: int = 1) -> list[tuple[list[int], ...]]:
    """The `returned` best sequences (token ids, marks included) for each input, best first.

    Raises:
        ModelError: the model fails, or an input does not fit into memory.
    """
    import torch

    def run(batch: list[int]) -> list[tuple[list[int], ...]]:
        ids, mask = padded([inputs[i] for i in batch], loaded.tokenizer.pad_token_id or 0, loaded.device)
        with torch.inference_mode():
            made = loaded.model.generate(
                input_ids=ids,
                attention_mask=mask,
                num_beams=beams,
                num_return_sequences=returned,
                max_new_tokens=new_tokens,
                do_sample=False,
            ).tolist()
        return [tuple(made[row * returned : (row + 1) * returned]) for row in range(len(batch))]

    return in_batches(inputs, run, loaded.identity, MOST_TOKENS)
