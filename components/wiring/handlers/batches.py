"""Batches on the page: the place for a file, and a batch with its figures and rows. All else that it asks comes by `batch_routes`."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from components.batch.preparing import NEW, new_batch
from components.html import status
from components.wiring.batch.receiving import LARGEST
from components.wiring.batch.showing import whole
from components.wiring.handlers.asked import NOTHING, Asked
from components.wiring.handlers.runs import RunHandlers
from components.wiring.handlers.view import CHOICES, PLOTTED, Drawing, View, updates

LISTED = 12
"""Batches that are listed below the place for a file; the history has all."""


@dataclass(frozen=True)
class BatchHandlers:
    """What a person does with batches as a whole."""

    view: View
    runs: RunHandlers

    def open(self, id: object, asked: Asked = NOTHING) -> Drawing:
        """Show a batch, or the place for the file of a new one."""
        view, drawing = self.view, cast(Drawing, {})
        if id == NEW:
            known = view.guarded(drawing, lambda: view.workspace.store.batches(limit=LISTED)) or []
            page = new_batch(known, datetime.now().astimezone(), LARGEST)
            shown = {
                view.parts.review: page,
                view.parts.boxes: updates()(open=True, label=CHOICES),
                view.parts.map: view.evidence_map(False),
            }
        else:
            made = view.guarded(drawing, lambda: whole(view.workspace, self.runs.runs, str(id)))
            if made is None:
                return view.emptied() | drawing
            shown = {view.parts.review: made, **view.closed(), view.parts.map: view.evidence_map(True, PLOTTED)}
        return self.runs.beside(shown | {view.parts.status: status.message("")} | drawing, asked)
