"""The history in and out of the page: files of analyses are brought in, and all of it is saved as one file."""

import tempfile
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from components.html.markup import plural
from components.panels.import_export import ENDINGS, EXPORT
from engines.core.errors import ErrataError
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

IMPORT = "/errata/import"
"""Where the page sends a file of analyses."""

LARGEST = 128 * 2**20
"""Largest file that the page takes, in bytes; the command line takes larger ones."""

MOST_NOTES = 5
"""Remarks on a file that are shown; the rest are counted."""


def import_export_routes(workspace: Workspace) -> list[Any]:
    """The routes behind the ways in and out above the history."""
    from starlette.concurrency import run_in_threadpool
    from starlette.responses import JSONResponse, PlainTextResponse, StreamingResponse
    from starlette.routing import Route

    async def bring(request: "Request") -> "Response":
        data = bytearray()
        async for part in request.stream():
            data += part
            if len(data) > LARGEST:
                return PlainTextResponse(f"At most {LARGEST // 2**20} MB fit. Use `errata import` for larger files.", 413)
        try:
            return JSONResponse(await run_in_threadpool(_imported, workspace, request.query_params.get("name", ""), bytes(data)))
        except ErrataError as problem:
            return PlainTextResponse(str(problem), 422)

    def save(request: "Request") -> "Response":
        from explorer.formats.exporting import exported, jsonl_text

        lines = (line.encode("utf-8") for line in jsonl_text(exported(workspace.store, None), workspace.store.title_given))
        headers = {"content-disposition": 'attachment; filename="errata-history.jsonl"'}
        return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)

    return [Route(IMPORT, bring, methods=["POST"]), Route(EXPORT, save, methods=["GET"])]


def _imported(workspace: Workspace, name: str, data: bytes) -> dict[str, Any]:
    """Keep the analyses of a file; how many there were, what was left out, and the analysis to open if there is only one."""
    from explorer.formats.importing import imported, keep

    ending = PurePath(name).suffix.lower()
    notes, ids, lost = [], [], 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"file{ending if ending in ENDINGS else '.json'}"
        file.write_bytes(data)
        for item in imported(str(file)):
            notes += item.notes
            if item.analysis is None:
                lost += 1
                continue
            keep(workspace.store, item)
            ids.append(item.analysis.id)
    said = [f"{plural(len(ids), 'analysis', 'analyses')} imported", f"{lost} could not be read" if lost else ""]
    words = ", ".join(part for part in said if part) + "."
    more = f" … and {len(notes) - MOST_NOTES} more remarks." if len(notes) > MOST_NOTES else ""
    return {"kept": len(ids), "words": " ".join([words, *notes[:MOST_NOTES]]) + more, "id": ids[0] if len(ids) == 1 else ""}
