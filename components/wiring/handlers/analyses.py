"""Analyses on the page: made of what is in the boxes, opened again, and their texts and examples brought into the boxes."""

import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from components.html import status
from components.html.empty import examples
from components.review.page import review
from components.wiring.handlers.choices import chosen_of
from components.wiring.handlers.drafts import PAGE
from components.wiring.handlers.runs import guarded_run
from components.wiring.handlers.stored import stored_review
from components.wiring.handlers.view import Drawing, View, updates
from engines.core.errors import ErrataError
from engines.core.results import Analysis

log = logging.getLogger("errata")

REDRAWN_EVERY = 0.2
"""Least seconds between two drawings of a running analysis: a person cannot follow more."""

REDRAWN_EVERY_MILLION = 4.0
"""Further seconds for every million characters of HTML: long texts take the browser time, and it must stay responsive."""


@dataclass(frozen=True)
class AnalysisHandlers:
    """What a person does with one analysis."""

    view: View

    def run(self, reference: str, output: str, chosen: str) -> Iterator[Drawing]:
        """Analyse what is in the boxes, drawing facts as they are verified."""
        yield from guarded_run(self.view, "analysis", lambda: self._stream(reference or "", output or "", chosen_of(chosen)))

    def _stream(self, reference: str, output: str, chosen: dict[str, Any]) -> Iterator[Drawing]:
        from explorer.services.analysis import Finished, Incomplete, Partial, Stage, stream

        view, parts, next_drawing = self.view, self.view.parts, 0.0
        view.keep_draft(reference, output, analysed=True, **{"models": {}, "settings": {}, **chosen})
        try:
            for event in stream(reference, output, workspace=view.workspace, **cast(dict[str, Any], chosen)):
                if isinstance(event, Stage):
                    yield {parts.status: status.working(event.name, event.done, event.total)}
                elif isinstance(event, Partial) and time.monotonic() >= next_drawing:
                    page = review(event.analysis)
                    yield {parts.review: page, **view.closed()}
                    next_drawing = time.monotonic() + REDRAWN_EVERY + REDRAWN_EVERY_MILLION * len(page) / 1e6
                elif isinstance(event, Finished):
                    words = "The same analysis was in the history: no model was run." if event.cached else ""
                    shown = self._shown(event.analysis, event.cached) if event.kept else self._only_shown(event.analysis)
                    yield shown | {parts.status: status.unseen(words)}
        except Incomplete as problem:
            yield self._shown(problem.analysis) if problem.kept else self._only_shown(problem.analysis)
            raise

    def _shown(self, analysis: Analysis, cached: bool = False) -> Drawing:
        """A stored analysis with its map, below the folded boxes."""
        page = stored_review(self.view.workspace, analysis, cached)
        return {self.view.parts.review: page, **self.view.closed(), self.view.parts.map: self.view.evidence_map(True)}

    def _only_shown(self, analysis: Analysis) -> Drawing:
        """An analysis that could not be kept: to be read, and neither judged nor linked to. It says why itself."""
        return {self.view.parts.review: review(analysis), **self.view.closed()}

    def cancelled(self) -> Drawing:
        """What the page says after Cancel; the run itself is stopped by Gradio."""
        parts, update = self.view.parts, updates()
        return {
            parts.status: status.message("Cancelled. What was checked so far is still shown; only what was complete is in the history."),
            parts.analyze: update(interactive=True),
            parts.compare: update(interactive=True),
            parts.cancel: update(interactive=False),
        }

    def open(self, id: object) -> Drawing:
        """Show a stored analysis; the boxes follow unless they hold a text that was typed and never analysed."""
        view, drawing = self.view, cast(Drawing, {})
        analysis = view.guarded(drawing, lambda: view.workspace.store.get(str(id)))
        shown = self._drawn(drawing, analysis) if analysis else None
        if analysis is None or shown is None:
            return view.emptied() | drawing
        drawing = shown | {view.parts.status: status.message("")}
        draft = view.guarded(drawing, lambda: view.workspace.store.load_draft(PAGE))
        unsaved = draft and (draft.reference.strip() or draft.output.strip()) and not draft.settings.get("analysed")
        return drawing if unsaved else drawing | view.filled(analysis.reference.text, analysis.output.text)

    def _drawn(self, drawing: Drawing, analysis: Analysis) -> Drawing | None:
        """A stored analysis as `_shown`; None, and why in the status row, where it is damaged in a way that no check expects."""
        try:
            return self._shown(analysis)
        except Exception as problem:
            log.exception("The analysis %s could not be drawn", analysis.id)
            why = f"it cannot be drawn ({type(problem).__name__})"
            self.view.workspace.store.found_damaged(analysis.id, why)
            words = f"This analysis is damaged: {why}. Delete it in the history, and analyse the texts again."
            drawing[self.view.parts.status] = status.problem(words)
            return None

    def edit(self, id: object) -> Drawing:
        """Put the texts of a stored analysis into the boxes and open them."""
        view, drawing = self.view, cast(Drawing, {})
        analysis = view.guarded(drawing, lambda: view.workspace.store.get(str(id)))
        if analysis is None:
            return drawing
        return drawing | view.filled(analysis.reference.text, analysis.output.text) | {view.parts.boxes: updates()(open=True)}

    def example(self, number: object) -> Drawing:
        """Put an example into the boxes."""
        parts, known = self.view.parts, examples()
        if not isinstance(number, int) or not 0 <= number < len(known):
            return {parts.status: status.problem("There is no such example.")}
        example = known[number]
        words = f"“{example.title}” is in the boxes. Press Analyze."
        opened = {parts.boxes: updates()(open=True), parts.status: status.message(words)}
        return self.view.filled(example.reference, example.output) | opened

    def plot(self, id: str, dark: str) -> Any:
        """Where the evidence of the analysis on the page lies; nothing for one that is not stored."""
        from components.panels.plots import evidence_map

        try:
            return evidence_map(self.view.workspace.store.get(id), dark == "dark")
        except ErrataError:
            return None
