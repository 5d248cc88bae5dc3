"""The routes of the pages for annotators: the list of texts, the bench of an annotator on one, and agreement with its files.

They stand behind the same guard as all else (`components.wiring.doors` makes their doors from these routes) and load nothing of Gradio.
What an annotator says is kept by the route of everything that the page keeps (`components.wiring.autosave`).
"""

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from components.html.answers import Words
from components.html.attachment import attachment
from components.html.markup import escape, shortened
from components.wiring.fields import Misfit, check_query
from engines.core.errors import ErrataError, InputError
from explorer.services.workspace import Workspace
from sessions.labelling.labels import BLIND, MODES, Label, annotator_name

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from sessions.store import Store

log = logging.getLogger("errata")

ANNOTATE, AGREEMENT = "/annotate", "/agreement"
"""Where annotators begin, and where their agreement is; an analysis is annotated at `/annotate/ID?by=NAME&mode=blind`."""

MOST_TEXTS = 60
"""Analyses that the list of texts shows."""

_HEADERS = {"cache-control": "no-store"}


def labelling_routes(workspace: Workspace) -> list[Any]:
    """The routes; what is wrong with a request comes back as words."""
    from starlette.routing import Route

    def texts(request: "Request") -> "Response":
        return _page(request, ("by",), lambda: _texts(workspace.store, _name(request)))

    def bench(request: "Request") -> "Response":
        asked = request.query_params
        id = str(request.path_params["id"])
        chosen = asked.get("mode", BLIND), asked.get("predicates") == "1"
        return _page(request, ("by", "mode", "predicates"), lambda: _bench(workspace.store, id, _name(request), *chosen))

    def agreement(request: "Request") -> "Response":
        ids, blind = _ids(request), request.query_params.get("blind") == "1"
        return _page(request, ("ids", "by", "blind"), lambda: _agreement(workspace.store, ids, _name(request), blind))

    def labels(request: "Request") -> "Response":
        return _labels(workspace, request)

    return [
        Route(ANNOTATE, texts, methods=["GET"]),
        Route(f"{ANNOTATE}/{{id:path}}", bench, methods=["GET"]),
        Route(f"{AGREEMENT}.jsonl", labels, methods=["GET"]),
        Route(AGREEMENT, agreement, methods=["GET"]),
    ]


def save_label(workspace: Workspace) -> Callable[..., str]:
    """Keeps an event of an annotator's log, or its next version."""

    def keep(
        analysis: str,
        annotator: str,
        event: str,
        item: str,
        step: str,
        label: str,
        mode: str = BLIND,
        seconds: float = 0.0,
        version: int = 0,
        undone: bool = False,
    ) -> str:
        said = Label(event, annotator, item, step, label, mode, float(seconds), version, undone)
        workspace.store.label(analysis, said)
        return ""

    return keep


def _page(request: "Request", known: Sequence[str], draw: Callable[[], str]) -> "Response":
    """A page, or what is wrong as words."""
    from starlette.responses import HTMLResponse

    try:
        check_query(request, *known)
        return HTMLResponse(draw().encode("utf-8", "replace"), headers=_HEADERS)
    except Misfit as problem:
        return _said(str(problem), 400)
    except InputError as problem:
        return _said(str(problem), 404)
    except ErrataError as problem:
        return _said(str(problem), 500)
    except Exception as problem:  # what is stored may be damaged in ways that no check expects
        log.exception("The page %s could not be made", request.url.path)
        return _said(f"This cannot be shown: what is stored is damaged ({type(problem).__name__}).", 500)


def _said(words: str, status: int) -> "Response":
    from starlette.responses import HTMLResponse

    from components.labelling.document import document

    main = f'<main class="qx starting"><section class="card"><p role="alert">{escape(words)}</p></section></main>'
    return HTMLResponse(document("Annotate", main, links=((ANNOTATE, "All texts"),)), status, _HEADERS)


def _name(request: "Request") -> str:
    """The name of who asks, "" where none is given.

    Raises:
        InputError: it is no name.
    """
    given = request.query_params.get("by", "")
    return annotator_name(given) if given.strip() else ""


