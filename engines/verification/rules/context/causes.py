"""Another cause: "shut because its motor failed" where the reference says that a landslide was why.

A reason that is given for something must be told where that is told, in the same sentence or beside it. If it is told somewhere else
or nowhere, while the place that tells the rest says nothing of it, then somebody put the two together.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.english.calendar import CALENDAR_NAMES
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.registry import rule

_TOLD = 0.65
"""The share, by weight, of what a reason is given for that two neighbouring sentences must have."""
_GIVEN = 0.35
"""The share of a reason that they must have to give it."""
_NOWHERE = 0.55
"""Below this share of its words, told in no two neighbouring sentences, a reason is given nowhere."""
_AS_MUCH = 0.1
"""How much less of it a place may have and still be as likely to tell it."""
_FEWEST = 3
"""Content words of what a reason is given for that tell where that is told; "the following was agreed" says nothing of it."""
_MARKS = re.compile(
    r"\b(?:because of|because|due to|owing to|as a result of|thanks to|on account of|on the grounds that|so that|caused by)\b",
    re.IGNORECASE,
)
UNTOLD = "cause told nowhere"
_ASCRIBED = re.compile(r"\b(?:attribut\w+|ascrib\w+|blam\w+)\b(?P<what>[^,;]*?)\b(?:to|on)\b", re.IGNORECASE)
_END = re.compile(r"[,;.](?=\s|$)|\s[-–—]\s")


@dataclass(frozen=True)
class _Reason:
    """Characters of a text: what a reason is given for, and the reason."""

    told: tuple[int, int]
    reason: tuple[int, int]


@rule("cause", ConflictKind.CAUSE, "what follows because, due to and the like, beside the place that tells what it is given for")
def cause(case: Case) -> Iterator[Conflict]:
    """The reasons of a hypothesis that the reference does not give where it tells of what they are given for."""
    words, mine = case.alignment.words, case.hypothesis
    if not len(case.reference.segments):
        return
    for found in _reasons(mine.text):
        told, reason = (words.inside(*span) & words.content for span in (found.told, found.reason))
        told &= ~_is_calendar(case)  # "the following was agreed on Monday": a day alone tells nothing
        tokens = case.inside(*found.reason) & frozenset(case.content)
        if told.sum() < _FEWEST or not reason.any() or not tokens or _is_due(case, found.reason[0], min(tokens)):
            continue
        if _is_told_without(case, told, reason):
            yield Conflict(ConflictKind.CAUSE, tokens, beside=tokens)


@rule(UNTOLD, ConflictKind.CAUSE, "what follows because, due to and the like, and is told in no two neighbouring sentences")
def untold_cause(case: Case) -> Iterator[Conflict]:
    """The reasons of a hypothesis of which no two neighbouring sentences of the reference have most: their words that are not there."""
    words, degrees = case.alignment.words, case.alignment.degrees2
    if not len(case.reference.segments):
        return
    for found in _reasons(case.hypothesis.text):
        reason = words.inside(*found.reason) & words.content
        tokens = case.inside(*found.reason) & frozenset(case.content)
        if not reason.any() or not tokens or _is_due(case, found.reason[0], min(tokens)):
            continue
        shares = _share(case, reason, degrees)
        if shares.max() < _NOWHERE:
            missing = degrees[:, int(shares.argmax())] < _NOWHERE
            yield Conflict(ConflictKind.CAUSE, frozenset(t for t in tokens if missing[case.words(t)].all()), beside=tokens)


def _is_calendar(case: Case) -> NDArray[np.bool_]:
    """(words,) which words name a day or month."""
    words, text = case.alignment.words, case.alignment.text
    names = (text[start:end].lower() for start, end in zip(words.starts.tolist(), words.ends.tolist(), strict=True))
    return np.array([name in CALENDAR_NAMES for name in names], dtype=bool)


def _is_told_without(case: Case, told: NDArray[np.bool_], reason: NDArray[np.bool_]) -> bool:
    """Whether the place that tells what a reason is given for does not have the reason, nor the sentence that gives another one."""
    alignment = case.alignment
    shares, given = (_share(case, of, alignment.degrees2) for of in (told, reason))
    best = float(shares.max())
    if best < _TOLD:
        return False
    if float(given[shares >= best - _AS_MUCH].max()) < _GIVEN:
        return True
    shares, given = (_share(case, of, alignment.degrees) for of in (told, reason))
    likely = np.flatnonzero(shares >= max(_TOLD, best - _AS_MUCH))
    text, segments = case.reference.text, case.reference.segments
    explained = [i for i in likely if _MARKS.search(text.model_text[slice(*text.sentences[int(segments[i, 2])])])]
    return bool(explained) and len(explained) == len(likely) and float(given[likely].max()) < _GIVEN


def _is_due(case: Case, start: int, first: int) -> bool:
    """Whether this is what something is due to do, which is no reason."""
    return case.hypothesis.classes[first] == "VERB" and case.hypothesis.text[:start].lower().endswith("due to")


def _share(case: Case, of: NDArray[np.bool_], degrees: NDArray[np.float32]) -> NDArray[np.float32]:
    weights = np.where(of, case.alignment.weights, 0)
    return (weights @ degrees) / max(float(weights.sum()), 1e-9)


def _reasons(text: str) -> Iterator[_Reason]:
    for mark in (*_MARKS.finditer(text), *_ASCRIBED.finditer(text)):
        end = next((m.start() for m in _END.finditer(text, mark.end())), len(text))
        before = (end, len(text)) if mark.start() < 3 else (0, mark.start())
        told = mark.span("what") if mark.re is _ASCRIBED else before
        yield _Reason(told, (mark.end(), end))
