"""Rows in and out: JSON lines or a table, row by row with line numbers, JSON lines written one at a time."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from engines.core.errors import FormatError
from explorer.reading.columns import Columns, mapped
from explorer.reading.json_lines import dumps as dumps
from explorer.reading.json_lines import json_file, json_lines
from explorer.reading.json_lines import parse_json as parse_json
from explorer.reading.pairs import with_our_names
from explorer.reading.spreadsheet import plain_cell
from explorer.reading.tables import SEPARATORS, Record, csv_records, is_dataset, is_table, records_of, table_records
from explorer.reading.usage import UsageError, printable
from sessions.paths import private_writer


@dataclass(frozen=True)
class Row:
    """A row of a file; `line` counts from 1, `data` has our names for its fields, and `given` is the row as it was written, where that
    differs."""

    line: int
    data: Mapping[str, Any]
    given: Mapping[str, Any] | None = None

    @property
    def id(self) -> Any:
        """The row's id; None if it has none."""
        return self.data.get("id")

    def text(self, name: str) -> str:
        """A field that must be a text with something in it.

        Raises:
            FormatError: it is missing, empty or no string; the message names the line.
        """
        value = self.data.get(name)
        if not isinstance(value, str) or not value.strip():
            state = "missing" if name not in self.data else "empty" if value in ("", None) or isinstance(value, str) else "not a text"
            raise FormatError(f"line {self.line}: {name!r} is {state}.")
        return value

    def optional(self, name: str) -> str:
        """A field that may be left out; the empty string then.

        Raises:
            FormatError: it is there, but no string.
        """
        value = self.data.get(name)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise FormatError(f"line {self.line}: {name!r} is not a text.")
        return value

    def identified(self) -> "Row":
        """The row itself.

        Raises:
            FormatError: it has no id, or one that is no string or number.
        """
        if not isinstance(self.id, str | int | float) or isinstance(self.id, bool):
            raise FormatError(f"line {self.line}: 'id' is missing; it must be a text or a number.")
        return self


@dataclass(frozen=True)
class BadRow:
    """A row that cannot be used, and why; `reason` names the line. `id` is None where it could not be read."""

    line: int
    reason: str
    id: Any = None


def read_rows(path: str, columns: Columns | None = None, escaped: bool = False, renamed: bool = True) -> Iterator[Row | BadRow]:
    """The rows of a file, by the ending of its name: .csv, .tsv, .json (a list), .parquet, the folder of a data set, else JSON lines, of
    which empty ones are skipped. Rows as other tools write them get our names for the two texts.

    Args:
        columns: the table's own names for fields of ours.
        escaped: whether it is a spreadsheet that Errata wrote, in which an apostrophe keeps cells from being taken for formulas.
        renamed: whether rows of other tools get our names; else they stay as they stand.

    Raises:
        UsageError: the file is not there or is a folder.
        FormatError: a table has no header, or cannot be read.
        UnavailableError: a package that reads such a table is not installed.
    """
    ending = Path(path.lower().removesuffix(".gz")).suffix
    if is_table(path):
        yield from _named(table_records(path), columns, renamed)
        return
    with opened(path) as stream:
        if ending in SEPARATORS:
            records = csv_records(stream, SEPARATORS[ending])
            yield from _named(_plain(records) if escaped else records, columns, renamed)
        elif ending == ".json":
            yield from _named(json_file(stream), columns, renamed)
        else:
            yield from _named(json_lines(stream), columns, renamed)


def table_rows(table: Any, columns: Columns | None = None) -> Iterator[Row | BadRow]:
    """The rows of a table in memory (see `explorer.reading.tables.records_of`).

    Raises:
        FormatError: it is no table.
    """
    yield from _named(records_of(table), columns)


@contextmanager
def opened(path: str) -> Iterator[IO[bytes]]:
    """`path` as a stream of bytes, "-" being standard input; what is compressed (`.gz`) comes unpacked.

    Raises:
        UsageError: there is no such file, or it is a folder.
        FormatError: it is compressed, and damaged or cut off.
    """
    if path == "-":
        yield sys.stdin.buffer
        return
    check_file(path)
    if not path.lower().endswith(".gz"):
        with Path(path).open("rb") as stream:
            yield stream
        return
    import gzip
    import zlib

    try:
        with gzip.open(path) as unpacked:
            yield unpacked  # type: ignore[misc]
    except (EOFError, gzip.BadGzipFile, zlib.error) as problem:
        raise FormatError(f"The file {path} cannot be unpacked: {problem}. It is damaged, or not all of it is there.") from problem