def _ids(request: "Request") -> list[str] | None:
    return [id for id in request.query_params.get("ids", "").split(",") if id] or None


def _texts(store: "Store", name: str) -> str:
    from components.labelling.start import Text, texts_page
    from engines.declaration.registry import engine_title
    from explorer.services.labelling.tasks import task_of
    from explorer.services.labelling.verdicts import everybody

    listed = []
    for entry in store.history(limit=MOST_TEXTS):
        if entry.damaged:
            continue
        try:
            task = task_of(store.get(entry.id))
        except ErrataError:  # a damaged one is named in the history, and holds up no other
            continue
        listed.append(Text(entry.id, entry.title, engine_title(entry.engine), len(task.items), everybody(task, store.labels(entry.id))))
    return texts_page(listed, store.annotators(), name, store.count())


def _bench(store: "Store", id: str, name: str, mode: str, predicates: bool) -> str:
    from components.labelling.bench import bench
    from components.labelling.start import name_form
    from explorer.services.labelling.tasks import task_of

    analysis = store.get(id)
    if not name:
        return name_form(store.annotators(), title=shortened(store.title_given(id) or analysis.output.text, 240))
    if mode not in MODES:
        raise InputError(f"The mode is {' or '.join(MODES)}, not {mode[:40]!r}.")
    said = [event for event in store.labels(id, name) if event.step != "adjudicated"]
    return bench(analysis, task_of(analysis, predicates), said, name, mode, predicates, _next(store, id, name, mode, predicates))


def _next(store: "Store", id: str, name: str, mode: str, predicates: bool) -> str | None:
    """The address of the next older text of the list that this annotator has not done; None where there is none."""
    from components.labelling.bench import bench_address
    from explorer.services.labelling.tasks import task_of
    from explorer.services.labelling.verdicts import annotated

    listed = [entry.id for entry in store.history(limit=MOST_TEXTS) if not entry.damaged]
    at = listed.index(id) + 1 if id in listed else 0
    for other in [*listed[at:], *listed[:at]]:
        if other == id:
            continue
        try:
            task = task_of(store.get(other), predicates)
        except ErrataError:
            continue
        if task.items and not annotated(task, name, store.labels(other, name)).complete:
            return bench_address(other, name, mode, predicates)
    return None


def _agreement(store: "Store", ids: list[str] | None, name: str, blind: bool) -> str:
    from components.labelling.agreement import agreement_page, nothing_labelled
    from explorer.services.labelling.agreement import labelled, report
    from explorer.services.labelling.by_words import by_words

    found = labelled(store, ids, blind_only=blind)
    if not any(one.people for one in found):
        return nothing_labelled(blind)
    decisions = {one.analysis.id: [said for said in store.labels(one.analysis.id) if said.step == "adjudicated"] for one in found}
    return agreement_page(report(found, by_words(store, found)), decisions, name, ids, blind, store.annotators())


def _labels(workspace: Workspace, request: "Request") -> "Response":
    """The labels as a file to train on and to score by."""
    from starlette.responses import Response

    from explorer.reading.rows import dumps
    from explorer.services.labelling.agreement import labelled
    from explorer.services.labelling.gold import CHOICES, records

    try:
        check_query(request, "ids", "labels", "blind")
        wanted = request.query_params.get("labels", CHOICES[0])
        choice = next((each for each in CHOICES if each == wanted), None)
        if choice is None:
            raise Misfit(f"`labels` must be {', '.join(CHOICES)}.", "labels")
        found = labelled(workspace.store, _ids(request), blind_only=request.query_params.get("blind") == "1")
        lines = "".join(dumps(record) + "\n" for record in records(found, choice, []))
    except Misfit as problem:
        return Words(str(problem), 400)
    except ErrataError as problem:
        return Words(str(problem), 404 if isinstance(problem, InputError) else 500)
    headers = {"content-disposition": attachment(f"errata-labels-{choice}.jsonl"), **_HEADERS}
    return Response(lines.encode("utf-8", "replace"), media_type="application/x-ndjson", headers=headers)
