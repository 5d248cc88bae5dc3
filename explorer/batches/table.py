"""The answers of a batch as a spreadsheet: one pair a row, with the names of the rows that were read."""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from explorer.batches.answers import CARRIED, SEAL
from explorer.reading import saving
from explorer.reading.rows import dumps

_SENTENCE = re.compile(r".+_sentence_\d+")
_FIRST = ("id", "reference", "output")
_LAST = ("unsupported", "warnings", "error")
_NOT_SHOWN = frozenset({"scores", "analysis", "error", SEAL, CARRIED})
_GIVEN = "{} (given)"
"""What a column of the rows is called whose name is one of the table's own."""


def write_table(answers: str, table: str) -> None:
    """Write the answers of the JSON lines file `answers` as the table `table`, .csv or .parquet, in the order of the file.

    Columns: id, reference, output; what the rows carried (with "(given)" behind names that are the table's own); a column a score
    (sentence by sentence they are in `answers` alone); the unsupported statements, one a line; warnings; and the error of a row that
    failed. Every cell is safe in a spreadsheet.
    """
    scores = {name for answer in _answers(answers) for name in _scores(answer)}
    known = list(dict.fromkeys(name for answer in _answers(answers) for name in _row(answer, scores)))
    columns = [*_FIRST, *(name for name in known if name not in (*_FIRST, *_LAST)), *_LAST]
    saving.write_table(table, columns, (_row(answer, scores) for answer in _answers(answers)))


def _answers(path: str) -> Iterator[dict[str, Any]]:
    with Path(path).open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _scores(answer: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in (answer.get("scores") or {}).items() if not _SENTENCE.fullmatch(name)}


def _row(answer: Mapping[str, Any], scores: Collection[str]) -> dict[str, Any]:
    """A row of the table; `scores` are the names of all of its scores."""
    analysis = answer.get("analysis") or {}
    row: dict[str, Any] = {"id": _cell(answer["id"])}
    row |= {side: analysis[side]["text"] for side in ("reference", "output") if side in analysis}
    others = {name: value for name, value in answer.items() if name not in _NOT_SHOWN and name != "id"}
    taken = {*_FIRST, *scores, *_LAST}
    for name, value in [*others.items(), *(answer.get(CARRIED) or {}).items()]:
        row[_GIVEN.format(name) if name in taken else name] = _cell(value)
    row |= _scores(answer)
    row["unsupported"] = "\n".join(unit["statement"] for unit in analysis.get("units", ()) if unit["supported"] is False)
    row["warnings"] = "\n".join(analysis.get("warnings", ()))
    row["error"] = answer.get("error")
    return row


def _cell(value: Any) -> Any:
    """Texts and numbers as they are, anything else as JSON."""
    return value if value is None or isinstance(value, str | int | float) else dumps(value)
