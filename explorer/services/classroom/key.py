"""The key of a quiz: what counts as wrong, by the engine, or by the engine as a person's votes correct it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engines.core.findings import ErrorSpan
from engines.core.results import Analysis, Unit
from engines.units.alignment import spans_of
from engines.units.errors import completed
from explorer.formats.foreign.verdicts import Annotations, is_supported, kind_of

ENGINE, VOTES = "engine", "votes"
KEYS = (ENGINE, VOTES)
"""Whose verdicts count: the engine's, or these with the person's votes on them."""


@dataclass(frozen=True)
class Key:
    """What counts as right.

    Attributes:
        analysis: with the errors and the verdicts that count.
        engine: with those of the engine alone.
        turned: ids of the units whose verdict a person turned.
    """

    analysis: Analysis
    engine: Analysis
    turned: frozenset[str] = frozenset()

    @property
    def kind(self) -> str:
        """Whose verdicts count, one of `KEYS`."""
        return ENGINE if self.analysis is self.engine else VOTES


def engine_key(analysis: Analysis) -> Key:
    """The engine's verdicts as they are."""
    made = completed(analysis)
    return Key(made, made)


def voted_key(analysis: Analysis, annotations: Annotations) -> Key:
    """The engine's verdicts as the person's votes correct them; the engine's own where nobody has voted.

    An error goes where the person finds support for every unit that it comes from; a unit that the person finds unsupported is an error
    where none is yet. Errors that no unit explains cannot be voted on, and stay.
    """
    made = completed(analysis)
    if not any(said.vote for said in annotations.values()):
        return Key(made, made)
    units = tuple(_as_voted(unit, annotations) for unit in made.units)
    turned = frozenset(new.id for new, old in zip(units, made.units, strict=True) if new.supported != old.supported)
    corrected = replace(made, units=units, errors=tuple(_errors(made, units, turned)))
    return Key(corrected, made, turned)


def _as_voted(unit: Unit, annotations: Annotations) -> Unit:
    supported = is_supported(unit, annotations)
    if supported == unit.supported:
        return unit
    return replace(unit, supported=supported, error=None if supported else kind_of(unit))


def _errors(made: Analysis, units: tuple[Unit, ...], turned: frozenset[str]) -> list[ErrorSpan]:
    fine = {unit.id for unit in units if unit.supported and unit.id in turned}
    kept = [error for error in made.errors or () if not error.units or not fine.issuperset(error.units)]
    for error in (error for unit in units if unit.id in turned and not unit.supported for error in _of_unit(unit, made.output.text)):
        if not any(error.start < other.end and other.start < error.end for other in kept):
            kept.append(error)
    return sorted(kept, key=lambda error: error.start)


def _of_unit(unit: Unit, output: str) -> Iterator[ErrorSpan]:
    """A unit that a person finds unsupported, as errors: its answer, or else what it alone says."""
    spans = [(unit.answer.start, unit.answer.end)] if unit.answer else list(unit.details.own) or spans_of(unit)
    for start, end in spans:
        yield ErrorSpan(start, end, output[start:end], 1.0, kind_of(unit), (unit.id,), unit.details.instead)
