"""Where the edits of a revision lie in a draft that was edited by hand, and which of them that has overtaken."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engines.revision import diff
from explorer.services.drafting import ACCEPTED, UNDECIDED, RevisionDraft

_MOST_COMPARED = 40_000
"""Characters that are compared word by word; of longer differences only the common beginning and end are known."""


_MOST_TURNED = 20
"""Edits for which it is looked whether hands did what was decided otherwise."""


@dataclass(frozen=True)
class Placed:
    """An edit in a draft: what it puts there, or what it would replace, lies from `start` to `end`; `choice` says which.

    `beside` is what hands wrote right where it lies, if it takes up no room.
    """

    start: int
    end: int
    choice: int
    beside: str = ""


def draft_text(original: str, draft: RevisionDraft) -> str:
    """The draft as a person edits it: lines end with a line feed, as in every box of a page."""
    return lines(draft.text(original))


def lines(text: str) -> str:
    """A text whose lines end with a line feed."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def placed(original: str, draft: RevisionDraft) -> list[Placed | None]:
    """For each edit where it lies in `draft_text`, None where its place was changed by hand so that it cannot be made or taken back.

    An edit that hands made themselves counts as accepted, one that they took back as undecided.
    """
    if draft.written is None:
        return made(original, draft, lines)
    text, bare = draft_text(original, draft), replace(draft, written=None)
    places = [_unless_back(original, draft, i, place) for i, place in enumerate(_found(original, bare, text))]
    for i in [i for i, place in enumerate(places) if place is None][:_MOST_TURNED]:
        turned = UNDECIDED if bare.choices[i] == ACCEPTED else ACCEPTED
        choices = (*bare.choices[:i], turned, *bare.choices[i + 1 :])
        there = _found(original, replace(bare, choices=choices), text)[i]
        # Where nothing is left of words, anything could have been written: only a place that nobody wrote at is where they were.
        places[i] = there if there is None or there.start < there.end or not there.beside else None
    free = 0
    for i in sorted(range(len(places)), key=lambda i: (draft.edits[i].start, draft.edits[i].end)):
        place = places[i]
        if place is not None and place.start < free:
            places[i] = None
        elif place is not None:
            free = place.end
    return places


def _unless_back(original: str, draft: RevisionDraft, number: int, place: Placed | None) -> Placed | None:
    """A place, but not where hands have put back the words that were taken out there."""
    edit = draft.edits[number]
    words = original[edit.start : edit.end] if draft.choices[number] == ACCEPTED else edit.replacement
    return None if place is not None and place.start == place.end and lines(words) in place.beside else place


def _found(original: str, draft: RevisionDraft, text: str) -> list[Placed | None]:
    """The places of the edits as far as their words stand in a text that was written out of the draft."""
    before = draft_text(original, draft)
    steps = list(_aligned(before, text))

    def find(place: Placed | None) -> Placed | None:
        if place is None:
            return None
        starts, ends = _images(steps, place.start), _images(steps, place.end)
        if place.start == place.end:
            point = _point(steps, before, text, place.start) or ((starts[0], starts[-1]) if starts else None)
            return Placed(point[0], point[0], place.choice, text[slice(*point)]) if point else None
        words = before[place.start : place.end]
        return next((Placed(start, end, place.choice) for start in starts for end in ends if text[start:end] == words), None)

    return [find(place) for place in made(original, draft, lines)]


def made(original: str, draft: RevisionDraft, written: Callable[[str], str] = str) -> list[Placed | None]:
    """The places in a draft that is nothing but the original with the accepted edits.

    Args:
        written: gives pieces of the text as they stand in the draft.
    """
    places = list[Placed | None]([None] * len(draft.edits))
    at = length = 0
    for i in sorted(range(len(draft.edits)), key=lambda i: (draft.edits[i].start, draft.edits[i].end)):
        edit, choice = draft.edits[i], draft.choices[i]
        if edit.start < at:
            continue
        start = length + len(written(original[at : edit.start]))
        words = edit.replacement if choice == ACCEPTED else original[edit.start : edit.end]
        at, length = edit.end, start + len(written(words))
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


def _point(steps: Sequence[tuple[int, int, int, int, bool]], before: str, text: str, offset: int) -> tuple[int, int] | None:
    """What was written right at a place of the earlier text; None where nothing was.

    Of "a b" out of "a" one cannot tell whether "a " or " b" was written: each place at which it could have been counts.
    """
    for start, end, there, to, same in steps:
        words = text[there:to]
        if same or start != end or not words:
            continue
        low = high = 0
        while low < start and before[start - 1 - low] == words[-1 - low % len(words)]:
            low += 1
        while start + high < len(before) and before[start + high] == words[high % len(words)]:
            high += 1
        if start - low <= offset <= start + high:
            return there + offset - start, to + offset - start
    return None
