"""The history: past analyses, those of one pair of texts together, newest first; above them the drafts and what is damaged."""

from collections.abc import Sequence
from datetime import datetime

from components.html.markup import attributes, escape, joined, plural, shortened
from engines.core.plain.copying import model_text
from engines.core.plain.spacing import single_spaced
from engines.declaration.registry import engine_title
from explorer.services.bringing import counted
from explorer.services.comparison import verifier_name
from explorer.services.tabs.drafts import OpenDraft
from sessions.batches.records import Batch
from sessions.joining.undoing import ImportDone
from sessions.listing.comparisons import ComparisonEntry
from sessions.listing.history import HistoryEntry, HistoryGroup
from sessions.listing.searching import ANY, Filter
from sessions.listing.titles import title_of
from sessions.soundness import Damaged

COMPARISON, DRAFT, BATCH = "compared", "typed", "batch"
"""What the page's script calls comparisons, drafts and batches where it asks to remove them or to take that back."""

SHOWN = 6
"""Rows of one pair that are shown; the older ones are folded: all engines and their comparison have room."""


def history(
    groups: Sequence[HistoryGroup],
    *,
    now: datetime,
    filtered: Filter = ANY,
    total: int | None = None,
    damaged: Sequence[Damaged] = (),
    brought: ImportDone | None = None,
    drafts: Sequence[OpenDraft] = (),
    batches: Sequence[Batch] = (),
) -> str:
    """The list of past analyses; above it what else is stored and cannot be read, the last import, and the drafts.

    Args:
        groups: what the store lists.
        now: the present, with a time zone: dates are told relative to it.
        filtered: what was looked for.
        total: how many pairs there are in all when not all are listed.
        damaged: what is shown as damaged, to be removed.
        brought: the import that can be undone.
        drafts: texts that nobody has analysed yet, in other tabs or put aside.
        batches: files that were checked whole, or are.
    """
    items = "".join(_group(group, now) for group in groups)
    more = ""
    if total is not None and total > len(groups):
        more = f'<button type="button" class="more" data-more="{len(groups)}">Show more ({total - len(groups):,})</button>'
    none = "" if batches else f'<p class="none">{_nothing(filtered)}</p>'
    body = f"<ol>{items}</ol>{more}" if groups else none
    above = "".join(map(_damaged, damaged)) + (_brought(brought, now) if brought else "") + _drafts(drafts, now)
    above += _batches(batches, now)
    return f'<div class="qx hist">{above}{body}</div>'


def undo(ids: Sequence[str], title: str, kind: str = "") -> str:
    """The row that follows a deletion."""
    count = f" and {len(ids) - 1} more" if len(ids) > 1 and kind != COMPARISON else ""
    button = attributes(type="button", data_restore=",".join(ids), data_kind=kind or None)
    words = f"Deleted “{escape(shortened(title, 40))}”{count}"
    return f'<div class="qx hist gone" role="status"><span>{words}</span><button{button}>Undo</button></div>'


def _nothing(filtered: Filter) -> str:
    query = shortened(filtered.query, 60)
    if filtered == ANY:
        return "Analyses that you run are kept here, on this computer."
    if filtered == Filter(filtered.query):
        return f"Nothing found for “{escape(query)}”."
    return f"Nothing found for “{escape(query)}” with these filters." if query else "Nothing found with these filters."


def _damaged(thing: Damaged) -> str:
    remove = attributes(type="button", data_discard=thing.id, data_kind=thing.kind, aria_label=f"Remove {thing.title}")
    button = f"<button{remove}>Remove</button>" if thing.id else ""
    return f'<p class="above bad"><span>Damaged: {escape(thing.title)}</span>{button}</p>'


def _brought(done: ImportDone, now: datetime) -> str:
    words = joined([f"Imported {shortened(done.name, 40)}", counted(done.done), when(done.created, now)])
    button = attributes(type="button", data_undo_import=done.number, aria_label=f"Undo the import of {done.name}")
    return f'<p class="above"><span>{escape(words)}</span><button{button}>Undo</button></p>'


