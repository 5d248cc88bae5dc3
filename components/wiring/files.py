"""What the page serves beside itself: its style sheets, scripts and fonts, and stored analyses as files."""

import json
import logging
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from components.classroom.shell import ROOM
from components.html.answers import Values, Words
from components.html.attachment import attachment
from components.html.markup import showable
from components.html.theme import FILES
from components.wiring.autosave import autosave_routes
from components.wiring.classroom.routes import classroom_routes
from components.wiring.fields import Misfit, check_query
from components.wiring.handlers.comparisons import MOST_COMPARED
from components.wiring.import_export import import_export_routes
from components.wiring.labelling import labelling_routes
from components.wiring.live_checks import live_routes
from engines.core.errors import ErrataError, InputError
from engines.core.machine.files import asset
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

log = logging.getLogger("errata")

ANALYSES = "/errata/analysis"
"""Where a stored analysis is found as `ID.json`, `ID.csv` and `ID.html`."""

COMPARISON = "/errata/comparison"
"""Where stored analyses of one pair, named by `?ids=A,B`, are found side by side as `.json` and `.html`."""

DOCUMENT = "/errata/document"
"""Where the page sends a document to have its text back; nothing of it is kept."""

MOST_DOCUMENTS = 10
"""Documents that may be read and wait to be read at once."""

_LOOKED = 0.2
"""Seconds between two looks whether the browser still waits."""


def routes(workspace: Workspace) -> list[Any]:
    """The routes; only the folders of assets that a browser needs are served, never the data folder."""
    from starlette.routing import Mount, Route
    from starlette.staticfiles import StaticFiles

    folders = [Mount(f"{FILES}/{name}", StaticFiles(directory=asset(name))) for name in ("css", "js", "fonts", ROOM)]

    def download(request: "Request") -> "Response":
        return _refused(request) or report(workspace, str(request.path_params["id"]), str(request.path_params["kind"]))

    def download_comparison(request: "Request") -> "Response":
        return _refused(request, "ids") or comparison_file(workspace, request.query_params.get("ids", ""), str(request.path_params["kind"]))

    return [
        *folders,
        Route(f"{ANALYSES}/{{id:path}}.{{kind}}", download, methods=["GET"]),
        Route(f"{COMPARISON}.{{kind}}", download_comparison, methods=["GET"]),
        Route(DOCUMENT, _Documents().text, methods=["POST"]),
        *import_export_routes(workspace),
        *autosave_routes(workspace),
        *labelling_routes(workspace),
        *classroom_routes(workspace),
        *live_routes(workspace),
    ]


class _Documents:
    """The texts of documents that are sent. Their readers have threads of their own, so that those that take long hold up nothing else."""

    def __init__(self) -> None:
        from concurrent.futures import ThreadPoolExecutor

        from explorer.reading.document_process import AT_ONCE

        self._readers = ThreadPoolExecutor(AT_ONCE, "document")
        self._waiting = 0

    async def text(self, request: "Request") -> "Response":
        """The text of the document in the body of the request, named by `?name=`."""
        if refused := _refused(request, "name"):
            return refused
        if self._waiting >= MOST_DOCUMENTS:
            return Words("Too many documents are being read already. Try again in a minute.", 503)
        self._waiting += 1
        try:
            return await self._read(request)
        finally:
            self._waiting -= 1

    async def _read(self, request: "Request") -> "Response":
        """Read it, but no longer than somebody waits for it."""
        import asyncio
        import threading

        from explorer.reading.document_process import text_of_document

        name, data = request.query_params.get("name", "")[:200] or "The file", await request.body()
        stop = threading.Event()
        reading = asyncio.get_running_loop().run_in_executor(self._readers, text_of_document, name, data, stop)
        del data
        try:
            while not reading.done():
                await asyncio.wait([reading], timeout=_LOOKED)
                if not reading.done() and await request.is_disconnected():
                    return Words("Nobody waits for this document any more.", 499)
            return Values({"text": showable(reading.result())})
        except ErrataError as problem:
            return Words(str(problem), 422)
        finally:  # however the request has ended
            stop.set()
            reading.cancel()


def _refused(request: "Request", *known: str) -> "Response | None":
    """The answer to a request whose address has a field that is not known."""
    try:
        check_query(request, *known)
    except Misfit as problem:
        return Words(str(problem), 400)
    return None


def report(workspace: Workspace, id: str, kind: str) -> "Response":
    """A stored analysis to save with the person's votes and notes: as JSON, as a spreadsheet, or as a page that needs nothing else."""

    def write() -> str:
        analysis, said = workspace.store.get(id), workspace.store.annotations(id)
        if kind == "json":
            from explorer.formats.beside import added_to
            from explorer.formats.exporting import as_json

            return json.dumps(as_json(analysis, said, workspace.store.title_given(id), added_to(workspace.store, [])(id)), indent=2)
        if kind == "csv":
            from explorer.formats.sheets import csv_text

            # Spreadsheet programs take a file for UTF-8 only where it begins with this mark.
            return "\ufeff" + "".join(csv_text([(analysis, said)]))
        from components.report import html_report

        return html_report([analysis], {analysis.id: said}, title_given=workspace.store.title_given)

    return _attached(write, f"errata-{id}", kind, ("json", "csv", "html"))


def comparison_file(workspace: Workspace, ids: str, kind: str) -> "Response":
    """Stored analyses of one pair side by side, with the person's votes: as JSON, or as a page that needs nothing else."""
    from explorer.services.agreement import with_votes
    from explorer.services.comparison import comparison_of

    def write() -> str:
        analyses = [workspace.store.get(id) for id in ids.split(",")[:MOST_COMPARED] if id]
        comparison = with_votes(comparison_of(analyses), workspace.store)
        if kind == "json":
            return json.dumps(comparison.to_json(), indent=2)
        from components.report import comparison_report

        return comparison_report(comparison)

    return _attached(write, "errata-comparison", kind, ("json", "html"))


def _attached(write: Callable[[], str], name: str, kind: str, kinds: Collection[str]) -> "Response":
    """What `write` writes, as a file to save under `name`; what is wrong with the request as words."""
    from starlette.responses import Response

    media = {"json": "application/json", "csv": "text/csv; charset=utf-8", "html": "text/html; charset=utf-8"}.get(kind)
    if media is None or kind not in kinds:
        return Words("There is no report of that kind.", 404)
    try:
        body = write()
    except InputError as problem:
        return Words(str(problem), 404)
    except ErrataError as problem:
        return Words(str(problem), 500)
    except Exception as problem:  # what is stored may be damaged in ways that no check expects
        log.exception("The file %s.%s could not be made", name, kind)
        return Words(f"This cannot be written: what is stored is damaged ({type(problem).__name__}).", 500)
    headers = {"content-disposition": attachment(f"{name}.{kind}")}
    return Response(body.encode("utf-8", "replace"), media_type=media, headers=headers)
