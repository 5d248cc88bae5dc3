"""Revisions on the page: edits are proposed once, and the draft is scored when asked; decisions are kept as they are made."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from components.html import status
from components.wiring.handlers.asked import asked_of
from components.wiring.handlers.drafts import saved_models
from components.wiring.handlers.runs import RunHandlers
from components.wiring.handlers.stored import readable_revision, stored_review, stored_revision
from components.wiring.handlers.view import Drawing, View
from engines.core.errors import InputError
from engines.core.results import Analysis
from explorer.reading.pairs import MOST_OUTPUT
from explorer.services.tabs.run import State

if TYPE_CHECKING:
    from explorer.services.drafting import RevisionDraft

_SIGNS = {"+": 1, ".": 0, "-": -1}


@dataclass(frozen=True)
class Revised:
    """The revision of an analysis was kept as it stands now."""

    analysis: str


@dataclass(frozen=True)
class RevisionPicture:
    """How a run that revises is drawn."""

    view: View

    def doing(self, state: State) -> tuple[str, int, int]:
        """Which edit is tried."""
        from explorer.services.analysis import Stage

        stage = state.told(Stage)
        return (stage.name, stage.done, stage.total) if stage else ("Looking for edits", 0, 0)

    def so_far(self, state: State) -> Any:
        """Nothing: what was there is shown until the edits are."""
        return None

    def drawn(self, state: State) -> Drawing:
        """Nothing."""
        return {}

    def ended(self, state: State) -> Drawing:
        """The analysis with its revision."""
        revised, workspace = state.told(Revised), self.view.workspace
        if revised is None:
            return {}
        page = stored_review(workspace, workspace.store.get(revised.analysis))
        return {self.view.parts.review: page, self.view.parts.status: status.unseen("The revision is finished.")}

    def told(self, state: State) -> str:
        """That it is finished."""
        revised = state.told(Revised)
        return status.finished("The revision is finished.", revised.analysis if revised else "")


@dataclass(frozen=True)
class RevisionHandlers:
    """What a person does with the edits that are proposed to an analysis."""

    view: View
    runs: RunHandlers

    def begin(self, data: dict[str, Any]) -> Iterator[Drawing]:
        """Propose edits to the analysis on the page, unless they have been proposed before."""

        def work(analysis: Analysis) -> Iterator[Any]:
            from explorer.services.analysis import Stage
            from explorer.services.drafting import stream_draft

            known = readable_revision(self.view.workspace, analysis)
            if known is not None and known.proposed:
                yield known
                return
            for step in stream_draft(analysis, self.view.workspace, self._reviser()):
                yield step if isinstance(step, Stage) else self._beside_written(step)

        yield from self._run(data, "begin", work)

    def _beside_written(self, draft: "RevisionDraft") -> "RevisionDraft":
        """A draft with edits, and with what was written by hand meanwhile."""
        written = stored_revision(self.view.workspace, draft.analysis)
        return replace(draft, written=written.written) if written is not None else draft

    def write(self, data: dict[str, Any]) -> Drawing:
        """Draw the analysis with its output as a draft that can be edited by hand; no edits are proposed to it."""
        view, drawing = self.view, cast(Drawing, {})

        def written() -> str:
            from explorer.services.drafting import begun_by_hand

            analysis = view.workspace.store.get(str(data.get("analysis")))
            if readable_revision(view.workspace, analysis) is None:
                view.workspace.store.save_revision(analysis.id, begun_by_hand(analysis).to_json())
            return stored_review(view.workspace, analysis)

        page = view.guarded(drawing, written)
        return drawing | ({view.parts.review: page} if page else {})

    def whole(self, data: dict[str, Any]) -> Iterator[Drawing]:
        """Analyse a draft as the analysis that it comes from was made, as a new entry of the history; its texts go into the boxes."""
        view, drawing, asked = self.view, cast(Drawing, {}), asked_of(data)
        analysis = view.guarded(drawing, lambda: view.workspace.store.get(str(data.get("analysis"))))
        text = data.get("text")
        if analysis is None or not isinstance(text, str):
            yield drawing
            return

        def work() -> Iterator[Any]:
            from explorer.services.analysis import stream
            from explorer.services.live.models import made_with

            with view.workspace.settings():
                made = made_with(analysis)
            yield from stream(analysis.reference.text, text, workspace=view.workspace, **made)

        yield view.filled(asked.tab, analysis.reference.text, text)
        yield from self.runs.begin(asked, "analysis", ["whole", analysis.id, text], work)

    def _reviser(self) -> dict[str, str]:
        """The reviser chosen among the models, if there is one."""
        return {role: id for role, id in saved_models(self.view.workspace).items() if role == "reviser"}

    def score(self, data: dict[str, Any]) -> Iterator[Drawing]:
        """Score the draft as the person has decided."""

        def work(analysis: Analysis) -> Iterator[Any]:
            from explorer.services.drafting import stream_rescored

            draft = readable_revision(self.view.workspace, analysis)
            if draft is None:
                raise InputError("The edits of this analysis are not there any more. Choose Revise again.")
            yield from stream_rescored(analysis, decided(draft, data), self.view.workspace)

        yield from self._run(data, "score", work)

    def _run(self, data: dict[str, Any], what: str, work: Callable[[Analysis], Iterator[Any]]) -> Iterator[Drawing]:
        """A run of the tab that keeps each state of the revision, whether or not the page is there."""
        from explorer.services.analysis import Stage

        store, id = self.view.workspace.store, str(data.get("analysis"))

        def kept() -> Iterator[Any]:
            for step in work(store.get(id)):
                if isinstance(step, Stage):
                    yield step
                else:
                    store.save_revision(id, step.to_json())
                    yield Revised(id)

        choices = [str(data.get(name)) for name in ("choices", "past", "future")]
        yield from self.runs.begin(asked_of(data), "revision", [what, id, choices], kept)


def decided(draft: "RevisionDraft", data: dict[str, Any]) -> "RevisionDraft":
    """The draft with the choices that the page's script wrote, and as a person wrote it by hand if anybody has.

    Raises:
        InputError: there is not one choice for each edit.
    """
    rows = {name: _read(data.get(name)) for name in ("choices", "past", "future")}
    known = draft.decided(rows["choices"][0] if rows["choices"] else (), rows["past"], rows["future"])
    written = data.get("written")
    if isinstance(written, str) and len(written) > MOST_OUTPUT:
        raise InputError(f"The draft has {len(written):,} characters; at most {MOST_OUTPUT:,} fit.")
    return replace(known, written=written) if isinstance(written, str) else known


def _read(written: Any) -> list[tuple[int, ...]]:
    """Sets of choices from `+.- ..+`; a sign that is not known makes its set too short to pass."""
    words = written.split() if isinstance(written, str) else []
    return [tuple(_SIGNS[sign] for sign in word if sign in _SIGNS) for word in words]
