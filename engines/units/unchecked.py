"""What nobody may take for checked: content words of an output that no unit asks about."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.core.details import Ranges
from engines.core.results import Analysis, Unit
from engines.core.text import Text, union
from engines.english.lexicon import words
from engines.units.alignment import spans_of, words_of

if TYPE_CHECKING:
    from spacy.tokens import Token

_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})


def unchecked(output: Text, units: Sequence[Unit]) -> Ranges:
    """Runs of content words (nouns, names, verbs, adjectives, adverbs, numbers) that stand in no unit's answer, predicate or own words.

    The sentences concerned are parsed, or their parse is known already. Neighbouring words of a sentence are one run.
    """
    asked = union(span for unit in units for span in _asked(unit))
    bare = [word for word in words_of(output.model_text).spans if not _touches(word, asked)]
    if not bare:
        return ()
    from engines.core.language import parse_sentences

    sentences = sorted({index for start, _ in bare if (index := output.sentence_at(start)) is not None})
    runs: list[tuple[int, int]] = []
    for index, doc in zip(sentences, parse_sentences(output, sentences), strict=True):
        begin, previous = output.sentences[index][0], -2
        for token in doc:
            span = (begin + token.idx, begin + token.idx + len(token.text))
            if token.pos_ not in _CONTENT or token.is_stop or not any(c.isalnum() for c in token.text) or _touches(span, asked):
                continue
            if _makes_one_verb(token) and _touches((begin + token.head.idx, begin + token.head.idx + 1), asked):
                continue
            runs[-1:] = [(runs[-1][0], span[1])] if previous == token.i - 1 else [*runs[-1:], span]
            previous = token.i
    return tuple(runs)


def _makes_one_verb(token: "Token") -> bool:
    """Whether an object makes one verb with its verb: "place" of "take place"."""
    return f"{token.head.lemma_.lower()}:{token.lower_}" in words("light objects") and not any(token.lefts)


def words_not_checked(analysis: Analysis) -> int:
    """How many words of an output nothing is said of: no unit asks about them, and no error lies on them."""
    wrong = tuple((error.start, error.end) for error in analysis.errors or ())
    bare = (
        (start + first, start + last)
        for start, end in analysis.unchecked or ()
        for first, last in words_of(analysis.output.text[start:end]).spans
    )
    return sum(not _touches(word, wrong) for word in bare)


def _asked(unit: Unit) -> list[tuple[int, int]]:
    """What a unit asks about: its predicate, its answer and its own words."""
    places = [(span.start, span.end) for span in (unit.predicate, unit.answer) if span is not None]
    return [*places, *spans_of(unit)]


def _touches(span: tuple[int, int], ranges: Ranges) -> bool:
    """Whether a span shares a character with one of `ranges`, which are in order and do not overlap."""
    before = bisect_left(ranges, (span[1], 0))
    return before > 0 and ranges[before - 1][1] > span[0]
