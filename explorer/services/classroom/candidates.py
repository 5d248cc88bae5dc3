"""What a class is asked about, piece by piece: what is wrong, and beside it as much that is right.

The pieces are of one size, so that the size does not give the answer away: a wrong word is asked about with the phrase that it stands in.
Where the units are claims or sentences of their own, these are asked about.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.core.details import ACUDetails, SentenceDetails
from engines.core.findings import ErrorSpan
from engines.core.results import Analysis, Unit
from engines.units.alignment import spans_of, words_of
from explorer.services.classroom.key import Key

MOST = 12
"""Pieces that a class is asked about at most, unless a caller says otherwise."""

LONGEST = 8
"""Words of a piece at most, where it is no claim or sentence."""

SURE = 0.8
"""What is right should be so surely: a class is not asked about what the engine doubts itself, unless there is too little else."""

LEAST = 2
"""Right pieces at least, where there are so many."""


@dataclass(frozen=True)
class Candidate:
    """A piece of the output to be judged.

    Attributes:
        start, end: where it stands in the output, code points.
        asked: the words that are read out: the piece, or the claim that stands for it.
        claim: whether `asked` is a sentence of its own and not a piece of the output.
        wrong: whether the key says that it is not supported.
        engine_wrong: whether the engine says so.
        unit, error: the id of the unit, and the number of the error of the key, that tell why.
    """

    start: int
    end: int
    asked: str
    claim: bool
    wrong: bool
    engine_wrong: bool
    unit: str | None = None
    error: int | None = None

    @property
    def id(self) -> str:
        """Its place: the same for the same piece in every quiz on these texts."""
        return f"{self.start}-{self.end}"


def candidates(key: Key, most: int = MOST) -> list[Candidate]:
    """The pieces in the order of the output: all that is wrong, and of what is right the surest, one more than that and at least two.

    Where more is wrong than there is room for, half of the pieces are right all the same.
    """
    units = key.analysis.units
    if units and all(isinstance(unit.details, ACUDetails | SentenceDetails) for unit in units):
        wrong, right = _claims(key)
    else:
        wrong, right = _pieces(key)
    wanted = max(LEAST, len(wrong) + 1)
    wrong = _spread(wrong, max(most // 2, most - min(len(right), wanted)))
    right = _surest(right, min(wanted, most - len(wrong)), key)
    return sorted([*wrong, *right], key=lambda candidate: (candidate.start, candidate.end))


def _claims(key: Key) -> tuple[list[Candidate], list[Candidate]]:
    before = {unit.id: unit.supported for unit in key.engine.units}
    found: list[Candidate] = []
    for unit in key.analysis.units:
        spans = spans_of(unit)
        if unit.supported is None or not spans:
            continue
        start, end = min(s for s, _ in spans), max(e for _, e in spans)
        # One claim for one place: what says the same again is left out.
        if not any((start, end) == (known.start, known.end) for known in found):
            found.append(Candidate(start, end, unit.statement, True, not unit.supported, before[unit.id] is False, unit.id))
    return [each for each in found if each.wrong], [each for each in found if not each.wrong]


def _pieces(key: Key) -> tuple[list[Candidate], list[Candidate]]:
    analysis, text = key.analysis, key.analysis.output.text
    errors = analysis.errors or ()
    wrong: list[Candidate] = []
    for number, error in enumerate(errors):
        start, end = _phrase(error, analysis)
        unit = next(iter(error.units), None)
        if not _overlaps((start, end), wrong):
            wrong.append(Candidate(start, end, text[start:end], False, True, _touches(start, end, key.engine), unit, number))
    right = _right(key, SURE)
    return wrong, right if len(right) >= LEAST else _right(key, 0.0)


def _right(key: Key, sure: float) -> list[Candidate]:
    """Answers, or the words of other units, that are supported with that probability or by a person, and apart from all that is not."""
    analysis, text = key.analysis, key.analysis.output.text
    doubtful = [span for unit in analysis.units if unit.supported is False for span in _narrow(unit)]
    good = [unit for unit in analysis.units if unit.supported and (unit.id in key.turned or (unit.probability or 0.0) >= sure)]
    found: list[Candidate] = []
    for unit in sorted(good, key=lambda unit: min(_narrow(unit), default=(0, 0))):
        for start, end in _narrow(unit)[:1]:
            clash = _touches(start, end, analysis) or any(s < end and start < e for s, e in doubtful)
            if not clash and not _overlaps((start, end), found) and _fits(text[start:end]):
                found.append(Candidate(start, end, text[start:end], False, False, _touches(start, end, key.engine), unit.id))
    return found


def _narrow(unit: Unit) -> list[tuple[int, int]]:
    return [(unit.answer.start, unit.answer.end)] if unit.answer else list(unit.details.own)


def _phrase(error: ErrorSpan, analysis: Analysis) -> tuple[int, int]:
    """The shortest phrase with an error in it and more than that: an answer, or words that no unit asks about; else the error itself."""
    text = analysis.output.text
    around = [span for unit in analysis.units for span in _narrow(unit)] + list(analysis.unchecked or ())
    holding = [(s, e) for s, e in around if s <= error.start and error.end <= e and _fits(text[s:e])]
    longer = [(s, e) for s, e in holding if e - s > error.end - error.start]
    return min(longer, key=lambda span: span[1] - span[0], default=(error.start, error.end))


def _fits(words: str) -> bool:
    return 1 <= len(words_of(words).spans) <= LONGEST


def _touches(start: int, end: int, analysis: Analysis) -> bool:
    return any(error.start < end and start < error.end for error in analysis.errors or ())


def _overlaps(span: tuple[int, int], known: Sequence[Candidate]) -> bool:
    return any(each.start < span[1] and span[0] < each.end for each in known)


def _surest(found: Sequence[Candidate], most: int, key: Key) -> list[Candidate]:
    """Those of which the engine is surest, where there are enough not all from one sentence."""
    sure = {unit.id: unit.probability or 0.0 for unit in key.analysis.units}
    starts = [start for start, _ in key.analysis.output.sentences]
    waiting = sorted(found, key=lambda each: -sure.get(each.unit or "", 0.0))
    fair = most // max(1, len(starts)) + 1
    taken: Counter[int] = Counter()
    first, later = list[Candidate](), list[Candidate]()
    for each in waiting:
        sentence = bisect_right(starts, each.start)
        taken[sentence] += 1
        (first if taken[sentence] <= fair else later).append(each)
    return [*first, *later][:most]


def _spread(found: Sequence[Candidate], most: int) -> list[Candidate]:
    """At most so many of them, from the beginning to the end of the text."""

    def chosen() -> Iterator[Candidate]:
        for number in range(most):
            yield found[number * len(found) // most]

    return list(found) if len(found) <= most else list(chosen())
