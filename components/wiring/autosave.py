"""What a person types and decides is kept at once: the page sends it, is told that it is kept, and sends it again until it is.

Votes, notes, drafts and decisions come over a route of their own rather than as events of Gradio, whose page cannot know whether
an event has arrived, and loads itself anew when a server that was gone is back.
"""

import json
from typing import TYPE_CHECKING, Any

from components.wiring.handlers.revisions import decided
from components.wiring.handlers.stored import stored_revision
from engines.core.errors import ErrataError, InputError, ReadOnlyError
from explorer.services.tabs.drafts import save_draft
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

KEEP = "/errata/keep"
"""Where the page sends `{"kind": "annotate", "draft" or "choose", "data": {...}}`."""

LARGEST = 64 * 2**20
"""Largest thing to keep, in bytes: two texts of the largest size, written as JSON. The guard refuses what is larger."""


def autosave_routes(workspace: Workspace) -> list[Any]:
    """The route that keeps things: 200 and what is said of it, 422 and why it cannot be kept, 503 when it may be sent again."""
    from starlette.concurrency import run_in_threadpool
    from starlette.responses import JSONResponse, PlainTextResponse
    from starlette.routing import Route

    async def keep(request: "Request") -> "Response":
        try:
            return JSONResponse({"said": await run_in_threadpool(saved, workspace, await request.body())})
        except InputError as problem:
            return PlainTextResponse(str(problem), 422)
        except ErrataError as problem:
            return PlainTextResponse(str(problem), 422 if isinstance(problem, ReadOnlyError) and workspace.store.viewing else 503)

    return [Route(KEEP, keep, methods=["POST"])]


def saved(workspace: Workspace, written: bytes) -> str:
    """Keep what the page sent; what to say of it, nothing where nothing need be said.

    Raises:
        InputError: it is not of a known shape, or what it is about is not there any more.
        StoreError: the store cannot be written.
    """
    try:
        sent = json.loads(written)
        work, data = {"annotate": save_vote, "draft": save_texts, "choose": save_decisions}[sent["kind"]], dict(sent["data"])
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        raise InputError("This is nothing that the page keeps.") from problem
    return work(workspace, data)


def save_vote(workspace: Workspace, data: dict[str, Any]) -> str:
    """Keep a vote and a note on a fact."""
    id, unit, vote, note = str(data.get("analysis")), str(data.get("unit")), data.get("vote"), str(data.get("note") or "")
    vote = vote if isinstance(vote, int) else 0
    # The vote is on the verdict that was shown; a moved threshold or a recalibration may show another than the stored one.
    stored = next((u.supported for u in workspace.store.get(id).units if u.id == unit), None)
    turned = isinstance(data.get("supported"), bool) and stored is not None and stored != data["supported"]
    workspace.store.annotate(id, unit, -vote if turned else vote, note)
    return "Your opinion is kept." if vote or note else "Your opinion was taken back."


def save_texts(workspace: Workspace, data: dict[str, Any]) -> str:
    """Keep what is typed into the boxes of a tab."""
    reference, output = data.get("reference"), data.get("output")
    if not isinstance(reference, str) or not isinstance(output, str):
        raise InputError("A draft has a reference and an output.")
    if not workspace.store.viewing:  # the page has said that nothing is kept
        save_draft(workspace, data.get("tab"), reference, output, analysed=False)
    return ""


def save_decisions(workspace: Workspace, data: dict[str, Any]) -> str:
    """Keep which edits of a revision the person accepts and rejects."""
    analysis = workspace.store.get(str(data.get("analysis")))
    draft = stored_revision(workspace, analysis.id)
    if draft is None:
        raise InputError("The edits of this analysis are not there any more. Choose Revise again.")
    workspace.store.save_revision(analysis.id, decided(draft, data).to_json())
    return ""
