"""Another reason: "shut because its motor failed" where the reference says that a landslide was why.

A reason that is given for something must be told where that is told, in the same sentence or beside it. If it is told somewhere else
or nowhere, while the place that tells the rest says nothing of it, then somebody put the two together.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.verification.encoding.alignment import Alignment
from engines.verification.sentences.edits import Change
from engines.verification.sentences.parsed import Facts, counts

_TOLD = 0.65
"""The share, by weight, of what a reason is given for that two neighbouring sentences must have."""
_GIVEN = 0.35
"""The share of a reason that they must have to give it."""
_AS_MUCH = 0.1
"""How much less of it a place may have and still be as likely to tell it."""
_MARKS = re.compile(
    r"\b(?:because of|because|due to|owing to|as a result of|thanks to|on account of|on the grounds that|so that|caused by)\b",
    re.IGNORECASE,
)
_ASCRIBED = re.compile(r"\b(?:attribut\w+|ascrib\w+|blam\w+)\b(?P<what>[^,;]*?)\b(?:to|on)\b", re.IGNORECASE)
_END = re.compile(r"[,;.](?=\s|$)|\s[-–—]\s")


@dataclass(frozen=True)
class _Reason:
    """Characters of a text: what a reason is given for, and the reason."""

    told: tuple[tuple[int, int], ...]
    reason: tuple[int, int]


def other_reasons(alignment: Alignment, mine: Facts) -> Iterator[Change]:
    """The reasons of a hypothesis that the reference does not give where it tells of what they are given for."""
    reference, words = alignment.reference, alignment.words
    if not len(reference.segments):
        return
    for found in _reasons(mine.text):
        told = np.any([words.inside(*span) for span in found.told], axis=0) & words.content
        reason = words.inside(*found.reason) & words.content
        if told.sum() < 2 or not reason.any():
            continue
        if _is_told_without(alignment, told, reason):
            start, end = found.reason
            tokens = frozenset(t for t, span in enumerate(mine.spans) if start <= span[0] < end and counts(mine, t))
            if tokens and not _is_due(mine, start, min(tokens)):
                yield Change("reason", tokens, beside=tokens)


def _is_told_without(alignment: Alignment, told: NDArray[np.bool_], reason: NDArray[np.bool_]) -> bool:
    """Whether the place that tells what a reason is given for does not have the reason, nor the sentence that gives another one."""
    shares, given = (_share(alignment, of, alignment.degrees2) for of in (told, reason))
    best = float(shares.max())
    if best < _TOLD:
        return False
    if float(given[shares >= best - _AS_MUCH].max()) < _GIVEN:
        return True
    shares, given = (_share(alignment, of, alignment.degrees) for of in (told, reason))
    likely = np.flatnonzero(shares >= max(_TOLD, best - _AS_MUCH))
    text, segments = alignment.reference.text, alignment.reference.segments
    explained = [i for i in likely if _MARKS.search(text.model_text[slice(*text.sentences[int(segments[i, 2])])])]
    return bool(explained) and len(explained) == len(likely) and float(given[likely].max()) < _GIVEN


def _is_due(mine: Facts, start: int, first: int) -> bool:
    """Whether this is what something is due to do, which is no reason."""
    return mine.classes[first] == "VERB" and mine.text[:start].lower().endswith("due to")


def _share(alignment: Alignment, of: NDArray[np.bool_], degrees: NDArray[np.float32]) -> NDArray[np.float32]:
    weights = np.where(of, alignment.weights, 0)
    return (weights @ degrees) / max(float(weights.sum()), 1e-9)


def _reasons(text: str) -> Iterator[_Reason]:
    for mark in (*_MARKS.finditer(text), *_ASCRIBED.finditer(text)):
        end = next((m.start() for m in _END.finditer(text, mark.end())), len(text))
        reason = (mark.end(), end)
        if mark.re is _ASCRIBED:
            yield _Reason((mark.span("what"),), reason)
        elif mark.start() < 3:
            yield _Reason(((end, len(text)),), reason)
        else:
            yield _Reason(((0, mark.start()),), reason)
