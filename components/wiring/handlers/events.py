"""What happens when a person does something on the page: every handler returns what is to be drawn, and where."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from components.html import status
from components.html.markup import showable
from components.wiring.handlers.analyses import AnalysisHandlers, AnalysisPicture
from components.wiring.handlers.asked import Asked, Newest, asked_of
from components.wiring.handlers.batches import BatchHandlers
from components.wiring.handlers.calibrations import CalibrationHandlers
from components.wiring.handlers.choices import listed_choices
from components.wiring.handlers.comparisons import ComparisonHandlers, ComparisonPicture
from components.wiring.handlers.history import HistoryHandlers, listed
from components.wiring.handlers.models import ModelHandlers
from components.wiring.handlers.revisions import RevisionHandlers, RevisionPicture
from components.wiring.handlers.runs import LOST, Picture, RunHandlers
from components.wiring.handlers.view import Drawing, Parts, View
from engines.declaration.registry import DEFAULT
from explorer.services.tabs.drafts import beginning, forget_needless
from explorer.services.tabs.runs import Runs
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    import gradio as gr


log = logging.getLogger("errata")

VIEWING = "Nothing can be written to the data folder: past analyses can be viewed, and nothing that you do here is kept."


class Events:
    """The handlers of one page, by what they are about; `workspace` is where analyses, annotations and drafts are kept."""

    def __init__(self, workspace: Workspace, parts: Parts, runs: Runs | None = None):
        import gradio as gr

        self._view = view = View(workspace, parts)
        pictures: dict[str, Picture] = {
            "analysis": AnalysisPicture(view),
            "comparison": ComparisonPicture(view),
            "revision": RevisionPicture(view),
        }
        self.runs = RunHandlers(view, runs or Runs(), pictures)
        self.analyses = AnalysisHandlers(view, self.runs)
        self.comparisons = ComparisonHandlers(view, self.runs)
        self.batches = BatchHandlers(view, self.runs)
        self.revisions = RevisionHandlers(view, self.runs)
        self.calibrations = CalibrationHandlers(view)
        self.history = HistoryHandlers(view)
        self.models = ModelHandlers(view)
        self.newest = Newest({parts.status: gr.skip()})

    def load(self, request: "gr.Request", written: str = "") -> Drawing:
        """Draw the page as the person left it: the draft and the run of the tab, the history, and the analysis that the address names.

        The buttons are drawn only where a run stood: whoever is quick begins one before this is drawn, and must be able to stop it.
        """
        view, parts, asked = self._view, self._view.parts, asked_of(written)
        drawing: Drawing = {parts.status: status.message("")} | (self.runs.idle() if asked.run else {})
        draft = view.guarded(drawing, lambda: beginning(view.workspace, asked.tab, asked.others, asked.source, asked.back))
        chosen = draft.settings if draft else {}
        named = {"id": request.query_params.get("a"), "comparison": request.query_params.get("c"), "batch": request.query_params.get("b")}
        self._whatever_is_stored("drafts", self._tidied)
        pieces: dict[str, Callable[[], Drawing]] = {
            "choices": lambda: {parts.choices: listed_choices(chosen)},
            "models": lambda: self.models.loaded(str(chosen.get("engine") or DEFAULT), asked.tab),
            "texts": lambda: {parts.reference: showable(draft.reference), parts.output: showable(draft.output)} if draft else {},
            "history": lambda: listed(view, asked),
            "analysis": lambda: self._shown(named, asked),
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

    def _shown(self, named: dict[str, Any], asked: Asked) -> Drawing:
        """The run of the tab, unless it had turned away from it; else the analysis or comparison that the address names."""
        run = self.runs.found(asked)
        if run is not None and not run.aside:
            return self.runs.standing(run)
        drawing = self.visit(named, asked) if any(named.values()) else {}
        if run is not None:
            return drawing | self.runs.standing(run)
        lost = {self._view.parts.status: status.problem(LOST)} if asked.run and not self.runs.known(asked) else {}
        return lost | drawing

    def _tidied(self) -> Drawing:
        """Nothing to draw: drafts that nobody needs are forgotten."""
        if not self._view.workspace.store.viewing:
            forget_needless(self._view.workspace)
        return {}

    def _whatever_is_stored(self, name: str, draw: "Callable[[], Drawing]") -> Drawing:
        """A piece of the page; whatever it stumbles over in what is stored, the others are drawn."""
        try:
            return draw()
        except Exception as problem:
            log.exception("The %s could not be drawn", name)
            words = f"The {name} could not be shown: what is stored is damaged ({type(problem).__name__})."
            return {self._view.parts.status: status.problem(words)}

    def visit(self, data: dict[str, Any], asked: Asked | None = None) -> Drawing:
        """Follow the browser's Back and Forward: an analysis, a comparison, a batch, or the empty page."""
        asked = asked or asked_of(data)
        if data.get("id"):
            return self.analyses.open(data["id"], asked)
        if data.get("comparison"):
            return self.comparisons.open(data["comparison"], asked)
        if data.get("batch"):
            return self.batches.open(data["batch"], asked)
        return self.runs.beside(self._view.emptied() | {self._view.parts.status: status.message("")}, asked)
