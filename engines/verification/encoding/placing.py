"""Where the answer and the predicate of a QA stand in its sentence, when the caller knows only their words."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.core.roles import Hypothesis
from engines.verification.encoding.words import Words, lexicon, split

Mask = NDArray[np.bool_]
COPULAS = frozenset({"aux", "copula"})
"""The kind of predicate that "be" is, as the datasets and as the parser call it."""


@dataclass(frozen=True, eq=False)
class Place:
    """Answer and predicate of one QA as masks over the words of its sentence; either may be empty."""

    answer: Mask
    predicate: Mask


def context_of(hypothesis: Hypothesis) -> str:
    """The text that a hypothesis is aligned as: its sentence if that holds the answer, else answer and question together."""
    sentence = hypothesis.sentence
    if not hypothesis.is_qa:
        return hypothesis.statement
    if sentence and (hypothesis.answer_span or _runs(split(sentence).keys, split(hypothesis.answer).keys)):
        return sentence
    return f"{hypothesis.question} {hypothesis.answer}"


def place(hypothesis: Hypothesis, context: str, words: Words) -> Place:
    """Masks over `words`, the words of `context` (see `context_of`)."""
    in_sentence = context == hypothesis.sentence
    if not in_sentence:
        border = len(hypothesis.question)
        answer = words.starts >= border
        return Place(answer, _asked(hypothesis, words) & ~answer)
    predicate = words.inside(*hypothesis.predicate_span) if hypothesis.predicate_span else np.zeros(len(words), dtype=bool)
    answer = words.inside(*hypothesis.answer_span) if hypothesis.answer_span else np.zeros(len(words), dtype=bool)
    if predicate.any() and answer.any():
        return Place(answer & ~predicate if (answer & ~predicate).any() else answer, predicate)
    return _nearest(hypothesis, words, answer, predicate)


def _nearest(hypothesis: Hypothesis, words: Words, answer: Mask, predicate: Mask) -> Place:
    """Of all places where answer and predicate words occur, the two nearest to each other that do not overlap."""
    answers = [tuple(np.flatnonzero(answer)[[0, -1]] + [0, 1])] if answer.any() else _runs(words.keys, split(hypothesis.answer).keys)
    if predicate.any():
        predicates = [tuple(np.flatnonzero(predicate)[[0, -1]] + [0, 1])]
    else:
        predicates = _runs(words.keys, split(hypothesis.predicate).keys) if hypothesis.predicate else []
        if not predicates:
            asked = _asked(hypothesis, words)
            predicates = [(int(i), int(i) + 1) for i in np.flatnonzero(asked)]
    best = min(
        ((a, p) for a in answers for p in predicates or [(0, 0)]),
        key=lambda ap: (_overlap(*ap), max(ap[0][0] - ap[1][1], ap[1][0] - ap[0][1])),
        default=((0, 0), (0, 0)),
    )
    numbers = np.arange(len(words))
    (a0, a1), (p0, p1) = best
    predicate = (numbers >= p0) & (numbers < p1)
    answer = (numbers >= a0) & (numbers < a1)
    return Place(answer & ~predicate if (answer & ~predicate).any() else answer, predicate)


def _overlap(answer: tuple[int, int], predicate: tuple[int, int]) -> int:
    return max(0, min(answer[1], predicate[1]) - max(answer[0], predicate[0]))


def _runs(keys: tuple[str, ...], wanted: tuple[str, ...]) -> list[tuple[int, int]]:
    size = len(wanted)
    return [(i, i + size) for i in range(len(keys) - size + 1) if keys[i : i + size] == wanted] if size else []


def said(hypothesis: Hypothesis, place: Place, words: Words) -> Mask:
    """(words,) what a QA says: answer and predicate; with "be", which alone says nothing, the words of the question too."""
    both = place.answer | place.predicate
    return both | _asked(hypothesis, words) if hypothesis.predicate_kind.lower() in COPULAS else both


def _asked(hypothesis: Hypothesis, words: Words) -> Mask:
    """The words that the question is about: its content words, without question words and placeholders."""
    skip = lexicon().question | lexicon().stop
    asked = {k for k in split(hypothesis.question).keys if k not in skip}
    return np.array([k in asked for k in words.keys], dtype=bool)
