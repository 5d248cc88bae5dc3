"""Many pairs at once: a resumable run over a file of rows, in this process or on joblib workers."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from engines.core.errors import ErrataError, FormatError
from explorer.batches.resuming import ResumedFile, same_id
from explorer.batches.workers import on_workers
from explorer.reading.rows import BadRow, Row, read_rows
from explorer.reading.usage import printable

if TYPE_CHECKING:
    from explorer.services.workspace import Workspace

CARRIED = frozenset({"id", "reference", "output", "scores", "analysis", "error"})
"""Fields that are ours: everything else of a row is carried through."""


@dataclass(frozen=True)
class Job:
    """What is done to every pair; `data_dir` None means without a cache."""

    engine: str
    verifier: str
    settings: Mapping[str, Any]
    data_dir: str | None
    models: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Summary:
    """How a run ended: rows analysed, failed, and skipped because they were done before or came twice."""

    analysed: int = 0
    failed: int = 0
    skipped: int = 0

    def report(self) -> None:
        """Say it on standard error."""
        known = f", {self.skipped} skipped (done before)" if self.skipped else ""
        failed = f", {self.failed} failed (see the rows with 'error')" if self.failed else ""
        print(f"errata: {self.analysed} analysed{known}{failed}", file=sys.stderr)


def run_batch(rows: str, out: str, job: Job, workers: int = 1, backend: str = "loky") -> Summary:
    """Analyse the rows that `out` does not have yet and append what comes of them.

    Raises:
        StoreError: another run is writing to `out`.
        UsageError: the backend is not known.
    """
    from explorer.reading.progress import progress

    summary = Summary()
    with ResumedFile(out) as target:
        pending = _pending(rows, target.done, summary)
        answers = _here(pending, job) if workers == 1 else _on_workers(pending, job, workers, backend)
        for answer in progress(answers, None, "batch"):
            target.write(answer)
            if "error" in answer:
                summary.failed += 1
                print(f"errata: {printable(str(answer['error']))}", file=sys.stderr)
            else:
                summary.analysed += 1
    return summary


def analysed(row: Row | BadRow, job: Job) -> dict[str, Any]:
    """The answer to one row: {id, scores, analysis} or {id, error}, with what the row carries."""
    if isinstance(row, BadRow):
        return {"id": row.id, "error": row.reason}
    carried = _carried(row)
    try:
        from explorer.services.analysis import analyze

        analysis = analyze(
            _text(row, "reference"),
            _text(row, "output"),
            engine=job.engine,
            verifier=job.verifier,
            models=job.models,
            settings=job.settings,
            workspace=_workspace(job.data_dir),
        )
        return {"id": row.id, **carried, "scores": dict(analysis.scores), "analysis": analysis.to_json()}
    except ErrataError as problem:
        reason = str(problem)
    except Exception as problem:  # whatever a model stumbles over, the other rows go on
        reason = f"{type(problem).__name__}: {problem}"
    return {"id": row.id, **carried, "error": reason if reason.startswith("line ") else f"line {row.line}: {reason}"}


def _text(row: Row, name: str) -> str:
    value = row.data.get(name)
    if not isinstance(value, str):
        raise FormatError(f"line {row.line}: {name!r} is {'not a text' if name in row.data else 'missing'}.")
    return value


def _pending(rows: str, done: set[str], summary: Summary) -> Iterator[Row | BadRow]:
    seen = set(done)
    for row in read_rows(rows):
        try:
            row = row.identified() if isinstance(row, Row) else row
        except FormatError as problem:
            row = BadRow(row.line, str(problem))
        key = same_id(row.id)
        if row.id is not None and key in seen:
            summary.skipped += 1
            continue
        seen.add(key)
        yield row


def _here(rows: Iterator[Row | BadRow], job: Job) -> Iterator[dict[str, Any]]:
    return (analysed(row, job) for row in rows)


def _on_workers(rows: Iterator[Row | BadRow], job: Job, workers: int, backend: str) -> Iterator[dict[str, Any]]:
    def tell(count: int) -> None:
        print(f"errata: A worker was killed, perhaps for want of memory; {count} pairs are tried again one by one.", file=sys.stderr)

    return on_workers(rows, partial(analysed, job=job), _killed, tell, workers, backend)


def _killed(row: Row | BadRow) -> dict[str, Any]:
    """The answer to a row that ended its worker, and again when it was tried alone."""
    why = f"line {row.line}: The process that analysed it was killed twice. Most likely it needs more memory than there is: split it."
    return {"id": row.id, **(_carried(row) if isinstance(row, Row) else {}), "error": why}


def _carried(row: Row) -> dict[str, Any]:
    return {name: value for name, value in row.data.items() if name not in CARRIED}


@cache
def _workspace(data_dir: str | None) -> "Workspace | None":
    """One workspace a process, whose cache is used and whose history is left alone: what a batch finds is in its file."""
    if data_dir is None:
        return None
    from explorer.services.workspace import Workspace

    return Workspace(data_dir, keep_history=False)
