"""The history: past analyses, newest first, each of which can be opened, renamed and deleted."""

from collections.abc import Sequence
from datetime import datetime

from components.html.markup import attributes, escape, joined, shortened
from engines.declaration.registry import engine_title
from explorer.services.bringing import counted
from sessions.history import HistoryEntry
from sessions.joining.undoing import ImportDone
from sessions.soundness import Damaged


def history(
    entries: Sequence[HistoryEntry],
    *,
    now: datetime,
    query: str = "",
    total: int | None = None,
    damaged: Sequence[Damaged] = (),
    brought: ImportDone | None = None,
) -> str:
    """The list of past analyses; above it what else is stored and cannot be read, and the last import.

    Args:
        entries: what the store lists.
        now: the present, with a time zone: dates are told relative to it.
        query: what was searched for.
        total: how many there are in all when not all are listed.
        damaged: what is shown as damaged, to be removed.
        brought: the import that can be undone.
    """
    items = "".join(_item(entry, now) for entry in entries)
    more = ""
    if total is not None and total > len(entries):
        more = f'<button type="button" class="more" data-more="{len(entries)}">Show more ({total - len(entries):,})</button>'
    body = f"<ol>{items}</ol>{more}" if entries else f'<p class="none">{_nothing(query)}</p>'
    above = "".join(map(_damaged, damaged)) + (_brought(brought, now) if brought else "")
    return f'<div class="qx hist">{above}{body}</div>'


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


def _damaged(thing: Damaged) -> str:
    remove = attributes(type="button", data_discard=thing.id, data_kind=thing.kind, aria_label=f"Remove {thing.title}")
    button = f"<button{remove}>Remove</button>" if thing.id else ""
    return f'<p class="above bad"><span>Damaged: {escape(thing.title)}</span>{button}</p>'


def _brought(done: ImportDone, now: datetime) -> str:
    words = joined([f"Imported {shortened(done.name, 40)}", counted(done.done), when(done.created, now)])
    button = attributes(type="button", data_undo_import=done.number, aria_label=f"Undo the import of {done.name}")
    return f'<p class="above"><span>{escape(words)}</span><button{button}>Undo</button></p>'


def _item(entry: HistoryEntry, now: datetime) -> str:
    share = entry.supported / entry.units if entry.units else None  # as the header of the analysis says it
    score = "" if share is None else f'<span class="p{" low" if share < 0.7 else ""}">{round(100 * share)}%</span>'
    counts = f"{entry.supported} of {entry.units}" if entry.units else ""
    words = joined([engine_title(entry.engine), counts, when(entry.created, now)])
    title = escape(shortened(entry.title, 80))
    if entry.damaged:
        score, words = '<span class="p low">damaged</span>', f"Damaged: {entry.damaged}"
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
    except (ValueError, OverflowError, TypeError):  # no time, or one that no calendar holds here
        return ""
    days = (now.date() - then.date()).days
    if days == 0:
        return f"today {then:%H:%M}"
    if days == 1:
        return f"yesterday {then:%H:%M}"
    return f"{then.day} {then:%b}" if then.year == now.year else f"{then.day} {then:%b %Y}"
