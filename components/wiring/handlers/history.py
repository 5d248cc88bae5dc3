"""The history beside the page: listed, searched, filtered, renamed, tagged, deleted and taken back; and the drafts above it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from components.html import status
from components.panels.filters import filters
from components.panels.history import BATCH, COMPARISON, DRAFT, history, undo
from components.wiring.handlers.asked import NOTHING, Asked, asked_of
from components.wiring.handlers.view import Drawing, View
from explorer.services.tabs.drafts import discard, open_drafts
from sessions.listing.searching import ANY, Filter

PAIRS = 40
"""Pairs of texts that are listed at first, and that are added when more are asked for."""


def listed(view: View, asked: Asked = NOTHING, most: int = PAIRS) -> Drawing:
    """The history, or what is looked for in it, with what it can be filtered by."""
    drawing: Drawing = {}
    store, wanted = view.guarded(drawing, lambda: view.workspace.store), asked.filter
    groups = view.guarded(drawing, lambda: store.groups(wanted, limit=most)) if store else None
    if groups is None:
        return drawing
    total = store.count_pairs(wanted) if len(groups) == most else len(groups)
    now = datetime.now().astimezone()
    beside: dict[str, Any] = {}
    if wanted == ANY:
        imports = view.guarded(drawing, store.imports) or ()
        drafts = view.guarded(drawing, lambda: open_drafts(view.workspace, asked.tab)) or ()
        beside = {"damaged": store.damaged(), "brought": next(iter(imports), None), "drafts": drafts}
    if wanted == Filter(wanted.query):
        beside["batches"] = view.guarded(drawing, lambda: store.batches(wanted.query)) or ()
    page = history(groups, now=now, filtered=wanted, total=total, **beside)
    choices = view.guarded(drawing, lambda: filters(store.engines(), store.every_tag(), wanted))
    return drawing | {view.parts.history: page} | ({} if choices is None else {view.parts.filters: choices})


@dataclass(frozen=True)
class HistoryHandlers:
    """What a person does with past analyses."""

    view: View

    def search(self, written: str) -> Drawing:
        """What a search finds."""
        return listed(self.view, asked_of(written))

    def more(self, data: Mapping[str, Any]) -> Drawing:
        """More pairs than the number `shown`."""
        shown = data.get("shown")
        return listed(self.view, asked_of(data), (shown if isinstance(shown, int) else 0) + PAIRS)

    def remove(self, data: Mapping[str, Any]) -> Drawing:
        """Delete analyses, a comparison or a draft, with a way back; or remove what is damaged and is no analysis."""
        drawing: Drawing = {}
        kind, ids, store = str(data.get("kind") or ""), _ids(data), self.view.guarded(drawing, lambda: self.view.workspace.store)
        if kind == DRAFT:
            gone = [id for id in ids if self.view.guarded(drawing, lambda id=id: discard(self.view.workspace, id))]
        elif kind == COMPARISON:
            gone = ids if self.view.guarded(drawing, lambda: store.delete_comparison(ids)) else []
        elif kind == BATCH and not data.get("damaged"):
            gone = [id for id in ids if self.view.guarded(drawing, lambda id=id: store.delete_batch(id))]
        elif kind:
            self.view.guarded(drawing, lambda: store.discard(kind, str(data.get("id"))))
            gone = []
        else:
            gone = [id for id in ids if self.view.guarded(drawing, lambda id=id: store.delete(id))]
        if gone:
            drawing[self.view.parts.gone] = undo(gone, str(data.get("title") or "an analysis"), kind)
        return drawing | listed(self.view, asked_of(data))

    def restore(self, data: Mapping[str, Any]) -> Drawing:
        """Take a deletion back."""
        drawing: Drawing = {self.view.parts.gone: ""}
        kind, ids, workspace = data.get("kind"), _ids(data), self.view.workspace
        if kind == COMPARISON:
            self.view.guarded(drawing, lambda: workspace.store.save_comparison(ids))
        ways: dict[Any, Callable[[str], object]] = {
            DRAFT: lambda id: discard(workspace, id, back=True),
            BATCH: lambda id: workspace.store.restore_batch(id),
        }
        back = ways.get(kind, lambda id: workspace.store.restore(id))
        for id in ids if kind != COMPARISON else ():
            self.view.guarded(drawing, lambda id=id: back(id))
        return drawing | listed(self.view, asked_of(data))

    def rename(self, data: Mapping[str, Any]) -> Drawing:
        """Call analyses what the person calls them."""
        drawing: Drawing = {}
        ids, title = _ids(data), str(data.get("title") or "")
        if data.get("kind") == BATCH:
            for id in ids:
                self.view.guarded(drawing, lambda id=id: self.view.workspace.store.rename_batch(id, title))
            return drawing | listed(self.view, asked_of(data))
        done = [self.view.guarded(drawing, lambda id=id: self.view.workspace.store.rename(id, title)) for id in ids]
        if False in done:
            drawing[self.view.parts.status] = status.problem("This analysis is not in the history any more.")
        return drawing | listed(self.view, asked_of(data))

    def tag(self, data: Mapping[str, Any]) -> Drawing:
        """Give the pair of an analysis the tags that the person wrote, with commas between them."""
        drawing: Drawing = {}
        id, tags = next(iter(_ids(data)), ""), str(data.get("tags") or "").split(",")
        self.view.guarded(drawing, lambda: self.view.workspace.store.tag(id, tags))
        return drawing | listed(self.view, asked_of(data))


def _ids(data: Mapping[str, Any]) -> list[str]:
    """The ids that an event names, with commas between them."""
    return [id for id in str(data.get("id") or "").split(",") if id]
