"""Words that a segment of a reference has though they stand elsewhere in it: who speaks, and what the columns of a table are."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from engines.core.plain.tables import tables
from engines.core.plain.turns import SAYING
from engines.core.text import Text
from engines.english.inflection import inflect
from engines.english.pronouns import PERSONAL, I
from engines.verification.encoding.words import key, split
from engines.verification.names.speakers import spoken

_FIRST_PERSON = I.plain
_THIRD_PERSON = tuple(sorted(PERSONAL))
"""What is told of somebody who speaks of themselves."""


def implied(text: Text, segments: Sequence[Sequence[int]]) -> Mapping[str, tuple[int, ...]]:
    """Keys of words, with the segments that have them so.

    In a turn of a conversation these are the words of the speaker's name, the verbs of saying and, where they speak of themselves, "he" and
    "she"; in a row of a table the words of the heads of its cells.

    Args:
        segments: (segments, 3): start, end, index of the sentence.
    """
    starts = [int(segment[0]) for segment in segments]
    found: dict[str, set[int]] = defaultdict(set)
    for start, end, keys in _places(text):
        inside = range(bisect_left(starts, start), bisect_left(starts, end))
        for word_key in keys:
            found[word_key].update(inside)
    return {word_key: tuple(sorted(numbers)) for word_key, numbers in found.items() if word_key}


def _places(text: Text) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """(start, end, keys of the words that are implied there)."""
    for turn in spoken(text.text):
        if turn.speaker:
            words = split(text.model_text[turn.said : turn.end])
            themselves = _THIRD_PERSON if any(surface.lower() in _FIRST_PERSON for surface in words.surfaces) else ()
            yield turn.start, turn.end, (*split(turn.speaker).keys, *_said(), *themselves)
    for table in tables(text.text):
        heads = {column: split(text.model_text[start:end]).keys for start, end, column in table.head.cells}
        for row in table.rows:
            yield row.start, row.end, tuple(word_key for _, _, column in row.cells for word_key in heads.get(column, ()))


@cache
def _said() -> tuple[str, ...]:
    """Keys of the verbs that every turn is told with."""
    return tuple(dict.fromkeys(key(inflect(verb, tag)) for verb in sorted(SAYING) for tag in ("VB", "VBZ", "VBD", "VBG")))
