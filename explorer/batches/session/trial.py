"""How long a batch will take: a few of its rows are analysed and timed before it begins."""

import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from explorer.batches.batch import analysed
from explorer.batches.session.columns import Columns
from explorer.batches.session.intake import file_of, lines_of
from explorer.batches.session.outcome import Place
from explorer.batches.session.work import job_of, rows_again
from explorer.model_choice.estimating import LANGUAGE_MODELS, estimate, for_engine, in_words
from explorer.reading.rows import BadRow, Row
from explorer.services.analysis import Stage

if TYPE_CHECKING:
    from explorer.services.workspace import Workspace

TIMED = 3
"""Rows that are timed, from all over the file; one more is analysed before, which loads what has to be loaded."""


@dataclass(frozen=True)
class Timed:
    """What was found.

    Attributes:
        seconds: how long all rows take, one at a time; None where that cannot be told.
        rows: how many were timed; total: how many there are.
        problem: why a row failed, if one did.
        asked: what language models would be asked, in words; nothing is timed then.
    """

    seconds: float | None
    rows: int
    total: int
    problem: str = ""
    asked: tuple[str, ...] = ()


def timed(workspace: "Workspace", id: str, columns: Columns, choices: Mapping[str, Any]) -> Iterator[Stage | Timed]:
    """Time some rows of a file that was taken in; nothing of it is kept.

    Raises:
        InputError: the file is not there.
    """
    file, job = file_of(workspace, id), job_of(workspace, choices, remembers=False)
    chosen = {"verifier": job.verifier, **job.models}
    if any(name.partition(":")[0] in LANGUAGE_MODELS for name in chosen.values()):
        rows = (row for _, row in _rows(workspace, id, columns, range(file.total)) if isinstance(row, Row))
        pairs = ((str(row.data["reference"]), str(row.data["output"])) for row in rows)
        with workspace.settings():
            found = for_engine(estimate(pairs, job.engine, job.verifier, job.models), job.engine)
        yield Timed(None, 0, file.total, asked=tuple(map(in_words, found)))
        return
    places = sorted({file.total * step // (TIMED + 1) for step in range(TIMED + 1)})
    spent, weights, problem = 0.0, 0.0, ""
    lengths = [_length(row) for _, row in _rows(workspace, id, columns, range(0, file.total, max(1, file.total // 1000)))]
    count = 0
    for number, (_, row) in enumerate(_rows(workspace, id, columns, places)):
        yield Stage("Timing some rows", number, len(places))
        began = time.perf_counter()
        answer = analysed(row, job)
        if "error" in answer:
            problem = problem or str(answer["error"])
        elif number or len(places) == 1:
            spent, weights, count = spent + time.perf_counter() - began, weights + _length(row), count + 1
    mean = sum(lengths) / len(lengths) if lengths else 0.0
    yield Timed(spent / weights * mean * file.total if weights else None, count, file.total, problem)


def _rows(workspace: "Workspace", id: str, columns: Columns, wanted: Any) -> Iterator[tuple[int, Row | BadRow]]:
    """The rows at some positions."""
    asked = wanted if isinstance(wanted, range) else frozenset(wanted)
    for position, (line, data) in enumerate(lines_of(workspace, id)):
        if position in asked:
            yield position, rows_again(columns, Place(position, line, {"": data} if isinstance(data, str) else data))


def _length(row: Row | BadRow) -> float:
    """About in proportion to how long a row takes: both texts count, the output more."""
    if isinstance(row, BadRow):
        return 0.0
    words = len(str(row.data["output"]).split())
    return 8 + words + math.sqrt(1 + len(str(row.data["reference"]).split())) * words / 8
