"""A reference cut to what a chat model can read at once: whole sentences, overlapping, all of it covered."""

from collections.abc import Iterator

from engines.core.chunks import overlapping_runs
from engines.core.errors import ModelError
from engines.core.roles import ChatModel, Message
from engines.core.text import Text

AROUND_MESSAGE = 12
"""Tokens that a chat template may add to a message."""
SMALLEST_ROOM = 48
"""Tokens of reference below which asking makes no sense."""


def room(model: ChatModel, conversation: list[Message], other: int) -> int:
    """Tokens left for a reference in a conversation that is without it so far; `other` tokens are kept for the reply and the rest.

    Raises:
        ModelError: too few are left.
    """
    used = sum(model.count(message.content) + AROUND_MESSAGE for message in conversation) + other
    left = model.context - used
    if left < SMALLEST_ROOM:
        raise ModelError(
            f"{model.name} reads {model.context:,} tokens at once; the prompt and the question take {used:,} of them, which leaves no room "
            "for the reference. Use a model with a longer context, or shorten the prompt."
        )
    return left


def chunks(model: ChatModel, reference: Text, size: int, overlap: float) -> list[tuple[int, int]]:
    """Spans of the reference of at most `size` tokens each that cover all its sentences; neighbours share about `overlap` of `size`."""
    pieces = [piece for sentence in reference.sentences for piece in _pieces(model, reference.model_text, *sentence, size)]
    weights = [model.count(reference.model_text[start:end]) + 1 for start, end in pieces]
    return [(pieces[first][0], pieces[last - 1][1]) for first, last in overlapping_runs(weights, size, overlap)]


def _pieces(model: ChatModel, text: str, start: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    """A sentence, cut at spaces near its middle until each part fits."""
    if end - start < 2 or model.count(text[start:end]) < size:
        yield start, end
        return
    middle = (start + end) // 2
    spaces = [at for at in (text.rfind(" ", start + 1, middle), text.find(" ", middle, end - 1)) if at > start]
    cut = min(spaces, key=lambda at: abs(at - middle)) if spaces else middle
    yield from _pieces(model, text, start, cut, size)
    yield from _pieces(model, text, cut, end, size)
