"""The history in and out of the page: files of analyses are brought in and taken back, and all of it is saved as one file."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path, PurePath
from typing import IO, TYPE_CHECKING, Any

from components.html.answers import Values, Words
from components.html.attachment import attachment
from components.panels.import_export import ENDINGS, EXPORT
from components.wiring.fields import Misfit, check_query
from engines.core.errors import ErrataError, InputError
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

IMPORT = "/errata/import"
"""Where the page sends a file of analyses, and takes it back."""

LARGEST = 128 * 2**20
"""Largest file that the page takes, in bytes: the guard refuses what is larger; the command line takes it."""

LEFT_OUT = "x-errata-left-out"
"""The header of an export that says how many things are damaged and not in it; its status is then 207."""

MOST_NOTES = 5
"""Remarks on a file that are shown; the rest are counted."""

_IN_MEMORY = 32 * 2**20
_PIECE = 2**18


def import_export_routes(workspace: Workspace) -> list[Any]:
    """The routes behind the ways in and out above the history.

    A file is posted to `IMPORT?name=`, with `&skip_bad=1` to leave out records that cannot be used: 200 and what was done, 422 and why
    nothing was; 400 and the field that is not known or of another type. An import is undone by posting nothing to `IMPORT?undo=NUMBER`.
    """
    from starlette.concurrency import run_in_threadpool
    from starlette.responses import StreamingResponse
    from starlette.routing import Route

    async def bring(request: "Request") -> "Response":
        data, asked = await request.body(), request.query_params
        try:
            check_query(request, "name", "skip_bad", "undo")
            if "undo" in asked:
                return Values({"words": await run_in_threadpool(_undone, workspace, asked["undo"])})
            done = await run_in_threadpool(_imported, workspace, asked.get("name", ""), data, "skip_bad" in asked)
            return Values(done, 422 if done["refused"] and not done["kept"] else 200)
        except InputError as problem:
            return Words(str(problem), 400 if isinstance(problem, Misfit) else 422)
        except ErrataError as problem:
            return Words(str(problem), 503)

    def save(request: "Request") -> "Response":
        try:
            check_query(request)
            file, left_out = _exported(workspace)
        except Misfit as problem:
            return Words(str(problem), 400)
        except ErrataError as problem:
            return Words(str(problem), 503)
        headers = {"content-disposition": attachment("errata-history.jsonl"), **({LEFT_OUT: str(left_out)} if left_out else {})}
        return StreamingResponse(_pieces(file), 207 if left_out else 200, headers, media_type="application/x-ndjson")

    return [Route(IMPORT, bring, methods=["POST"]), Route(EXPORT, save, methods=["GET"])]


def _imported(workspace: Workspace, name: str, data: bytes, leave_out: bool) -> dict[str, Any]:
    """Keep the analyses of a file; what was done, what was left out, and the analysis to open if there is only one."""
    from explorer.services.bringing import bring

    ending = PurePath(name).suffix.lower()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"file{ending if ending in ENDINGS else '.json'}"
        file.write_bytes(data)
        report = bring(workspace.store, str(file), name[:200] or "a file", leave_out)
    notes, ids = report.notes, report.merged.ids if report.merged else []
    more = f" … and {len(notes) - MOST_NOTES} more remarks." if len(notes) > MOST_NOTES else ""
    return {
        "kept": len(ids),
        "refused": report.refused,
        "sound": report.sound,
        "words": " ".join([report.words(), *notes[:MOST_NOTES]]) + more,
        "id": ids[0] if len(ids) == 1 else "",
        "number": report.merged.number if report.merged else 0,
    }


def _undone(workspace: Workspace, number: str) -> str:
    from explorer.services.bringing import undone_words

    try:
        chosen = int(number)
    except ValueError:
        raise Misfit("`undo` must be a number: an import is undone by its number.", "undo") from None
    if abs(chosen) >= 2**63:  # more than the database can count
        raise InputError("There is no such import.")
    return undone_words(workspace.store.undo_import(chosen))


def _exported(workspace: Workspace) -> tuple[IO[bytes], int]:
    """The whole history as a file without a name, written before the first of it is sent; and how much is damaged and not in it."""
    from explorer.formats.beside import added_to, records_beside
    from explorer.formats.exporting import exported, jsonl_text
    from sessions.soundness import Damaged

    store, left_out = workspace.store, list[Damaged]()
    with ExitStack() as stack:
        file: IO[bytes] = stack.enter_context(tempfile.SpooledTemporaryFile(_IN_MEMORY))
        items = exported(store, None, left_out, taken_back=True)
        for line in jsonl_text(items, store.title_given, added_to(store, left_out), records_beside(store, left_out), left_out):
            file.write(line.encode("utf-8"))
        file.seek(0)
        stack.pop_all()
    return file, len(left_out)


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(_PIECE):
            yield piece
