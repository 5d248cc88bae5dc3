"""What the page sends of a batch: a file, the columns that are picked, and what is to be done; each checked, each answered in words."""

from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path, PurePath
from typing import Any

from components.batch.page import spoken
from components.batch.preparing import estimated, prepare, preview
from components.wiring.batch.showing import owner_of
from engines.core.errors import InputError, StoreError
from engines.declaration.registry import DEFAULT, known
from explorer.batches.session import intake
from explorer.batches.session.columns import Columns, chosen, guessed
from explorer.batches.session.outcome import Place
from explorer.batches.session.trial import Timed, timed
from explorer.batches.session.work import MOST_WORKERS, about_of, columns_of, rows_again, run
from explorer.services.engines import checked_models
from explorer.services.tabs.runs import Runs
from explorer.services.workspace import Workspace

LARGEST = 128 * 2**20
"""Largest file of rows that the page takes, in bytes: the guard refuses what is larger; the command line takes it."""

PREVIEWED = 4


async def received(place: Path, stream: AsyncIterator[bytes]) -> int:
    """Write what comes to a file, piece by piece; how many bytes came.

    Raises:
        StoreError: it cannot be written.
    """
    size = 0
    try:
        with place.open("wb") as out:
            async for piece in stream:
                size += len(piece)
                out.write(piece)
    except OSError as problem:
        raise StoreError(f"The file cannot be kept in the data folder: {problem.strerror or problem}. Make room there.") from problem
    return size


def read_in(workspace: Workspace, upload: str, place: Path, name: str) -> str:
    """Read a file that has come whole; the form that asks what its columns are."""
    try:
        file = intake.taken_in(workspace, upload, place, name)
    except Exception:
        with suppress(OSError, InputError):
            intake.removed(workspace, upload)
        raise
    columns = guessed(file.columns)
    if file.kind == intake.ANSWERS:
        columns = Columns(label=columns.label, turned=columns.turned, groups=columns.groups)
    return prepare(upload, file, columns, _name_of(name))


def _name_of(name: str) -> str:
    """What a batch is called until somebody calls it otherwise."""
    stem = PurePath(name.replace("\\", "/")).name.removesuffix(".gz")
    return (PurePath(stem).stem or stem or "Batch")[:200]


def previewed(workspace: Workspace, upload: str, columns: dict[str, Any]) -> str:
    """The first rows as they will be read with these columns."""
    file, picked = _picked(workspace, upload, columns)
    if file.kind == intake.ANSWERS:
        return ""
    rows = [
        rows_again(picked, Place(position, line, {"": data} if isinstance(data, str) else data))
        for position, (line, data) in enumerate(islice(intake.lines_of(workspace, upload), PREVIEWED))
    ]
    return preview(rows, picked)


def timed_words(workspace: Workspace, upload: str, columns: dict[str, Any], choices: Mapping[str, Any], workers: int) -> str:
    """How long it will take, in words."""
    file, picked = _picked(workspace, upload, columns)
    if file.kind == intake.ANSWERS:
        return f"About {spoken(max(1.0, file.total * 0.02))} to open {file.total:,} rows."
    found = None
    for event in timed(workspace, upload, picked, choices):
        if isinstance(event, Timed):
            found = event
    return estimated(found, _workers(workers)) if found is not None else ""


def begun(
    workspace: Workspace, runs: Runs, upload: str, name: str, columns: dict[str, Any], choices: Mapping[str, Any], workers: int
) -> str:
    """Begin a batch with a file that was taken in; its id, which is that of the upload."""
    file, picked = _picked(workspace, upload, columns)
    if not name.strip():
        raise InputError("Give the batch a name.")
    if file.kind != intake.ANSWERS:
        choices = _checked(workspace, choices)
    if workspace.store.knows_batch(upload):
        raise InputError("This file has been begun already. Choose it again for another batch.")
    workspace.store.save_batch(upload, name, about_of(file, picked, choices, _workers(workers)))
    gone_on(workspace, runs, upload)
    return upload


def gone_on(workspace: Workspace, runs: Runs, id: str) -> None:
    """Begin or go on with the run of a batch."""
    batch = workspace.store.batch(id)
    intake.file_of(workspace, id)
    runs.begin(owner_of(id), "batch", f"{id} {batch.created}", lambda: run(workspace, id))


def regrouped(workspace: Workspace, id: str, groups: list[str]) -> None:
    """Show the figures of a batch by other columns."""
    batch = workspace.store.batch(id)
    known = batch.about.get("groups")
    wrong = next((name for name in groups if not isinstance(known, Mapping) or name not in known), None)
    if wrong is not None:
        raise InputError(f"There is no column {wrong[:80]!r} with few values in this batch.")
    columns = {**columns_of(batch).to_json(), "groups": groups}
    workspace.store.save_batch(id, batch.name, {**batch.about, "columns": columns})


def _picked(workspace: Workspace, upload: str, columns: dict[str, Any]) -> tuple[intake.File, Columns]:
    file = intake.file_of(workspace, upload)
    return file, chosen(columns, [column.name for column in file.columns], file.kind == intake.ANSWERS)


def _checked(workspace: Workspace, choices: Mapping[str, Any]) -> dict[str, Any]:
    """Engine and models as they were chosen, which are there."""
    engine, verifier = str(choices.get("engine") or DEFAULT), str(choices.get("verifier") or "compact")
    if known(engine) is None:
        raise InputError(f"There is no engine called {engine[:40]!r}. Choose one from the list.")
    with workspace.settings():
        checked_models({"verifier": verifier, **(choices.get("models") or {})})
    return {**choices, "engine": engine, "verifier": verifier}


def _workers(workers: int) -> int:
    if not 1 <= workers <= MOST_WORKERS:
        raise InputError(f"Between 1 and {MOST_WORKERS} processes can work side by side; {workers} cannot.")
    return workers
