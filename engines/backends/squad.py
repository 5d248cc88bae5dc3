"""Extractive question answering with no-answer, as SQuAD 2 models are trained: the best span of any window, or none.

A model gives every token a score as the beginning and as the end of the answer; the first token of the input stands for "no answer".
The best span counts only if it beats the no-answer of the window where that is weakest, as the SQuAD 2 evaluation has it.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.backends.runtime.batching import in_batches, padded
from engines.backends.runtime.loading import Loaded, load, most_tokens
from engines.core.chunks import token_windows
from engines.core.errors import InputError
from engines.core.results import Span
from engines.core.roles import Answer
from engines.core.text import Text
from engines.models.ids import ModelId

LONGEST = 30
"""Most tokens of an answer."""
OVERLAP = 0.3
"""Share that neighbouring windows of a long text repeat."""
BEST = 20
"""Beginnings and ends that are tried in a window."""
QUESTION_TOKENS = 64


@dataclass(frozen=True)
class _Window:
    """An input: its ids, its segments, where its tokens of the text begin, and the characters of each of these."""

    ids: list[int]
    segments: list[int]
    first: int
    offsets: list[tuple[int, int]]


@dataclass(frozen=True)
class _Found:
    """The best span of a window with its score, and the score of there being none; logits."""

    start: int
    end: int
    score: float
    none: float


@dataclass(frozen=True)
class SquadReader:
    """A reader (`engines.core.roles.Reader`).

    Attributes:
        limit: most tokens of an input.
        threshold: how much the best span must beat no-answer by, in logits.
    """

    loaded: Loaded
    limit: int
    name: str
    threshold: float = 0.0

    @property
    def identity(self) -> str:
        """The model and its threshold."""
        return f"{self.loaded.identity}/{self.threshold:g}"

    def answers(self, text: Text, questions: Sequence[str]) -> list[Answer | None]:
        """The best span for each question, its score the probability of it against no answer; None where no answer is likelier."""
        windows: list[_Window] = []
        counts = []
        for question in questions:
            cut = list(self._windows(text.model_text, question))
            windows += cut
            counts.append(len(cut))
        found = iter(in_batches([w.ids for w in windows], lambda batch: self._best([windows[i] for i in batch]), self.identity))
        return [self._answer(text, [next(found) for _ in range(count)]) for count in counts]

    def _windows(self, text: str, question: str) -> Iterator[_Window]:
        tokenizer = self.loaded.tokenizer
        asked = tokenizer(self.loaded.plain(question), add_special_tokens=False).input_ids[:QUESTION_TOKENS]
        encoded = tokenizer(self.loaded.plain(text), add_special_tokens=False, return_offsets_mapping=True)
        ids, offsets = list(encoded.input_ids), [(int(a), int(b)) for a, b in encoded.offset_mapping]
        before, after = _frame(self.loaded, question, asked)
        room = self.limit - len(before) - len(after)
        if room < 8:
            raise InputError(f"{self.name} reads {self.limit} tokens at most: that is too few for this question.")
        for start, end in token_windows(len(ids), room, OVERLAP):
            row = [*before, *ids[start:end], *after]
            segments = [0] * len(before) + [1] * (end - start + len(after))
            yield _Window(row, segments, len(before), offsets[start:end])

    def _best(self, windows: Sequence[_Window]) -> list[_Found]:
        import torch

        model = self.loaded.model
        ids, mask = padded([w.ids for w in windows], self.loaded.tokenizer.pad_token_id or 0, self.loaded.device)
        kinds = {}
        if "token_type_ids" in self.loaded.tokenizer.model_input_names and getattr(model.config, "type_vocab_size", 0) > 1:
            kinds = {"token_type_ids": padded([w.segments for w in windows], 0, self.loaded.device)[0]}
        with torch.inference_mode():
            output = model(input_ids=ids, attention_mask=mask, **kinds)
        starts, ends = output.start_logits.float().tolist(), output.end_logits.float().tolist()
        return [_span(w, s, e) for w, s, e in zip(windows, starts, ends, strict=True)]

    def _answer(self, text: Text, found: Sequence[_Found]) -> Answer | None:
        best = max(found, key=lambda f: f.score, default=None)
        if best is None or best.score == -math.inf or best.score - min(f.none for f in found) <= self.threshold:
            return None
        start, end = _trimmed(text.text, best.start, best.end)
        sentence = text.sentence_at(start)
        if start >= end or sentence is None:
            return None
        margin = best.score - min(f.none for f in found)
        return Answer(Span.of(text.text, start, end), sentence, 1 / (1 + math.exp(-min(margin, 50.0))))


def load_reader(model_id: ModelId) -> SquadReader:
    """An extractive question answering model trained with unanswerable questions.

    Raises:
        UnavailableError, ModelError: see `engines.backends.runtime.loading.load`.
    """
    loaded = load(model_id, "AutoModelForQuestionAnswering")
    return SquadReader(loaded, most_tokens(loaded, 512), str(model_id))


def _frame(loaded: Loaded, question: str, asked: list[int]) -> tuple[list[int], list[int]]:
    """What the tokenizer puts around a text that follows a question: the question with its marks, and the mark at the end."""
    tokenizer = loaded.tokenizer
    probe = list(tokenizer("a", add_special_tokens=False).input_ids)
    short = str(tokenizer.decode(asked)) if len(asked) == QUESTION_TOKENS else question
    whole = list(tokenizer(loaded.plain(short), "a").input_ids)
    at = next(i for i in range(len(whole) - len(probe), -1, -1) if whole[i : i + len(probe)] == probe)
    return whole[:at], whole[at + len(probe) :]


def _span(window: _Window, starts: Sequence[float], ends: Sequence[float]) -> _Found:
    """The best beginning and end among the window's tokens of the text, the end not before the beginning nor too far behind it."""
    inside = range(window.first, window.first + len(window.offsets))
    likely_starts = sorted(inside, key=lambda i: -starts[i])[:BEST]
    likely_ends = sorted(inside, key=lambda i: -ends[i])[:BEST]
    pairs = [(starts[i] + ends[j], -i, -j) for i in likely_starts for j in likely_ends if i <= j < i + LONGEST]
    none = starts[0] + ends[0]
    if not pairs:
        return _Found(0, 0, -math.inf, none)
    score, i, j = max(pairs)
    return _Found(window.offsets[-i - window.first][0], window.offsets[-j - window.first][1], score, none)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
