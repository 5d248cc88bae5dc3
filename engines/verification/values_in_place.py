"""Another value in the place that tells the rest: "September 2012" for 2015, "on Monday" for Wednesday, "45 seconds" for 38.

Each number, amount, date or time of a hypothesis is held against every one of its kind in the reference, by how much of the words around
it stand around that one, by meaning and with less weight the farther away. Where another value has clearly more of them than any that
may be meant, the hypothesis has it from another fact, or from nowhere. No parse is needed, nor the same verb.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engines.verification.alignment import Alignment
from engines.verification.differences import Change
from engines.verification.relations import Facts
from engines.verification.values import Value, compare

_LEFT = 0.9
"""What is left of a word's weight for each word that it is away from the value of the hypothesis."""
_REACH = 12
"""Words of the reference that are nearer to its value than this count in full, those beyond less and less, down to `_FAR`."""
_FAR = 0.6
_FADING = 40
"""So many words farther nothing would be left, but for `_FAR`; also how many words before the sentence of a value are read."""
_TOLD = 0.45
"""The share of what stands around a value that another one must have, where the reference has no such value at all."""
_TOLD_ELSEWHERE, _MARGIN = 0.65, 0.25
"""The same where it has, and how much less the best place of that one must have."""
_MOST = 24
"""So many values are looked at, those of the segments that fit best."""
_ROUNDED = 0.015
"""Numbers that differ by less than this share of themselves may be one rounded."""
_VAGUE = frozenset({"several", "dozens", "hundreds", "thousands", "millions", "couple", "dozen", "zero"})
_COMPARED = frozenset({"number", "percent", "money", "quantity", "date", "time"})
_BOUNDS = frozenset({">", ">=", "<", "<="})


def values_in_place(alignment: Alignment, mine: Facts) -> list[tuple[Change, Value]]:
    """The values of a hypothesis that are another one in the place that tells the rest of it, each with the reference's value there."""
    found = []
    for claimed in mine.values:
        if claimed.kind in _COMPARED and not _is_named(mine, claimed):
            instead = _instead(alignment, mine, claimed)
            if instead is not None:
                tokens = (t for t, (start, end) in enumerate(mine.spans) if claimed.start < end and start < claimed.end and mine.keys[t])
                found.append((Change("value", frozenset(tokens)), instead))
    return found


def _instead(alignment: Alignment, mine: Facts, claimed: Value) -> Value | None:
    """The value that has the place of `claimed` in the reference, None where `claimed` or nothing has it."""
    others, same = [], []
    for value, segment in alignment.reference.values:
        if _differ(value, claimed):
            others.append((value, segment))
        elif _may_be(value, claimed):
            same.append((value, segment))
    if not others:
        return None
    weights = _around(alignment, mine, claimed)
    if not weights.any():
        return None
    best, rival = max(_scored(alignment, weights, others), key=lambda scored: scored[0])
    if best < (_TOLD_ELSEWHERE if same else _TOLD):
        return None
    known = max((score for score, _ in _scored(alignment, weights, same)), default=0.0)
    return rival if known <= best - _MARGIN else None


def _is_named(mine: Facts, claimed: Value) -> bool:
    """Whether a number belongs to a name or says too little: "League One", "section 71", "Sapp, 42,", "several"."""
    if claimed.surface.lower() in _VAGUE:
        return True
    before, after = mine.text[: claimed.start].rstrip(), mine.text[claimed.end :].lstrip()
    first = next((t for t, (start, _) in enumerate(mine.spans) if start >= claimed.start), 0)
    age = before.endswith(",") and after.startswith(",")
    return claimed.kind == "number" and (age or (first > 0 and mine.classes[first - 1] == "PROPN"))


def _may_be(known: Value, claimed: Value) -> bool:
    """Whether a value may be what is claimed; that 318 people are "at least 37" says nothing of the 37 that are meant."""
    if known.kind == "relative":
        return claimed.kind in ("date", "time")
    relation = compare(known, claimed)
    if relation == "compatible" and claimed.kind == "number" and claimed.comparator in _BOUNDS and known.comparator == "=":
        return known.counted == claimed.counted
    return relation in ("same", "compatible")


def _differ(known: Value, claimed: Value) -> bool:
    """Whether two values of one kind cannot both be meant; one that may be the other rounded can."""
    if known.kind != claimed.kind or known.surface.lower() in _VAGUE:
        return False
    if known.kind == "number" and known.counted and claimed.counted and known.counted != claimed.counted:
        return False
    if known.comparator in _BOUNDS and known.comparator == claimed.comparator and known.unit == claimed.unit:
        return (known.low, known.high) != (claimed.low, claimed.high)
    if compare(known, claimed) != "different":
        return False
    return known.kind in ("date", "time") or not _is_rounded(known, claimed)


def _is_rounded(known: Value, claimed: Value) -> bool:
    return abs(known.low - claimed.low) <= _ROUNDED * max(abs(known.low), abs(claimed.low))


def _around(alignment: Alignment, mine: Facts, claimed: Value) -> NDArray[np.float64]:
    """(words,) the weight of what stands around a value of the hypothesis, other values left out."""
    words = alignment.words
    weights = np.where(words.content, alignment.weights, 0.0)
    for value in mine.values:
        weights[words.inside(value.start, value.end)] = 0.0
    own = np.flatnonzero(words.inside(claimed.start, claimed.end))
    if not len(own):
        return np.zeros(len(words))
    return weights * _LEFT ** np.abs(np.arange(len(words)) - own.mean())


def _scored(alignment: Alignment, weights: NDArray[np.float64], values: Sequence[tuple[Value, int]]) -> Iterator[tuple[float, Value]]:
    """How much of the weighted words stands around each value of the reference, [0, 1]; of many, the likeliest only."""
    reference = alignment.reference
    if len(values) > _MOST:
        fits = weights @ alignment.degrees
        values = sorted(values, key=lambda known: -fits[known[1]])[:_MOST]
    total = weights.sum()
    near: dict[int, tuple[int, NDArray[np.float32]]] = {}
    for value, segment in values:
        sentence = int(reference.segments[segment, 2])
        if sentence not in near:
            start, end = (int(np.searchsorted(reference.words.starts, offset)) for offset in reference.text.sentences[sentence])
            first = max(0, start - _FADING)
            fading = np.where(np.arange(first, end) < start, _FAR, 1.0)
            near[sentence] = first, alignment.beside(first, end) * fading[None, :].astype(np.float32)
        first, degrees = near[sentence]
        place = int(np.searchsorted(reference.words.starts, value.start)) - first
        away = np.abs(np.arange(degrees.shape[1]) - place)
        left = np.clip(1 - (away - _REACH) / _FADING, _FAR, 1.0)
        yield float(weights @ (degrees * left[None, :]).max(axis=1) / total), value
