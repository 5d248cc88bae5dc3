"""What handlers draw into, and the drawings that several of them need."""

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from components.html import status
from components.html.empty import empty_state
from components.html.markup import showable
from engines.core.errors import ErrataError
from explorer.services.tabs.drafts import put_aside, save_draft
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    import gradio as gr

Drawing = dict[Any, Any]
"""What is to be drawn, by the part that it is drawn into."""

log = logging.getLogger("errata")

BOXES, CHOICES = "Reference and output", "Engine and models"
"""What the panel of the boxes is called, and where the boxes are hidden."""
MAPPED, PLOTTED = "Where the evidence lies", "Scores as a plot"
"""What the panel of the plot is called below an analysis, and below a batch."""


@dataclass(frozen=True)
class Parts:
    """The components that handlers draw into."""

    reference: "gr.Textbox"
    output: "gr.Textbox"
    chosen: "gr.Textbox"
    choices: "gr.HTML"
    models: "gr.HTML"
    model_states: "gr.HTML"
    boxes: "gr.Accordion"
    analyze: "gr.Button"
    compare: "gr.Button"
    cancel: "gr.Button"
    status: "gr.HTML"
    review: "gr.HTML"
    search: "gr.Textbox"
    filters: "gr.HTML"
    history: "gr.HTML"
    gone: "gr.HTML"
    map: "gr.Accordion"
    plot: "gr.Plot"


@dataclass(frozen=True)
class View:
    """The parts of one page, and the workspace where analyses, annotations and drafts are kept."""

    workspace: Workspace
    parts: Parts

    def emptied(self) -> Drawing:
        """The page before the first analysis."""
        return {
            self.parts.review: empty_state(),
            self.parts.boxes: updates()(open=True, label=BOXES),
            self.parts.map: self.evidence_map(False),
        }

    def closed(self) -> Drawing:
        """The boxes folded, for what is drawn below them; no map."""
        return {self.parts.boxes: updates()(open=False, label=BOXES), self.parts.map: self.evidence_map(False)}

    def evidence_map(self, there: bool, label: str = MAPPED) -> Any:
        """The closed panel of the plot: another analysis has another plot."""
        return updates()(open=False, label=label, visible=True if there else "hidden")

    def filled(self, tab: str, reference: str, output: str) -> Drawing:
        """Texts in the boxes that have been analysed, or are an example; what was typed there is kept among the drafts."""
        try:
            put_aside(self.workspace, tab)
        except ErrataError as problem:
            log.warning("The draft was not put aside: %s", problem)
        self.keep_draft(tab, reference, output, analysed=True)
        return {self.parts.reference: showable(reference), self.parts.output: showable(output)}

    def keep_draft(self, tab: str, reference: str, output: str, **settings: Any) -> None:
        """Keep the texts in the boxes of a tab, and what is chosen unless `settings` choose anew; a failure is not worth stopping for."""
        try:
            save_draft(self.workspace, tab, reference, output, **settings)
        except ErrataError as problem:
            log.warning("The draft was not kept: %s", problem)

    def guarded(self, drawing: Drawing, work: Any) -> Any:
        """The result of `work`; when it fails, None and the reason in the status row."""
        try:
            return work()
        except ErrataError as problem:
            drawing[self.parts.status] = status.problem(str(problem))
            return None


def updates() -> Any:
    """Gradio's `update`, imported when first needed."""
    import gradio as gr

    return gr.update