def _drafts(drafts: Sequence[OpenDraft], now: datetime) -> str:
    if not drafts:
        return ""
    items = "".join(_draft(each, now) for each in drafts)
    return f'<section class="drafts" aria-labelledby="drafts-title"><h4 id="drafts-title">Drafts</h4><ol>{items}</ol></section>'


def _draft(each: OpenDraft, now: datetime) -> str:
    title = _as_read(title_of(each.draft.output if each.draft.output.strip() else each.draft.reference))
    words = joined(["Not analysed", plural(len(each.draft.output.split()), "word"), when(each.updated, now)])
    body = f'<span class="t" dir="auto">{escape(shortened(title, 80))}</span><span class="m">{escape(words)}</span>'
    asked = each.draft.settings.get("question") or None
    button = f"<button{attributes(type='button', class_='open', data_draft=each.session, data_question=asked)}>{body}</button>"
    return f'<li>{button}<span class="acts">{_delete([each.session], title, DRAFT)}</span></li>'


def _batches(batches: Sequence[Batch], now: datetime) -> str:
    if not batches:
        return ""
    rows = [_batch(each, now) for each in batches]
    folded = f'<li class="rest"><details><summary>{len(rows) - SHOWN} more</summary><ol>{"".join(rows[SHOWN:])}</ol></details></li>'
    rest = folded if len(rows) > SHOWN else ""
    items = "".join(rows[:SHOWN])
    return f'<section class="drafts" aria-labelledby="batches-title"><h4 id="batches-title">Batches</h4><ol>{items}{rest}</ol></section>'


def _batch(each: Batch, now: datetime) -> str:
    done = plural(each.total, "row") if each.answered >= each.total else f"{each.answered:,} of {plural(each.total, 'row')}"
    score = "" if each.score is None else f'<span class="p{" low" if each.score < 0.7 else ""}">{each.score:.2f}</span>'
    words = joined([done, engine_title(str(each.about.get("engine"))) if each.about.get("engine") else "", when(each.created, now)])
    body = f'<span class="t" dir="auto">{escape(shortened(each.name, 80))}</span>{score}<span class="m">{escape(words)}</span>'
    button = attributes(type="button", class_="open", data_batch=each.id, aria_current="false")
    marks = attributes(data_rename=each.id, data_kind=BATCH, data_title=each.name, aria_label=f"Rename {shortened(each.name, 80)}")
    acts = f'<span class="acts"><button type="button" class="ren"{marks}></button>{_delete([each.id], each.name, BATCH)}</span>'
    return f"<li><button{button}>{body}</button>{acts}</li>"


def _group(group: HistoryGroup, now: datetime) -> str:
    """An analysis that stands alone, or the analyses of a pair under one title with what was compared of them."""
    if len(group.entries) == 1:
        return _alone(group, now)
    ids = [entry.id for entry in group.entries]
    title = group.title
    rows = [_compared(each, title, now) for each in group.comparisons] + [_row(entry, title, now) for entry in group.entries]
    folded = "".join(rows[SHOWN:])
    rest = f'<li class="rest"><details><summary>{len(rows) - SHOWN} more</summary><ol>{folded}</ol></details></li>' if folded else ""
    seen = _as_read(title) if title == group.entries[0].output else title
    head = f'<span class="t" dir="auto">{escape(shortened(seen, 80))}</span>'
    acts = f'<span class="acts">{_tag(ids, group.tags, title)}{_rename(ids, title)}{_delete(ids, title)}</span>'
    return f'<li class="pair"><div class="head">{head}{acts}</div>{_tags(group.tags)}<ol>{"".join(rows[:SHOWN])}{rest}</ol></li>'


