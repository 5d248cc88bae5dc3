"""What a look-up says the reference has instead, checked to be a piece of it."""

from collections.abc import Callable

from engines.core.spans import Span
from engines.core.text import Text


def found(look_up: Callable[[Text, int, int, Text], Span | None], output: str, words: str, reference: str) -> str | None:
    start = output.index(words)
    span = look_up(Text.of(output), start, start + len(words), Text.of(reference))
    if span is None:
        return None
    assert reference[span.start : span.end] == span.text
    return span.text
