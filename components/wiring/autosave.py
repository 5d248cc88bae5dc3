"""What a person types and decides is kept at once: the page sends it, is told that it is kept, and sends it again until it is.

Votes, notes, drafts and decisions come over a route of their own rather than as events of Gradio, whose page cannot know whether
an event has arrived, and loads itself anew when a server that was gone is back.
"""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from components.html.answers import Values, Words
from components.wiring.fields import Misfit, check_call, check_names, check_query
from components.wiring.handlers.revisions import decided
from components.wiring.handlers.stored import stored_revision
from components.wiring.labelling import save_label
from engines.core.errors import ErrataError, InputError, ReadOnlyError
from explorer.reading.passages import LONGEST_QUESTION
from explorer.services.tabs.drafts import save_draft
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

KEEP = "/errata/keep"
"""Where the page sends `{"kind": "annotate", "draft", "choose" or "label", "data": {...}}`."""

LARGEST = 64 * 2**20
"""Largest thing to keep, in bytes: two texts of the largest size, written as JSON. The guard refuses what is larger."""


def autosave_routes(workspace: Workspace) -> list[Any]:
    """The route that keeps things: 200 and what is said of it, 400 and which field is wrong, 422 and why it cannot be kept, 503 when it may
    be sent again."""
    from starlette.concurrency import run_in_threadpool
    from starlette.routing import Route

    async def keep(request: "Request") -> "Response":
        try:
            check_query(request)
            return Values({"said": await run_in_threadpool(saved, workspace, await request.body())})
        except Misfit as problem:
            return Words(str(problem), 400)
        except InputError as problem:
            return Words(str(problem), 422)
        except ErrataError as problem:
            return Words(str(problem), 422 if isinstance(problem, ReadOnlyError) and workspace.store.viewing else 503)

    return [Route(KEEP, keep, methods=["POST"])]


def saved(workspace: Workspace, written: bytes) -> str:
    """Keep what the page sent; what to say of it, nothing where nothing need be said.

    Raises:
        Misfit: it has a field that is not known, lacks one, or has one of another type.
        InputError: it is no JSON, or what it is about is not there any more.
        StoreError: the store cannot be written.
    """
    try:
        sent = json.loads(written)
    except (ValueError, RecursionError) as problem:
        raise InputError("This is nothing that the page keeps.") from problem
    if not isinstance(sent, dict):
        raise InputError("This is nothing that the page keeps.")
    check_names(sent, ("kind", "data"))
    kind, data = sent.get("kind"), sent.get("data")
    if not isinstance(kind, str) or kind not in _KEPT:
        raise Misfit(f"`kind` must be one of {', '.join(_KEPT)}.", "kind")
    if not isinstance(data, dict):
        raise Misfit("`data` must be an object.", "data")
    keep = _KEPT[kind](workspace)
    check_call(keep, data)
    return str(keep(**data))


def save_vote(workspace: Workspace) -> Callable[..., str]:
    """Keeps a vote and a note on a fact."""

    def keep(analysis: str, unit: str, vote: int = 0, note: str | None = None, supported: bool | None = None) -> str:
        # The vote is on the verdict that was shown; a moved threshold or a recalibration may show another than the stored one.
        stored = next((u.supported for u in workspace.store.get(analysis).units if u.id == unit), None)
        turned = supported is not None and stored is not None and stored != supported
        workspace.store.annotate(analysis, unit, -vote if turned else vote, note or "")
        return "Your opinion is kept." if vote or note else "Your opinion was taken back."

    return keep


def save_texts(workspace: Workspace) -> Callable[..., str]:
    """Keeps what is typed into the boxes of a tab."""

    def keep(reference: str, output: str, tab: str = "", question: str | None = None) -> str:
        if not workspace.store.viewing:  # the page has said that nothing is kept
            asked = {} if question is None else {"question": question[:LONGEST_QUESTION]}
            save_draft(workspace, tab, reference, output, analysed=False, **asked)
        return ""

    return keep


def save_decisions(workspace: Workspace) -> Callable[..., str]:
    """Keeps which edits of a revision the person accepts and rejects, and the draft as it is written by hand."""

    from explorer.services.drafting import begun_by_hand

    def keep(analysis: str, choices: str, past: str = "", future: str = "", written: str | None = None) -> str:
        known = workspace.store.get(analysis)
        draft = stored_revision(workspace, known.id) or (begun_by_hand(known) if written is not None else None)
        if draft is None:
            raise InputError("The edits of this analysis are not there any more. Choose Revise again.")
        draft = decided(draft, {"choices": choices, "past": past, "future": future, "written": written})
        workspace.store.save_revision(analysis, draft.to_json())
        return ""

    return keep


_KEPT: dict[str, Callable[[Workspace], Callable[..., str]]] = {
    "annotate": save_vote,
    "draft": save_texts,
    "choose": save_decisions,
    "label": save_label,
}
