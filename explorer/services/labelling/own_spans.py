"""How far annotators agree on what they marked by themselves: words that no unit covers, each part with its kind of error.

Parts that anybody may begin and end anywhere have no negatives that could be counted. Two measures are usual for them, and both are here:
Krippendorff's alpha over the words of the outputs, of which each is marked or not, or has a kind; and the F1 of one annotator's parts
against another's, which Hripcsak and Rothschild (2005) show to be what kappa comes to where negatives are beyond number. Parts are brought
to whole words first, so that a comma more or less counts for nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from engines.core.results import Analysis
from engines.units.alignment import words_of
from explorer.services.labelling.coefficients import Rating, alpha
from explorer.services.labelling.verdicts import Annotated, OwnSpan

UNMARKED = ""
"""What a word is that an annotator has left alone."""

Part = tuple[int, int]
"""The first and the last of the words of a part, by their numbers."""


@dataclass(frozen=True)
class Mark:
    """A part that an annotator marked: where it stands, in code points, what it says, its kind of error and what they wrote of it."""

    analysis: str
    annotator: str
    start: int
    end: int
    text: str
    kind: str
    note: str = ""


@dataclass(frozen=True)
class SpanPair:
    """Two annotators over the texts that both have read for it.

    Attributes:
        parts: how many each has marked there.
        exact: F1 of the parts that both marked with the same first and last word; in [0, 1], None where neither has marked any.
        kinds: the same, of parts that have the same kind of error, too.
        words: F1 of the words that both marked, in whatever parts.
    """

    first: str
    second: str
    parts: tuple[int, int]
    exact: float | None
    kinds: float | None
    words: float | None


@dataclass(frozen=True)
class SpanAgreement:
    """Agreement on what annotators marked by themselves.

    Attributes:
        texts, words: that two or more have read for it, and the words of their outputs.
        marked: alpha over these words, each marked or not; `kinds`: each with the kind of error that it was given. At most 1; None where
            no text was read by two.
        pairs: of annotators.
        marks: everything that anybody marked, in the order of the texts.
    """

    texts: int
    words: int
    marked: float | None
    kinds: float | None
    pairs: tuple[SpanPair, ...]
    marks: tuple[Mark, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def own_spans(texts: Iterable[tuple[Analysis, Mapping[str, Annotated]]]) -> SpanAgreement | None:
    """Agreement on the parts that annotators of some texts have marked by themselves; None where nobody has marked any.

    A text counts as read for it by who has marked something in it or has nothing left to answer there: of others it is not known whether
    they would have marked more.
    """
    every = list(texts)
    marks = [mark for analysis, people in every for name, said in people.items() for mark in _marks(analysis, name, said.own)]
    if not marks:
        return None
    read = [
        (analysis.output.text, {name: said for name, said in people.items() if said.own or said.complete}) for analysis, people in every
    ]
    shared = [_Read(output, {name: said.own for name, said in people.items()}) for output, people in read if len(people) > 1]
    ratings = [rating for each in shared for rating in each.ratings()]
    plain: list[Rating] = [{who: str(kind != UNMARKED) for who, kind in rating.items()} for rating in ratings]
    names = list(dict.fromkeys(name for each in shared for name in each.parts))
    pairs = tuple(_pair(first, second, shared) for first, second in combinations(names, 2))
    in_order = sorted(marks, key=lambda mark: ([a.id for a, _ in every].index(mark.analysis), mark.start, mark.end))
    return SpanAgreement(
        len(shared), len(ratings), alpha(plain), alpha(ratings), tuple(pair for pair in pairs if pair is not None), tuple(in_order)
    )


class _Read:
    """A text with the parts that each of its annotators marked, as words."""

    def __init__(self, output: str, own: Mapping[str, Sequence[OwnSpan]]) -> None:
        self._spans = words_of(output).spans
        self.parts = {name: {part: span.kind for span in spans if (part := self._part(span))} for name, spans in own.items()}

    def kinds(self, name: str) -> dict[int, str]:
        """The words that one has marked, by their numbers, with their kinds; of two parts over each other the shorter says it."""
        longest_first = sorted(self.parts[name].items(), key=lambda item: item[0][0] - item[0][1])
        return {word: kind for (first, last), kind in longest_first for word in range(first, last + 1)}

    def ratings(self) -> list[dict[str, str]]:
        """What each annotator says of each word."""
        said = {name: self.kinds(name) for name in self.parts}
        return [{name: kinds.get(word, UNMARKED) for name, kinds in said.items()} for word in range(len(self._spans))]

    def _part(self, span: OwnSpan) -> Part | None:
        touched = [number for number, (start, end) in enumerate(self._spans) if start < span.end and end > span.start]
        return (touched[0], touched[-1]) if touched else None


def _pair(first: str, second: str, shared: Sequence[_Read]) -> SpanPair | None:
    """Two annotators; None where they have read no text both."""
    both = [each for each in shared if first in each.parts and second in each.parts]
    if not both:
        return None
    mine, theirs = ([each.parts[name] for each in both] for name in (first, second))
    counts = sum(map(len, mine)), sum(map(len, theirs))
    same = [one.keys() & other.keys() for one, other in zip(mine, theirs, strict=True)]
    alike = sum(one[part] == other[part] for one, other, parts in zip(mine, theirs, same, strict=True) for part in parts)
    words = [(each.kinds(first).keys(), each.kinds(second).keys()) for each in both]
    in_words = sum(len(one & other) for one, other in words), sum(len(one) + len(other) for one, other in words)
    return SpanPair(first, second, counts, _f1(sum(map(len, same)), sum(counts)), _f1(alike, sum(counts)), _f1(*in_words))


def _f1(same: int, both: int) -> float | None:
    """F1 of two sets with so many members in common, and so many in both lists together."""
    return 2 * same / both if both else None


def _marks(analysis: Analysis, name: str, own: Iterable[OwnSpan]) -> list[Mark]:
    text = analysis.output.text
    return [Mark(analysis.id, name, span.start, span.end, text[span.start : span.end], span.kind, span.note) for span in own]
