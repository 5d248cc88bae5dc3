"""A chat model as the verifier: does the reference say so, yes or no? P(Yes) against P(No) (ACUEval, section 3; SCALE, section 3.1)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engines.backends.chat_roles.chunks import chunks, room
from engines.backends.chat_roles.prompts import Prompt
from engines.backends.verifiers.coverage import with_error_kinds
from engines.core.chunks import Chunking
from engines.core.errors import InputError
from engines.core.results import Evidence
from engines.core.roles import ChatModel, Choice, Hypothesis, Message, Verdict
from engines.core.text import Text

OVERLAP = 0.15
"""Share of a chunk that its neighbour repeats where nothing else is chosen."""
RESERVED = 160
"""Tokens kept for the statement and the answer, so that chunks are the same for all statements of usual length."""
HARD = "The model gives no token probabilities: Yes and No were read off its answer."
UNREADABLE = "The model answered neither Yes nor No: that is no verdict."
PARTLY = "The model answered neither Yes nor No about some parts of the reference; its answers about the others count."
_LIKELY = 0.5
"""From here on one part of the reference is enough, whatever the model did not say of the others."""


@dataclass(frozen=True)
class ChatVerifier:
    """A verifier (`engines.core.roles.Verifier`) that asks a chat model. The reference comes first: all questions share it as a prefix.

    `batch` is how many hypotheses an engine asks about at once (see `engines.core.roles.batch_size`).
    """

    model: ChatModel
    prompt: Prompt
    chunking: Chunking | None = None
    batch: int = 8

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def identity(self) -> str:
        """The model, the prompt, how the reference is cut, and that a reply of neither label is none (before, it counted as No)."""
        cut = f"#{self.chunking.size}/{self.chunking.overlap:g}" if self.chunking else f"#{self.model.context}"
        return f"{self.model.identity}+{self.prompt.identity}{cut}|none"

    def with_chunking(self, chunking: Chunking) -> "ChatVerifier":
        """The same model with chunks of at most this many tokens, prompt included, as far as they fit."""
        return replace(self, chunking=chunking)

    def verify(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
        """The highest P(Yes) over the chunks, the best chunk as evidence; `extra["chunks"]` has the score of each.

        A chunk about which the model says neither Yes nor No may be the one that supports a hypothesis: where no other does, there is no
        verdict.
        """
        claims = [_claim(hypothesis) for hypothesis in hypotheses]
        places = self._chunks(reference, claims)
        asked = [(reference.model_text[start:end], claim) for start, end in places for claim in claims]
        choices = self._choices(asked)
        by_claim = [choices[i :: len(claims)] for i in range(len(claims))]
        return with_error_kinds([_verdict(reference, places, c) for c in by_claim], hypotheses, reference)

    def score_ranges(
        self, reference: Text, hypotheses: Sequence[Hypothesis], ranges: Sequence[Sequence[tuple[int, int]]]
    ) -> list[list[float]]:
        """P(Yes) of runs of sentences; a run that does not fit is read chunk by chunk, its best chunk counting, no answer as 0."""
        claims = [_claim(hypothesis) for hypothesis in hypotheses]
        size = self._size(claims)
        asked: list[tuple[str, str]] = []
        owners: list[tuple[int, int]] = []
        for i, wanted in enumerate(ranges):
            for k, (first, last) in enumerate(wanted):
                part = Text(reference.text, reference.sentences[first:last], reference.model_text)
                for start, end in chunks(self.model, part, size, 0.0):
                    asked.append((reference.model_text[start:end], claims[i]))
                    owners.append((i, k))
        results = [[0.0] * len(wanted) for wanted in ranges]
        for (i, k), choice in zip(owners, self._choices(asked), strict=True):
            results[i][k] = max(results[i][k], choice.probability or 0.0)
        return results

    def read(self, reference: Text) -> float:
        """All of the reference is read, chunk by chunk."""
        return 1.0

    def _choices(self, asked: Sequence[tuple[str, str]]) -> list[Choice]:
        """Choices for pairs of reference and claim, asked in an order in which equal references follow each other."""
        order = sorted(range(len(asked)), key=lambda i: asked[i][0])
        filled = [self.prompt.filled({"reference": asked[i][0], "statement": asked[i][1]}) for i in order]
        choices = self.model.choices(filled) if filled else []
        found = dict(zip(order, choices, strict=True))
        return [found[i] for i in range(len(asked))]

    def _chunks(self, reference: Text, claims: Sequence[str]) -> list[tuple[int, int]]:
        return chunks(self.model, reference, self._size(claims), self.chunking.overlap if self.chunking else OVERLAP)

    def _size(self, claims: Sequence[str]) -> int:
        """Tokens of reference in one question."""
        longest = max((self.model.count(claim) + 8 for claim in claims), default=0)
        bare: list[Message] = self.prompt.filled({"reference": "", "statement": ""})
        fits = room(self.model, bare, max(RESERVED, longest))
        if self.chunking is None:
            return fits
        return max(1, min(fits, self.chunking.size - RESERVED if self.chunking.size > 2 * RESERVED else self.chunking.size))


def _verdict(reference: Text, places: Sequence[tuple[int, int]], choices: Sequence[Choice]) -> Verdict:
    scored = [(choice.probability, place) for choice, place in zip(choices, places, strict=True) if choice.probability is not None]
    hard = (HARD,) if any(choice.hard and choice.probability is not None for choice in choices) else ()
    best, (start, end) = max(scored, key=lambda each: each[0], default=(0.0, (0, 0)))
    unread = len(scored) < len(choices)
    if unread and best < _LIKELY:
        return Verdict(None, notes=(*hard, UNREADABLE))
    return Verdict(
        best,
        evidence=(Evidence(start, end, reference.text[start:end], best, reference.sentence_at(start)),),
        notes=(*hard, *((PARTLY,) if unread else ())),
        extra={"chunks": [{"start": a, "end": b, "score": score} for score, (a, b) in scored]},
    )


def _claim(hypothesis: Hypothesis) -> str:
    """The hypothesis as text: its statement, or the question and answer of a QA that has none."""
    claim = hypothesis.statement or f"{hypothesis.question} {hypothesis.answer}".strip()
    if not claim:
        raise InputError("A hypothesis needs a statement, or a question and an answer.")
    return claim
