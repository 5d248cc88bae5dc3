"""The unsupported parts of an output as marks, for formats that have no more than that.

What a person has voted on counts as they say. Marks that overlap become one, since most of these tools allow no others.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.core.results import Analysis
from engines.units.alignment import spans_of
from explorer.formats.foreign.verdicts import Annotations, is_supported, kind_of


@dataclass(frozen=True)
class Mark:
    """A part of the output that is not supported: start and end in code points, the kind of error, how sure (0 to 1), and why."""

    start: int
    end: int
    kind: str
    confidence: float
    reason: str


def written_marks(analysis: Analysis, annotations: Annotations) -> list[Mark]:
    """The unsupported parts of the output, first to last, none overlapping another."""
    found: list[Mark] = []
    length = len(analysis.output.text)
    for mark in sorted(_single_marks(analysis, annotations), key=lambda mark: (mark.start, -mark.end)):
        if not 0 <= mark.start < mark.end <= length:
            continue
        if found and mark.start < found[-1].end:
            found[-1] = _joined(found[-1], mark)
        else:
            found.append(mark)
    return found


def _single_marks(analysis: Analysis, annotations: Annotations) -> Iterator[Mark]:
    for unit in analysis.units:
        if is_supported(unit, annotations) is not False:
            continue
        said = annotations.get(unit.id)
        sure = 1.0 if (said and said.vote) or unit.probability is None else 1 - unit.probability
        claim = f"{unit.question} {unit.answer.text}" if unit.question and unit.answer else unit.statement
        reason = f"{claim} {said.note}" if said and said.note else claim
        for start, end in spans_of(unit):
            yield Mark(start, end, kind_of(unit), round(sure, 4), reason)


def _joined(first: Mark, second: Mark) -> Mark:
    kind = "intrinsic" if "intrinsic" in (first.kind, second.kind) else first.kind
    reason = first.reason if second.reason in first.reason else f"{first.reason} | {second.reason}"
    return Mark(first.start, max(first.end, second.end), kind, max(first.confidence, second.confidence), reason)
