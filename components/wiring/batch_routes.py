"""The routes of batches: files come in by them, the page asks how far a batch is, and results go out."""

import logging
from collections.abc import Callable
from threading import BoundedSemaphore
from typing import IO, TYPE_CHECKING, Any

from components.batch.page import FILES
from components.batch.rows import look_of
from components.html.answers import Values, Words
from components.html.attachment import attachment
from components.wiring.batch import receiving, showing
from components.wiring.fields import Misfit, check_call, check_query
from components.wiring.handlers.choices import chosen_of
from engines.core.errors import ErrataError, InputError
from explorer.batches.session import intake
from explorer.services.tabs.runs import Runs
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

log = logging.getLogger("errata")

FILE = f"{FILES}/file"
"""Where the page sends the file of a new batch; the guard knows how large it may be."""

MOST_AT_ONCE = 2
"""Files that are read at the same time."""

_LARGEST_JSON = 2**20
_PIECE = 2**18
_MEDIA = {"jsonl": "application/x-ndjson", "csv": "text/csv; charset=utf-8", "html": "text/html; charset=utf-8"}
_LOOKS = ("order", "shown", "kind", "field", "score", "query", "start")


def batch_routes(workspace: Workspace, runs: Runs) -> list[Any]:
    """200 and what was asked for; 400 and which field is wrong; 404 where there is no such batch; 422 and why it cannot be done; 503 when
    it may be asked again."""
    from starlette.concurrency import run_in_threadpool
    from starlette.responses import HTMLResponse, StreamingResponse
    from starlette.routing import Route

    reading = BoundedSemaphore(MOST_AT_ONCE)
    asked = _Asked(workspace, runs)

    async def file(request: "Request") -> "Response":
        if not reading.acquire(blocking=False):
            return Words("Other files are being read already. Try again in a minute.", 503)
        try:
            check_query(request, "name", "upload")
            name, upload = request.query_params.get("name", "")[:300], request.query_params.get("upload", "")
            upload = upload or await run_in_threadpool(intake.begun, workspace)
            place = intake.place_for(workspace, upload, name)
            size = await receiving.received(place, request.stream())
            if not size:
                raise InputError(f"{name} is empty. Choose a file with a row for each output.")
            if place.name == "source_info.jsonl":
                return Values({"upload": upload})
            return Values({"upload": upload, "html": await run_in_threadpool(receiving.read_in, workspace, upload, place, name)})
        except ErrataError as problem:
            return _told(problem)
        finally:
            reading.release()

    def posted(work: Callable[..., Any]) -> Callable[["Request"], Any]:
        async def answer(request: "Request") -> "Response":
            try:
                check_query(request)
                given = await _json(request)
                if "id" in request.path_params:
                    given = {"id": str(request.path_params["id"]), **given}
                check_call(work, given)
                return Values(await run_in_threadpool(lambda: work(**given)))
            except ErrataError as problem:
                return _told(problem)

        return answer

    def drawn(work: Callable[["Request", str], Any], *known: str) -> Callable[["Request"], "Response"]:
        def answer(request: "Request") -> "Response":
            try:
                check_query(request, *known)
                found = work(request, str(request.path_params["id"]))
                return Values(found) if isinstance(found, dict) else HTMLResponse(found, headers={"cache-control": "no-store"})
            except Misfit as problem:
                return Words(str(problem), 400)
            except InputError as problem:
                return Words(str(problem), 404)
            except ErrataError as problem:
                return Words(str(problem), 503)

        return answer

    def rows(request: "Request", id: str) -> str:
        look, start = look_of(request.query_params)
        return showing.rows_html(workspace, runs, id, look, start)

    def download(request: "Request") -> "Response":
        id, kind = str(request.path_params["id"]), str(request.path_params["kind"])
        try:
            check_query(request)
            if kind not in _MEDIA:
                return Words("There is no file of that kind: jsonl, csv and html are known.", 404)
            name = workspace.store.batch(id).name
            body = _written(workspace, runs, id, kind)
        except Misfit as problem:
            return Words(str(problem), 400)
        except InputError as problem:
            return Words(str(problem), 404)
        except ErrataError as problem:
            return Words(str(problem), 503)
        return StreamingResponse(_pieces(body), 200, {"content-disposition": attachment(f"{name}.{kind}")}, media_type=_MEDIA[kind])

    return [
        Route(FILE, file, methods=["POST"]),
        Route(f"{FILES}/preview", posted(asked.preview), methods=["POST"]),
        Route(f"{FILES}/time", posted(asked.time), methods=["POST"]),
        Route(f"{FILES}/begin", posted(asked.begin), methods=["POST"]),
        Route(f"{FILES}/{{id}}/do", posted(asked.do), methods=["POST"]),
        Route(f"{FILES}/{{id}}/state", drawn(lambda _, id: showing.state_of(workspace, runs, id)), methods=["GET"]),
        Route(f"{FILES}/{{id}}/figures", drawn(lambda _, id: showing.figures_html(workspace, runs, id)), methods=["GET"]),
        Route(f"{FILES}/{{id}}/rows", drawn(rows, *_LOOKS), methods=["GET"]),
        Route(f"{FILES}/{{id}}.{{kind}}", download, methods=["GET"]),
    ]


