"""What happens when a person does something on the page: every handler returns what is to be drawn, and where."""

import json
import logging
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from components.html import status
from components.html.empty import empty_state, examples
from components.html.markup import showable
from components.panels.choices import choices
from components.panels.history import history, undo
from components.review.page import review
from components.wiring.keeping import DRAFT, save_draft
from components.wiring.managing import chosen_models, preset_settings
from components.wiring.runs import guarded_run, updates
from engines.core.errors import ErrataError
from engines.core.results import Analysis
from engines.declaration.registry import DEFAULT
from explorer.model_choice.tuning import chosen_settings
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    import gradio as gr

PAGE_OF_HISTORY = 40
REDRAWN_EVERY = 0.2
"""Least seconds between two drawings of a running analysis: a person cannot follow more."""

REDRAWN_EVERY_MILLION = 4.0
"""Further seconds for every million characters of HTML: long texts take the browser time, and it must stay responsive."""

Drawing = dict[Any, Any]
log = logging.getLogger("errata")


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
    history: "gr.HTML"
    gone: "gr.HTML"
    map: "gr.Accordion"
    plot: "gr.Plot"


class Events:
    """The handlers of one page; `workspace` is where analyses, annotations and drafts are kept."""

    def __init__(self, workspace: Workspace, parts: Parts):
        from components.wiring.comparing import Comparing
        from components.wiring.managing import Managing
        from components.wiring.recalibrating import Recalibrating
        from components.wiring.revising import Revising

        self._workspace = workspace
        self.parts = parts
        self.comparing = Comparing(workspace, self)
        self.revising = Revising(workspace, self)
        self.recalibrating = Recalibrating(workspace, self)
        self.managing = Managing(workspace, self)

    def load(self, request: "gr.Request") -> Drawing:
        """Draw the page as the person left it: the draft, the history, and the analysis that the address names."""
        parts = self.parts
        drawing: Drawing = {parts.status: status.message("")}
        draft = self.guarded(drawing, lambda: self._workspace.store.load_draft(DRAFT))
        chosen = draft.settings if draft else {}
        drawing[parts.choices] = listed_choices(chosen)
        drawing |= self.managing.loaded(str(chosen.get("engine") or DEFAULT))
        if draft:
            drawing |= {parts.reference: showable(draft.reference), parts.output: showable(draft.output)}
        drawing |= self.listed("")
        named = {"id": request.query_params.get("a"), "comparison": request.query_params.get("c")}
        return drawing | self.visit(named) if any(named.values()) else drawing

    def run(self, reference: str, output: str, chosen: str) -> Iterator[Drawing]:
        """Analyse what is in the boxes, drawing facts as they are verified."""
        yield from guarded_run(self, "analysis", lambda: self._stream(reference or "", output or "", chosen_of(chosen)))

    def _stream(self, reference: str, output: str, chosen: dict[str, Any]) -> Iterator[Drawing]:
        from explorer.services.analysis import Finished, Incomplete, Partial, Stage, stream

        parts, next_drawing = self.parts, 0.0
        self.keep_draft(reference, output, analysed=True, **{"models": {}, "settings": {}, **chosen})
        try:
            for event in stream(reference, output, workspace=self._workspace, **cast(dict[str, Any], chosen)):
                if isinstance(event, Stage):
                    yield {parts.status: status.working(event.name, event.done, event.total)}
                elif isinstance(event, Partial) and time.monotonic() >= next_drawing:
                    page = review(event.analysis)
                    yield {parts.review: page, **self.closed()}
                    next_drawing = time.monotonic() + REDRAWN_EVERY + REDRAWN_EVERY_MILLION * len(page) / 1e6
                elif isinstance(event, Finished):
                    words = "The same analysis was in the history: no model was run." if event.cached else ""
                    drawing = {parts.review: self.reviewed(event.analysis, event.cached), **self.closed()}
                    yield drawing | {parts.status: status.unseen(words), parts.map: self._map(True)}
        except Incomplete as problem:
            yield {parts.review: self.reviewed(problem.analysis), **self.closed(), parts.map: self._map(True)}
            raise

    def cancelled(self) -> Drawing:
        """What the page says after Cancel; the run itself is stopped by Gradio."""
        update = updates()
        return {
            self.parts.status: status.message(
                "Cancelled. What was checked so far is still shown; only what was complete is in the history."
            ),
            self.parts.analyze: update(interactive=True),
            self.parts.compare: update(interactive=True),
            self.parts.cancel: update(interactive=False),
        }

    def open(self, id: object) -> Drawing:
        """Show a stored analysis; the boxes follow unless they hold a text that was typed and never analysed."""
        parts, update = self.parts, updates()
        drawing: Drawing = {}
        analysis = self.guarded(drawing, lambda: self._workspace.store.get(str(id)))
        if analysis is None:
            return self.emptied() | drawing
        page = self.reviewed(analysis)
        drawing = {parts.review: page, parts.boxes: update(open=False), parts.status: status.message(""), parts.map: self._map(True)}
        draft = self.guarded(drawing, lambda: self._workspace.store.load_draft(DRAFT))
        unsaved = draft and (draft.reference.strip() or draft.output.strip()) and not draft.settings.get("analysed")
        return drawing if unsaved else drawing | self._filled(analysis.reference.text, analysis.output.text)

    def reviewed(self, analysis: Analysis, cached: bool = False) -> str:
        """A stored analysis with all that the person added to it."""
        added: dict[str, Any] = {
            "annotations": self.annotations(analysis),
            "revision": self.revising.stored(analysis),
            "calibration": self.recalibrating.report(analysis),
        }
        return review(analysis, stored=True, cached=cached, **added)

    def visit(self, data: dict[str, Any]) -> Drawing:
        """Follow the browser's Back and Forward: an analysis, a comparison, or the empty page."""
        if data.get("id"):
            return self.open(data["id"])
        if data.get("comparison"):
            return self.comparing.open(data["comparison"])
        return self.emptied() | {self.parts.status: status.message("")}

    def edit(self, id: object) -> Drawing:
        """Put the texts of a stored analysis into the boxes and open them."""
        drawing: Drawing = {}
        analysis = self.guarded(drawing, lambda: self._workspace.store.get(str(id)))
        if analysis is None:
            return drawing
        return drawing | self._filled(analysis.reference.text, analysis.output.text) | {self.parts.boxes: updates()(open=True)}

    def example(self, number: object) -> Drawing:
        """Put an example into the boxes."""
        known = examples()
        if not isinstance(number, int) or not 0 <= number < len(known):
            return {self.parts.status: status.problem("There is no such example.")}
        example = known[number]
        words = f"“{example.title}” is in the boxes. Press Analyze."
        return self._filled(example.reference, example.output) | {
            self.parts.boxes: updates()(open=True),
            self.parts.status: status.message(words),
        }

    def plot(self, id: str, dark: str) -> Any:
        """Where the evidence of the analysis on the page lies; nothing for one that is not stored."""
        from components.panels.plots import evidence_map

        try:
            return evidence_map(self._workspace.store.get(id), dark == "dark")
        except ErrataError:
            return None

    def listed(self, query: str, most: int = PAGE_OF_HISTORY) -> Drawing:
        """The history, or what a search finds in it."""
        drawing: Drawing = {}
        store = self.guarded(drawing, lambda: self._workspace.store)
        entries = self.guarded(drawing, lambda: store.history(query or "", limit=most)) if store else None
        if entries is None:
            return drawing
        total = store.count(query or "") if len(entries) == most else len(entries)
        now = datetime.now().astimezone()
        return {self.parts.history: history(entries, now=now, query=query or "", total=total)}

    def remove(self, data: dict[str, Any], query: str) -> Drawing:
        """Delete an analysis, with a way back."""
        drawing: Drawing = {}
        id = str(data.get("id"))
        if self.guarded(drawing, lambda: self._workspace.store.delete(id)):
            drawing[self.parts.gone] = undo(id, str(data.get("title") or "an analysis"))
        return drawing | self.listed(query)

    def rename(self, data: dict[str, Any], query: str) -> Drawing:
        """Call an analysis what the person calls it."""
        drawing: Drawing = {}
        if self.guarded(drawing, lambda: self._workspace.store.rename(str(data.get("id")), str(data.get("title") or ""))) is False:
            drawing[self.parts.status] = status.problem("This analysis is not in the history any more.")
        return drawing | self.listed(query)

    def restore(self, id: object, query: str) -> Drawing:
        """Take a deletion back."""
        drawing: Drawing = {self.parts.gone: ""}
        self.guarded(drawing, lambda: self._workspace.store.restore(str(id)))
        return drawing | self.listed(query)

    def emptied(self) -> Drawing:
        """The page before the first analysis."""
        return {self.parts.review: empty_state(), self.parts.boxes: updates()(open=True), self.parts.map: self._map(False)}

    def closed(self) -> Drawing:
        """The boxes folded, for what is drawn below them; no map."""
        return {self.parts.boxes: updates()(open=False), self.parts.map: self._map(False)}

    def _map(self, there: bool) -> Any:
        """The closed panel of the plot: another analysis has another plot."""
        return updates()(open=False, visible=True if there else "hidden")

    def _filled(self, reference: str, output: str) -> Drawing:
        self.keep_draft(reference, output, analysed=True)
        return {self.parts.reference: showable(reference), self.parts.output: showable(output)}

    def keep_draft(self, reference: str, output: str, **settings: Any) -> None:
        """Keep the texts in the boxes, and what is chosen unless `settings` choose anew; a failure is not worth stopping for."""
        try:
            save_draft(self._workspace, reference, output, **settings)
        except ErrataError as problem:
            log.warning("The draft was not kept: %s", problem)

    def annotations(self, analysis: Analysis) -> dict[str, dict[str, object]]:
        """What the person said of the units, by their id."""
        try:
            known = self._workspace.store.annotations(analysis.id)
        except ErrataError as problem:
            log.warning("The annotations were not read: %s", problem)
            return {}
        return {unit: {"vote": said.vote, "note": said.note} for unit, said in known.items()}

    def guarded(self, drawing: Drawing, work: Any) -> Any:
        """The result of `work`; when it fails, None and the reason in the status row."""
        try:
            return work()
        except ErrataError as problem:
            drawing[self.parts.status] = status.problem(str(problem))
            return None


def listed_choices(chosen: Mapping[str, Any] = MappingProxyType({})) -> str:
    """The lists of engines and verifiers, as they were `chosen` and ticked before."""
    from explorer.services.engines import available, verifiers

    ticked = {name: chosen[name] for name in ("engines", "verifiers") if isinstance(chosen.get(name), list) and chosen[name]}
    settings = values if isinstance(values := chosen.get("settings"), Mapping) else {}
    return choices(available(), verifiers(), str(chosen.get("engine", "")), str(chosen.get("verifier", "")), ticked, settings)


def chosen_of(written: str) -> dict[str, Any]:
    """Engine, verifier, models and a preset's settings from what the page's script wrote; names are checked where they are used."""
    try:
        values = json.loads(written or "{}")
    except ValueError:
        return {}
    known = values if isinstance(values, dict) else {}
    found: dict[str, Any] = {name: value for name in ("engine", "verifier") if isinstance(value := known.get(name), str) and value}
    if models := chosen_models(known.get("models")):
        found["models"] = models
    own = chosen_settings(str(found.get("engine")), known.get("settings"))
    if settings := preset_settings(known.get("preset"), found.get("engine")) | own:
        found["settings"] = settings
    return found