def _alone(group: HistoryGroup, now: datetime) -> str:
    (entry,) = group.entries
    title, (score, words) = entry.title, _standing(entry, now)
    seen = _as_read(title) if title == entry.output else title
    body = f'<span class="t" dir="auto">{escape(shortened(seen, 80))}</span>{score}<span class="m">{escape(words)}</span>'
    acts = f'<span class="acts">{_tag([entry.id], group.tags, title)}{_rename([entry.id], title)}{_delete([entry.id], title)}</span>'
    return f"<li>{_opener(entry.id, body)}{acts}{_tags(group.tags)}</li>"


def _row(entry: HistoryEntry, heading: str, now: datetime) -> str:
    score, words = _standing(entry, now)
    own = f'<span class="own" dir="auto">{escape(shortened(entry.title, 60))}</span>' if entry.title not in (heading, entry.output) else ""
    title = entry.title if own else f"{engine_title(entry.engine)}, {heading}"
    acts = f'<span class="acts">{_rename([entry.id], entry.title)}{_delete([entry.id], title)}</span>'
    return f'<li>{_opener(entry.id, f"""{own}<span class="m">{escape(words)}</span>{score}""")}{acts}</li>'


def _compared(each: ComparisonEntry, heading: str, now: datetime) -> str:
    words = joined([f"Comparison of {len(each.analyses)}", when(each.created, now)])
    button = attributes(type="button", class_="open", data_compared=",".join(each.analyses), aria_current="false")
    body = f'<span class="m">{escape(words)}</span>'
    return (
        f'<li><button{button}>{body}</button><span class="acts">{_delete(each.analyses, f"Comparison, {heading}", COMPARISON)}</span></li>'
    )


def _as_read(title: str) -> str:
    """The beginning of a text as a title, without the signs of Markdown and HTML; what a person wrote as a title stays as it is."""
    return single_spaced(model_text(title)) or title


def _standing(entry: HistoryEntry, now: datetime) -> tuple[str, str]:
    """The share of facts that are supported, as markup, and what else is said of an analysis, as words."""
    if entry.damaged:
        return '<span class="p low">damaged</span>', f"Damaged: {entry.damaged}"
    share = entry.supported / entry.units if entry.units else None  # as the header of the analysis says it
    score = "" if share is None else f'<span class="p{" low" if share < 0.7 else ""}">{round(100 * share)}%</span>'
    counts = f"{entry.supported} of {entry.units}" if entry.units else ""
    verifier = verifier_name(entry.verifier) if entry.verifier else "compact"
    return score, joined([engine_title(entry.engine), verifier if verifier != "compact" else "", counts, when(entry.created, now)])


def _opener(id: str, body: str) -> str:
    return f'<button type="button" class="open" data-open="{escape(id)}" aria-current="false">{body}</button>'


def _rename(ids: Sequence[str], title: str) -> str:
    marks = attributes(data_rename=",".join(ids), data_title=title, aria_label=f"Rename {shortened(title, 80)}")
    return f'<button type="button" class="ren"{marks}></button>'


def _delete(ids: Sequence[str], title: str, kind: str = "") -> str:
    named = f"all {len(ids)} of {shortened(title, 80)}" if len(ids) > 1 and not kind else shortened(title, 80)
    marks = attributes(data_delete=",".join(ids), data_kind=kind or None, data_title=title[:200], aria_label=f"Delete {named}")
    return f'<button type="button" class="del"{marks}></button>'


def _tag(ids: Sequence[str], tags: Sequence[str], title: str) -> str:
    marks = attributes(data_tags=",".join(ids), data_words=", ".join(tags), aria_label=f"Tags of {shortened(title, 80)}")
    return f'<button type="button" class="tag"{marks}></button>'


def _tags(tags: Sequence[str]) -> str:
    buttons = (
        f"<button{attributes(type='button', data_by_tag=tag, title=f'Show all with #{tag}')}>#{escape(tag)}</button>" for tag in tags
    )
    return f'<span class="tags">{"".join(buttons)}</span>' if tags else ""


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
