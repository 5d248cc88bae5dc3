"""Calibration on the page: what the person's votes say of an engine's probabilities, and reading them through a fit to the votes."""

from typing import TYPE_CHECKING, Any

from components.html import status
from engines.core.errors import ErrataError
from engines.core.results import Analysis
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    from components.wiring.events import Drawing, Events
    from explorer.services.calibrating import CalibrationReport


class Recalibrating:
    """The handlers of calibrations; they draw into the parts of `events`."""

    def __init__(self, workspace: Workspace, events: "Events"):
        self._workspace = workspace
        self._events = events

    def report(self, analysis: Analysis) -> "CalibrationReport | None":
        """What is known of the probabilities of an analysis; None where nothing is, or it cannot be read."""
        from explorer.services.calibrating import report

        try:
            return report(self._workspace.store, analysis)
        except ErrataError:
            return None

    def calibrate(self, data: dict[str, Any]) -> "Drawing":
        """Fit the probabilities of an engine and verifier to the person's votes, or go back to the original ones."""
        from explorer.services.calibrating import forget_calibration, recalibrate_from_annotations

        drawing: Drawing = {}

        def work() -> str:
            analysis = self._workspace.store.get(str(data.get("analysis")))
            if data.get("on"):
                recalibrate_from_annotations(self._workspace.store, analysis)
            else:
                forget_calibration(self._workspace.store, analysis)
            return self._events.reviewed(analysis)

        page = self._events.guarded(drawing, work)
        if page is None:
            return drawing
        words = "Every probability of this engine and verifier is read through your votes now."
        parts = self._events.parts
        return {parts.review: page, parts.status: status.message(words if data.get("on") else "The original probabilities are back.")}
