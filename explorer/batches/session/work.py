"""The run of a batch of the page: rows are analysed, or read where they have answers already, and what comes of each is kept at once."""

import secrets
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from engines.core.errors import ErrataError
from engines.core.results import Analysis
from explorer.batches.batch import Job, analysed, killed
from explorer.batches.session.columns import Columns, chosen, row_of
from explorer.batches.session.intake import ANSWERS, File, lines_of
from explorer.batches.session.outcome import Place, answered
from explorer.batches.workers import Here, Processes, Workers
from explorer.formats.records import read_analysis
from explorer.reading.rows import BadRow, Row
from explorer.services.analysis import Stage, analysis_key

if TYPE_CHECKING:
    from explorer.services.workspace import Workspace
    from sessions.batches.records import Batch

MOST_WORKERS = 16
"""Most processes side by side."""

_Answers = Generator[tuple[Place, dict[str, Any]], None, None]
"""Rows with the answers to them, as `errata batch` writes these."""


@dataclass(frozen=True)
class Done:
    """How far a run has come.

    Attributes:
        done, total: rows that have an answer, of all; failed: those whose answer is an error.
        now: rows that this run has answered after its first, in so many `seconds`.
    """

    done: int
    total: int
    failed: int
    now: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float | None:
        """Rows a second; None before the first."""
        return self.now / self.seconds if self.now and self.seconds > 0 else None

    @property
    def left(self) -> float | None:
        """Seconds that it will take still; None where that is not known."""
        return (self.total - self.done) / self.rate if self.rate else None


def about_of(file: File, columns: Columns, choices: Mapping[str, Any], workers: int) -> dict[str, Any]:
    """What is kept of how a batch is made.

    Args:
        choices: engine, verifier, models and settings, as `explorer.services.analysis.stream` takes them.
    """
    return {
        "file": file.name,
        "kind": file.kind,
        "total": file.total,
        "columns": columns.to_json(),
        "groups": {column.name: list(column.values or ()) for column in file.columns if column.groups},
        "engine": choices.get("engine"),
        "verifier": choices.get("verifier"),
        "models": dict(choices.get("models") or {}),
        "settings": dict(choices.get("settings") or {}),
        "workers": workers,
    }


def columns_of(batch: "Batch") -> Columns:
    """The columns that were chosen for a batch."""
    data = {name: value for name, value in dict(batch.about.get("columns") or {}).items() if name in Columns.__dataclass_fields__}
    names = [name for value in data.values() for name in (value if isinstance(value, list) else [value]) if isinstance(name, str)]
    return chosen(data, names, answers=True)


def job_of(workspace: "Workspace", choices: Mapping[str, Any], remembers: bool = True) -> Job:
    """What is done to every pair, from what is kept of how a batch is made."""
    from engines.declaration.registry import DEFAULT

    return Job(
        choices.get("engine") or DEFAULT,
        choices.get("verifier") or "compact",
        dict(choices.get("settings") or {}),
        str(workspace.folder),
        dict(choices.get("models") or {}),
        remembers,
    )


def run(workspace: "Workspace", id: str) -> Iterator[Stage | Done]:
    """Answer the rows of a batch that have no answer, or an error; closing the iterator stops it, and what was answered is kept.

    Raises:
        InputError: the batch or its file is not there any more.
        StoreError: the store cannot be written.
    """
    batch = workspace.store.batch(id)
    columns, done = columns_of(batch), workspace.store.answered_places(id)
    places = (Place(position, line, data) for position, line, data in _places(workspace, id) if position not in done)
    began, now, failed = 0.0, 0, 0
    yield Stage("Loading models", 0, 1) if batch.about.get("kind") != ANSWERS else Stage("Reading answers", 0, 1)
    source = _read(places) if batch.about.get("kind") == ANSWERS else _made(workspace, batch, columns, places)
    with closing(source):
        for place, answer in source:
            failed += _kept(workspace, batch, columns, place, answer)
            now += 1
            began = began or time.monotonic()  # the first row waits for the models, and says nothing of the others
            yield Done(len(done) + now, batch.total, failed, now - 1, time.monotonic() - began)
    if not now:
        yield Done(len(done), batch.total, 0)


def rows_again(columns: Columns, place: Place) -> Row | BadRow:
    """The row of a place, or why it cannot be used."""
    if "" in place.data:
        return BadRow(place.line, f"line {place.line}: {place.data['']}")
    return row_of(columns, place.line, place.data)


def _places(workspace: "Workspace", id: str) -> Iterator[tuple[int, int, Mapping[str, Any]]]:
    for position, (line, data) in enumerate(lines_of(workspace, id)):
        yield position, line, {"": data} if isinstance(data, str) else data


def _made(workspace: "Workspace", batch: "Batch", columns: Columns, places: Iterator[Place]) -> _Answers:
    """The answers to rows, made here or by processes; in the order of the rows."""
    waiting: list[Place] = []

    def rows() -> Iterator[Row | BadRow]:
        for place in places:
            waiting.append(place)
            yield rows_again(columns, place)

    count = batch.about.get("workers")
    workers: Workers = Processes(min(count, MOST_WORKERS), lambda _: None) if isinstance(count, int) and count > 1 else Here()
    job = job_of(workspace, batch.about)
    with workers:
        for answer in workers.each(rows(), partial(analysed, job=job), killed):
            yield waiting.pop(0), answer


def _read(places: Iterator[Place]) -> _Answers:
    """The answers that stand in the file itself."""
    for place in places:
        data = place.data
        if "" in data:
            yield place, {"id": place.line, "error": f"line {place.line}: {data['']}"}
        elif isinstance(data.get("schema"), str):
            yield place, {"id": data.get("id", place.line), "scores": data.get("scores"), "analysis": data}
        elif "error" in data or isinstance(data.get("scores"), Mapping) or isinstance(data.get("analysis"), Mapping):
            yield place, {"id": place.line, **data}
        else:
            yield place, {**data, "id": data.get("id", place.line), "error": f"line {place.line}: there is no answer in this row."}


def _kept(workspace: "Workspace", batch: "Batch", columns: Columns, place: Place, answer: dict[str, Any]) -> bool:
    """Keep what came of a row; whether it failed, or its analysis turned out to be none."""
    analysis = None
    if "error" not in answer and batch.about.get("kind") != ANSWERS:
        analysis = Analysis.from_json(answer["analysis"])
    elif "error" not in answer and answer.get("analysis") is not None:
        found = read_analysis(answer["analysis"], f"line {place.line}")
        analysis = found.analysis
        if analysis is None:
            answer = {**answer, "error": "; ".join(found.notes) or f"line {place.line}: this is no analysis."}
    analysis, new = _own(workspace, analysis)
    key = None
    if new and analysis is not None:
        key = analysis_key(analysis.engine, analysis.reference.text, analysis.output.text, analysis.question)
    few = batch.about.get("groups")
    row = answered(place, answer, analysis, columns, list(few) if isinstance(few, Mapping) else ())
    workspace.store.keep_answer(batch.id, row, analysis if new else None, key)
    return bool(row.error)


def _own(workspace: "Workspace", analysis: Analysis | None) -> tuple[Analysis | None, bool]:
    """The analysis under an id that no other has, and whether it is not in the store yet."""
    if analysis is None or not workspace.store.has_analysis(analysis.id):
        return analysis, analysis is not None
    try:
        if replace(workspace.store.get(analysis.id), timings={}, warnings=()) == replace(analysis, timings={}, warnings=()):
            return analysis, False
    except ErrataError:
        pass
    return replace(analysis, id=secrets.token_hex(6)), True
