"""The marks of a record with what a person has voted on since it was read: what they find right is gone, what they find wrong is there."""

from collections.abc import Callable, Sequence
from typing import Any

from engines.core.results import Analysis
from explorer.formats.foreign.marks.reading import Marked
from explorer.formats.foreign.marks.writing import Mark
from explorer.formats.foreign.verdicts import Annotations, kind_of


def voted(
    marks: Sequence[Any],
    places: Sequence[Marked | None],
    analysis: Analysis,
    annotations: Annotations,
    fresh: Callable[[Mark], Any],
    note: str = "",
) -> list[Any]:
    """The marks that stay, as they were, and a new one for each part that only this person finds wrong.

    Args:
        places: where each of them was placed when it was read.
        fresh: makes a mark as the tool has them.
        note: the field of a mark that has what a person wrote of it.
    """
    judged = [(unit, annotations[unit.id], unit.answer) for unit in analysis.units if unit.id in annotations and unit.answer]
    right = {(answer.start, answer.end) for unit, said, answer in judged if unit.supported is False and said.vote == -1}
    notes = {(answer.start, answer.end): said.note for unit, said, answer in judged if unit.supported is not True and said.note}
    stay = []
    for mark, place in zip(marks, places, strict=True):
        key = None if place is None else (place.start, place.end)
        if key not in right:
            written = notes.get(key, "") if key and note else ""
            stay.append({**mark, note: written} if written and place and written != place.note else mark)
    wrong = [
        Mark(answer.start, answer.end, kind_of(unit), 1.0, said.note) for unit, said, answer in judged if unit.supported and said.vote == -1
    ]
    return [*stay, *map(fresh, wrong)]
