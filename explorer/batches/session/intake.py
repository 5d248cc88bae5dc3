"""A file of rows taken into the data folder: read once, kept as lines, and looked through for what its columns hold."""

import gzip
import json
import re
import secrets
import shutil
import time
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from engines.core.errors import FormatError, InputError, StoreError
from explorer.batches.session.columns import Column
from explorer.batches.session.contents import Looking, records
from explorer.reading.rows import dumps
from sessions.paths import private_folder

if TYPE_CHECKING:
    from explorer.services.workspace import Workspace

FOLDER = "batches"
ENDINGS = (".jsonl", ".json", ".csv", ".tsv", ".parquet")
"""Kinds of files that are read; but for the last, also compressed, with .gz behind."""
MOST_ROWS = 200_000
LARGEST_INSIDE = 2**30
"""Most bytes of rows, unpacked."""
LARGEST_JSON = 128 * 2**20
"""Most bytes of a JSON file, which is read whole."""
PAIRS, ANSWERS = "pairs", "answers"
"""What a file holds: texts to analyse, or answers that `errata batch` has written."""

_SOURCES = "source_info.jsonl"
_ROWS, _ABOUT, _GIVEN = "rows.jsonl", "about.json", "given"
_KEPT_SECONDS = 86_400.0
_PIECE = 2**20


@dataclass(frozen=True)
class File:
    """A file that was taken in.

    Attributes:
        name: what it was called.
        kind: `PAIRS` or `ANSWERS`.
        total, bad: how many rows it has, and how many of these cannot be read.
        columns: in the order in which they first come.
        first: the first rows as they are, long texts shortened.
    """

    name: str
    kind: str
    total: int
    bad: int
    columns: tuple[Column, ...]
    first: tuple[Mapping[str, Any], ...] = ()


def folder_of(workspace: "Workspace", id: str) -> Path:
    """Where the file of a batch lies, or of what may become one.

    Raises:
        InputError: it is no id of a batch.
        StoreError: there is no data folder.
    """
    if not re.fullmatch(r"[0-9a-f]{12}", id):
        raise InputError(f"There is no batch {id[:40]!r} here.")
    return workspace.folder / FOLDER / id


def begun(workspace: "Workspace") -> str:
    """A place for a file, by its id; what others have left for a day and never begun is removed."""
    parent = private_folder(workspace.folder / FOLDER)
    _tidy(workspace, parent)
    id = secrets.token_hex(6)
    private_folder(private_folder(parent / id) / _GIVEN)
    return id


def place_for(workspace: "Workspace", id: str, name: str) -> Path:
    """Where a file of that name is to be written.

    Raises:
        InputError: files of this kind are not read, or there is no such place.
    """
    folder = folder_of(workspace, id) / _GIVEN
    if not folder.is_dir():
        raise InputError("The place for this file is not there any more. Choose the file again.")
    if PurePath(name).name == _SOURCES:
        return folder / _SOURCES
    lowered = name.lower()
    ending = PurePath(lowered.removesuffix(".gz")).suffix
    if ending not in ENDINGS:
        known = ", ".join(ENDINGS)
        raise InputError(f"{name[:80]} is no table that is read. Save it as one of {known}; .gz behind it is read, too.")
    return folder / f"rows{ending}{'.gz' if lowered.endswith('.gz') else ''}"


def taken_in(workspace: "Workspace", id: str, place: Path, name: str) -> File:
    """Read the file that was written to a place, and keep its rows.

    Raises:
        InputError, FormatError, UnavailableError: it cannot be read, is too large, or has no rows; the message says what to do.
    """
    folder = folder_of(workspace, id)
    path = _unpacked(place, name)
    look = Looking()
    with (folder / _ROWS).open("w", encoding="utf-8", newline="\n") as out:
        for line, data in records(path, name):
            look.at(data)
            written = dumps([line, data])
            look.size += len(written)
            if look.total > MOST_ROWS or look.size > LARGEST_INSIDE:
                raise FormatError(
                    f"{name} has more than {MOST_ROWS:,} rows, or {LARGEST_INSIDE // 2**30} GB of them. Divide it, or use `errata batch`."
                )
            out.write(written + "\n")
    if not look.total:
        raise FormatError(f"{name} has no rows. Choose a file with a row for each output.")
    if look.bad == look.total:
        raise FormatError(f"No row of {name} can be read. The first: {look.why}")
    file = File(name[:200], ANSWERS if look.answers else PAIRS, look.total, look.bad, look.columns(), tuple(look.first))
    about = {**file.__dict__, "columns": [column.__dict__ for column in file.columns]}
    (folder / _ABOUT).write_text(json.dumps(about), encoding="utf-8")
    shutil.rmtree(folder / _GIVEN, ignore_errors=True)
    return file


