"""Many pairs at once: a resumable run over a file of rows, in this process, on processes of its own or on a Dask cluster."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from engines.core.errors import ErrataError, FormatError
from engines.core.results import Analysis, Engine
from explorer.batches import answers
from explorer.batches.passages import question_of
from explorer.batches.plan import AnyRow, Reading, Shard, planned
from explorer.batches.resuming import ResumedFile
from explorer.batches.workers import Workers
from explorer.reading.rows import BadRow, Row
from explorer.reading.usage import printable

if TYPE_CHECKING:
    from explorer.services.workspace import Workspace


@dataclass(frozen=True)
class Job:
    """What is done to every pair.

    Attributes:
        data_dir: the data folder whose servers, keys and prompts are used, and whose cache if the run `remembers`.
        whole: whether an answer has its analysis, or its scores alone.
    """

    engine: str
    verifier: str
    settings: Mapping[str, Any]
    data_dir: str | None
    models: Mapping[str, str] = field(default_factory=dict)
    remembers: bool = True
    whole: bool = True


@dataclass
class Summary:
    """How a run ended: rows analysed, failed, and skipped because they were done before."""

    analysed: int = 0
    failed: int = 0
    skipped: int = 0

    def report(self) -> None:
        """Say it on standard error."""
        known = f", {self.skipped} skipped (done before)" if self.skipped else ""
        failed = f", {self.failed} failed (see the rows with 'error')" if self.failed else ""
        print(f"errata: {self.analysed} analysed{known}{failed}", file=sys.stderr)


def run_batch(read: Reading, out: str, job: Job, workers: Workers, shard: Shard | None = None, update: bool = False) -> Summary:
    """Analyse the rows that `out` does not have yet; in the end it has an answer to each row, in their order.

    Args:
        update: whether answers in `out` that do not belong to this run are taken out; else they are an error.

    Raises:
        StoreError: another run is writing to `out`, or it has other answers; it was left as it was.
        UnavailableError: the workers are gone; what was answered is in `out`.
    """
    from explorer.reading.progress import progress

    with ResumedFile(out) as target:
        plan = planned(read, shard or Shard(), target, lambda: workers.once(partial(made_now, job)), update)
        summary = Summary(skipped=len(plan.kept))
        found = workers.each(plan.rows(read), partial(analysed, job=job), killed)
        for answer in progress(found, plan.left, "batch"):
            target.write(answer)
            if "error" in answer:
                summary.failed += 1
                print(f"errata: {printable(str(answer['error']))}", file=sys.stderr)
            else:
                summary.analysed += 1
        if (places := plan.misplaced()) is not None:
            target.reorder(places)
    return summary


def made_now(job: Job) -> bytes:
    """How the answers of a run are made (see `explorer.batches.answers.Key`); loads the models.

    Raises:
        InputError, UnavailableError, ModelError: see `explorer.services.engines.build`.
    """
    from explorer.services.analysis import prepared

    workspace = _workspace(job.data_dir)
    with workspace.settings():
        run = prepared(job.engine, job.verifier, job.settings, job.models, workspace if job.remembers else None)
    return answers.made(Engine(run.name, run.settings, run.models), job.whole)


def analysed(row: AnyRow, job: Job) -> dict[str, Any]:
    """The answer to one row: {id, scores, analysis}, {id, scores} or {id, error}, with what the row carries."""
    if isinstance(row, BadRow):
        return _failed(row, row.reason)
    try:
        analysis = _analysis(_text(row, "reference"), _text(row, "output"), job, question_of(row))
    except ErrataError as problem:
        return _failed(row, str(problem))
    except Exception as problem:  # whatever a model stumbles over, the other rows go on
        return _failed(row, f"{type(problem).__name__}: {problem}")
    answer = {"id": answers.id_of(row), **answers.carried(row), "scores": dict(analysis.scores)}
    if job.whole:
        return {**answer, "analysis": analysis.to_json()}
    return {**answer, answers.SEAL: answers.Key(answers.asked(row), answers.made(analysis.engine, False)).seal}


def _analysis(reference: str, output: str, job: Job, question: str | None) -> Analysis:
    from explorer.services.analysis import analyze

    workspace = _workspace(job.data_dir)
    chosen: dict[str, Any] = {"engine": job.engine, "verifier": job.verifier, "models": job.models, "settings": job.settings}
    with workspace.settings():
        return analyze(reference, output, **chosen, question=question, workspace=workspace if job.remembers else None)


def _text(row: Row, name: str) -> str:
    value = row.data.get(name)
    if not isinstance(value, str):
        raise FormatError(f"line {row.line}: {name!r} is {'not a text' if name in row.data else 'missing'}.")
    return value


def _failed(row: AnyRow, why: str) -> dict[str, Any]:
    place = "" if why.startswith("line ") else f"line {row.line}: "
    return {"id": answers.id_of(row), **answers.carried(row), "error": f"{place}{why}"}


def killed(row: AnyRow) -> dict[str, Any]:
    """The answer to a row that ended its worker, and again when it was tried alone."""
    return _failed(row, "The process that analysed it was killed twice. Most likely it needs more memory than there is: split it.")


@cache
def _workspace(data_dir: str | None) -> "Workspace":
    """One workspace a process, whose cache is used and whose history is left alone: what a batch finds is in its file."""
    from explorer.services.workspace import Workspace

    return Workspace(data_dir, keep_history=False)
