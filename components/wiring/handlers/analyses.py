"""Analyses on the page: made of what is in the boxes, opened again, and their texts and examples brought into the boxes."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from components.html import status
from components.html.empty import examples
from components.html.markup import showable
from components.review.page import review
from components.review.score import heard
from components.wiring.batch.showing import plot_of
from components.wiring.handlers.asked import NOTHING, Asked, asked_of
from components.wiring.handlers.choices import chosen_of
from components.wiring.handlers.history import listed
from components.wiring.handlers.runs import RunHandlers
from components.wiring.handlers.stored import stored_review
from components.wiring.handlers.view import Drawing, View, updates
from engines.core.errors import ErrataError
from engines.core.results import Analysis
from explorer.services.tabs.drafts import is_settled, session_of, take
from explorer.services.tabs.run import State

log = logging.getLogger("errata")

OF_BATCH = "batch "
"""How the page's script begins the name of a batch whose plot it asks for."""


@dataclass(frozen=True)
class AnalysisPicture:
    """How a run that analyses is drawn."""

    view: View

    def doing(self, state: State) -> tuple[str, int, int]:
        """The stage of the analysis."""
        from explorer.services.analysis import Stage

        stage = state.told(Stage)
        return (stage.name, stage.done, stage.total) if stage else ("Starting", 0, 0)

    def so_far(self, state: State) -> Any:
        """The facts that are known so far."""
        from explorer.services.analysis import Partial

        partial = state.told(Partial)
        return partial and partial.analysis

    def drawn(self, state: State) -> Drawing:
        """The same as the page shows it."""
        return self._only_shown(self.so_far(state))

    def ended(self, state: State) -> Drawing:
        """The analysis, or as much of it as there is; one that could not be kept says why itself."""
        from explorer.services.analysis import Finished, Incomplete

        if isinstance(state.problem, Incomplete):
            return self.stored(state.problem.analysis) if state.problem.kept else self._only_shown(state.problem.analysis)
        finished = state.told(Finished)
        if finished is None:
            return {}
        words = "The same analysis was in the history: no model was run." if finished.cached else "The analysis is finished."
        shown = self.stored(finished.analysis, finished.cached) if finished.kept else self._only_shown(finished.analysis)
        return shown | {self.view.parts.status: status.unseen(f"{words} {heard(finished.analysis)}.")}

    def told(self, state: State) -> str:
        """That it is finished."""
        from explorer.services.analysis import Finished

        finished = state.told(Finished)
        return status.finished("The analysis is finished.", finished.analysis.id if finished and finished.kept else "")

    def _only_shown(self, analysis: Analysis) -> Drawing:
        """An analysis that is being made, or could not be kept: to be read, and neither judged nor linked to."""
        return {self.view.parts.review: review(analysis), **self.view.closed()}

    def stored(self, analysis: Analysis, cached: bool = False) -> Drawing:
        """A stored analysis with its map, below the folded boxes."""
        page = stored_review(self.view.workspace, analysis, cached)
        return {self.view.parts.review: page, **self.view.closed(), self.view.parts.map: self.view.evidence_map(True)}


