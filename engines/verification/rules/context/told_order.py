"""Before for after, by what the whole reference tells: dates, or what comes later in it with "then" or "two years later".

The two events of a hypothesis with "before" or "after" are looked up each in the place that tells it best. If both places have a date,
the dates say which came first; else a word such as "later" between the two does.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.verification.encoding.alignment import Alignment
from engines.verification.sentences.edits import Change
from engines.verification.sentences.parsed import Facts
from engines.verification.sentences.surroundings import told_around
from engines.verification.values.finding import Value

_TOLD = 0.6
"""The share of an event's words, by weight, that one sentence must have to tell it."""
_AS_MUCH = 0.15
"""How much less of an event a sentence may have and still be as likely to tell it."""
_DATED, _NEAR = 0.55, 0.35
"""The share that must stand around a date for it to be the date of the event; right beside it, if one sentence tells both."""
_THEN = re.compile(r"\b(?:later|then|next|afterwards?|subsequently|after that|eventually)\b", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:before|earlier|previously|had|ago|first)\b", re.IGNORECASE)
_REACH = 4
"""So many sentences on may the later event be told."""


@dataclass(frozen=True)
class _Events:
    """The words of the earlier and of the later event as the hypothesis has them, and the token that says so."""

    earlier: NDArray[np.bool_]
    later: NDArray[np.bool_]
    mark: int
    inside: tuple[int, int]


def told_order(alignment: Alignment, mine: Facts) -> Iterator[Change]:
    """The "before" or "after" of a hypothesis that the reference tells the other way round."""
    events = _events(alignment, mine)
    if events is None or not len(alignment.reference.segments):
        return
    together = _together(alignment, events)
    reversed_ = _by_dates(alignment, events, together)
    if reversed_ is None and not together:
        reversed_ = _by_telling(alignment, events)
    if reversed_:
        tokens = {t for t, (start, _) in enumerate(mine.spans) if events.inside[0] <= start < events.inside[1] and mine.keys[t]}
        yield Change("order", frozenset(tokens | {events.mark}), beside=frozenset({events.mark}))


def _events(alignment: Alignment, mine: Facts) -> _Events | None:
    marks = [t for t, lemma in enumerate(mine.lemmas) if lemma in ("before", "after") and mine.classes[t] in ("ADP", "SCONJ")]
    if (
        len(marks) != 1
        or any(v.kind in ("date", "quantity", "time") for v in mine.values)
        or not any(mine.classes[t] in ("VERB", "NOUN") for t in range(marks[0] + 1, len(mine.lemmas)))
    ):
        return None
    mark, words = marks[0], alignment.words
    start, stop = mine.spans[mark][1], len(mine.text)
    comma = mine.text.find(",", start)
    end = comma if comma > 0 else stop
    inside = words.inside(start, end) & words.content
    outside = (words.inside(0, mine.spans[mark][0]) | words.inside(end, stop)) & words.content & ~inside
    if inside.sum() < 2 or outside.sum() < 2:
        return None
    earlier, later = (inside, outside) if mine.lemmas[mark] == "after" else (outside, inside)
    return _Events(earlier, later, mark, (start, end))


def _together(alignment: Alignment, events: _Events) -> bool:
    """Whether one sentence tells both events."""
    shares = np.minimum(_shares(alignment, events.earlier), _shares(alignment, events.later))
    return bool((shares >= _TOLD).any())


def _by_dates(alignment: Alignment, events: _Events, together: bool) -> bool | None:
    """Whether the date of what is said to be earlier is after that of the other; None where they do not tell."""
    first, second = (_date(alignment, words, together) for words in (events.earlier, events.later))
    if first is None or second is None or first == second:
        return None
    (low, high), (least, most) = first, second
    return True if low > most else False if high < least else None


def _date(alignment: Alignment, words: NDArray[np.bool_], nearest: bool) -> tuple[float, float] | None:
    """When the event of these words was, as years and twelfths, by the date that most of them stand around."""
    dates = [v for v, _ in alignment.reference.values if v.kind == "date" and math.isfinite(v.low) and math.isfinite(v.high)]
    weights = np.where(words, alignment.weights, 0.0)
    shares = told_around(alignment, weights, [date.start for date in dates], nearest)
    best = max(range(len(dates)), key=shares.__getitem__, default=None)
    return _span(dates[best]) if best is not None and shares[best] >= (_NEAR if nearest else _DATED) else None


def _span(date: Value) -> tuple[float, float]:
    month = date.calendar[0]
    return (date.low + (month - 1) / 12, date.low + (month - 1) / 12) if month else (date.low, date.high + 0.999)


def _by_telling(alignment: Alignment, events: _Events) -> bool | None:
    """Whether the reference tells what is said to be later first, and what is said to be earlier after it, "then"."""
    first, second = (_place(alignment, words) for words in (events.earlier, events.later))
    if first is None or second is None or not 0 < abs(first - second) <= _REACH:
        return None
    low, high = sorted((first, second))
    text = alignment.reference.text
    between = text.model_text[text.sentences[low][1] : text.sentences[high][1]]
    if not _THEN.search(between) or _FIRST.search(text.model_text[slice(*text.sentences[high])]):
        return None
    return first > second


def _place(alignment: Alignment, words: NDArray[np.bool_]) -> int | None:
    """The sentence that tells an event, None if none or several do."""
    shares = _shares(alignment, words)
    best = int(shares.argmax())
    sentence = int(alignment.reference.segments[best, 2])
    rivals = alignment.reference.segments[shares >= shares[best] - _AS_MUCH, 2]
    return sentence if shares[best] >= _TOLD and (rivals == sentence).all() else None


def _shares(alignment: Alignment, words: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(segments,) the share of some words, by weight, that each segment has."""
    weights = np.where(words, alignment.weights, 0.0)
    return np.asarray(weights @ alignment.degrees / max(float(weights.sum()), 1e-9), dtype=np.float64)
