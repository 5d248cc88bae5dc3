"""The unsupported parts of an output as marks, for formats that have no more than that.

The parts are the errors of the analysis, which do not overlap. What a person has voted on counts as they say.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from engines.core.results import Analysis, Deletion, Unit
from engines.units.alignment import spans_of
from engines.units.errors import completed, errors
from explorer.formats.foreign.verdicts import Annotations, is_supported, kind_of


@dataclass(frozen=True)
class Mark:
    """A part of the output that is not supported: start and end in code points, the kind of error, how sure (0 to 1), and why."""

    start: int
    end: int
    kind: str
    confidence: float
    reason: str


_AS = {"coreference": "intrinsic"}
"""Kinds that other tools have no name for, as the nearest that they have."""


def written_marks(analysis: Analysis, annotations: Annotations) -> list[Mark]:
    """The errors of the output, first to last, none overlapping another; with votes they are found anew."""
    units = [_as_it_stands(unit, annotations) for unit in analysis.units]
    voted = {unit.id for unit, before in zip(units, analysis.units, strict=True) if unit is not before}
    found = errors(analysis.output.text, units, _deletions(analysis, units, voted)) if voted else completed(analysis).errors
    claims = {unit.id: _claim(unit, annotations) for unit in units}
    reasons = [" | ".join(dict.fromkeys(claims[id] for id in e.units if id in claims)) for e in found or ()]
    return [Mark(e.start, e.end, _AS.get(e.kind, e.kind), e.probability, why) for e, why in zip(found or (), reasons, strict=True)]


def _as_it_stands(unit: Unit, annotations: Annotations) -> Unit:
    """The unit as the person says, who is sure; the unit itself where they did not vote."""
    said = annotations.get(unit.id)
    if said is None or not said.vote or unit.supported is None:
        return unit
    supported = bool(is_supported(unit, annotations))
    return replace(unit, supported=supported, probability=float(supported), error=None if supported else kind_of(unit))


def _deletions(analysis: Analysis, units: Sequence[Unit], voted: Collection[str]) -> tuple[Deletion, ...]:
    """The deletions, and where an engine deletes words, what it kept and a person finds unsupported."""
    if not analysis.deletions:
        return ()
    explained = {id for deletion in analysis.deletions for id in deletion.units}
    wrong = [unit for unit in units if unit.id in voted and unit.supported is False and unit.id not in explained]
    return (*analysis.deletions, *(Deletion(start, end, (unit.id,)) for unit in wrong for start, end in spans_of(unit)))


def _claim(unit: Unit, annotations: Annotations) -> str:
    """What a unit says, and what the person wrote of it."""
    claim = f"{unit.question} {unit.answer.text}" if unit.question and unit.answer else unit.statement
    said = annotations.get(unit.id)
    return f"{claim} {said.note}" if said and said.note else claim


def nothing_judged(analysis: Analysis) -> bool:
    """Whether no fact has a verdict: marks alone would say that all of the output is right."""
    return bool(analysis.units) and all(unit.supported is None for unit in analysis.units) and not analysis.errors
