"""Rows in and out: JSON lines or CSV read row by row with line numbers, JSON lines written one at a time."""

import csv
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from engines.core.errors import FormatError
from explorer.reading.pairs import with_our_names
from explorer.reading.spreadsheet import plain_cell
from explorer.reading.usage import UsageError, printable
from sessions.paths import private_writer

LONGEST_LINE = 64 * 2**20
"""Longest line read, in bytes."""


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


def read_rows(path: str, renamed: bool = True) -> Iterator[Row | BadRow]:
    """The rows of a JSON lines file (or of a CSV file, by its name; either may be compressed, `.gz`); empty lines are skipped. Rows as
    AggreFact, LettuceDetect and RefChecker write them get our names for the two texts, unless JSON is wanted as it stands (`renamed`).

    Raises:
        UsageError: the file is not there or is a folder.
        FormatError: a CSV file has no header.
    """
    with opened(path) as stream:
        yield from _csv_rows(stream) if path.lower().removesuffix(".gz").endswith(".csv") else _json_rows(stream, renamed)


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
        if path == "-" or Path(path).is_file() or Path(path).is_fifo():
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


def parse_json(data: bytes | str, constants: bool = False) -> Any:
    """A JSON value from text.

    Args:
        constants: whether NaN, Infinity and -Infinity pass, which are no JSON, but are what many tools write.

    Raises:
        FormatError: it is not UTF-8, not JSON, or nested too deeply; the message says where.
    """
    try:
        text = data.decode("utf-8") if isinstance(data, bytes) else data
        return json.loads(text, parse_constant=None if constants else _refuse_constant)
    except UnicodeDecodeError as problem:
        raise FormatError(f"not UTF-8 text (byte {problem.start}).") from problem
    except json.JSONDecodeError as problem:
        raise FormatError(f"not JSON ({problem.msg}, column {problem.colno}).") from problem
    except RecursionError as problem:
        raise FormatError("the JSON is nested too deeply.") from problem
    except ValueError as problem:
        raise FormatError(f"not JSON that can be read ({problem}).") from problem


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def dumps(value: Any) -> str:
    """A JSON value on one line, readable where it can be, and always encodable as UTF-8 (lone surrogates are escaped)."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"))
    return text


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


def _json_rows(stream: IO[bytes], renamed: bool) -> Iterator[Row | BadRow]:
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = stream.readline(LONGEST_LINE)
            yield BadRow(number, f"line {number}: longer than {LONGEST_LINE // 2**20} MB.")
            continue
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if not line.strip():
            continue
        try:
            value = parse_json(line, constants=True)
        except FormatError as problem:
            yield BadRow(number, f"line {number}: {problem}")
            continue
        if not isinstance(value, dict):
            yield BadRow(number, f"line {number}: not a JSON object.")
            continue
        yield Row(number, with_our_names(value) if renamed else value, value)


def _csv_rows(stream: IO[bytes]) -> Iterator[Row | BadRow]:
    import io

    csv.field_size_limit(LONGEST_LINE)
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", newline="")
    try:
        reader = csv.DictReader(text)
        if not reader.fieldnames:
            raise FormatError("The CSV file is empty: its first line must name the columns (id, reference, output).")
        for values in reader:
            data = {name: plain_cell(value) for name, value in values.items() if name is not None and value is not None}
            yield (
                Row(reader.line_num, with_our_names(data), data)
                if None not in values
                else BadRow(reader.line_num, f"line {reader.line_num}: more cells than columns.", data.get("id"))
            )
    except (csv.Error, UnicodeDecodeError) as problem:
        raise FormatError(f"The CSV file cannot be read: {problem}.") from problem
    finally:
        text.detach()
