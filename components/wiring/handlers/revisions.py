"""Revisions on the page: edits are proposed once, and the draft is scored when asked; decisions are kept as they are made."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from components.html import status
from components.wiring.handlers.drafts import saved_models
from components.wiring.handlers.stored import readable_revision, stored_review
from components.wiring.handlers.view import Drawing, View, updates
from engines.core.errors import ErrataError, InputError
from engines.core.results import Analysis

if TYPE_CHECKING:
    from explorer.services.drafting import RevisionDraft

_SIGNS = {"+": 1, ".": 0, "-": -1}
log = logging.getLogger("errata")


@dataclass(frozen=True)
class RevisionHandlers:
    """What a person does with the edits that are proposed to an analysis."""

    view: View

    def begin(self, data: dict[str, Any]) -> Iterator[Drawing]:
        """Propose edits to the analysis on the page, unless they have been proposed before."""
        from explorer.services.drafting import stream_draft

        def work(analysis: Analysis) -> Iterator[Any]:
            known = readable_revision(self.view.workspace, analysis)
            if known is not None:
                yield known
            else:
                yield from stream_draft(analysis, self.view.workspace, self._reviser())

        yield from self._drawn(data, work)

    def _reviser(self) -> dict[str, str]:
        """The reviser chosen among the models, if there is one."""
        return {role: id for role, id in saved_models(self.view.workspace).items() if role == "reviser"}

    def score(self, data: dict[str, Any]) -> Iterator[Drawing]:
        """Score the draft as the person has decided."""
        from explorer.services.drafting import stream_rescored

        def work(analysis: Analysis) -> Iterator[Any]:
            draft = readable_revision(self.view.workspace, analysis)
            if draft is None:
                raise InputError("The edits of this analysis are not there any more. Choose Revise again.")
            yield from stream_rescored(analysis, decided(draft, data), self.view.workspace)

        yield from self._drawn(data, work)

    def _drawn(self, data: dict[str, Any], work: Callable[[Analysis], Iterator[Any]]) -> Iterator[Drawing]:
        from explorer.services.analysis import Stage

        parts, workspace, update = self.view.parts, self.view.workspace, updates()
        idle = {parts.cancel: update(interactive=False)}
        try:
            analysis = workspace.store.get(str(data.get("analysis")))
            yield {parts.status: status.working("Looking for edits"), parts.cancel: update(interactive=True)}
            for step in work(analysis):
                if isinstance(step, Stage):
                    yield {parts.status: status.working(step.name, step.done, step.total)}
                    continue
                workspace.store.save_revision(analysis.id, step.to_json())
                yield {parts.review: stored_review(workspace, analysis), parts.status: status.message(""), **idle}
        except ErrataError as problem:
            yield {parts.status: status.problem(str(problem)), **idle}
        except Exception as problem:  # a defect: the page and what was decided must stay
            log.exception("The revision failed")
            words = f"The revision stopped because of a defect in Errata ({type(problem).__name__}). What you decided is kept."
            yield {parts.status: status.problem(words), **idle}


def decided(draft: "RevisionDraft", data: dict[str, Any]) -> "RevisionDraft":
    """The draft with the choices that the page's script wrote.

    Raises:
        InputError: there is not one choice for each edit.
    """
    rows = {name: _read(data.get(name)) for name in ("choices", "past", "future")}
    return draft.decided(rows["choices"][0] if rows["choices"] else (), rows["past"], rows["future"])


def _read(written: Any) -> list[tuple[int, ...]]:
    """Sets of choices from `+.- ..+`; a sign that is not known makes its set too short to pass."""
    words = written.split() if isinstance(written, str) else []
    return [tuple(_SIGNS[sign] for sign in word if sign in _SIGNS) for word in words]
