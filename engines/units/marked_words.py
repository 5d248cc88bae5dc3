"""From what a localizer says of words to the parts of an output that are wrong."""

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.core.findings import WordSupport
from engines.core.spans import Span

FURTHER = 1.0
"""In a text with an alarm words count as wrong that are so much less sure, in log-odds: where one error is, a word near the threshold is
more often another one or the rest of it than in a text without."""
_NEAR = 1.0
"""In the words of a unsupported unit the surest word and its neighbours are wrong, as far as they are at most so much less sure."""
_JOINING = " -‐‑–—/'’.,&"
"""What may stand between the words of one part."""


@dataclass(frozen=True)
class MarkedPart:
    """A run of words that are wrong: its characters, how sure the surest is, and what the reference has instead of one of them."""

    start: int
    end: int
    probability: float
    found: Span | None


class MarkedWords:
    """The words of an output in order, as a localizer judged them."""

    def __init__(self, output: str, words: Sequence[WordSupport]):
        self._output = output
        self._words = words
        self._ends = [word.end for word in words]
        self._odds = [_log_odds(word.probability) for word in words]

    def alarmed(self, threshold: float) -> Iterator[MarkedPart]:
        """The parts that are wrong where a unit needs this probability to count as supported; none unless a word alone is."""
        limit = _log_odds(1 - threshold)
        if max(self._odds, default=-math.inf) > limit:
            yield from self._runs(range(len(self._words)), limit - FURTHER)

    def within(self, start: int, end: int) -> MarkedPart | None:
        """The worst words between two characters; None where no word is."""
        inside = self.between(start, end)
        if not inside:
            return None
        worst = max(inside, key=lambda i: self._odds[i])
        return next(part for part in self._runs(inside, self._odds[worst] - _NEAR) if part.end > self._words[worst].start)

    def between(self, start: int, end: int) -> range:
        """The numbers of the words that overlap the characters from `start` to `end`."""
        first = last = bisect_left(self._ends, start + 1)
        while last < len(self._words) and self._words[last].start < end:
            last += 1
        return range(first, last)

    def _runs(self, numbers: range, least: float) -> Iterator[MarkedPart]:
        run: list[int] = []
        for i in numbers:
            if self._odds[i] < least:
                continue
            if run and (i != run[-1] + 1 or self._output[self._words[run[-1]].end : self._words[i].start].strip(_JOINING)):
                yield self._part(run)
                run = []
            run.append(i)
        if run:
            yield self._part(run)

    def _part(self, run: Sequence[int]) -> MarkedPart:
        words = [self._words[i] for i in run]
        found = next((word.found for word in sorted(words, key=lambda word: -word.probability) if word.found), None)
        return MarkedPart(words[0].start, words[-1].end, max(word.probability for word in words), found)


def _log_odds(probability: float) -> float:
    safe = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(safe / (1 - safe))
