"""A verifier that shows a model one chunk of the reference at a time: the highest probability over the chunks counts.

What differs between models (the form of the input, what the answer is read from) is a `Form`; how the reference is cut is here.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from engines.backends.verifiers.coverage import with_error_kinds
from engines.core.chunks import Chunking, published_windows, sentence_chunks, token_windows
from engines.core.errors import InputError
from engines.core.results import Evidence
from engines.core.roles import Hypothesis, Verdict
from engines.core.text import Text

UNREADABLE = "The model gave none of the answers that it should choose from: that is no verdict."
_LIKELY = 0.5
"""From here on one chunk is enough, whatever the model did not say of the others."""
OVERLAP = 0.25
"""Share that neighbouring windows repeat where a piece is longer than the model reads at once and nothing else was chosen."""


@dataclass(frozen=True)
class Tokens:
    """Token ids of a text with the characters (start, end) of each."""

    ids: list[int]
    offsets: list[tuple[int, int]]


class Form(Protocol):
    """How one kind of model is asked whether a premise supports a claim."""

    @property
    def identity(self) -> str:
        """What its answers depend on."""
        ...

    def whole(self, premise: str, claim: str) -> list[int]:
        """The input for a premise that fits, exactly as the model was trained on."""
        ...

    def frame(self, claim: str) -> tuple[list[int], list[int]]:
        """What stands before and after a run of premise tokens in the input."""
        ...

    def tokens(self, premise: str, with_end: bool = False) -> Tokens:
        """The tokens of a premise alone; `with_end` adds the tokenizer's own marks."""
        ...

    def probabilities(self, inputs: Sequence[list[int]]) -> list[float]:
        """P(the premise supports the claim) of each input; not a number where the model gives no answer."""
        ...


@dataclass(frozen=True)
class ChunkScore:
    """What the model says of one chunk; `start` and `end` are its characters in the reference."""

    start: int
    end: int
    score: float


