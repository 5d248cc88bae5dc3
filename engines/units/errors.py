"""Where an output is wrong: minimal parts of it that do not overlap, put together from the units of any engine."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engines.core.digits import has_digit
from engines.core.findings import Conflict, Deletion, ErrorKind, ErrorSpan, SpanKind, WordSupport
from engines.core.results import Analysis, Unit
from engines.core.spans import Span
from engines.core.text import Text
from engines.english.pronouns import COREFERENT
from engines.units.alignment import spans_of
from engines.units.instead.counts import counted_otherwise
from engines.units.instead.dates import dated_otherwise
from engines.units.instead.standing import shown_instead
from engines.units.kinds import shown_kind
from engines.units.marked_words import MarkedPart, MarkedWords, worst_of
from engines.units.support import SUPPORT, with_support

_SURELY = 0.2
"""A unit with a conflict is surely unsupported below this share of the threshold (assets/localizer/CARD.md)."""
_OTHERWISE = frozenset({"addition", "predicate", "cause"})
"""Kinds of conflicts with what the reference does not have, or has of another deed or reason: the same may be told in other words."""


@dataclass(frozen=True)
class _Candidate:
    """A part of the output that one unit calls unsupported."""

    start: int
    end: int
    probability: float
    kind: SpanKind
    units: tuple[str, ...]
    found: tuple[Span, ...]
    """What the reference may have instead, the likeliest first."""


def is_sure(unit: Unit, threshold: float) -> bool:
    """Whether a unit is surely unsupported, and known where."""
    return bool(contradicted(unit)) and unit.probability is not None and unit.probability < _SURELY * threshold


def contradicted(unit: Unit) -> tuple[Conflict, ...]:
    """The conflicts of a unit that show it to be wrong, not only told otherwise."""
    return tuple(conflict for conflict in unit.conflicts if conflict.kind not in _OTHERWISE)


def threshold_of(analysis: Analysis) -> float:
    """The probability from which on a unit counted as supported in this run."""
    value = analysis.engine.settings.get("threshold", 0.5)
    return float(value) if isinstance(value, int | float) and 0 <= value <= 1 else 0.5


def completed(analysis: Analysis, threshold: float | None = None) -> Analysis:
    """The analysis with its errors and its score of support, where they have not been put together yet: those of earlier versions.

    Args:
        threshold: the one that its units are read with, if not that of the run.
    """
    if analysis.errors is not None:
        return analysis
    scores = analysis.scores if SUPPORT in analysis.scores else with_support(analysis.scores, analysis.units, analysis.words)
    limit = threshold_of(analysis) if threshold is None else threshold
    return replace(analysis, scores=scores, errors=_errors_of(analysis, limit))


def _errors_of(analysis: Analysis, threshold: float) -> tuple[ErrorSpan, ...]:
    return errors(analysis.output.text, analysis.units, analysis.deletions, analysis.words, threshold, analysis.reference.text)


def errors(
    output: str,
    units: Sequence[Unit],
    deletions: Sequence[Deletion] = (),
    words: Sequence[WordSupport] | None = None,
    threshold: float = 0.5,
    reference: str = "",
) -> tuple[ErrorSpan, ...]:
    """The errors of an output, first to last.

    Where a localizer judged the words they decide, and units say which facts are wrong by them. Else
    an unsupported unit is wrong where a conflict with the reference says so, or a QA in its answer, another unit in its own words. What
    the reference has of another thing or person is not what it has instead (`engines.units.instead`).
    Where none of three or more QAs of a predicate is supported, though the reference has their answers, it is the predicate that is wrong.
    Where an engine deletes words, the deletions are what is wrong. Of parts that overlap the shortest is kept, with the units of all.

    Args:
        threshold: the probability from which on a unit counts as supported.
        reference: the text that kinds are held against (`engines.units.kinds`); where it is not known they stay what the units say.
    """
    predicates = _wrong_predicates(units)
    of_units = (each for unit in units if unit.supported is False for each in _of_unit(unit, predicates))
    if words is not None:
        found: Iterable[_Candidate] = _of_words(MarkedWords(output, words), list(of_units), threshold)
    else:
        found = _of_deletions(deletions, units) if deletions else of_units
    kept = _shortest(c for c in found if 0 <= c.start < c.end <= len(output))
    texts = (Text.of(output), Text.of(reference)) if reference and any(c.found for c in kept) else None
    return tuple(_shown(c, output, reference, texts) for c in kept)


def worth_a_look(analysis: Analysis) -> tuple[ErrorSpan, ...]:
    """Parts of the output that may be wrong, but not surely enough to be errors: where to look next, the likeliest first, and few.

    They count nowhere. There are none where no localizer judged the words.
    """
    found = completed(analysis).errors or ()
    return tuple(each for each in doubtful(analysis) if not touches(each, found))


def touches(part: ErrorSpan, others: Iterable[ErrorSpan]) -> bool:
    """Whether a part of an output shares characters with others."""
    return any(part.start < other.end and other.start < part.end for other in others)


def doubtful(analysis: Analysis) -> tuple[ErrorSpan, ...]:
    """What is worth a look at any threshold at which no error touches it, the likeliest first; then the conflicts of units that are surely
    unsupported, where the localizer saw nothing.

    Each has the units that touch it, the least supported first, and what the reference may have instead.
    """
    if not analysis.words:
        return ()
    output, reference = analysis.output.text, analysis.reference.text
    parts = MarkedWords(output, analysis.words).doubtful()
    parts += _unseen(analysis, parts)
    texts = (Text.of(output), Text.of(reference)) if any(part.found for part in parts) else None
    judged = sorted((unit for unit in analysis.units if unit.probability is not None), key=_probability)
    found = []
    for part in parts:
        behind = tuple(unit.id for unit in judged if any(start < part.end and part.start < end for start, end in _told_in(unit)))
        kind: SpanKind = "intrinsic" if part.found else "extrinsic"
        candidate = _Candidate(part.start, part.end, part.probability, kind, behind, _only(part.found))
        found.append(_shown(candidate, output, reference, texts))
    return tuple(found)


def _unseen(analysis: Analysis, parts: Sequence[MarkedPart]) -> list[MarkedPart]:
    """The conflicts of units that are surely unsupported which touch none of the parts, each once, as sure as the surest of its words."""
    units = [unit for unit in analysis.units if is_sure(unit, threshold_of(analysis))]
    conflicts = {(each.start, each.end): each for unit in units for each in contradicted(unit)}
    seen = [each for (start, end), each in conflicts.items() if not any(start < part.end and part.start < end for part in parts)]
    words = {each: worst_of([(each.start, each.end)], analysis.words or ()) for each in seen}
    return [MarkedPart(each.start, each.end, word.probability, each.found) for each, word in words.items() if word is not None]


def _told_in(unit: Unit) -> list[tuple[int, int]]:
    """Where a unit says what it says: predicate and answer of a QA, the words of another."""
    return [(span.start, span.end) for span in (unit.predicate, unit.answer) if span is not None] or spans_of(unit)


def _shown(candidate: _Candidate, output: str, reference: str, texts: tuple[Text, Text] | None) -> ErrorSpan:
    start, end, kind = candidate.start, candidate.end, candidate.kind
    text = output[start:end]
    others = [each for each in candidate.found if each.text.casefold() != text.casefold()]  # a name in another's place stands elsewhere
    offered = others if texts is None else (shown_instead(texts[0], start, end, texts[1], each) for each in others)
    found = next((each for each in offered if each), None)
    if found is None and reference and kind != "coreference" and has_digit(text):
        both = texts or (Text.of(output), Text.of(reference))
        found = counted_otherwise(both[0], start, end, both[1]) or dated_otherwise(both[0], start, end, both[1])
        kind = kind if found is None else "intrinsic"
    if others and found is None and kind != "coreference":
        kind = "extrinsic"
    if reference:
        kind = shown_kind(kind, text, found is not None, reference)
    return ErrorSpan(start, end, text, candidate.probability, kind, candidate.units, found)


def _of_words(words: MarkedWords, of_units: Sequence[_Candidate], threshold: float) -> Iterator[_Candidate]:
    """The words that are wrong, each part with the unsupported units that it is behind."""
    for part in words.alarmed(threshold):
        behind = sorted((c for c in of_units if c.start < part.end and part.start < c.end), key=lambda c: -c.probability)
        kind: SpanKind = behind[0].kind if behind else "intrinsic" if part.found else "extrinsic"
        if words.text(part).lower() in COREFERENT:
            kind = "coreference"
        found = (*_only(part.found), *(each for c in behind for each in c.found))
        units = tuple(dict.fromkeys(id for c in behind for id in c.units))
        yield _Candidate(part.start, part.end, part.probability, kind, units, found)


def _wrong_predicates(units: Sequence[Unit]) -> frozenset[Span]:
    """The predicates of which three or more QAs are asked, and none is supported."""
    supported: dict[Span, list[bool | None]] = defaultdict(list)
    for unit in units:
        if unit.predicate is not None and unit.answer is not None:
            supported[unit.predicate].append(unit.supported)
    return frozenset(each for each, verdicts in supported.items() if len(verdicts) > 2 and all(v is False for v in verdicts))


def _of_unit(unit: Unit, predicates: Collection[Span]) -> Iterator[_Candidate]:
    probability = 1.0 if unit.probability is None else round(1 - unit.probability, 4)
    kind = unit.error or unit.details.error_if_unsupported or "intrinsic"
    instead = _instead(unit)
    if unit.conflicts:
        for conflict in unit.conflicts:
            yield _Candidate(conflict.start, conflict.end, probability, kind, (unit.id,), (*_only(conflict.found), *_only(instead)))
        return
    for start, end in _places(unit, kind == "intrinsic" and unit.predicate in predicates):
        yield _Candidate(start, end, probability, kind, (unit.id,), _only(instead))


def _places(unit: Unit, at_predicate: bool) -> list[tuple[int, int]]:
    """Where a unit without known conflicts is wrong: in its answer, else in what it alone says, else wherever it stands."""
    if at_predicate and unit.predicate is not None:
        return [(unit.predicate.start, unit.predicate.end)]
    if unit.answer is not None:
        return [(unit.answer.start, unit.answer.end)]
    return list(unit.details.own) or spans_of(unit)


def _instead(unit: Unit) -> Span | None:
    """What the reference has in the place of a unit's words, as a bare span."""
    found = unit.details.instead
    return None if found is None else Span(found.start, found.end, found.text)