def file_of(workspace: "Workspace", id: str) -> File:
    """What is known of a file that was taken in.

    Raises:
        InputError: it is not there.
    """
    try:
        about = json.loads((folder_of(workspace, id) / _ABOUT).read_text(encoding="utf-8"))
        columns = tuple(Column(**{**one, "values": None if one["values"] is None else tuple(one["values"])}) for one in about["columns"])
        return File(**{**about, "columns": columns, "first": tuple(about["first"])})
    except (OSError, ValueError, TypeError, KeyError) as problem:
        raise InputError(
            "The file of this batch is not here any more. What was answered is; choose the file again for the rest."
        ) from problem


def lines_of(workspace: "Workspace", id: str) -> Iterator[tuple[int, Mapping[str, Any] | str]]:
    """The rows of a file that was taken in: the line each stood on, and what it holds or why it cannot be read.

    Raises:
        InputError: they are not there.
    """
    try:
        with (folder_of(workspace, id) / _ROWS).open(encoding="utf-8") as lines:
            for line in lines:
                number, data = json.loads(line)
                yield number, data
    except (OSError, ValueError) as problem:
        raise InputError(
            "The file of this batch is not here any more. What was answered is; choose the file again for the rest."
        ) from problem


def removed(workspace: "Workspace", id: str) -> None:
    """Remove the file of a batch."""
    shutil.rmtree(folder_of(workspace, id), ignore_errors=True)


def _tidy(workspace: "Workspace", parent: Path) -> None:
    """Remove what was taken in long ago and belongs to no batch."""
    before = time.time() - _KEPT_SECONDS
    for folder in parent.iterdir():
        left = folder.is_dir() and re.fullmatch(r"[0-9a-f]{12}", folder.name) and folder.stat().st_mtime < before
        if left and not workspace.store.knows_batch(folder.name):
            shutil.rmtree(folder, ignore_errors=True)


def _unpacked(place: Path, name: str) -> Path:
    """The file without its compression."""
    path = place
    if place.suffix == ".gz":
        path, size = place.with_suffix(""), 0
        try:
            with gzip.open(place) as packed, path.open("wb") as out:
                while piece := packed.read(_PIECE):
                    size += len(piece)
                    if size > LARGEST_INSIDE:
                        raise FormatError(f"{name} unpacks to more than {LARGEST_INSIDE // 2**30} GB. Divide it, or use `errata batch`.")
                    out.write(piece)
        except (EOFError, gzip.BadGzipFile, zlib.error) as problem:
            raise FormatError(f"{name} cannot be unpacked: it is damaged, or not all of it is there. Compress it again.") from problem
        except OSError as problem:
            raise StoreError(f"{name} cannot be unpacked in the data folder: {problem.strerror or problem}. Make room there.") from problem
    if path.suffix == ".json" and path.stat().st_size > LARGEST_JSON:
        raise FormatError(f"{name} has more than {LARGEST_JSON // 2**20} MB. Write it as .jsonl, which is read line by line.")
    if path.suffix == ".parquet":
        _check_parquet(path, name)
    return path


def _check_parquet(path: Path, name: str) -> None:
    """Whether a Parquet file unpacks to what there is room for: it says so itself."""
    from explorer.reading.tables import needed

    needed("pyarrow", "a Parquet file")
    from pyarrow import parquet  # type: ignore[import-not-found, unused-ignore]

    try:
        about = parquet.ParquetFile(path).metadata
        size = sum(about.row_group(number).total_byte_size for number in range(about.num_row_groups))
    except Exception as problem:  # Arrow raises errors of its own
        raise FormatError(f"{name} is no Parquet file that can be read. Save it again, or as .jsonl.") from problem
    if about.num_rows > MOST_ROWS or size > LARGEST_INSIDE:
        raise FormatError(f"{name} has more rows than are taken here ({MOST_ROWS:,}, or 1 GB). Divide it, or use `errata batch`.")
