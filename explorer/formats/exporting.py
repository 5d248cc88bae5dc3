"""Analyses out: JSON, JSON lines, CSV (one unit a row) and HTML, with all that a person added; one that is damaged stops no other."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engines.core.errors import ErrataError, FormatError, StoreError
from engines.core.results import Analysis, Span, Unit
from engines.records.schema import check_analysis
from engines.units.errors import completed
from explorer.formats.added import ADDED, CALIBRATION, COMPARISON, DRAFT, LEFT_OUT, check_revision
from explorer.reading.rows import dumps
from explorer.reading.spreadsheet import safe_cell
from sessions.soundness import Damaged

if TYPE_CHECKING:
    from explorer.formats.foreign.base import Format
    from sessions.annotations import Annotation
    from sessions.store import Store

FORMATS = ("json", "jsonl", "csv", "html")
COLUMNS = (
    "analysis",
    "created",
    "engine",
    "reference",
    "output",
    "unit",
    "kind",
    "predicate",
    "predicate_start",
    "predicate_end",
    "predicate_kind",
    "question",
    "answer",
    "answer_start",
    "answer_end",
    "statement",
    "probability",
    "supported",
    "error",
    "evidence",
    "evidence_start",
    "evidence_end",
    "evidence_score",
    "more_evidence",
    "vote",
    "note",
    "errors",
    "unchecked",
)
"""Columns of the CSV; both texts, the engine, and as JSON the errors and what is unchecked stand in the first row of an analysis only. The
best evidence has columns of its own, what follows it is JSON in `more_evidence`."""


Item = tuple[Analysis, Mapping[str, "Annotation"]]
"""An analysis with its annotations by unit."""

Titles = Callable[[str], str | None]
"""The title that a person gave to the analysis of an id, if any."""

Added = Callable[[str], Mapping[str, Any]]
"""What stands beside the analysis of an id besides its title and its annotations: see `added_to`."""


def exported(store: "Store", ids: Sequence[str] | None, left_out: list[Damaged] | None = None, taken_back: bool = False) -> Iterator[Item]:
    """The analyses with these ids (None: all, oldest first), each with its annotations by unit.

    Args:
        left_out: is given what is damaged of them; without it the first such analysis ends the export.
        taken_back: whether annotations that were taken back are there as such.

    Raises:
        InputError: there is no analysis of that id; raised at once.
    """
    analyses = store.every(ids, left_out)
    unreadable = [thing for thing in store.damaged() if thing.kind in ("note", "label")] if left_out is not None else []

    def annotated() -> Iterator[Item]:
        for analysis in analyses:
            with skipping(analysis.id, left_out):
                check_analysis(analysis.to_json())
                item = analysis, store.annotations(analysis.id, taken_back)
                if left_out is not None:
                    left_out.extend(thing for thing in unreadable if thing.of == analysis.id)
                yield item

    return annotated()


def added_to(store: "Store", left_out: list[Damaged]) -> Added:
    """What the store has beside an analysis: when its title was given or taken back, its labels, and its tags and revision, dated."""

    def added(id: str) -> dict[str, Any]:
        _, titled = store.dated_title(id)
        data: dict[str, Any] = {"titled": titled} if titled else {}
        tags, tagged = store.dated_tags(id)
        data |= {"tags": list(tags), "tagged": tagged} if tagged else {}
        data |= {"labels": [said.to_json() for said in labels]} if (labels := store.labels(id)) else {}
        try:
            if revision := store.dated_revision(id):
                check_revision(revision[0])
                data["revision"] = {"updated": revision[1], "data": revision[0]}
        except ErrataError as problem:
            left_out.append(Damaged("revision", json.dumps([id]), f"the revision of the analysis {id}", str(problem)))
        return data

    return added


def records_beside(store: "Store", left_out: list[Damaged]) -> Iterator[dict[str, Any]]:
    """What goes with a whole history: drafts, comparisons, calibrations, and at last the list of what was left out."""
    left_out += [thing for thing in store.damaged() if thing.kind in ("draft", "calibration", "comparison", "tags")]
    with suppress(StoreError):  # then all of them are among what is damaged
        for session, updated, draft in store.drafts():
            texts = {"reference": {"text": draft.reference}, "output": {"text": draft.output}}
            engine = {"name": str(draft.settings.get("engine") or "")}
            record = {"schema": DRAFT, "id": session, "created": updated, "engine": engine, **texts, "settings": dict(draft.settings)}
            yield from _checked(record, Damaged("draft", json.dumps([session]), f"the texts and choices kept as {session}", ""), left_out)
    with suppress(StoreError):
        for each in (each for found in store.comparisons().values() for each in found):
            yield {"schema": COMPARISON, "created": each.created, "engine": {"name": ""}, "analyses": list(each.analyses)}
    with suppress(StoreError):
        for kept in store.calibrations():
            engine_of = {"name": kept.engine, "models": {"verifier": kept.verifier}}
            record = {"schema": CALIBRATION, "created": kept.updated, "engine": engine_of, "data": dict(kept.data)}
            thing = Damaged("calibration", json.dumps([kept.engine, kept.verifier]), f"the calibration of {kept.engine}", "")
            yield from _checked(record, thing, left_out)
    if left_out:
        yield {"schema": LEFT_OUT, "left_out": [asdict(thing) for thing in left_out]}


def _checked(record: dict[str, Any], thing: Damaged, left_out: list[Damaged]) -> Iterator[dict[str, Any]]:
    """The record, if it can be read back; else what it is of is left out."""
    try:
        ADDED[record["schema"]](record)
    except FormatError as problem:
        left_out.append(replace(thing, why=str(problem)))
    else:
        yield record


def no_title(id: str) -> str | None:
    """Analyses as they call themselves."""
    return None


def nothing_added(id: str) -> Mapping[str, Any]:
    """Analyses with their annotations alone."""
    return {}


def as_json(
    analysis: Analysis,
    annotations: Mapping[str, "Annotation"],
    title: str | None = None,
    added: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """The analysis as in `to_json`, and beside it what a person added: a title, annotations if there are any, and what else."""
    data = analysis.to_json() | ({"title": title} if title else {}) | dict(added)
    if annotations:
        data["annotations"] = [{"unit": a.unit, "vote": a.vote, "note": a.note, "created": a.created} for a in annotations.values()]
    return data


def json_text(
    items: Iterable[Item],
    titles: Titles = no_title,
    added: Added = nothing_added,
    beside: Iterable[Mapping[str, Any]] = (),
    left_out: list[Damaged] | None = None,
) -> Iterator[str]:
    """A JSON list of analyses, piece by piece, and of the records `beside` them."""
    yield "["
    separator = "\n"
    for line in jsonl_text(items, titles, added, beside, left_out):
        yield separator + line.removesuffix("\n")
        separator = ",\n"
    yield "\n]\n"


def jsonl_text(
    items: Iterable[Item],
    titles: Titles = no_title,
    added: Added = nothing_added,
    beside: Iterable[Mapping[str, Any]] = (),
    left_out: list[Damaged] | None = None,
) -> Iterator[str]:
    """One analysis a line, then the records `beside` them. What cannot be written is added to `left_out`, without which it is an error."""
    for analysis, annotations in items:
        with skipping(analysis.id, left_out):
            line = dumps(as_json(analysis, annotations, titles(analysis.id), added(analysis.id))) + "\n"
            yield line
    for record in beside:
        yield dumps(record) + "\n"


def foreign_text(items: Iterable[Item], shape: str, left_out: list[Damaged] | None = None, path: str = "") -> Iterator[str]:
    """Analyses as another tool reads them (see `explorer.formats.foreign`): a JSON list, or lines where the tool wants them in `path`."""
    from explorer.formats.foreign.registry import writer

    format = writer(shape)
    records = (record for _, record in foreign_records(items, format, left_out))
    yield from pieces(format.together(records) if format.together else records, format, format.lines_in(path))


def pieces(records: Iterable[Mapping[str, Any]], format: "Format", lines: bool) -> Iterator[str]:
    """The text of a file of records, piece by piece: one a line, or a list."""
    before, after = format.around
    yield "" if lines else before
    for number, record in enumerate(records):
        yield dumps(record) + "\n" if lines else (",\n" if number else "\n") + dumps(record)
    yield "" if lines else f"\n{after}\n"


def foreign_records(
    items: Iterable[Item], format: "Format", left_out: list[Damaged] | None = None, without: list[str] | None = None
) -> Iterator[tuple[Analysis, dict[str, Any]]]:
    """The analyses that a format has a place for, each with its record; the ids of the others are added to `without`."""
    number = 0
    for analysis, annotations in items:
        record = None
        with skipping(analysis.id, left_out):
            record = format.record(analysis, annotations, number)
            dumps(record)
            if record is None and without is not None:
                without.append(analysis.id)
        if record is not None:
            number += 1
            yield analysis, record


def csv_text(items: Iterable[Item], left_out: list[Damaged] | None = None) -> Iterator[str]:
    """One unit a row, every cell safe in a spreadsheet; an analysis without units has one row with its texts alone."""
    buffer = io.StringIO(newline="")
    writer = csv.DictWriter(buffer, COLUMNS, restval="", lineterminator="\r\n", quoting=csv.QUOTE_MINIMAL)
    writer.writeheader()
    for analysis, annotations in items:
        with skipping(analysis.id, left_out):
            rows = [{name: safe_cell(value) for name, value in row.items() if value is not None} for row in _rows(analysis, annotations)]
            writer.writerows(rows)
            piece = buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
            yield piece
    yield buffer.getvalue()


@contextmanager
def skipping(id: str, left_out: list[Damaged] | None) -> Iterator[None]:
    """What goes wrong with one analysis is said in `left_out` and stops nothing else; without that list it is raised."""
    try:
        yield
    except Exception as problem:  # an analysis that no code expects must not keep the others from being saved
        if left_out is None:
            raise
        why = str(problem) if isinstance(problem, ErrataError) else f"{type(problem).__name__}: {problem}"
        left_out.append(Damaged("analysis", id, "", why))


def _rows(analysis: Analysis, annotations: Mapping[str, "Annotation"]) -> Iterator[dict[str, Any]]:
    texts = {
        "created": analysis.created,
        "engine": json.dumps(analysis.engine.to_json()),
        "reference": analysis.reference.text,
        "output": analysis.output.text,
        **_found(analysis),
    }
    for unit in analysis.units or (None,):
        row: dict[str, Any] = {"analysis": analysis.id, **texts}
        texts = {}
        if unit is not None:
            row.update(_unit(unit, annotations.get(unit.id)))
        yield row


def _found(analysis: Analysis) -> dict[str, str | None]:
    """The errors of the output and what no unit asks about, as in JSON."""
    data = completed(analysis).to_json()
    return {name: None if data[name] is None else dumps(data[name]) for name in ("errors", "unchecked")}


def _unit(unit: Unit, annotation: "Annotation | None") -> dict[str, Any]:
    best = unit.evidence[0] if unit.evidence else None
    return {
        "unit": unit.id,
        "kind": unit.kind,
        **_span("predicate", unit.predicate),
        "predicate_kind": unit.predicate.kind if unit.predicate else None,
        "question": unit.question,
        **_span("answer", unit.answer),
        "statement": unit.statement,
        "probability": unit.probability,
        "supported": None if unit.supported is None else str(unit.supported).lower(),
        "error": unit.error,
        **_span("evidence", best),
        "evidence_score": best.score if best else None,
        "more_evidence": dumps([passage.to_json() for passage in unit.evidence[1:]]) if unit.evidence[1:] else None,
        "vote": annotation.vote if annotation else None,
        "note": annotation.note if annotation else None,
    }


def _span(name: str, span: Span | None) -> dict[str, Any]:
    return {} if span is None else {name: span.text, f"{name}_start": span.start, f"{name}_end": span.end}
