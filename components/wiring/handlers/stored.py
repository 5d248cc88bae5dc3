"""A stored analysis as the page shows it: with the person's votes and notes, their revision, and what their votes say of the engine."""

import logging
from typing import TYPE_CHECKING, Any

from components.review.page import review
from components.wiring.batch.showing import origin_of
from engines.core.errors import ErrataError
from engines.core.results import Analysis
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    from explorer.services.calibrating import CalibrationReport
    from explorer.services.drafting import RevisionDraft

log = logging.getLogger("errata")


def stored_review(workspace: Workspace, analysis: Analysis, cached: bool = False) -> str:
    """A stored analysis with all that the person added to it; what of that cannot be read is left out."""
    added: dict[str, Any] = {
        "annotations": _annotations(workspace, analysis),
        "revision": readable_revision(workspace, analysis),
        "calibration": _calibration(workspace, analysis),
    }
    return _origin(workspace, analysis.id) + review(analysis, stored=True, cached=cached, **added)


def _origin(workspace: Workspace, id: str) -> str:
    """The batch that the analysis is a row of, where it is."""
    try:
        return origin_of(workspace, id)
    except ErrataError as problem:
        log.warning("The batch of an analysis was not read: %s", problem)
        return ""


def stored_revision(workspace: Workspace, id: str) -> "RevisionDraft | None":
    """The revision that the person left of the analysis of that id, None if there is none.

    Raises:
        FormatError: it is damaged.
        StoreError: the store cannot be read.
    """
    from explorer.services.drafting import RevisionDraft

    data = workspace.store.load_revision(id)
    return RevisionDraft.from_json(data) if data else None


def readable_revision(workspace: Workspace, analysis: Analysis) -> "RevisionDraft | None":
    """The revision that the person left, None if there is none or it cannot be read."""
    try:
        return stored_revision(workspace, analysis.id)
    except ErrataError:
        return None


def _annotations(workspace: Workspace, analysis: Analysis) -> dict[str, dict[str, object]]:
    """What the person said of the units, by their id."""
    try:
        known = workspace.store.annotations(analysis.id)
    except ErrataError as problem:
        log.warning("The annotations were not read: %s", problem)
        return {}
    return {unit: {"vote": said.vote, "note": said.note} for unit, said in known.items()}


def _calibration(workspace: Workspace, analysis: Analysis) -> "CalibrationReport | None":
    """What is known of the probabilities of an analysis; None where nothing is, or it cannot be read."""
    from explorer.services.calibrating import report

    try:
        return report(workspace.store, analysis)
    except ErrataError:
        return None
