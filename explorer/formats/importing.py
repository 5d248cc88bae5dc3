"""Analyses in: our own JSON, JSON lines and CSV, and what people marked in other tools.

Every span is held against its text before anything is kept. A span that is off is looked for, and where it is found is
said; what cannot be found is said and left out, never silently moved.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import IO, TYPE_CHECKING, Any

from engines.core.errors import ErrataError, FormatError
from engines.core.results import SCHEMA, Analysis, upgraded
from engines.core.text import Text
from engines.units.errors import completed
from explorer.formats.foreign.loc_unfaith import by_summary, is_loc_unfaith
from explorer.formats.foreign.marks.places import nearest
from explorer.formats.foreign.registry import known, read_record
from explorer.formats.foreign.sources import Sources
from explorer.reading.rows import BadRow, Row, opened, parse_json, read_rows
from explorer.reading.spreadsheet import plain_cell
from sessions.annotations import LONGEST_NOTE

if TYPE_CHECKING:
    from sessions.store import Store

LARGEST = 512 * 2**20
"""Largest JSON file read, in bytes."""


@dataclass
class Imported:
    """One analysis of a file: `analysis` is None if it could not be used; `notes` say what was moved or left out, and where."""

    place: str
    analysis: Analysis | None
    annotations: tuple[Mapping[str, Any], ...] = ()
    title: str | None = None
    notes: list[str] = field(default_factory=list)


def imported(path: str) -> Iterator[Imported]:
    """The analyses of a file, by its name's ending: .jsonl, .csv, else JSON (one analysis or a list of them).

    Records of other tools (see `explorer.formats.foreign`) are told apart by their shape and become analyses of the engine `person`.

    Raises:
        UsageError: the file is not there.
        FormatError: it is no file of ours.
    """
    lowered, sources = path.lower(), Sources(path)
    if lowered.endswith(".csv"):
        yield from _from_csv(path)
    elif lowered.endswith(".jsonl"):
        for row in read_rows(path):
            if isinstance(row, BadRow):
                yield Imported(f"line {row.line}", None, notes=[row.reason])
            else:
                for data in _parts(row.data):
                    yield read_analysis(data, f"line {row.line}", sources)
    else:
        with opened(path) as stream:
            value = parse_json(_all(stream))
        values = value if isinstance(value, list) else [value]
        for number, record in enumerate(values, 1):
            for data in _parts(record):
                yield read_analysis(data, f"analysis {number}", sources)


def keep(store: "Store", item: Imported) -> None:
    """Put an imported analysis into the store, with the votes and notes that are of its units."""
    assert item.analysis is not None
    store.save(item.analysis, title=item.title)
    units = {unit.id for unit in item.analysis.units}
    for annotation in item.annotations:
        if annotation.get("unit") in units and annotation.get("vote") in (-1, 0, 1):
            note = str(annotation.get("note") or "")[:LONGEST_NOTE]
            store.annotate(item.analysis.id, str(annotation["unit"]), int(annotation["vote"]), note)


def read_analysis(data: Any, place: str, sources: Sources | None = None) -> Imported:
    """An analysis from `to_json` data, spans put right where they can be; or from a record of another tool."""
    result = Imported(place, None)
    try:
        if isinstance(data, Mapping) and "schema" not in data and (record := _record(data, sources, result)):
            result.analysis, result.annotations = record
            return result
        if not isinstance(data, Mapping) or "schema" not in data:
            raise FormatError(f"this is no analysis that Errata wrote (it has no 'schema'), nor a labelled record of {known()}.")
        errors = data.get("errors", ())
        data = _repaired(upgraded(data), result)
        analysis = Analysis.from_json(data)
        result.analysis = completed(analysis) if data["errors"] != errors else analysis
        result.title = title if isinstance(title := data.get("title"), str) and title.strip() else None
        notes = data.get("annotations") or ()
        result.annotations = tuple(note for note in notes if isinstance(note, Mapping)) if isinstance(notes, list | tuple) else ()
    except (ErrataError, RecursionError) as problem:
        result.notes.append(f"{place}: {problem}")
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        result.notes.append(f"{place}: this analysis is damaged ({type(problem).__name__}: {problem}).")
    return result


def _record(data: Mapping[str, Any], sources: Sources | None, result: Imported) -> tuple[Analysis, tuple[Mapping[str, Any], ...]] | None:
    notes: list[str] = []
    try:
        return read_record(data, sources or Sources("-"), notes)
    finally:
        result.notes += [f"{result.place}: {note}" for note in notes]


def _parts(data: Any) -> list[Any]:
    """The analysis itself, also out of a row of `errata batch`; and every summary of a record that has several."""
    if not isinstance(data, Mapping) or "schema" in data:
        return [data]
    if "analysis" in data:
        return [data["analysis"]]
    return list(by_summary(data)) if is_loc_unfaith(data) else [data]


def _all(stream: IO[bytes]) -> bytes:
    data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise FormatError(f"The file is larger than {LARGEST // 2**20} MB. Export it as .jsonl, which is read line by line.")
    return data.removeprefix(b"\xef\xbb\xbf")


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
    in_order = all(_fits(item, output, False) for item in errors or ()) and all(a["end"] <= b["start"] for a, b in pairwise(errors or ()))
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


def _fits(item: Mapping[str, Any], text: str, may_be_empty: bool) -> bool:
    start, end = item["start"], item["end"]
    return type(start) is int and type(end) is int and 0 <= start <= end <= len(text) and (may_be_empty or start < end)


def _from_csv(path: str) -> Iterator[Imported]:
    rows: list[Row] = []
    for row in read_rows(path):
        if isinstance(row, BadRow):
            yield Imported(f"line {row.line}", None, notes=[row.reason])
            continue
        if "analysis" not in row.data:
            raise FormatError(
                f"{path} is no CSV file that Errata exported: it has no column 'analysis'. Use `errata batch` for rows to be analysed."
            )
        if rows and row.data["analysis"] != rows[0].data["analysis"]:
            yield _csv_analysis(rows)
            rows = []
        rows.append(row)
    if rows:
        yield _csv_analysis(rows)


def _csv_analysis(rows: list[Row]) -> Imported:
    """An analysis from its rows; what CSV does not carry (traces and what engines say besides) is left empty."""
    first, place = rows[0].data, f"line {rows[0].line}"
    try:
        engine = parse_json(plain_cell(first.get("engine") or "{}"))
        texts = {side: {"text": first[side], "sentences": None} for side in ("reference", "output")}
        data = {
            "schema": SCHEMA,
            "id": first["analysis"],
            "created": first.get("created") or "",
            "engine": {"name": "imported", "settings": {}, "models": {}, **(engine if isinstance(engine, dict) else {})},
            **texts,
            "scores": {},
            "units": [_csv_unit(row) for row in rows if row.data.get("unit")],
            "errors": None,
            "unchecked": None,
            "deletions": [],
            "lss": None,
            "lss_star": None,
            "edits": [],
            "timings": {},
            "warnings": ["Imported from CSV: how the evidence was searched is not in that format."],
            "annotations": list(_csv_annotations(rows)),
        }
    except (KeyError, ValueError, FormatError) as problem:
        return Imported(place, None, notes=[f"{place}: this analysis cannot be read ({problem})."])
    result = read_analysis(data, place)
    if result.analysis is not None:
        result.analysis = completed(_scored(result.analysis))
    return result


def _csv_unit(row: Row) -> dict[str, Any]:
    cell = row.data
    predicate, answer, evidence = (_csv_span(cell, name) for name in ("predicate", "answer", "evidence"))
    if predicate is not None:
        predicate["kind"] = cell.get("predicate_kind") or "verb"
    if evidence is not None:
        evidence.update(score=float(cell.get("evidence_score") or 0), sentence=None)
    return {
        "id": cell["unit"],
        "kind": cell.get("kind") or "qa",
        "statement": cell.get("statement") or "",
        "predicate": predicate,
        "question": cell.get("question") or None,
        "answer": answer,
        "probability": float(cell["probability"]) if cell.get("probability") else None,
        "supported": {"true": True, "false": False}.get(str(cell.get("supported")).lower()),
        "error": cell.get("error") or None,
        "evidence": [*([evidence] if evidence else []), *_csv_passages(cell.get("more_evidence"))],
        "trace": [],
        "conflicts": [],
        "details": {},
    }


def _csv_passages(written: Any) -> list[dict[str, Any]]:
    """The evidence after the best, from its JSON; files of before have none."""
    value = parse_json(plain_cell(written)) if written else []
    return [dict(passage) for passage in value if isinstance(passage, dict)] if isinstance(value, list) else []


def _csv_span(cell: Mapping[str, Any], name: str) -> dict[str, Any] | None:
    if not cell.get(name):
        return None
    return {"start": _integer(cell.get(f"{name}_start")), "end": _integer(cell.get(f"{name}_end")), "text": cell[name]}


def _integer(text: Any) -> int | None:
    try:
        return int(text)
    except (TypeError, ValueError):
        return None


def _csv_annotations(rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    for row in rows:
        if row.data.get("vote") or row.data.get("note"):
            yield {"unit": row.data["unit"], "vote": _integer(row.data.get("vote")) or 0, "note": row.data.get("note") or ""}


def _scored(analysis: Analysis) -> Analysis:
    """With the share of supported units as its score, since CSV carries the units alone."""
    from dataclasses import replace

    verified = [u for u in analysis.units if u.supported is not None]
    if not verified:
        return analysis
    supported = sum(bool(u.supported) for u in verified)
    scores = {analysis.engine.name: supported / len(verified), "units": float(len(verified)), "supported": float(supported)}
    return replace(analysis, scores=scores)
