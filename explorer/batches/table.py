"""The answers of a batch as a spreadsheet: one pair a row, with the names of the rows that were read."""

import csv
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from explorer.reading.rows import dumps
from explorer.reading.spreadsheet import safe_cell
from sessions.paths import private_writer

_SENTENCE = re.compile(r".+_sentence_\d+")
_FIRST = ("id", "reference", "output")
_LAST = ("unsupported", "warnings", "error")
_OURS = frozenset({"scores", "analysis", *_LAST})


def write_table(answers: str, table: str) -> None:
    """Write the answers of the JSON lines file `answers` as the CSV file `table`, in the order of the file.

    Columns: id, reference, output; what the rows carried; a column a score (sentence by sentence they are in `answers` alone); the
    unsupported statements, one a line; warnings; and the error of a row that failed. Every cell is safe in a spreadsheet.
    """
    known = list(dict.fromkeys(name for row in _rows(answers) for name in row))
    columns = [*_FIRST, *(name for name in known if name not in (*_FIRST, *_LAST)), *_LAST]
    with private_writer(Path(table).resolve()) as stream:
        writer = csv.DictWriter(stream, columns, restval="", lineterminator="\r\n")
        writer.writeheader()
        for row in _rows(answers):
            writer.writerow({name: safe_cell(value) for name, value in row.items() if value is not None})


def _rows(answers: str) -> Iterator[dict[str, Any]]:
    with Path(answers).open(encoding="utf-8") as lines:
        for line in lines:
            yield _row(json.loads(line))


def _row(answer: Mapping[str, Any]) -> dict[str, Any]:
    analysis = answer.get("analysis") or {}
    row: dict[str, Any] = {"id": _cell(answer["id"])}
    row |= {side: analysis[side]["text"] for side in ("reference", "output") if side in analysis}
    row |= {name: _cell(value) for name, value in answer.items() if name not in _OURS and name not in row}
    row |= {name: value for name, value in (answer.get("scores") or {}).items() if not _SENTENCE.fullmatch(name)}
    row["unsupported"] = "\n".join(unit["statement"] for unit in analysis.get("units", ()) if unit["supported"] is False)
    row["warnings"] = "\n".join(analysis.get("warnings", ()))
    row["error"] = answer.get("error")
    return row


def _cell(value: Any) -> Any:
    """Texts and numbers as they are, anything else as JSON."""
    return value if value is None or isinstance(value, str | int | float) else dumps(value)
