"""Where the edits of a revision lie in a draft that was edited by hand, and which of them that has overtaken."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.revision import diff
from explorer.services.drafting import ACCEPTED, UNDECIDED, RevisionDraft

_MOST_COMPARED = 40_000
"""Characters that are compared word by word; of longer differences only the common beginning and end are known."""


@dataclass(frozen=True)
class Placed:
    """An edit in a draft: what it puts there, or what it would replace, lies from `start` to `end`; `choice` says which."""

    start: int
    end: int
    choice: int


def draft_text(original: str, draft: RevisionDraft) -> str:
    """The draft as a person edits it: lines end with a line feed, as in every box of a page."""
    return lines(draft.text(original))


def lines(text: str) -> str:
    """A text whose lines end with a line feed."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def placed(original: str, draft: RevisionDraft) -> list[Placed | None]:
    """For each edit where it lies in `draft_text`, None where its place was changed by hand so that it cannot be made or taken back."""
    text, places = draft_text(original, draft), list[Placed | None]([None] * len(draft.edits))
    if draft.written is None:
        return _made(original, draft)
    steps = list(_aligned(original, text))
    order = sorted(range(len(draft.edits)), key=lambda i: (draft.edits[i].start, draft.edits[i].end))
    free = 0
    for i in order:
        edit, choice = draft.edits[i], draft.choices[i]
        before, after = lines(original[edit.start : edit.end]), lines(edit.replacement)
        found = next(
            (
                Placed(start, end, ACCEPTED if words == after else min(choice, UNDECIDED))
                for words in ((after, before) if choice == ACCEPTED else (before, after))
                for start in _images(steps, edit.start)
                for end in _images(steps, edit.end)
                if free <= start <= end and text[start:end] == words
            ),
            None,
        )
        if found is not None:
            places[i], free = found, found.end
    return places


def _made(original: str, draft: RevisionDraft) -> list[Placed | None]:
    """The places in a draft that is nothing but the original with the accepted edits."""
    places = list[Placed | None]([None] * len(draft.edits))
    at = length = 0
    for i in sorted(range(len(draft.edits)), key=lambda i: (draft.edits[i].start, draft.edits[i].end)):
        edit, choice = draft.edits[i], draft.choices[i]
        if edit.start < at:
            continue
        start = length + len(lines(original[at : edit.start]))
        words = edit.replacement if choice == ACCEPTED else original[edit.start : edit.end]
        at, length = edit.end, start + len(lines(words))
        places[i] = Placed(start, length, choice)
    return places


def _aligned(original: str, text: str) -> Iterator[tuple[int, int, int, int, bool]]:
    """Runs of both texts that stand for each other, in order: (start, end, start there, end there, whether they are the same)."""
    before, after = _common(original, text)
    yield 0, before, 0, before, True
    inner, other = original[before : len(original) - after], text[before : len(text) - after]
    at, there = before, before
    if len(inner) + len(other) <= _MOST_COMPARED:
        for change in diff(inner, other):
            yield at, at + len(change.before), there, there + len(change.after), change.kind == "equal"
            at, there = at + len(change.before), there + len(change.after)
    else:
        yield at, at + len(inner), there, there + len(other), False
    yield len(original) - after, len(original), len(text) - after, len(text), True


def _common(one: str, other: str) -> tuple[int, int]:
    """How many characters two texts have in common at the beginning, and behind that at the end; both cut between words."""
    most = min(len(one), len(other))
    before = next((i for i in range(most) if one[i] != other[i]), most)
    while before and not _between(one, other, before):
        before -= 1
    most -= before
    after = next((i for i in range(most) if one[-1 - i] != other[-1 - i]), most)
    while after and not _between(one, other, len(one) - after, len(other) - after):
        after -= 1
    return before, after


def _between(one: str, other: str, at: int, there: int | None = None) -> bool:
    """Whether no word is cut at a place, in either text."""
    return not any(
        0 < i < len(text) and text[i - 1].isalnum() and text[i].isalnum()
        for text, i in ((one, at), (other, at if there is None else there))
    )


def _images(steps: Sequence[tuple[int, int, int, int, bool]], offset: int) -> list[int]:
    """Where a place of the original may be in the text: inside what is the same one place, beside what is not either side of it."""
    found: list[int] = []
    for start, end, there, to, same in steps:
        if same and start <= offset <= end:
            found.append(there + offset - start)
        elif not same and offset in (start, end):
            found += [there] if offset == start else []
            found += [to] if offset == end else []
    return list(dict.fromkeys(found))
