"""Analyses out: JSON, JSON lines and the records of other tools, with all that a person added; one that is damaged stops no other."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engines.core.errors import ErrataError
from engines.core.results import Analysis
from engines.records.schema import check_analysis
from explorer.reading.rows import dumps
from sessions.soundness import Damaged

if TYPE_CHECKING:
    from explorer.formats.foreign.base import Format
    from sessions.annotations import Annotation
    from sessions.store import Store

FORMATS = ("json", "jsonl", "csv", "html")

Item = tuple[Analysis, Mapping[str, "Annotation"]]
"""An analysis with its annotations by unit."""

Titles = Callable[[str], str | None]
"""The title that a person gave to the analysis of an id, if any."""

Added = Callable[[str], Mapping[str, Any]]
"""What stands beside the analysis of an id besides its title and its annotations: see `explorer.formats.beside.added_to`."""


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
