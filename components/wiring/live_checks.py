"""The route by which the page has a draft checked while it is typed, and the one that draws what changed in it.

Not events of Gradio: a check is outdated by the next key, and a queue would do them one after the other.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from components.html.answers import Values, Words
from components.review.revising.found import found
from components.review.revising.marked import marked_draft
from components.wiring.fields import Misfit, check_call, check_query
from components.wiring.handlers.revisions import decided
from components.wiring.handlers.stored import stored_revision
from engines.core.errors import ErrataError, InputError
from explorer.services.calibrating import calibrated, report
from explorer.services.live.checking import LiveChecks
from explorer.services.live.turns import Outdated
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

LIVE = "/errata/live"
"""Where the page sends a draft to be checked: `{"analysis", "text", "editor", "version"}`."""

CHANGES = "/errata/live/changes"
"""Where it sends one to have what changed in it drawn: `{"analysis", "written", "choices"}`."""

LARGEST = 2**21
"""Largest request, in bytes: a draft of the largest size, written as JSON."""


def live_routes(workspace: Workspace) -> list[Any]:
    """The routes: 200 and what was found (or that a newer text has come), 400 and which field is wrong, 422 and why it cannot be checked,
    503 when it may be sent again."""
    from starlette.concurrency import run_in_threadpool
    from starlette.routing import Route

    checks = LiveChecks(workspace)

    def answering(answer: Callable[..., dict[str, Any]]) -> Callable[["Request"], Any]:
        async def answered(request: "Request") -> "Response":
            try:
                check_query(request)
                sent = _read(await request.body())
                check_call(answer, sent)
                return Values(await run_in_threadpool(answer, **sent))
            except Outdated:
                return Values({"outdated": True})
            except Misfit as problem:
                return Words(str(problem), 400)
            except InputError as problem:
                return Words(str(problem), 422)
            except ErrataError as problem:
                return Words(str(problem), 503)

        return answered

    def live(analysis: str, text: str, editor: str, version: int) -> dict[str, Any]:
        return live_answer(workspace, checks, analysis, text, editor, version)

    def changes(analysis: str, written: str, choices: str) -> dict[str, Any]:
        return {"html": changes_in(workspace, analysis, written, choices)}

    return [Route(LIVE, answering(live), methods=["POST"]), Route(CHANGES, answering(changes), methods=["POST"])]


def live_answer(workspace: Workspace, checks: LiveChecks, id: str, text: str, editor: str, version: int) -> dict[str, Any]:
    """What the draft of an analysis is found to be, with recalibrated probabilities where the page has them.

    Raises:
        Outdated: a newer version has come.
        InputError: there is no such analysis, or the text cannot be checked.
    """
    analysis = workspace.store.get(id)
    checked = checks.check(analysis, text, f"{id} {editor}"[:200], version)
    known = report(workspace.store, checked.analysis)
    if known is not None and known.calibration is not None:
        checked = replace(checked, analysis=calibrated(replace(checked.analysis, errors=None), known.calibration))
    return {"version": version, **found(checked)}


def changes_in(workspace: Workspace, id: str, written: str, choices: str) -> str:
    """The draft with its changes marked, as the pane has it.

    Raises:
        InputError: there is no such analysis or draft.
    """
    analysis = workspace.store.get(id)
    draft = stored_revision(workspace, id)
    if draft is None:
        raise InputError("There is no draft of this analysis any more.")
    return marked_draft(analysis.output.text, decided(draft, {"choices": choices, "written": written}))


def _read(body: bytes) -> dict[str, Any]:
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError) as problem:
        raise InputError("This is no text to be checked.") from problem
    if not isinstance(sent, dict):
        raise InputError("This is no text to be checked.")
    return sent
