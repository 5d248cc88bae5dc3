"""Outputs in which people have marked what is not supported, as many tools keep them: a list of spans with their kinds.

What is not marked counts as supported, sentence by sentence, so that the whole output is judged: but only where every mark has found its
place. The rest of an output with a mark that is nowhere is not judged, and an output none of whose marks can be placed is refused.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.core.details import MarkDetails
from engines.core.errors import FormatError
from engines.core.findings import ErrorKind
from engines.core.results import Analysis, Evidence, Span, Unit
from engines.core.text import Text
from explorer.formats.foreign.marks.places import nearest, of_utf16
from explorer.formats.foreign.person import person_analysis

LISTS = ("labels", "spans", "annotations")
UNPLACED = "A mark that somebody set cannot be placed: what is not marked here is not known to be right."
UNDECIDED = "People are not agreed, or not sure."
_CONFLICT = ("conflict", "contradict", "intrinsic", "instrinsic")
_SURFACES = ("text", "value", "surface")


@dataclass(frozen=True)
class Marked:
    """A marked part of the output.

    Attributes:
        label, note: the kind that the tool gives it, and what the person wrote.
        supported: False for what is wrong; None where the person could not say.
        evidence: what they marked in the reference.
    """

    start: int
    end: int
    label: str = ""
    note: str = ""
    supported: bool | None = False
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class Marks:
    """The marks of an output that have their places, and how many have none."""

    placed: tuple[Marked, ...] = ()
    lost: int = 0


def list_of_marks(data: Mapping[str, Any]) -> str:
    """The name of the field that has a list of spans; "" where none has."""
    fields = (name for name in LISTS if isinstance(data.get(name), list))
    return next((name for name in fields if all(isinstance(span, Mapping) for span in data[name])), "")


def marks_of(data: Mapping[str, Any], output: str, notes: list[str]) -> Marks:
    """The marks of a record, each held against its text; what is moved or left out is told in `notes`.

    Raises:
        FormatError: there are marks, and none can be placed.
    """
    return placed([mark_of(span, number, output, notes) for number, span in enumerate(data[list_of_marks(data)], 1)])


def placed(found: Sequence[Marked | None]) -> Marks:
    """Marks with those that could not be placed counted.

    Raises:
        FormatError: there are marks, and none can be placed.
    """
    marks = tuple(mark for mark in found if mark is not None)
    if found and not marks:
        count = f"none of its {len(found)} marks" if len(found) > 1 else "its only mark cannot"
        raise FormatError(
            f"{count}{' can' if len(found) > 1 else ''} be placed in the output, which would read as if all of it were right."
        )
    return Marks(marks, len(found) - len(marks))


def mark_of(span: Mapping[str, Any], number: int, output: str, notes: list[str]) -> Marked | None:
    """A mark at its place, held against its text; None where it cannot be placed."""
    surface = next((span[name] for name in _SURFACES if isinstance(span.get(name), str) and span[name]), "")
    found = place_of(span.get("start"), span.get("end"), surface, f"mark {number}", output, notes)
    if found is None:
        return None
    label = next((str(span[name]) for name in ("label_type", "label", "type") if span.get(name) not in (None, "")), "")
    note = next((str(span[name]) for name in ("meta", "reason", "note") if span.get(name)), "")
    return Marked(*found, label, note)


def place_of(start: Any, end: Any, surface: str, what: str, text: str, notes: list[str]) -> tuple[int, int] | None:
    """Start and end of a part of a text that reads as recorded: there, or counted as browsers do, or nearest to it; None if nowhere.

    Without a start it is looked for, and found if it stands there once. What is not where it was recorded is told in `notes`.
    """
    if type(start) is not int:
        if surface and text.count(surface) == 1:
            notes.append(f"{what}, {surface[:60]!r}, has no 'start' and was found at {text.index(surface)}.")
            return text.index(surface), text.index(surface) + len(surface)
        notes.append(f"{what} has no 'start'" + (f", and {surface[:60]!r} stands there {text.count(surface)} times." if surface else "."))
        return None
    if type(end) is not int:
        end = start + len(surface)
    if 0 <= start < end <= len(text) and (not surface or text[start:end] == surface):
        return start, end
    counted = of_utf16(text, start)
    if surface and counted is not None and text.startswith(surface, counted):
        notes.append(f"{what}, {surface[:60]!r}, was recorded at {start} in UTF-16 units, which is {counted} in characters.")
        return counted, counted + len(surface)
    found = nearest(text, surface, start) if surface else None
    if found is None:
        said = repr(surface[:60]) if surface else f"{start} to {end}"
        notes.append(f"{what}, {said}, is not in the output.")
        return None
    notes.append(f"{what}, {surface[:60]!r}, was recorded at {start} and found at {found}.")
    return found, found + len(surface)


def units_of(output: str, marks: Marks) -> Iterator[Unit]:
    """The marks as unsupported units, and the rest of each sentence, piece by piece, as supported ones, or as not judged."""
    text = Text.of(output)
    pieces: list[tuple[int, int, Marked | None]] = [(mark.start, mark.end, mark) for mark in marks.placed]
    for start, end in text.sentences:
        pieces += [(a, b, None) for a, b in _unmarked(output, start, end, marks.placed)]
    for number, (start, end, found) in enumerate(sorted(pieces, key=lambda piece: piece[:2]), 1):
        supported = found.supported if found else None if marks.lost else True
        why = () if supported is not None else (UNDECIDED if found else UNPLACED,)
        label = found.label if found else ""
        details = MarkDetails(sentence=text.sentence_at(start), spans=((start, end),), label=label, notes=why)
        conflict = any(word in label.lower() for word in _CONFLICT)
        error: ErrorKind | None = None if supported is not False else "intrinsic" if conflict else "extrinsic"
        yield Unit(
            id=f"m{number}",
            kind=MarkDetails.kind,
            statement=output[start:end],
            answer=Span.of(output, start, end),
            probability=None if supported is None else float(supported),
            supported=supported,
            error=error,
            evidence=found.evidence if found else (),
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


def marked_analysis(source: str, reference: str, output: str, marks: Marks) -> tuple[Analysis, tuple[Mapping[str, Any], ...]]:
    """The analysis of marks, with what people wrote of them as notes."""
    units = list(units_of(output, marks))
    said = {(mark.start, mark.end): mark.note for mark in marks.placed if mark.note}
    notes = [
        {"unit": unit.id, "vote": 0, "note": said[key]}
        for unit in units
        if unit.supported is not True and unit.answer and (key := (unit.answer.start, unit.answer.end)) in said
    ]
    return person_analysis(source, reference, output, units), tuple(notes)