def _of_deletions(deletions: Sequence[Deletion], units: Sequence[Unit]) -> Iterator[_Candidate]:
    """Each deletion with what the unsupported units behind it say; one that no unit explains is as sure as not."""
    by_id = {unit.id: unit for unit in units}
    for deletion in deletions:
        known = [by_id[id] for id in deletion.units if id in by_id]
        behind = sorted((unit for unit in known if unit.supported is False), key=_probability)
        if known and not behind:
            continue
        kind: ErrorKind = (behind[0].error if behind else None) or "extrinsic"
        sure = round(1 - _probability(behind[0]), 4) if behind else 0.5
        instead = tuple(found for unit in behind if (found := _instead(unit)))
        yield _Candidate(deletion.start, deletion.end, sure, kind, tuple(unit.id for unit in behind), instead)


def _probability(unit: Unit) -> float:
    return 0.0 if unit.probability is None else unit.probability


def _shortest(found: Iterable[_Candidate]) -> list[_Candidate]:
    """The shortest parts that do not overlap, in order; each takes over the units of the longer ones that it stands for."""
    kept: list[_Candidate] = []
    starts: list[int] = []
    longer: dict[tuple[int, int], list[_Candidate]] = defaultdict(list)
    for candidate in sorted(found, key=lambda c: (c.end - c.start, c.start, -c.probability)):
        at = bisect_right(starts, candidate.start)
        last = at
        while last < len(kept) and kept[last].start < candidate.end:
            last += 1
        first = at - 1 if at and kept[at - 1].end > candidate.start else at
        touched = kept[first:last]
        for each in touched:
            longer[(each.start, each.end)].append(candidate)
        if not touched:
            kept.insert(at, candidate)
            starts.insert(at, candidate.start)
    return [_joined(each, longer[(each.start, each.end)]) for each in kept]


def _joined(part: _Candidate, longer: Sequence[_Candidate]) -> _Candidate:
    """A part with what those say that it stands for: the surest decides, a contradiction weighs more than an absence."""
    everyone = sorted((part, *longer), key=lambda c: -c.probability)
    return replace(
        part,
        probability=everyone[0].probability,
        kind=part.kind if part.kind == "coreference" else "intrinsic" if any(c.kind == "intrinsic" for c in everyone) else part.kind,
        units=tuple(dict.fromkeys(id for c in everyone for id in c.units)),
        found=tuple(dict.fromkeys((*part.found, *(each for c in everyone for each in c.found)))),
    )


def _only(found: Span | None) -> tuple[Span, ...]:
    return () if found is None else (found,)