@dataclass(frozen=True)
class AnalysisHandlers:
    """What a person does with one analysis."""

    view: View
    runs: RunHandlers

    def run(self, reference: str, output: str, written: str) -> Iterator[Drawing]:
        """Analyse what is in the boxes, drawing facts as they are verified; the texts are kept first: a run may have to wait."""
        asked, chosen, reference, output = asked_of(written), chosen_of(written), reference or "", output or ""
        self.view.keep_draft(asked.tab, reference, output, analysed=False, **{"models": {}, "settings": {}, "question": "", **chosen})

        def work() -> Iterator[Any]:
            from explorer.services.analysis import stream

            yield from stream(reference, output, workspace=self.view.workspace, **cast(dict[str, Any], chosen))

        yield from self.runs.begin(asked, "analysis", [reference, output, chosen], work)

    def open(self, id: object, asked: Asked = NOTHING) -> Drawing:
        """Show a stored analysis; the boxes follow unless they hold a text that was typed and never analysed."""
        view, drawing = self.view, cast(Drawing, {})
        analysis = view.guarded(drawing, lambda: view.workspace.store.get(str(id)))
        shown = self._drawn(drawing, analysis) if analysis else None
        if analysis is None or shown is None:
            return view.emptied() | drawing
        drawing = self.runs.beside(shown | {view.parts.status: status.message("")}, asked)
        draft = view.guarded(drawing, lambda: view.workspace.store.load_draft(session_of(asked.tab)))
        unsaved = draft is not None and not is_settled(view.workspace, draft)
        return drawing if unsaved else drawing | view.filled(asked.tab, analysis.reference.text, analysis.output.text)

    def _drawn(self, drawing: Drawing, analysis: Analysis) -> Drawing | None:
        """A stored analysis as the page shows it; None, and why in the status row, where it is damaged in a way that no check expects."""
        try:
            return AnalysisPicture(self.view).stored(analysis)
        except Exception as problem:
            log.exception("The analysis %s could not be drawn", analysis.id)
            why = f"it cannot be drawn ({type(problem).__name__})"
            self.view.workspace.store.found_damaged(analysis.id, why)
            words = f"This analysis is damaged: {why}. Delete it in the history, and analyse the texts again."
            drawing[self.view.parts.status] = status.problem(words)
            return None

    def edit(self, id: object, asked: Asked = NOTHING) -> Drawing:
        """Put the texts of a stored analysis into the boxes and open them; what was typed there is kept among the drafts."""
        view, drawing = self.view, cast(Drawing, {})
        analysis = view.guarded(drawing, lambda: view.workspace.store.get(str(id)))
        if analysis is None:
            return drawing
        filled = view.filled(asked.tab, analysis.reference.text, analysis.output.text)
        return drawing | filled | {view.parts.boxes: updates()(open=True)} | listed(view, asked)

    def example(self, number: object, asked: Asked = NOTHING) -> Drawing:
        """Put an example into the boxes; what was typed there is kept among the drafts."""
        parts, known = self.view.parts, examples()
        if not isinstance(number, int) or not 0 <= number < len(known):
            return {parts.status: status.problem("There is no such example.")}
        example = known[number]
        words = f"“{example.title}” is in the boxes. Press Analyze."
        opened = {parts.boxes: updates()(open=True), parts.status: status.message(words)}
        filled = self.view.filled(asked.tab, example.reference, example.output)
        return self.runs.beside(filled | opened, asked) | listed(self.view, asked)

    def begin_anew(self, asked: Asked = NOTHING) -> Drawing:
        """Empty the boxes and the page for another pair; what was typed is kept among the drafts."""
        drawing = self.view.filled(asked.tab, "", "") | self.view.emptied() | {self.view.parts.status: status.message("")}
        return self.runs.beside(drawing, asked) | listed(self.view, asked)

    def take_draft(self, session: object, asked: Asked = NOTHING) -> Drawing:
        """Put a draft into the boxes; what was typed there is kept among the drafts."""
        view, drawing = self.view, cast(Drawing, {})
        draft = view.guarded(drawing, lambda: take(view.workspace, asked.tab, str(session)))
        if draft is None:
            return drawing | listed(view, asked)
        parts = view.parts
        texts = {parts.reference: showable(draft.reference), parts.output: showable(draft.output)}
        emptied = view.emptied() | {parts.status: status.message("The draft is in the boxes.")}
        return self.runs.beside(texts | emptied, asked) | listed(view, asked)

    def plot(self, id: str, dark: str) -> Any:
        """Where the evidence of the analysis on the page lies, or the scores of the batch; nothing for one that is not stored."""
        from components.panels.plots import evidence_map

        try:
            if id.startswith(OF_BATCH):
                return plot_of(self.view.workspace, id.removeprefix(OF_BATCH), dark == "dark")
            return evidence_map(self.view.workspace.store.get(id), dark == "dark")
        except ErrataError:
            return None
