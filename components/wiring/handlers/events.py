"""What happens when a person does something on the page: every handler returns what is to be drawn, and where."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from components.html import status
from components.html.markup import showable
from components.wiring.handlers.analyses import AnalysisHandlers
from components.wiring.handlers.calibrations import CalibrationHandlers
from components.wiring.handlers.choices import listed_choices
from components.wiring.handlers.comparisons import ComparisonHandlers
from components.wiring.handlers.drafts import PAGE
from components.wiring.handlers.history import HistoryHandlers, listed
from components.wiring.handlers.models import ModelHandlers
from components.wiring.handlers.revisions import RevisionHandlers
from components.wiring.handlers.view import Drawing, Parts, View
from engines.declaration.registry import DEFAULT
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    import gradio as gr


log = logging.getLogger("errata")

VIEWING = "Nothing can be written to the data folder: past analyses can be viewed, and nothing that you do here is kept."


class Events:
    """The handlers of one page, by what they are about; `workspace` is where analyses, annotations and drafts are kept."""

    def __init__(self, workspace: Workspace, parts: Parts):
        self._view = view = View(workspace, parts)
        self.analyses = AnalysisHandlers(view)
        self.comparisons = ComparisonHandlers(view)
        self.revisions = RevisionHandlers(view)
        self.calibrations = CalibrationHandlers(view)
        self.history = HistoryHandlers(view)
        self.models = ModelHandlers(view)

    def load(self, request: "gr.Request") -> Drawing:
        """Draw the page as the person left it: the draft, the history, and the analysis that the address names."""
        view, parts = self._view, self._view.parts
        drawing: Drawing = {parts.status: status.message("")}
        draft = view.guarded(drawing, lambda: view.workspace.store.load_draft(PAGE))
        chosen = draft.settings if draft else {}
        named = {"id": request.query_params.get("a"), "comparison": request.query_params.get("c")}
        pieces: dict[str, Callable[[], Drawing]] = {
            "choices": lambda: {parts.choices: listed_choices(chosen)},
            "models": lambda: self.models.loaded(str(chosen.get("engine") or DEFAULT)),
            "texts": lambda: {parts.reference: showable(draft.reference), parts.output: showable(draft.output)} if draft else {},
            "history": lambda: listed(view),
            "analysis": lambda: self.visit(named) if any(named.values()) else {},
        }
        quiet = status.message("")
        for name, draw in pieces.items():
            drawn = self._whatever_is_stored(name, draw)
            if drawn.get(parts.status) == quiet:
                del drawn[parts.status]  # what an earlier piece had to say stays
            drawing |= drawn
        if drawing[parts.status] == quiet and view.guarded(drawing, lambda: view.workspace.store.viewing):
            drawing[parts.status] = status.problem(VIEWING)
        return drawing

    def _whatever_is_stored(self, name: str, draw: "Callable[[], Drawing]") -> Drawing:
        """A piece of the page; whatever it stumbles over in what is stored, the others are drawn."""
        try:
            return draw()
        except Exception as problem:
            log.exception("The %s could not be drawn", name)
            words = f"The {name} could not be shown: what is stored is damaged ({type(problem).__name__})."
            return {self._view.parts.status: status.problem(words)}

    def visit(self, data: dict[str, Any]) -> Drawing:
        """Follow the browser's Back and Forward: an analysis, a comparison, or the empty page."""
        if data.get("id"):
            return self.analyses.open(data["id"])
        if data.get("comparison"):
            return self.comparisons.open(data["comparison"])
        return self._view.emptied() | {self._view.parts.status: status.message("")}
