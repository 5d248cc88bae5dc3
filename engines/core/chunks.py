"""Large overlapping chunks of a reference (SCALE, section 3.1): all of it is read, a chunk at a time.

A chunk is large so that what a hypothesis needs stands together in one of them; neighbours overlap so that nothing is
torn apart at an edge. Verifiers that read tokens get windows of tokens; the others get runs of whole sentences.
"""

import math
from dataclasses import dataclass

from engines.core.errors import InputError
from engines.core.text import Text


@dataclass(frozen=True)
class Chunking:
    """How a reference is cut.

    Attributes:
        size: most tokens in what a token-reading model is given at once, prompt included; for other verifiers, most words of a chunk.
        overlap: share of a chunk that its neighbour repeats, [0, 1).
        reference_compatible: cut as the public implementation does (PyPI `scale-score` 0.1.0), flaws included.
    """

    size: int = 1000
    overlap: float = 0.25
    reference_compatible: bool = False

    def __post_init__(self) -> None:
        if self.size < 1:
            raise InputError(f"A chunk holds at least 1 token, not {self.size}.")
        if not 0 <= self.overlap < 1:
            raise InputError(f"The overlap of chunks is a share from 0 to less than 1, not {self.overlap}.")


def token_windows(count: int, size: int, overlap: float) -> list[tuple[int, int]]:
    """Windows (start, end) of at most `size` that cover `count` tokens; neighbours share at least `overlap` of `size`.

    No more windows than needed, their starts evenly spaced, the last one ending with the last token.

    Raises:
        InputError: `size` leaves no room for a token.
    """
    if size < 1:
        raise InputError("The chunk size leaves no room for the reference beside the prompt. Set a larger chunk size.")
    if count <= size:
        return [(0, count)]
    step = max(1, math.floor(size * (1 - overlap)))
    extra = math.ceil((count - size) / step)
    starts = [round(i * (count - size) / extra) for i in range(extra + 1)]
    return [(start, start + size) for start in starts]


def published_windows(count: int, size: int, overlap: float) -> list[tuple[int, int]]:
    """The windows of `scale-score` 0.1.0 for `count` token ids, the end mark counted among them.

    Kept as they are: a window that reaches the end leaves out the last id (the end mark, or a real token where the
    tokenizer sets none); the last window may lie inside the one before it; rounding the step down leaves out the tail
    of very long texts.

    Raises:
        InputError: `size` leaves no room for a token.
    """
    if size < 1:
        raise InputError("The chunk size leaves no room for the reference beside the prompt. Set a larger chunk size.")
    number = math.ceil((count - 1) / (size * (1 - overlap)))
    step = int(size * (1 - overlap))
    return [(step * i, count - 1 if step * i + size >= count else step * i + size) for i in range(number)]


def sentence_chunks(text: Text, size: int, overlap: float, lengths: list[int] | None = None) -> list[tuple[int, int]]:
    """Runs of sentences (first, last exclusive) of at most `size` words each that cover the text and overlap.

    `lengths` are those of the sentences where something else than words is counted.

    The overlap is made of whole sentences, as many as hold the share wanted, but a chunk always goes on beyond the one
    before it. A sentence longer than `size` is a chunk of its own.
    """
    words = [len(text.model_text[start:end].split()) for start, end in text.sentences] if lengths is None else lengths
    return overlapping_runs(words, size, overlap)


def overlapping_runs(lengths: list[int], size: int, overlap: float) -> list[tuple[int, int]]:
    """Runs (first, last exclusive) of pieces of these lengths, each at most `size` long; neighbours share about `overlap` of it."""
    runs: list[tuple[int, int]] = []
    first = 0
    while first < len(lengths):
        last, total = first, 0
        while last < len(lengths) and (last == first or total + lengths[last] <= size):
            total += lengths[last]
            last += 1
        runs.append((first, last))
        if last == len(lengths):
            break
        first = _overlapping_start(lengths, runs[-1], overlap * size, size)
    return runs


def _overlapping_start(lengths: list[int], run: tuple[int, int], wanted: float, size: int) -> int:
    """Where the next run begins: back from the end of this one until the length wanted is repeated, if a new piece still fits."""
    first, last = run
    start, shared = last, 0
    while start > first + 1 and shared < wanted and shared + lengths[start - 1] + lengths[last] <= size:
        start -= 1
        shared += lengths[start]
    return start


def part(text: Text, first: int, last: int) -> Text:
    """Sentences [first, last) of `text` as a text of its own; its offsets begin at `text.sentences[first][0]`."""
    start, end = text.sentences[first][0], text.sentences[last - 1][1]
    sentences = tuple((a - start, b - start) for a, b in text.sentences[first:last])
    return Text(text.text[start:end], sentences, text.model_text[start:end])
