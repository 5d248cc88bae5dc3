"""Revise on the page: edits are proposed once, and the draft is scored when asked. Decisions are kept by `components.wiring.keeping`."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from components.html import status
from components.wiring.managing import KEPT, chosen_models
from engines.core.errors import ErrataError, InputError
from engines.core.results import Analysis
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    from components.wiring.events import Drawing, Events
    from explorer.services.drafting import RevisionDraft

_SIGNS = {"+": 1, ".": 0, "-": -1}


class Revising:
    """The handlers of revisions; they draw into the parts of `events`."""

    def __init__(self, workspace: Workspace, events: "Events"):
        self._workspace = workspace
        self._events = events

    def stored(self, analysis: Analysis) -> "RevisionDraft | None":
        """The revision that the person left, None if there is none or it cannot be read."""
        try:
            return stored_revision(self._workspace, analysis.id)
        except ErrataError:
            return None

    def begin(self, data: dict[str, Any]) -> Iterator["Drawing"]:
        """Propose edits to the analysis on the page, unless they have been proposed before."""
        from explorer.services.drafting import stream_draft

        def work(analysis: Analysis) -> Iterator[Any]:
            known = self.stored(analysis)
            if known is not None:
                yield known
            else:
                yield from stream_draft(analysis, self._workspace.cache, self._reviser())

        yield from self._drawn(data, work)

    def _reviser(self) -> dict[str, str]:
        """The reviser chosen among the models, if there is one."""
        kept = self._workspace.store.load_draft(KEPT)
        chosen = chosen_models(kept.settings.get("models")) if kept else {}
        return {role: id for role, id in chosen.items() if role == "reviser"}

    def score(self, data: dict[str, Any]) -> Iterator["Drawing"]:
        """Score the draft as the person has decided."""
        from explorer.services.drafting import stream_rescored

        def work(analysis: Analysis) -> Iterator[Any]:
            draft = self.stored(analysis)
            if draft is None:
                raise InputError("The edits of this analysis are not there any more. Choose Revise again.")
            yield from stream_rescored(analysis, decided(draft, data), self._workspace.cache)

        yield from self._drawn(data, work)

    def _drawn(self, data: dict[str, Any], work: Callable[[Analysis], Iterator[Any]]) -> Iterator["Drawing"]:
        from components.wiring.runs import log, updates
        from explorer.services.analysis import Stage

        parts, events, update = self._events.parts, self._events, updates()
        try:
            analysis = self._workspace.store.get(str(data.get("analysis")))
            yield {parts.status: status.working("Looking for edits"), parts.cancel: update(interactive=True)}
            for step in work(analysis):
                if isinstance(step, Stage):
                    yield {parts.status: status.working(step.name, step.done, step.total)}
                    continue
                self._workspace.store.save_revision(analysis.id, step.to_json())
                yield {parts.review: events.reviewed(analysis), parts.status: status.message(""), parts.cancel: update(interactive=False)}
        except ErrataError as problem:
            yield {parts.status: status.problem(str(problem)), parts.cancel: update(interactive=False)}
        except Exception as problem:  # a defect: the page and what was decided must stay
            log.exception("The revision failed")
            words = f"The revision stopped because of a defect in Errata ({type(problem).__name__}). What you decided is kept."
            yield {parts.status: status.problem(words), parts.cancel: update(interactive=False)}


def stored_revision(workspace: Workspace, id: str) -> "RevisionDraft | None":
    """The revision that the person left of the analysis of that id, None if there is none.

    Raises:
        FormatError: it is damaged.
        StoreError: the store cannot be read.
    """
    from explorer.services.drafting import RevisionDraft

    data = workspace.store.load_revision(id)
    return RevisionDraft.from_json(data) if data else None


def decided(draft: "RevisionDraft", data: dict[str, Any]) -> "RevisionDraft":
    """The draft with the choices that the page's script wrote.

    Raises:
        InputError: there is not one choice for each edit.
    """
    rows = {name: _read(data.get(name)) for name in ("choices", "past", "future")}
    return draft.decided(rows["choices"][0] if rows["choices"] else (), rows["past"], rows["future"])


def _read(written: Any) -> list[tuple[int, ...]]:
    """Sets of choices from `+.- ..+`; a sign that is not known makes its set too short to pass."""
    words = written.split() if isinstance(written, str) else []
    return [tuple(_SIGNS[sign] for sign in word if sign in _SIGNS) for word in words]
