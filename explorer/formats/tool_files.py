"""Analyses into the files that another tool reads: a list or lines, a file a record, a second file beside the first.

What the tool has no place for is told: whole analyses that it cannot hold, and facts without a verdict, which it would take for right.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from engines.core.results import Analysis
from explorer.formats.exporting import Item, foreign_records, pieces
from explorer.formats.foreign.base import Format, Record
from explorer.reading.rows import check_output, dumps, file_writer
from explorer.reading.usage import UsageError
from sessions.soundness import Damaged

Items = Callable[[], Iterable[Item]]
"""Gives the analyses anew each time it is called."""


def check_place(format: Format, out: str) -> None:
    """Whether a tool could read what is written to a place.

    Raises:
        UsageError: it could not, or it cannot be written; the message says what to name instead.
    """
    if format.apart and not out.lower().endswith(".json") and out != "-":
        place = Path(out)
        if place.is_file() or (place.is_dir() and any(place.iterdir())):
            raise UsageError(
                f"{out} is {'a file' if place.is_file() else 'not empty'}: {format.title} reads a file a text; name a new folder."
            )
        if not place.absolute().parent.is_dir():
            raise UsageError(f"{out} cannot be written: its folder does not exist.")
        return
    check_output(out)
    ending = out.lower().rpartition(".")[2]
    if (ending == "jsonl" and format.of_lines is False) or (ending == "json" and format.of_lines is True):
        right = ".json" if ending == "jsonl" else ".jsonl"
        raise UsageError(
            f"{format.title} reads {'one JSON value' if right == '.json' else 'a record a line'}: name a file that ends in {right}."
        )
    if format.beside and format.beside.needed:
        if out == "-":
            raise UsageError(
                f"{format.title} is two files: name the first with --out FILE; {format.beside.what} go to {format.beside.name} beside it."
            )
        if (place := _beside(format, out)).exists():
            raise UsageError(f"{place} is there already: give --out a folder of its own.")


def write(format: Format, items: Items, out: str, left_out: list[Damaged]) -> list[str]:
    """Write the analyses where the tool looks for them; what there is to say of it, for a person.

    Raises:
        UsageError: there are several, and only one file to write to, each of which holds one.
        FormatError: they cannot stand in one file of the tool.
    """
    without: list[str] = []
    told: Counter[str] = Counter()
    records = _counted(format, foreign_records(items(), format, left_out, without), told)
    said = _apart(format, records, out) if format.apart else _whole(format, records, items, out)
    if without:
        them = "it" if len(without) == 1 else "them"
        said.append(f"{_many(len(without))} not written: there is nothing in {them} that {format.title} can hold.")
    if told["without a verdict"]:
        count = _many(told["without a verdict"])
        said.append(f"{count} written with facts that have no verdict: what is not marked counts as right in {format.title}.")
    if told["anew"]:
        said.append(f"{format.title} has no place for {format.lacks}.")
    return said


def _counted(
    format: Format, records: Iterable[tuple[Analysis, dict[str, Any]]], told: Counter[str]
) -> Iterator[tuple[Analysis, dict[str, Any]]]:
    """The records, those that did not come from the tool counted."""
    for analysis, record in records:
        if (analysis.origin or {}).get("format") != format.name:
            told["anew"] += bool(format.lacks)
            told["without a verdict"] += format.of_marks and any(unit.supported is None for unit in analysis.units)
        yield analysis, record


def _whole(format: Format, records: Iterable[tuple[Analysis, Record]], items: Items, out: str) -> list[str]:
    """One file, and the one beside it."""
    said = []
    with ExitStack() as stack:
        stack.enter_context(file_writer(out)).writelines(pieces((record for _, record in records), format, format.lines_in(out)))
        if format.beside is not None and out != "-":
            place = _beside(format, out)
            second = stack.enter_context(file_writer(str(place)))
            second.writelines(format.beside.lines(foreign_records(items(), format, [])))
            said.append(f"{format.beside.what} {'are' if format.beside.what.endswith('s') else 'is'} in {place}")
        elif format.beside is not None:
            said.append(f"{format.beside.what} is not written: name a file with --out, and it will stand beside it.")
    return said


def _apart(format: Format, records: Iterable[tuple[Analysis, Record]], out: str) -> list[str]:
    """A file for each record, in a folder; or a single one."""
    alone = (record for _, record in records)
    made: Iterable[Record] = format.together(alone) if format.together else alone
    if out == "-" or out.lower().endswith(".json"):
        found = list(made)
        if len(found) > 1:
            raise UsageError(
                f"{format.title} reads one text a file, and these are {len(found)}: name a folder with --out, or one analysis."
            )
        with file_writer(out) as stream:
            stream.writelines(dumps(record) + "\n" for record in found)
        return []
    folder, names = Path(out), set[str]()
    folder.mkdir(mode=0o700, exist_ok=True)
    for record in made:
        name = _name(record, len(names) + 1, names)
        names.add(name)
        with file_writer(str(folder / f"{name}.json")) as stream:
            stream.write(dumps(record) + "\n")
    return [f"{len(names)} {'file is' if len(names) == 1 else 'files are'} in {folder}"]


def _name(record: Record, number: int, taken: set[str]) -> str:
    """What a record calls itself, as the name of a file that no other has."""
    wanted = next((str(record[field]) for field in ("sourceId", "source_id", "id") if record.get(field) not in (None, "")), str(number))
    safe = re.sub(r"[^\w.-]+", "_", wanted).strip("._")[:80] or str(number)
    return next(name for name in (safe, *(f"{safe}-{again}" for again in range(2, len(taken) + 3))) if name not in taken)


def _beside(format: Format, out: str) -> Path:
    assert format.beside is not None
    return Path(out).with_name(format.beside.name.format(stem=Path(out).stem))


def _many(count: int) -> str:
    return f"{count:,} {'analysis is' if count == 1 else 'analyses are'}"
