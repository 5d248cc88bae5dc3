"""The history beside the page: listed, searched, renamed, deleted and taken back."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from components.html import status
from components.panels.history import history, undo
from components.wiring.handlers.view import Drawing, View

ENTRIES = 40
"""Entries that are listed at first, and that are added when more are asked for."""


def listed(view: View, query: str = "", most: int = ENTRIES) -> Drawing:
    """The history, or what a search finds in it."""
    drawing: Drawing = {}
    store = view.guarded(drawing, lambda: view.workspace.store)
    entries = view.guarded(drawing, lambda: store.history(query or "", limit=most)) if store else None
    if entries is None:
        return drawing
    total = store.count(query or "") if len(entries) == most else len(entries)
    now = datetime.now().astimezone()
    damaged = () if query else store.damaged()
    imports = () if query else view.guarded(drawing, store.imports) or ()
    brought = next(iter(imports), None)
    page = history(entries, now=now, query=query or "", total=total, damaged=damaged, brought=brought)
    return drawing | {view.parts.history: page}


@dataclass(frozen=True)
class HistoryHandlers:
    """What a person does with past analyses."""

    view: View

    def search(self, query: str) -> Drawing:
        """What a search finds."""
        return listed(self.view, query)

    def more(self, shown: object, query: str) -> Drawing:
        """More entries than the number `shown`."""
        return listed(self.view, query, (shown if isinstance(shown, int) else 0) + ENTRIES)

    def remove(self, data: dict[str, Any], query: str) -> Drawing:
        """Delete an analysis, with a way back; or remove what is damaged and is no analysis."""
        drawing: Drawing = {}
        id = str(data.get("id"))
        if data.get("kind"):
            self.view.guarded(drawing, lambda: self.view.workspace.store.discard(str(data["kind"]), id))
        elif self.view.guarded(drawing, lambda: self.view.workspace.store.delete(id)):
            drawing[self.view.parts.gone] = undo(id, str(data.get("title") or "an analysis"))
        return drawing | listed(self.view, query)

    def rename(self, data: dict[str, Any], query: str) -> Drawing:
        """Call an analysis what the person calls it."""
        drawing: Drawing = {}
        id, title = str(data.get("id")), str(data.get("title") or "")
        if self.view.guarded(drawing, lambda: self.view.workspace.store.rename(id, title)) is False:
            drawing[self.view.parts.status] = status.problem("This analysis is not in the history any more.")
        return drawing | listed(self.view, query)

    def restore(self, id: object, query: str) -> Drawing:
        """Take a deletion back."""
        drawing: Drawing = {self.view.parts.gone: ""}
        self.view.guarded(drawing, lambda: self.view.workspace.store.restore(str(id)))
        return drawing | listed(self.view, query)
