"""Rows out as tables: CSV that no spreadsheet runs, Parquet, data frames and data sets."""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from explorer.reading.spreadsheet import safe_cell
from explorer.reading.tables import needed
from sessions.paths import private_writer, replacing

TABLES = (".csv", ".parquet")
"""Endings of files that are written as tables."""


def is_saved_as_table(path: str) -> bool:
    """Whether a file of this name is a table, to be written when all rows are there."""
    return path.lower().endswith(TABLES)


def check_table(path: str) -> None:
    """Raises UnavailableError if what writes this table is not installed."""
    if path.lower().endswith(".parquet"):
        needed("pandas", "a Parquet file")
        needed("pyarrow", "a Parquet file")


def write_table(path: str, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write a table by the ending of its name, .csv or .parquet; the old file stays until the new one is complete.

    Args:
        columns: their names, in order; a row may lack some. Lists and mappings are written as JSON.

    Raises:
        UnavailableError: a package that writes Parquet is not installed.
        StoreError: the file cannot be written.
    """
    check_table(path)
    place = Path(path).resolve()
    if path.lower().endswith(".parquet"):
        with replacing(place) as draft:
            data_frame(rows, columns).to_parquet(draft, index=False)
        return
    with private_writer(place) as stream:
        writer = csv.writer(stream, lineterminator="\r\n")
        writer.writerow([safe_cell(name) for name in columns])
        for row in rows:
            writer.writerow(["" if row.get(name) is None else safe_cell(_flat(row[name])) for name in columns])


def data_frame(rows: Iterable[Mapping[str, Any]], columns: Sequence[str] | None = None) -> Any:
    """The rows as a pandas data frame.

    Raises:
        UnavailableError: pandas is not installed.
    """
    needed("pandas", "a data frame")
    import pandas

    return pandas.DataFrame([{name: _flat(value) for name, value in row.items()} for row in rows], columns=columns)


def data_set(rows: Iterable[Mapping[str, Any]], columns: Sequence[str] | None = None) -> Any:
    """The rows as a data set of Hugging Face.

    Raises:
        UnavailableError: datasets is not installed.
    """
    needed("datasets", "a data set")
    from datasets import Dataset  # type: ignore[import-not-found, unused-ignore]

    return Dataset.from_pandas(data_frame(rows, columns), preserve_index=False)


def _flat(value: Any) -> Any:
    """Texts, numbers and truth values as they are, anything else as JSON."""
    return value if value is None or isinstance(value, str | int | float | bool) else json.dumps(value, ensure_ascii=False)
