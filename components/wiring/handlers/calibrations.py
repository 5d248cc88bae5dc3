"""Calibration on the page: reading an engine's probabilities through a fit to the person's votes, and going back."""

from dataclasses import dataclass
from typing import Any

from components.html import status
from components.wiring.handlers.stored import stored_review
from components.wiring.handlers.view import Drawing, View


@dataclass(frozen=True)
class CalibrationHandlers:
    """What a person does with the calibration of an engine and verifier."""

    view: View

    def calibrate(self, data: dict[str, Any]) -> Drawing:
        """Fit the probabilities of an engine and verifier to the person's votes, or go back to the original ones."""
        from explorer.services.calibrating import forget_calibration, recalibrate_from_annotations

        workspace, parts = self.view.workspace, self.view.parts
        drawing: Drawing = {}

        def work() -> str:
            analysis = workspace.store.get(str(data.get("analysis")))
            if data.get("on"):
                recalibrate_from_annotations(workspace.store, analysis)
            else:
                forget_calibration(workspace.store, analysis)
            return stored_review(workspace, analysis)

        page = self.view.guarded(drawing, work)
        if page is None:
            return drawing
        words = "Every probability of this engine and verifier is read through your votes now."
        return {parts.review: page, parts.status: status.message(words if data.get("on") else "The original probabilities are back.")}
