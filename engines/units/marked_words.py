"""From what a localizer says of words to the parts of an output that are wrong."""

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from engines.core.findings import JOINING, WordSupport
from engines.core.plain.copying import model_text
from engines.core.results import Unit
from engines.core.spans import Span
from engines.units.alignment import spans_of

FURTHER = (0.75, 1.25)
"""In a text with one alarm, and with more, every word is so much surer to be wrong, in log-odds: where one error is, a word near the
threshold is more often another one or the rest of it than in a text without, and where several are still more often."""
FREE = (-4.5, -3.5)
"""Log-odds of an output's middle word from which on it is told so freely that an alarm says less of the other words, and from which on
it says nothing: there nearly every word is far from the reference, and most of those near the threshold are right."""
LOOK = 0.12
"""Words that are wrong with this probability are still worth a look: of BUMP's errors 39.9 in 100 are marked, 58.5 marked or among such
places, of which a text has one on average (cross-validated, assets/localizer/CARD.md)."""
WORDS_A_LOOK = 30
"""Words of an output for each place that is worth a look; two are told of in any, beside what is wrong rather than not."""


@dataclass(frozen=True)
class MarkedPart:
    """A run of words that may be wrong: its characters, how sure the surest is, and what the reference has instead."""

    start: int
    end: int
    probability: float
    found: Span | None


class MarkedWords:
    """The words of an output in order, as a localizer judged them; what parts them is what a reader sees, not how it is written."""

    def __init__(self, output: str, words: Sequence[WordSupport]):
        self._output = model_text(output)
        self._words = words
        self._odds = [_log_odds(word.probability) for word in words]
        self._further = further(words)

    def alarmed(self, threshold: float) -> Iterator[MarkedPart]:
        """The parts that are wrong where a unit needs this probability to count as supported; none unless a word alone is."""
        limit = _log_odds(1 - threshold)
        alarms = sum(1 for _ in self._runs_above(limit))
        if alarms:
            more = self._further[min(alarms, len(self._further)) - 1]
            yield from (self._part(run, more) for run in self._runs_above(limit - more))

    def doubtful(self) -> list[MarkedPart]:
        """The parts that are worth a look at any threshold: those that are wrong rather than not, and few that are less sure; the surest
        first, each as sure as its surest word alone."""
        parts = sorted((self._part(run, 0) for run in self._runs_above(_log_odds(LOOK))), key=lambda part: (-part.probability, part.start))
        likely = sum(part.probability > 0.5 for part in parts)
        return parts[: likely + max(2, len(self._words) // WORDS_A_LOOK)]

    def text(self, part: MarkedPart) -> str:
        """The words of a part."""
        return self._output[part.start : part.end]

    def _runs_above(self, least: float) -> Iterator[list[int]]:
        run: list[int] = []
        for i, odds in enumerate(self._odds):
            if odds <= least:
                continue
            if run and (i != run[-1] + 1 or self._output[self._words[run[-1]].end : self._words[i].start].strip(JOINING)):
                yield run
                run = []
            run.append(i)
        if run:
            yield run

    def _part(self, run: Sequence[int], more: float) -> MarkedPart:
        words = [self._words[i] for i in run]
        found = next((word.found for word in sorted(words, key=lambda word: -word.probability) if word.found), None)
        probability = round(1 / (1 + math.exp(-max(self._odds[i] for i in run) - more)), 4)
        return MarkedPart(words[0].start, words[-1].end, probability, found)


def most_doubtful(unit: Unit, words: Sequence[WordSupport]) -> WordSupport | None:
    """The word of a unit's predicate, answer or own words that is the likeliest to be wrong; None where nobody judged any of them.

    It is no error: no word of a unit that is unsupported need be wrong alone. It only says where to look first.

    Args:
        words: every word of the output, in order.
    """
    places = [(span.start, span.end) for span in (unit.predicate, unit.answer) if span is not None] + spans_of(unit)
    return worst_of(places, words)


def worst_of(places: Iterable[tuple[int, int]], words: Sequence[WordSupport]) -> WordSupport | None:
    """The word at some places, (start, end) in the output, that is the likeliest to be wrong; None where nobody judged any of them.

    Args:
        words: every word of the output, in order.
    """
    inside = (word for start, end in places for word in words[bisect_left(words, start, key=_end) : bisect_left(words, end, key=_start)])
    return max(inside, key=lambda word: word.probability, default=None)


def _start(word: WordSupport) -> int:
    return word.start


def _end(word: WordSupport) -> int:
    return word.end - 1


def further(words: Sequence[WordSupport]) -> tuple[float, ...]:
    """How much surer every word is to be wrong in this output where it has one alarm, and where it has more, in log-odds: as much as
    `FURTHER` says where it keeps to the words of its reference, nothing where it is told freely (`FREE`).

    Args:
        words: every word of the output.
    """
    middle = median(_log_odds(word.probability) for word in words) if words else FREE[0]
    share = min(max((FREE[1] - middle) / (FREE[1] - FREE[0]), 0.0), 1.0)
    return tuple(share * each for each in FURTHER)


def thresholds(words: Sequence[WordSupport]) -> set[float]:
    """Above which thresholds a word of an output raises an alarm, and above which one counts once another one or several do.

    Args:
        words: every word of the output.
    """
    more = further(words)
    odds = [_log_odds(word.probability) for word in words]
    return {1 - word.probability for word in words} | {1 / (1 + math.exp(of + each)) for of in odds for each in more if each}


def _log_odds(probability: float) -> float:
    safe = min(max(probability, 1e-6), 1 - 1e-6)
    return round(math.log(safe / (1 - safe)), 9)  # a threshold of .78 is passed by the same words as 1 - .22
