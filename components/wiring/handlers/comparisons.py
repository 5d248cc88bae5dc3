"""Comparisons on the page: several engines on what is in the boxes, drawn as their results come; and those opened by their link."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from components.comparison.page import comparison_view
from components.html import status
from components.wiring.handlers.asked import NOTHING, Asked, asked_of
from components.wiring.handlers.choices import chosen_of, ticked_of
from components.wiring.handlers.runs import RunHandlers
from components.wiring.handlers.view import Drawing, View
from engines.core.errors import ErrataError
from engines.declaration.registry import engine_title
from explorer.services.tabs.run import State

if TYPE_CHECKING:
    from explorer.services.comparison import Comparison, Judge

log = logging.getLogger("errata")

MOST_COMPARED = 60
"""Analyses that one link may put side by side."""


@dataclass(frozen=True)
class Begun:
    """A comparison of a pair was begun: who is to judge it."""

    reference: str
    output: str
    judges: tuple["Judge", ...]


@dataclass(frozen=True)
class ComparisonPicture:
    """How a run that compares is drawn."""

    view: View

    def doing(self, state: State) -> tuple[str, int, int]:
        """Which judge does what, and how many are done."""
        from explorer.services.analysis import Stage
        from explorer.services.comparison import Compared, Working

        begun, compared, working = state.told(Begun), state.told(Compared), state.told(Working)
        if begun is None:
            stage = state.told(Stage)
            return (stage.name, stage.done, stage.total) if stage else ("Starting", 0, 0)
        done = len(compared.comparison.opinions) if compared else 0
        if working is None:
            return "Loading models", done, len(begun.judges)
        name = engine_title(working.judge.engine) + working.judge.name.removeprefix(working.judge.engine)
        words = f"{name}: {working.stage[:1].lower()}{working.stage[1:]}" if working.stage else name
        return words, done, len(begun.judges)

    def so_far(self, state: State) -> Any:
        """What has been compared, or that it has begun."""
        from explorer.services.comparison import Compared

        return state.told(Compared) or state.told(Begun)

    def drawn(self, state: State) -> Drawing:
        """The results that are there, and who has not finished."""
        from explorer.services.comparison import Compared, Comparison

        begun, compared = state.told(Begun), state.told(Compared)
        assert begun is not None  # nothing was compared before
        found = compared.comparison if compared else Comparison(begun.reference, begun.output, (), (), {}, complete=False)
        return self._shown(found, begun.judges[len(found.opinions) :])

    def ended(self, state: State) -> Drawing:
        """The comparison of all judges."""
        from explorer.services.comparison import Compared

        compared = state.told(Compared)
        if compared is None:
            return {}
        return self._shown(compared.comparison, ()) | {self.view.parts.status: status.unseen("The comparison is finished.")}

    def told(self, state: State) -> str:
        """That it is finished."""
        from explorer.services.comparison import Compared

        compared = state.told(Compared)
        ids = ",".join(o.analysis.id for o in compared.comparison.opinions if o.analysis) if compared else ""
        return status.finished("The comparison is finished.", comparison=ids)

    def _shown(self, comparison: "Comparison", waiting: "Sequence[Judge]") -> Drawing:
        from explorer.services.agreement import with_votes

        found = with_votes(comparison, self.view.workspace.store) if comparison.opinions else comparison
        return {self.view.parts.review: comparison_view(found, waiting), **self.view.closed()}


@dataclass(frozen=True)
class ComparisonHandlers:
    """What a person does with comparisons."""

    view: View
    runs: RunHandlers

    def run(self, reference: str, output: str, written: str) -> Iterator[Drawing]:
        """Compare what is in the boxes with every engine and verifier that is ticked; the texts are kept first: a run may have to wait."""
        asked, reference, output = asked_of(written), reference or "", output or ""
        ticked, models = ticked_of(written)
        self.view.keep_draft(asked.tab, reference, output, analysed=False, **(chosen_of(written) | ticked))

        def work() -> Iterator[Any]:
            from explorer.reading.pairs import check
            from explorer.services.comparison import Compared, judges_of, stream_comparison

            workspace = self.view.workspace
            judges = tuple(judges_of(ticked["engines"], ticked["verifiers"]))
            check(reference, output)
            yield Begun(reference, output, judges)
            asks: dict[str, Any] = {**ticked, "models": models, "workspace": workspace}
            for event in stream_comparison(reference, output, **asks):
                if isinstance(event, Compared) and event.comparison.complete:
                    self._keep(event.comparison)
                yield event

        yield from self.runs.begin(asked, "comparison", [reference, output, ticked, models], work)

    def _keep(self, comparison: "Comparison") -> None:
        """List the comparison in the history, beside the analyses that it compares; a failure is not worth stopping for."""
        ids = [opinion.analysis.id for opinion in comparison.opinions if opinion.analysis]
        try:
            self.view.workspace.store.save_comparison(ids)
        except ErrataError as problem:
            log.warning("The comparison was not kept: %s", problem)

    def open(self, ids: object, asked: Asked = NOTHING) -> Drawing:
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
        return self.runs.beside({view.parts.review: comparison_view(comparison), view.parts.status: row, **view.closed()}, asked)
