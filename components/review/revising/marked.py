"""The draft with all that changed in it marked word by word: the edits proposed, decided or not, and what was written by hand.

Markdown in it is drawn as everywhere, except where a change would be cut by it: there its marks are seen as they are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from components.html.markdown import Part, parts_of
from components.html.markup import attributes, escape
from engines.revision import Change, diff
from explorer.services.drafting import ACCEPTED, REJECTED, UNDECIDED, RevisionDraft
from explorer.services.live.placing import Placed, draft_text, lines, made, placed

STATES = {ACCEPTED: "accepted", UNDECIDED: "open", REJECTED: "rejected"}

OVERTAKEN = "overtaken"
"""The state of an edit whose place was changed by hand."""

_LONGEST_COMPARED = 20_000
"""Characters between two edits that are compared word by word; longer passages written by hand are shown as they are."""


@dataclass(frozen=True)
class _Change:
    """A piece of the draft that is drawn in its own way: it takes up `start` to `end` of the draft, which may be nothing."""

    start: int
    end: int
    html: str


def marked_draft(original: str, draft: RevisionDraft) -> str:
    """The draft as HTML, with what was taken out struck through and what was put in marked; without both marks it is the draft.

    Inside an edit stands what it takes out and what it puts in, whichever of the two the draft has: the script shows what is decided.
    """
    if draft.written is None:
        text, places = draft.text(original), made(original, draft)
    else:
        text, places = draft_text(original, draft), placed(original, draft)
    changes = list(_changes(original, text, draft, places))
    return _drawn(text, changes, _apart(parts_of(text), changes))


def words(before: str, after: str) -> str:
    """The difference word by word: what stays is plain, what goes is struck out, what comes is inserted."""
    parts = []
    for change in _phrases(diff(before, after)):
        if change.kind == "equal":
            parts.append(escape(change.before))
            continue
        parts.append(f"<del>{_struck(change.before)}</del>" if change.before else "")
        parts.append(f"<ins>{escape(change.after)}</ins>" if change.after else "")
    return "".join(parts)


def _phrases(changes: Sequence[Change]) -> Iterator[Change]:
    """The changes, words replaced one by one as one: "Ada Holt" gives way to "Eva Dahl", not "Ada" to "Eva" and "Holt" to "Dahl"."""
    replaced: list[Change] = []
    for i, change in enumerate(changes):
        beside = [changes[j].kind for j in (i - 1, i + 1) if 0 <= j < len(changes)]
        if change.kind == "replace" or (change.before.strip(" ") == "" and beside == ["replace", "replace"]):
            replaced.append(change)
            continue
        yield from _together(replaced)
        replaced = []
        yield change
    yield from _together(replaced)


def _together(changes: Sequence[Change]) -> Iterator[Change]:
    if changes:
        yield Change("replace", "".join(change.before for change in changes), "".join(change.after for change in changes))


def _struck(text: str) -> str:
    """What is struck out, the space before it apart: a line through it would look like a dash at the end of a line."""
    bare = text.lstrip(" ")
    space = text[: len(text) - len(bare)]
    return (f'<span class="gap">{space}</span>' if space else "") + escape(bare)


def _changes(original: str, text: str, draft: RevisionDraft, places: Sequence[Placed | None]) -> Iterator[_Change]:
    """Every change, first to last; they do not overlap."""
    written = lines if draft.written is not None else str
    at = there = 0
    lying = ((edit, place, i) for i, (edit, place) in enumerate(zip(draft.edits, places, strict=True)) if place)
    for edit, place, number in sorted(lying, key=lambda item: (item[1].start, item[0].start)):
        if edit.start < at or place.start < there:
            continue
        yield from _by_hand(written(original[at : edit.start]), text, there, place.start)
        mark = attributes(class_=f"edit {STATES[place.choice]}", data_e=number)
        inner = words(written(original[edit.start : edit.end]), written(edit.replacement))
        yield _Change(place.start, place.end, f"<span{mark}>{inner}</span>")
        at, there = edit.end, place.end
    yield from _by_hand(written(original[at:]), text, there, len(text))


def _by_hand(before: str, text: str, start: int, end: int) -> Iterator[_Change]:
    """What a person changed between two edits."""
    after, at = text[start:end], start
    if before == after or len(before) + len(after) > _LONGEST_COMPARED:
        return
    for change in diff(before, after):
        if change.kind != "equal":
            gone = f"<del>{_struck(change.before)}</del>" if change.before.strip() else ""
            come = f"<ins>{escape(change.after)}</ins>" if change.after.strip() else escape(change.after)
            yield _Change(at, at + len(change.after), f'<span class="hand">{gone}{come}</span>')
        at += len(change.after)


def _apart(parts: Sequence[Part], changes: Sequence[_Change]) -> list[Part]:
    """The parts that no change cuts, nor hides a change in a mark; the marks of those that are cut are seen."""

    def cut(part: Part) -> bool:
        if any(change.start < edge < change.end for change in changes for edge in (part.start, part.end)):
            return True
        return part.hidden and any(c.start < part.end and part.start < c.end for c in changes)

    gone = [part for part in parts if cut(part)]
    seen = {edge for part in gone for edge in (part.start, part.end)}
    return [part for part in parts if part not in gone and not (part.hidden and {part.start, part.end} & seen)]


def _drawn(text: str, changes: Sequence[_Change], parts: Sequence[Part]) -> str:
    """The text in its parts, the changes in their places."""
    bounds = [(change.start, change.end) for change in changes] + [(part.start, part.end) for part in parts]
    edges = sorted({0, len(text), *(edge for pair in bounds for edge in pair)})
    pieces: list[str] = []
    open_: list[Part] = []
    ahead = number = 0
    for i, at in enumerate(edges):
        while open_ and open_[-1].end <= at:
            pieces.append("</span>")
            open_.pop()
        while number < len(changes) and changes[number].start == changes[number].end == at:
            pieces.append(changes[number].html)
            number += 1
        while ahead < len(parts) and parts[ahead].start <= at:
            open_.append(parts[ahead])
            pieces.append(f'<span class="{parts[ahead].kind}"{attributes(aria_hidden="true" if parts[ahead].hidden else None)}>')
            ahead += 1
        if number < len(changes) and changes[number].start <= at < changes[number].end:
            change = changes[number]
            pieces.append(change.html if at == change.start else "")
            number += i + 1 < len(edges) and edges[i + 1] >= change.end
        elif i + 1 < len(edges):
            pieces.append(escape(text[at : edges[i + 1]]))
    return "".join([*pieces, "</span>" * len(open_)])