def check_file(path: str) -> None:
    """Raises UsageError if `path` is no file that can be read; "-" always can."""
    try:
        if path == "-" or Path(path).is_file() or Path(path).is_fifo() or is_dataset(path):
            return
        reason = "is a folder, not a file" if Path(path).is_dir() else "does not exist"
    except (OSError, ValueError):
        reason = "is no file name"
    raise UsageError(f"The file {path} {reason}.")


def check_output(path: str, *inputs: str) -> None:
    """Raises UsageError if `path` cannot be written, or is one of the `inputs`; "-" is standard output."""
    if path == "-":
        return
    try:
        out = Path(path)
        if out.is_dir() or not out.absolute().parent.is_dir():
            raise UsageError(f"{path} cannot be written: {'it is a folder' if out.is_dir() else 'its folder does not exist'}.")
        for given in inputs:
            if given != "-" and out.exists() and Path(given).exists() and out.samefile(given):
                raise UsageError(f"{path} is the file to be read: write to another one.")
    except (OSError, ValueError) as problem:
        raise UsageError(f"{path!r} is no file name that can be written.") from problem


def read_text(path: str) -> str:
    """The whole of a text, exactly as it is (line ends and all; UTF-8, a byte order mark is dropped); or the text of a document.

    Raises:
        UsageError: the file is not there.
        FormatError: it is no text; the message says what to do.
    """
    from explorer.reading.document_process import text_of_document

    with opened(path) as stream:
        data = stream.read()
    return text_of_document("Standard input" if path == "-" else f"The file {path}", data)


@contextmanager
def line_writer(path: str) -> Iterator[IO[str]]:
    """A UTF-8 text stream to write lines to; "-" is standard output. A file that is made for it can be read by its owner only."""
    if path == "-":
        sys.stdout.flush()
        with open(sys.stdout.fileno(), "w", encoding="utf-8", newline="\n", closefd=False) as stream:
            yield stream
    else:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
            yield stream


@contextmanager
def file_writer(path: str) -> Iterator[IO[str]]:
    """The same for a file that is of use only when it is complete: until then what stood in it stays.

    Raises:
        StoreError: it cannot be written.
    """
    place = Path(path)
    if path == "-" or (place.exists() and not place.is_file()):
        with line_writer(path) as stream:
            yield stream
    else:
        with private_writer(place.resolve()) as stream:
            yield stream


def good_rows(path: str, bad: list[BadRow]) -> Iterator[Row]:
    """The usable rows with an id; the others are added to `bad`."""
    for row in read_rows(path):
        if isinstance(row, BadRow):
            bad.append(row)
            continue
        try:
            yield row.identified()
        except FormatError as problem:
            bad.append(BadRow(row.line, str(problem), row.id))


def report_bad(bad: Iterable[BadRow], most: int = 20) -> None:
    """Name the unusable rows on standard error."""
    rows = list(bad)
    for row in rows[:most]:
        print(f"errata: skipped {printable(row.reason)}", file=sys.stderr)
    if len(rows) > most:
        print(f"errata: … and {len(rows) - most} more; {len(rows)} rows were skipped in all", file=sys.stderr)


def _named(records: Iterable[Record], columns: Columns | None, renamed: bool = True) -> Iterator[Row | BadRow]:
    """Records as rows, with our names if they are to be `renamed`."""
    for number, data in records:
        if isinstance(data, str):
            yield BadRow(number, f"line {number}: {data}")
            continue
        try:
            given = mapped(data, columns) if columns else data
            yield Row(number, with_our_names(given) if renamed else given, given)
        except FormatError as problem:
            yield BadRow(number, f"line {number}: {problem}", data.get("id"))


def _plain(records: Iterable[Record]) -> Iterator[Record]:
    for number, data in records:
        yield number, data if isinstance(data, str) else {plain_cell(name): plain_cell(value) for name, value in data.items()}
