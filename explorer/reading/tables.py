"""Tables of any kind as records: CSV, JSON, Parquet, data frames, and data sets of Hugging Face.

Packages that not everybody has are asked for where a table needs them, and named where they are missing.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from engines.core.errors import FormatError, UnavailableError

LONGEST_CELL = 64 * 2**20
"""Longest cell of a CSV file, in characters."""

SEPARATORS = {".csv": ",", ".tsv": "\t"}
_DATASET = ("dataset_info.json", "state.json", "dataset_dict.json")
"""Files that a data set saved with `save_to_disk` has in its folder."""

Record = tuple[int, Mapping[str, Any] | str]
"""A line, counted from 1, with what stands in it; or with the reason why it cannot be read."""


def is_table(path: str) -> bool:
    """Whether a name stands for a table of another kind than CSV and JSON: a Parquet file or the folder of a data set."""
    return path.lower().endswith(".parquet") or is_dataset(path)


def is_dataset(path: str) -> bool:
    """Whether it is the folder of a data set that was saved with `save_to_disk`."""
    return any(Path(path, name).is_file() for name in _DATASET)


def csv_records(stream: IO[bytes], separator: str = ",") -> Iterator[Record]:
    """The lines of a CSV file under the names of its first; every cell exactly as it is written.

    Raises:
        FormatError: it has no header, or is no CSV file in UTF-8.
    """
    csv.field_size_limit(LONGEST_CELL)
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", newline="")
    try:
        reader = csv.DictReader(text, delimiter=separator)
        if not reader.fieldnames:
            raise FormatError("The CSV file is empty: its first line must name the columns (id, reference, output).")
        for values in reader:
            if None in values:
                yield reader.line_num, "more cells than columns."
            else:
                yield reader.line_num, {name: value for name, value in values.items() if value is not None}
    except (csv.Error, UnicodeDecodeError) as problem:
        raise FormatError(f"The CSV file cannot be read: {problem}.") from problem
    finally:
        with suppress(ValueError):  # whoever opened the stream may have closed it before all was read
            text.detach()


def json_records(value: Any) -> Iterator[Record]:
    """The records of a JSON file: those of a list, or of the one list of objects that an object holds, or the object itself.

    Raises:
        FormatError: there are none.
    """
    if isinstance(value, Mapping):
        lists = [held for held in value.values() if isinstance(held, list) and held and all(isinstance(item, Mapping) for item in held)]
        value = lists[0] if len(lists) == 1 and len(value) == 1 else [value]
    if not isinstance(value, list):
        raise FormatError("The JSON file holds no list of rows.")
    for number, item in enumerate(value, 1):
        yield number, item if isinstance(item, Mapping) else "not a JSON object."


def table_records(path: str) -> Iterator[Record]:
    """The rows of a Parquet file, or of a data set's folder.

    Raises:
        UnavailableError: the package that reads it is not installed.
        FormatError: it cannot be read.
    """
    if is_dataset(path):
        needed("datasets", "a folder of Hugging Face datasets")
        from datasets import DatasetDict, load_from_disk  # type: ignore[import-not-found, unused-ignore]

        try:
            found = load_from_disk(path)
        except (OSError, ValueError) as problem:
            raise FormatError(f"The data set {path} cannot be read: {problem}.") from problem
        if isinstance(found, DatasetDict):
            raise FormatError(f"{path} has several parts ({', '.join(found)}): give the folder of one of them, {path}/{next(iter(found))}.")
        return records_of(found)
    needed("pandas", "a Parquet file")
    needed("pyarrow", "a Parquet file")
    import pandas

    try:
        return records_of(pandas.read_parquet(path))
    except (OSError, ValueError) as problem:
        raise FormatError(f"The Parquet file {path} cannot be read: {problem}.") from problem


def records_of(table: Any) -> Iterator[Record]:
    """The rows of a table in memory: a pandas data frame, a data set of Hugging Face, an Arrow table, or mappings one after the other.

    Missing values are left out, and arrays become lists.

    Raises:
        FormatError: it is none of these.
    """
    if hasattr(table, "to_dict") and hasattr(table, "columns"):
        rows: Iterable[Any] = table.to_dict("records")
    elif hasattr(table, "to_pylist"):
        rows = table.to_pylist()
    elif isinstance(table, Iterable) and not isinstance(table, str | bytes | Mapping):
        rows = table
    else:
        raise FormatError("A table is a data frame, a data set, or a list of mappings; this is something else.")
    return _plain_rows(rows)


def _plain_rows(rows: Iterable[Any]) -> Iterator[Record]:
    for number, row in enumerate(rows, 1):
        if isinstance(row, Mapping):
            plain = {str(name): plain_value(value) for name, value in row.items()}
            yield number, {name: value for name, value in plain.items() if value is not None}
        else:
            yield number, "not a mapping of columns to values."


def plain_value(value: Any) -> Any:
    """A value of a table as JSON has it: arrays as lists, numbers of numpy as Python's, what is missing as None."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if (isinstance(value, float) and value != value) or str(value) in ("NaT", "<NA>"):
        return None
    if isinstance(value, Mapping):
        return {str(name): plain_value(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(item) for item in value]
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def needed(package: str, what: str) -> None:
    """Raises UnavailableError if a package that `what` needs is not installed; the message says how to install it."""
    if find_spec(package) is None:
        raise UnavailableError(f"To read or write {what} the package {package} is needed. Run: pip install {package}")
