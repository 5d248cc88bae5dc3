"""Outputs in which people have marked what is not supported, as many tools keep them: a list of spans with their kinds.

What is not marked counts as supported, sentence by sentence, so that the whole output is judged.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.core.details import MarkDetails
from engines.core.findings import ErrorKind
from engines.core.results import Analysis, Span, Unit
from engines.core.text import Text
from explorer.formats.foreign.marks.places import nearest
from explorer.formats.foreign.person import person_analysis

LISTS = ("labels", "spans", "annotations")
_CONFLICT = ("conflict", "contradict", "intrinsic")
_SURFACES = ("text", "value", "surface")


@dataclass(frozen=True)
class Marked:
    """A marked part of the output; `label` is the kind that the tool gives it, `note` what the person wrote."""

    start: int
    end: int
    label: str = ""
    note: str = ""


def has_marks(data: Mapping[str, Any]) -> bool:
    """Whether a record has a list of spans."""
    return any(isinstance(data.get(name), list) and all(isinstance(span, Mapping) for span in data[name]) for name in LISTS)


def marks_of(data: Mapping[str, Any], output: str, notes: list[str]) -> list[Marked]:
    """The marks of a record, each held against its text; what is moved or left out is told in `notes`."""
    spans = next(data[name] for name in LISTS if isinstance(data.get(name), list))
    return [mark for number, span in enumerate(spans, 1) if (mark := mark_of(span, number, output, notes))]


def mark_of(span: Mapping[str, Any], number: int, output: str, notes: list[str]) -> Marked | None:
    """A mark at its place, held against its text; None where it cannot be placed."""
    start, end = span.get("start"), span.get("end")
    surface = next((span[name] for name in _SURFACES if isinstance(span.get(name), str) and span[name]), "")
    if type(start) is not int:
        notes.append(f"mark {number} has no 'start'.")
        return None
    if type(end) is not int:
        end = start + len(surface)
    if not (0 <= start < end <= len(output)) or (surface and output[start:end] != surface):
        found = nearest(output, surface, start) if surface else None
        if found is None:
            what = repr(surface[:60]) if surface else f"{start} to {end}"
            notes.append(f"mark {number}, {what}, is not in the output.")
            return None
        notes.append(f"mark {number}, {surface[:60]!r}, was recorded at {start} and found at {found}.")
        start, end = found, found + len(surface)
    label = next((str(span[name]) for name in ("label_type", "label", "type") if span.get(name) not in (None, "")), "")
    note = next((str(span[name]) for name in ("meta", "reason", "note") if span.get(name)), "")
    return Marked(start, end, label, note)


def units_of(output: str, marks: Sequence[Marked]) -> Iterator[Unit]:
    """The marks as unsupported units, and the rest of each sentence, piece by piece, as supported ones."""
    text = Text.of(output)
    pieces: list[tuple[int, int, Marked | None]] = [(mark.start, mark.end, mark) for mark in marks]
    for start, end in text.sentences:
        pieces += [(a, b, None) for a, b in _unmarked(output, start, end, marks)]
    for number, (start, end, found) in enumerate(sorted(pieces, key=lambda piece: piece[:2]), 1):
        details = MarkDetails(sentence=text.sentence_at(start), spans=((start, end),), label=found.label if found else "")
        conflict = found is not None and any(word in found.label.lower() for word in _CONFLICT)
        error: ErrorKind | None = None if found is None else "intrinsic" if conflict else "extrinsic"
        yield Unit(
            id=f"m{number}",
            kind=MarkDetails.kind,
            statement=output[start:end],
            answer=Span.of(output, start, end),
            probability=0.0 if found else 1.0,
            supported=found is None,
            error=error,
            details=details,
        )


def _unmarked(output: str, start: int, end: int, marks: Sequence[Marked]) -> Iterator[tuple[int, int]]:
    """The pieces of a sentence between marks that have a letter or digit, without the space around them."""
    at = start
    for mark in [*sorted(marks, key=lambda m: (m.start, m.end)), Marked(end, end + 1)]:
        stop = min(end, max(at, mark.start))
        piece = output[at:stop]
        if any(c.isalnum() for c in piece):
            yield at + len(piece) - len(piece.lstrip()), at + len(piece.rstrip())
        at = max(at, min(end, mark.end))


def marked_analysis(source: str, reference: str, output: str, marks: list[Marked]) -> tuple[Analysis, tuple[Mapping[str, Any], ...]]:
    """The analysis of marks, with what people wrote of them as notes."""
    units = list(units_of(output, marks))
    said = {(mark.start, mark.end): mark.note for mark in marks if mark.note}
    notes = [
        {"unit": unit.id, "vote": 0, "note": said[key]}
        for unit in units
        if unit.supported is False and unit.answer and (key := (unit.answer.start, unit.answer.end)) in said
    ]
    return person_analysis(source, reference, output, units), tuple(notes)
