"""Comparisons on the page: several engines on what is in the boxes, drawn as their results come; and those opened by their link."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from components.comparison.page import comparison_view
from components.html import status
from components.wiring.handlers.choices import chosen_of, ticked_of
from components.wiring.handlers.runs import guarded_run
from components.wiring.handlers.view import Drawing, View
from engines.core.errors import ErrataError
from engines.declaration.registry import engine_title

REDRAWN_EVERY = 0.5
"""Least seconds between two drawings of the status row."""

MOST_COMPARED = 60
"""Analyses that one link may put side by side."""


@dataclass(frozen=True)
class ComparisonHandlers:
    """What a person does with comparisons."""

    view: View

    def run(self, reference: str, output: str, chosen: str) -> Iterator[Drawing]:
        """Compare what is in the boxes with every engine and verifier that is ticked."""
        yield from guarded_run(self.view, "comparison", lambda: self._stream(reference or "", output or "", chosen))

    def _stream(self, reference: str, output: str, written: str) -> Iterator[Drawing]:
        from explorer.reading.pairs import check
        from explorer.services.agreement import with_votes
        from explorer.services.comparison import Compared, Comparison, judges_of, stream_comparison

        view, parts = self.view, self.view.parts
        ticked, models = ticked_of(written)
        view.keep_draft(reference, output, analysed=True, **(chosen_of(written) | ticked))
        judges = judges_of(ticked["engines"], ticked["verifiers"])
        check(reference, output)
        nothing = Comparison(reference, output, (), (), {}, complete=False)
        yield {parts.review: comparison_view(nothing, judges), **view.closed()}
        done, last = 0, 0.0
        chosen: dict[str, Any] = {**ticked, "models": models, "workspace": view.workspace}
        for event in stream_comparison(reference, output, **chosen):
            if isinstance(event, Compared):
                done = len(event.comparison.opinions)
                found = with_votes(event.comparison, view.workspace.store)
                yield {parts.review: comparison_view(found, judges[done:]), **view.closed()}
                if event.comparison.complete:
                    yield {parts.status: status.message("")}
            elif time.monotonic() - last > REDRAWN_EVERY or not event.analysis:
                name = engine_title(event.judge.engine) + event.judge.name.removeprefix(event.judge.engine)
                words = f"{name}: {event.stage[:1].lower()}{event.stage[1:]}" if event.stage else name
                yield {parts.status: status.working(words, done, len(judges))}
                last = time.monotonic()

    def open(self, ids: object) -> Drawing:
        """Show stored analyses of one pair side by side; those that have been deleted are left out and named."""
        from explorer.services.agreement import with_votes
        from explorer.services.comparison import comparison_of

        view, analyses, missing = self.view, [], 0
        for id in str(ids).split(",")[:MOST_COMPARED]:
            try:
                analyses.append(view.workspace.store.get(id))
            except ErrataError:
                missing += 1
        drawing: Drawing = {}
        comparison = view.guarded(drawing, lambda: with_votes(comparison_of(analyses), view.workspace.store))
        if comparison is None:
            if missing:
                words = "None of the analyses of this comparison is in the history any more. They may have been deleted."
                drawing = {view.parts.status: status.problem(words)}
            return view.emptied() | drawing
        words = f"{missing} of the analyses compared here cannot be read any more: deleted, or damaged." if missing else ""
        row = status.problem(words) if words else status.message("")
        return {view.parts.review: comparison_view(comparison), view.parts.status: row, **view.closed()}