@dataclass(frozen=True)
class ChunkVerifier:
    """A verifier (see `engines.core.roles.Verifier`).

    Attributes:
        form: the model.
        chunking: windows of tokens, or with `counted` runs of whole sentences of at most that many words or tokens.
        limit: most tokens in one input; None where the model has no limit of its own.
        counted: "" for windows of tokens; "words" or "tokens" for chunks of whole sentences, and what their size counts.
        batch: hypotheses to be asked about at once (see `engines.core.roles.batch_size`).
    """

    form: Form
    chunking: Chunking = field(default_factory=Chunking)
    limit: int | None = None
    counted: str = ""
    name: str = "chunks"
    batch: int = 8

    @property
    def identity(self) -> str:
        """The model and how the reference is cut for it."""
        marks = f"#{self.chunking.size}{self.counted}/{self.chunking.overlap:g}"
        return self.form.identity + marks + ("/compatible" if self.chunking.reference_compatible else "")

    def with_chunking(self, chunking: Chunking) -> "ChunkVerifier":
        """The same model with other chunks; chunks of whole sentences never become larger than the model was made for."""
        if self.counted:
            chunking = replace(chunking, size=min(chunking.size, self.chunking.size), reference_compatible=False)
        return replace(self, chunking=chunking)

    def verify(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
        """The highest probability over the chunks, the best chunk as evidence; `extra["chunks"]` has the score of each.

        A chunk about which the model gives no answer may be the one that supports a hypothesis: where no other does, there is no verdict.
        """
        verdicts = []
        for given in self.score_chunks(reference, hypotheses):
            scores = [chunk for chunk in given if not math.isnan(chunk.score)]
            best = max(scores, key=lambda chunk: chunk.score, default=None)
            if best is None or (len(scores) < len(given) and best.score < _LIKELY):
                verdicts.append(Verdict(None, notes=(UNREADABLE,)))
                continue
            evidence = Evidence(best.start, best.end, reference.text[best.start : best.end], best.score, reference.sentence_at(best.start))
            chunks = [{"start": c.start, "end": c.end, "score": c.score} for c in scores]
            verdicts.append(Verdict(best.score, evidence=(evidence,) if best.start < best.end else (), extra={"chunks": chunks}))
        return with_error_kinds(verdicts, hypotheses, reference)

    def score_chunks(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[list[ChunkScore]]:
        """The probability of every chunk of the reference for every hypothesis; not a number where there is no answer."""
        inputs: list[list[int]] = []
        places: list[list[tuple[int, int]]] = []
        for hypothesis in hypotheses:
            chunks = list(self._chunks(reference, claim(hypothesis)))
            inputs += [ids for ids, _ in chunks]
            places.append([place for _, place in chunks])
        scores = iter(self.form.probabilities(inputs))
        return [[ChunkScore(start, end, next(scores)) for start, end in chunks] for chunks in places]

    def score_ranges(
        self, reference: Text, hypotheses: Sequence[Hypothesis], ranges: Sequence[Sequence[tuple[int, int]]]
    ) -> list[list[float]]:
        """The probability of runs of sentences joined by spaces, one batch for all; runs over the model's limit in windows."""
        sentences = [reference.model_text[start:end] for start, end in reference.sentences]
        inputs: list[list[int]] = []
        counts: list[int] = []
        for hypothesis, wanted in zip(hypotheses, ranges, strict=True):
            for first, last in wanted:
                pieces = [ids for ids, _ in self._windows(" ".join(sentences[first:last]), claim(hypothesis), self.limit)]
                inputs += pieces
                counts.append(len(pieces))
        scores = (0.0 if math.isnan(score) else score for score in self.form.probabilities(inputs))
        lengths = iter(counts)
        return [[max(next(scores) for _ in range(next(lengths))) for _ in wanted] for wanted in ranges]

    def read(self, reference: Text) -> float:
        """All of the reference is read, chunk by chunk."""
        return 1.0

    def _chunks(self, reference: Text, asked: str) -> Iterator[tuple[list[int], tuple[int, int]]]:
        """Inputs with the characters of the reference that each holds."""
        text = reference.model_text
        if not self.counted:
            size = self.chunking.size if self.limit is None else min(self.chunking.size, self.limit)
            yield from self._windows(text, asked, size, self.chunking.reference_compatible)
            return
        for start, end in self._pieces(reference):
            for ids, (first, last) in self._windows(text[start:end], asked, self.limit):
                yield ids, (start + first, start + last)

    def _pieces(self, reference: Text) -> list[tuple[int, int]]:
        """Chunks of whole sentences, and whatever stands between them, as characters of the reference."""
        sentences = reference.sentences
        lengths = None
        if self.counted == "tokens":
            lengths = [len(self.form.tokens(reference.model_text[start:end]).ids) for start, end in sentences]
        chunks = sentence_chunks(reference, self.chunking.size, self.chunking.overlap, lengths)
        pieces = []
        for first, last in chunks:
            start = sentences[first][0] if first else 0
            end = sentences[last][0] if last < len(sentences) else len(reference.text)
            pieces.append((start, start + len(reference.model_text[start:end].rstrip())))
        return pieces or [(0, len(reference.text))]

    def _windows(self, text: str, asked: str, size: int | None, compatible: bool = False) -> Iterator[tuple[list[int], tuple[int, int]]]:
        """One input when everything fits, else windows of the text's tokens."""
        whole = self.form.whole(text, asked)
        if size is None or len(whole) < size or (not compatible and len(whole) == size):
            yield whole, (0, len(text))
            return
        tokens = self.form.tokens(text, with_end=compatible)
        before, after = self.form.frame(asked)
        room = size - len(before) - len(after)
        overlap = OVERLAP if self.counted else self.chunking.overlap
        windows = (published_windows if compatible else token_windows)(len(tokens.ids), room, overlap)
        for start, end in windows:
            if end > start:
                place = tokens.offsets[start][0], max(last for _, last in tokens.offsets[start:end])
                yield [*before, *tokens.ids[start:end], *after], place


def claim(hypothesis: Hypothesis) -> str:
    """The hypothesis as text: question and answer of a QA (QASemConsistency, section 5), else its statement.

    Raises:
        InputError: there is nothing in it.
    """
    text = f"{hypothesis.question} {hypothesis.answer}".strip() if hypothesis.is_qa else hypothesis.statement
    if not text:
        raise InputError("A hypothesis needs a statement, or a question and an answer.")
    return text
