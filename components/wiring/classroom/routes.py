"""The pages of a class: presentation, quiz and hand-out of a stored analysis, and the guided tours; and what keeps the rounds of a quiz."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from components.classroom.shell import sorry
from components.html.answers import Values, Words
from components.html.attachment import attachment
from components.html.markdown import without_marks
from components.html.tours import PLACE
from components.wiring.classroom.rounds import ROUNDS, keep_round
from components.wiring.fields import Misfit, check_query
from engines.core.errors import ErrataError, InputError, ReadOnlyError
from engines.core.results import Analysis
from explorer.services.classroom.key import ENGINE, KEYS, Key, engine_key, voted_key
from explorer.services.workspace import Workspace
from sessions.classroom.rounds import ChangedElsewhere
from sessions.listing.titles import title_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

log = logging.getLogger("errata")


def classroom_routes(workspace: Workspace) -> list[Any]:
    """The routes; pages that cannot be shown say why, with the status 404, or 500 where what is stored is damaged."""
    from starlette.concurrency import run_in_threadpool
    from starlette.routing import Route

    def present(request: "Request") -> "Response":
        from components.classroom.presentation import presentation

        return _page(request, ("key",), lambda: presentation(*_asked(workspace, request)))

    def quiz_file(request: "Request") -> "Response":
        from components.classroom.quiz import quiz

        id = str(request.path_params["id"])
        name = attachment(f"errata-quiz-{id}.html")
        return _page(request, ("key",), lambda: quiz(*_asked(workspace, request), alone=True), {"content-disposition": name})

    def quiz_page(request: "Request") -> "Response":
        from components.classroom.quiz import quiz

        def draw() -> str:
            analysis, key, title = _asked(workspace, request)
            return quiz(analysis, key, title, rounds=workspace.store.rounds(analysis.id), voted=_is_voted(workspace, analysis))

        return _page(request, ("key",), draw)

    def handout_page(request: "Request") -> "Response":
        from components.classroom.handout import handout

        def draw() -> str:
            analysis, key, title = _asked(workspace, request)
            chosen = {name: request.query_params[name] for name in ("kind", "paper") if name in request.query_params}
            return handout(analysis, key, title, **chosen, voted=_is_voted(workspace, analysis))

        return _page(request, ("key", "kind", "paper"), draw)

    def tour_page(request: "Request") -> "Response":
        from components.classroom.tours.page import tour

        return _page(request, (), lambda: tour(str(request.path_params["engine"])))

    async def rounds(request: "Request") -> "Response":
        try:
            check_query(request)
            return Values(await run_in_threadpool(keep_round, workspace, await request.body()))
        except Misfit as problem:
            return Words(str(problem), 400)
        except ChangedElsewhere as problem:
            return Words(str(problem), 409)
        except InputError as problem:
            return Words(str(problem), 422)
        except ErrataError as problem:
            return Words(str(problem), 422 if isinstance(problem, ReadOnlyError) and workspace.store.viewing else 503)

    return [
        Route(ROUNDS, rounds, methods=["POST"]),
        Route(f"{PLACE}/present/{{id:path}}", present, methods=["GET"]),
        Route(f"{PLACE}/quiz/{{id:path}}.html", quiz_file, methods=["GET"]),
        Route(f"{PLACE}/quiz/{{id:path}}", quiz_page, methods=["GET"]),
        Route(f"{PLACE}/handout/{{id:path}}", handout_page, methods=["GET"]),
        Route(f"{PLACE}/tour/{{engine}}", tour_page, methods=["GET"]),
    ]


def _asked(workspace: Workspace, request: "Request") -> tuple[Analysis, Key, str]:
    """The analysis that is asked for, whose verdicts count, and what it is called; the person's votes count where there are some.

    Raises:
        InputError: there is no such analysis or key.
        ErrataError: it cannot be read.
    """
    id = str(request.path_params["id"])
    wanted = request.query_params.get("key")
    if wanted is not None and wanted not in KEYS:
        raise InputError(f"The key of a class is one of {', '.join(KEYS)}, not {wanted[:40]!r}.")
    analysis = workspace.store.get(id)
    key = engine_key(analysis) if wanted == ENGINE else voted_key(analysis, workspace.store.annotations(id))
    return analysis, key, workspace.store.title_given(id) or title_of(without_marks(analysis.output.text))


def _is_voted(workspace: Workspace, analysis: Analysis) -> bool:
    return any(said.vote for said in workspace.store.annotations(analysis.id).values())


def _page(request: "Request", known: tuple[str, ...], draw: Callable[[], str], headers: dict[str, str] | None = None) -> "Response":
    """What `draw` draws; a page that says what is wrong where it cannot."""
    from starlette.responses import HTMLResponse

    none = {"cache-control": "no-store"}
    try:
        check_query(request, *known)
        return HTMLResponse(draw().encode("utf-8", "replace"), headers={**none, **(headers or {})})
    except Misfit as problem:
        return HTMLResponse(sorry(str(problem)), 400, none)
    except InputError as problem:
        return HTMLResponse(sorry(str(problem)), 404, none)
    except ErrataError as problem:
        return HTMLResponse(sorry(str(problem)), 500, none)
    except Exception as problem:  # what is stored may be damaged in ways that no check expects
        log.exception("The page %s could not be made", request.url.path)
        words = f"This cannot be shown: what is stored is damaged ({type(problem).__name__})."
        return HTMLResponse(sorry(words), 500, none)
