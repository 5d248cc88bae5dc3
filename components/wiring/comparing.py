"""Compare on the page: several engines on what is in the boxes, drawn as their results come; and comparisons opened by their link."""

import json
import time
from collections.abc import Iterator
from typing import Any

from components.comparison.page import comparison_view
from components.html import status
from components.wiring.events import Drawing, Events, chosen_of
from components.wiring.files import MOST_COMPARED
from components.wiring.managing import chosen_models
from components.wiring.runs import guarded_run
from engines.core.errors import ErrataError
from engines.declaration.registry import engine_title
from explorer.services.workspace import Workspace

REDRAWN_EVERY = 0.5


class Comparing:
    """The handlers of comparisons; they draw into the parts of `events`."""

    def __init__(self, workspace: Workspace, events: Events):
        self._workspace = workspace
        self._events = events

    def run(self, reference: str, output: str, chosen: str) -> Iterator[Drawing]:
        """Compare what is in the boxes with every engine and verifier that is ticked."""
        yield from guarded_run(self._events, "comparison", lambda: self._stream(reference or "", output or "", chosen))

    def _stream(self, reference: str, output: str, written: str) -> Iterator[Drawing]:
        from explorer.services.analysis import check
        from explorer.services.comparison import Compared, Comparison, judges_of, stream_comparison
        from explorer.services.persons import with_votes

        parts, events = self._events.parts, self._events
        ticked, models = _ticked(written)
        events.keep_draft(reference, output, analysed=True, **(chosen_of(written) | ticked))
        judges = judges_of(ticked["engines"], ticked["verifiers"])
        check(reference, output)
        nothing = Comparison(reference, output, (), (), {}, complete=False)
        yield {parts.review: comparison_view(nothing, judges), **events.closed()}
        done, last = 0, 0.0
        chosen: dict[str, Any] = {**ticked, "models": models, "workspace": self._workspace}
        for event in stream_comparison(reference, output, **chosen):
            if isinstance(event, Compared):
                done = len(event.comparison.opinions)
                found = with_votes(event.comparison, self._workspace.store)
                yield {parts.review: comparison_view(found, judges[done:]), **events.closed()}
                if event.comparison.complete:
                    yield {parts.status: status.message("")}
            elif time.monotonic() - last > REDRAWN_EVERY or not event.analysis:
                name = engine_title(event.judge.engine) + event.judge.name.removeprefix(event.judge.engine)
                words = f"{name}: {event.stage[:1].lower()}{event.stage[1:]}" if event.stage else name
                yield {parts.status: status.working(words, done, len(judges))}
                last = time.monotonic()

    def open(self, ids: object) -> Drawing:
        """Show stored analyses of one pair side by side; those that have been deleted are left out and named."""
        from explorer.services.comparison import comparison_of
        from explorer.services.persons import with_votes

        events, analyses, missing = self._events, [], 0
        for id in str(ids).split(",")[:MOST_COMPARED]:
            try:
                analyses.append(self._workspace.store.get(id))
            except ErrataError:
                missing += 1
        drawing: Drawing = {}
        comparison = events.guarded(drawing, lambda: with_votes(comparison_of(analyses), self._workspace.store))
        if comparison is None:
            if missing:
                words = "None of the analyses of this comparison is in the history any more. They may have been deleted."
                drawing = {events.parts.status: status.problem(words)}
            return events.emptied() | drawing
        words = f"{missing} of the analyses compared here cannot be read any more: deleted, or damaged." if missing else ""
        row = status.problem(words) if words else status.message("")
        return {events.parts.review: comparison_view(comparison), events.parts.status: row, **events.closed()}


def _ticked(written: str) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Engines and verifiers from what the page's script wrote, a verifier of the person's own among them; and the models of other roles.

    Names are checked where they are used.
    """
    try:
        values: Any = json.loads(written or "{}")
    except ValueError:
        values = {}
    known = values if isinstance(values, dict) else {}
    lists = {name: known.get(name) for name in ("engines", "verifiers")}
    ticked = {name: [v for v in value if isinstance(v, str)] if isinstance(value, list) else [] for name, value in lists.items()}
    models = chosen_models(known.get("models"))
    own = models.pop("verifier", "")
    return {**ticked, "verifiers": [*ticked["verifiers"], *([own] if own and own not in ticked["verifiers"] else [])]}, models
