"""The history: past analyses, newest first, each of which can be opened, renamed and deleted."""

from collections.abc import Sequence
from datetime import datetime

from components.html.markup import attributes, escape, joined, shortened
from engines.declaration.registry import engine_title
from sessions.store import HistoryEntry


def history(entries: Sequence[HistoryEntry], *, now: datetime, query: str = "", total: int | None = None) -> str:
    """The list of past analyses.

    Args:
        entries: what the store lists.
        now: the present, with a time zone: dates are told relative to it.
        query: what was searched for.
        total: how many there are in all when not all are listed.
    """
    items = "".join(_item(entry, now) for entry in entries)
    more = ""
    if total is not None and total > len(entries):
        more = f'<button type="button" class="more" data-more="{len(entries)}">Show more ({total - len(entries):,})</button>'
    body = f"<ol>{items}</ol>{more}" if entries else f'<p class="none">{_nothing(query)}</p>'
    return f'<div class="qx hist">{body}</div>'


def undo(id: str, title: str) -> str:
    """The row that follows a deletion."""
    return (
        f'<div class="qx hist gone" role="status"><span>Deleted “{escape(shortened(title, 40))}”</span>'
        f'<button type="button" data-restore="{escape(id)}">Undo</button></div>'
    )


def _nothing(query: str) -> str:
    return (
        f"Nothing found for “{escape(shortened(query, 60))}”."
        if query.strip()
        else "Analyses that you run are kept here, on this computer."
    )


def _item(entry: HistoryEntry, now: datetime) -> str:
    share = entry.supported / entry.units if entry.units else None  # as the header of the analysis says it
    score = "" if share is None else f'<span class="p{" low" if share < 0.7 else ""}">{round(100 * share)}%</span>'
    counts = f"{entry.supported} of {entry.units}" if entry.units else ""
    words = joined([engine_title(entry.engine), counts, when(entry.created, now)])
    title = escape(shortened(entry.title, 80))
    return (
        f'<li><button type="button" class="open" data-open="{escape(entry.id)}" aria-current="false">'
        f'<span class="t" dir="auto">{title}</span>{score}<span class="m">{escape(words)}</span></button>'
        f'<button type="button" class="ren"{attributes(data_rename=entry.id, data_title=entry.title)} aria-label="Rename {title}"></button>'
        f'<button type="button" class="del"{attributes(data_delete=entry.id, data_title=entry.title[:200])} '
        f'aria-label="Delete {title}"></button></li>'
    )


def when(created: str, now: datetime) -> str:
    """A time as a person would say it: `today 14:02`, `yesterday`, `12 Nov`, `12 Nov 2025`."""
    try:
        then = datetime.fromisoformat(created).astimezone(now.tzinfo)
    except ValueError:
        return ""
    days = (now.date() - then.date()).days
    if days == 0:
        return f"today {then:%H:%M}"
    if days == 1:
        return f"yesterday {then:%H:%M}"
    return f"{then.day} {then:%b}" if then.year == now.year else f"{then.day} {then:%b %Y}"