class _Asked:
    """What the page asks by a JSON object; the names and types of its fields are those of the methods."""

    def __init__(self, workspace: Workspace, runs: Runs) -> None:
        self._workspace, self._runs = workspace, runs
        self._timing = BoundedSemaphore(1)

    def preview(self, upload: str, columns: dict[str, Any]) -> dict[str, str]:
        """The first rows as they will be read."""
        return {"html": receiving.previewed(self._workspace, upload, columns)}

    def time(self, upload: str, columns: dict[str, Any], choice: str, workers: int = 1) -> dict[str, Any]:
        """How long it will take; that it is `busy`, and nothing else, while other rows are timed: it is to be asked again."""
        if not self._timing.acquire(blocking=False):
            return {"words": "", "busy": True}
        try:
            return {"words": receiving.timed_words(self._workspace, upload, columns, _choices(choice), workers)}
        finally:
            self._timing.release()

    def begin(self, upload: str, name: str, columns: dict[str, Any], choice: str, workers: int = 1) -> dict[str, str]:
        """Begin."""
        return {"id": receiving.begun(self._workspace, self._runs, upload, name, columns, _choices(choice), workers)}

    def do(self, id: str, what: str, name: str = "", groups: list[str] | None = None) -> dict[str, Any]:
        """Stop, go on, rename, remove, bring back, or show the figures by other columns."""
        store, owner = self._workspace.store, showing.owner_of(id)
        if what == "restore":
            if not store.restore_batch(id):
                raise InputError("This batch cannot be brought back: it was erased, or is there.")
            return {"id": id}
        store.batch(id)
        if what == "stop":
            self._runs.cancel(owner)
        elif what == "go":
            receiving.gone_on(self._workspace, self._runs, id)
        elif what == "rename":
            store.rename_batch(id, name)
        elif what == "remove":
            self._runs.cancel(owner)
            store.delete_batch(id)
        elif what == "groups":
            receiving.regrouped(self._workspace, id, groups or [])
        else:
            raise Misfit("`what` must be stop, go, rename, remove, restore or groups.", "what")
        return {"id": id}


def _choices(written: str) -> dict[str, Any]:
    found = chosen_of(written)
    found.pop("question", None)
    return found


async def _json(request: "Request") -> dict[str, Any]:
    import json

    body = await request.body()
    if len(body) > _LARGEST_JSON:
        raise InputError("This is more than a batch can be asked for.")
    try:
        given = json.loads(body)
    except (ValueError, RecursionError) as problem:
        raise Misfit("The body must be a JSON object.", "body") from problem
    if not isinstance(given, dict):
        raise Misfit("The body must be a JSON object.", "body")
    return given


def _told(problem: ErrataError) -> "Response":
    status = 400 if isinstance(problem, Misfit) else 422 if isinstance(problem, InputError) or _of_the_file(problem) else 503
    return Words(str(problem), status)


def _of_the_file(problem: ErrataError) -> bool:
    from engines.core.errors import FormatError, UnavailableError

    return isinstance(problem, FormatError | UnavailableError) or type(problem).__name__ == "UsageError"


def _written(workspace: Workspace, runs: Runs, id: str, kind: str) -> IO[bytes]:
    if kind != "html":
        from explorer.batches.session.downloads import written

        return written(workspace, id, kind)
    import io

    from components.wiring.batch.report import report

    return io.BytesIO(report(workspace, runs, id).encode("utf-8", "replace"))


def _pieces(file: IO[bytes]) -> Any:
    with file:
        while piece := file.read(_PIECE):
            yield piece
