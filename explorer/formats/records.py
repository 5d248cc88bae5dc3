"""Single records of files as analyses: checked, their spans put right where they can be.

Every value is held against the schema and every span against its text before anything is kept. A span that is off is looked
for, and where it is found is said; what cannot be found is said and left out, never silently moved.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from engines.core.errors import ErrataError, FormatError
from engines.core.results import Analysis, upgraded
from engines.core.text import Text
from engines.records.schema import check_analysis
from engines.units.errors import completed
from explorer.formats.added import ADDED, LEFT_OUT, Added, check_added, read_added
from explorer.formats.foreign.marks.places import nearest
from explorer.formats.foreign.marks.reading import UNPLACED
from explorer.formats.foreign.registry import known, read_record
from explorer.formats.foreign.sources import Sources

if TYPE_CHECKING:
    from sessions.joining.merging import Thing


@dataclass
class Imported:
    """One record of a file.

    Attributes:
        place: where it stands, for a person.
        analysis: None if it could not be used, or is none.
        added: what a person added to it.
        notes: what was moved or left out, and where.
        other: a draft or a calibration, where the record is one.
        expected: whether it holds nothing to be kept and need not: a failed row of a batch, or the list of what an export left out.
    """

    place: str
    analysis: Analysis | None
    notes: list[str] = field(default_factory=list)
    added: Added = field(default_factory=Added)
    other: "Thing | None" = None
    expected: bool = False

    @property
    def annotations(self) -> list[dict[str, Any]]:
        """Votes and notes on units as plain values."""
        return [{"unit": said.unit, "vote": said.vote, "note": said.note} for said in self.added.annotations]

    @property
    def refused(self) -> bool:
        """Whether it should be something and could not be used."""
        return self.analysis is None and self.other is None and not self.expected


def read_analysis(data: Any, place: str, sources: Sources | None = None) -> Imported:
    """An analysis from `to_json` data, spans put right where they can be; or from a record of another tool, or what goes with analyses."""
    result = Imported(place, None)
    try:
        if isinstance(data, Mapping) and "schema" in data:
            _read_own(data, result)
        elif isinstance(data, Mapping) and (record := _record(data, sources, result)):
            analysis, annotations = record
            check_analysis(analysis.to_json())
            result.added = read_added({"annotations": annotations}, analysis)
            result.analysis = analysis
            if any(UNPLACED in unit.details.notes for unit in analysis.units):
                result.notes.append(f"{place}: what is not marked comes without verdicts: not every mark could be placed.")
        elif isinstance(data, Mapping) and "error" in data and "id" in data:
            result.expected = True
            result.notes.append(f"{place}: holds no analysis ({data['error']}).")
        else:
            raise FormatError(f"this is no analysis that Errata wrote (it has no 'schema'), nor a labelled record of {known()}.")
    except (ErrataError, RecursionError) as problem:
        result.notes.append(f"{place}: {problem}")
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as problem:
        result.notes.append(f"{place}: this analysis is damaged ({type(problem).__name__}: {problem}).")
    return result


def _read_own(data: Mapping[str, Any], result: Imported) -> None:
    """Read a record that Errata wrote.

    Raises:
        FormatError: it does not follow its schema.
    """
    if data["schema"] in ADDED:
        result.other = ADDED[data["schema"]](data)
        return
    if data["schema"] == LEFT_OUT:
        result.expected = True
        for item in data.get("left_out") or ():
            result.notes.append(f"{result.place}: {item.get('title') or item.get('id')} could not be exported ({item.get('why')}).")
        return
    errors = data.get("errors", ())
    data = _repaired(upgraded(data), result)
    check_analysis(data)
    check_added(data)
    analysis = Analysis.from_json(data)
    result.added = read_added(data, analysis)
    result.analysis = completed(analysis) if data["errors"] != errors else analysis


def _record(data: Mapping[str, Any], sources: Sources | None, result: Imported) -> tuple[Analysis, tuple[Mapping[str, Any], ...]] | None:
    notes: list[str] = []
    try:
        return read_record(data, sources or Sources("-"), notes)
    finally:
        result.notes += [f"{result.place}: {note}" for note in notes]


def _repaired(data: Mapping[str, Any], result: Imported) -> dict[str, Any]:
    reference, output = data["reference"]["text"], data["output"]["text"]
    fixed = dict(data)
    for side, text in (("reference", reference), ("output", output)):
        fixed[side] = {**data[side], "sentences": _sentences(data[side].get("sentences"), text)}
    fixed["units"] = [unit for unit in (_unit(unit, reference, output, result) for unit in data["units"]) if unit is not None]
    for name, may_be_empty in (("deletions", False), ("edits", True)):
        kept = [item for item in data[name] if _fits(item, output, may_be_empty)]
        if len(kept) < len(data[name]):
            result.notes.append(f"{result.place}: {len(data[name]) - len(kept)} {name} lie outside the output and were left out.")
        fixed[name] = kept
    errors, unchecked = data["errors"], data["unchecked"]
    sound = all(_fits(item, output, False) and _reads(item, output, reference) for item in errors or ())
    in_order = sound and all(a["end"] <= b["start"] for a, b in pairwise(errors or ()))
    fixed["errors"] = errors if in_order and fixed["units"] == data["units"] else None  # else they are put together anew
    fixed["unchecked"] = None if unchecked is None else [item for item in unchecked if _fits(item, output, False)]
    return fixed


def _sentences(given: Any, text: str) -> list[list[int]]:
    """The sentences as recorded if they fit the text, else found anew."""
    try:
        spans = [[int(start), int(end)] for start, end in given]
        if all(0 <= start < end <= len(text) for start, end in spans):
            return spans
    except (TypeError, ValueError):
        pass
    return [list(span) for span in Text.of(text).sentences]


def _unit(unit: Mapping[str, Any], reference: str, output: str, result: Imported) -> dict[str, Any] | None:
    fixed = dict(unit)
    for name in ("predicate", "answer"):
        if unit.get(name):
            span = _placed(unit[name], output, f"{name} of unit {unit.get('id')}", "output", result)
            if span is None:
                result.notes.append(f"{result.place}: the unit {unit.get('id')} was left out.")
                return None
            fixed[name] = span
    evidence = [_placed(item, reference, f"evidence of unit {unit.get('id')}", "reference", result) for item in unit["evidence"]]
    fixed["evidence"] = [item for item in evidence if item is not None]
    fixed["conflicts"] = [_conflict(item, unit, reference, result) for item in unit["conflicts"] if _fits(item, output, False)]
    if len(fixed["conflicts"]) < len(unit["conflicts"]):
        result.notes.append(f"{result.place}: conflicts of unit {unit.get('id')} lie outside the output and were left out.")
    return fixed


def _conflict(item: Mapping[str, Any], unit: Mapping[str, Any], reference: str, result: Imported) -> dict[str, Any]:
    found = item["found"]
    return {**item, "found": found and _placed(found, reference, f"conflict of unit {unit.get('id')}", "reference", result)}


def _placed(span: Mapping[str, Any], text: str, what: str, side: str, result: Imported) -> dict[str, Any] | None:
    """The span where its characters stand: as recorded, else at the nearest place that reads the same, else None."""
    start, end, surface = span["start"], span["end"], span["text"]
    if not isinstance(surface, str) or not surface:
        result.notes.append(f"{result.place}: the {what} has no text.")
        return None
    if type(start) is int and type(end) is int and 0 <= start < end <= len(text) and text[start:end] == surface:
        return dict(span)
    found = nearest(text, surface, start if type(start) is int else 0)
    if found is None:
        result.notes.append(f"{result.place}: the {what}, {surface[:60]!r}, is not in the {side}.")
        return None
    result.notes.append(f"{result.place}: the {what}, {surface[:60]!r}, was recorded at {start} and found at {found}.")
    return {**span, "start": found, "end": found + len(surface)}


def _reads(error: Mapping[str, Any], output: str, reference: str) -> bool:
    """Whether an error, and what the reference has instead, read as recorded."""
    found = error.get("found")
    return output[error["start"] : error["end"]] == error["text"] and (
        not found or (_fits(found, reference, False) and reference[found["start"] : found["end"]] == found["text"])
    )


def _fits(item: Mapping[str, Any], text: str, may_be_empty: bool) -> bool:
    start, end = item["start"], item["end"]
    return type(start) is int and type(end) is int and 0 <= start <= end <= len(text) and (may_be_empty or start < end)
