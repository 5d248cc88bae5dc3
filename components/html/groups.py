"""Units in the order in which a person reads the output: by sentence, then by predicate."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from engines.core.details import details_class
from engines.core.results import Analysis, Document, Unit


@dataclass(frozen=True)
class Group:
    """The units about one predicate; without a predicate, the units that a sentence has otherwise.

    Attributes:
        id: number of the group in reading order, which ties its heading to the word in the output.
        sentence: index of the output sentence, None when the output has none at that place.
        span: what is marked in the output, code points: the predicate, or else the whole sentence; None where there is neither.
        title: the predicate's word, or the kind of the units.
        whole: whether `span` is the sentence.
    """

    id: int
    sentence: int | None
    span: tuple[int, int] | None
    title: str
    units: tuple[Unit, ...]
    whole: bool = False

    @property
    def name(self) -> str:
        """What the mark in the output is called: by its word, or by its sentence."""
        return f"Sentence {(self.sentence or 0) + 1}" if self.whole else self.title


def groups(analysis: Analysis) -> list[Group]:
    """The units of an analysis grouped by predicate, in the order of the output's text."""
    members: dict[tuple[int, int, str], list[Unit]] = {}
    for unit in analysis.units:
        members.setdefault(_place(unit, analysis.output), []).append(unit)
    found: list[Group] = []
    for (start, end, title), units in sorted(members.items(), key=lambda item: item[0]):
        sentence, whole = sentence_of(units[0], analysis.output), units[0].predicate is None
        span = None if whole and sentence is None else (start, end)
        found.append(Group(len(found), sentence, span, title, tuple(units), whole))
    return found


def by_sentence(found: list[Group]) -> list[tuple[int | None, list[Group]]]:
    """The groups, gathered under the output sentence that they belong to."""
    gathered: list[tuple[int | None, list[Group]]] = []
    for group in found:
        if not gathered or gathered[-1][0] != group.sentence:
            gathered.append((group.sentence, []))
        gathered[-1][1].append(group)
    return gathered


def sentences_of(document: Document, start: int, end: int) -> list[int]:
    """Indices of the sentences that the characters from `start` to `end` touch."""
    starts = [sentence[0] for sentence in document.sentences]
    first, stop = max(0, bisect_right(starts, start) - 1), bisect_left(starts, max(end, start + 1))
    return [index for index in range(first, stop) if document.sentences[index][1] > start][:50]


def sentence_of(unit: Unit, output: Document) -> int | None:
    """Index of the output sentence that a unit belongs to, None when it cannot be told."""
    recorded = unit.details.sentence
    if recorded is not None and 0 <= recorded < len(output.sentences):
        return recorded
    anchor = unit.predicate or unit.answer
    touched = sentences_of(output, anchor.start, anchor.end) if anchor else []
    return touched[0] if touched else None


def words_of(unit: Unit, output: Document) -> list[tuple[int, int]]:
    """The characters of the output that say what a unit asks about: its answer, its words, or its sentence."""
    if unit.answer:
        return [(unit.answer.start, unit.answer.end)]
    if unit.details.spans:
        return list(unit.details.spans)
    sentence = sentence_of(unit, output)
    return [] if sentence is None else [output.sentences[sentence]]


def _place(unit: Unit, output: Document) -> tuple[int, int, str]:
    if unit.predicate:
        return unit.predicate.start, unit.predicate.end, unit.predicate.text
    sentence = sentence_of(unit, output)
    title = details_class(unit.kind).heading
    if sentence is None:
        return (unit.answer.start, unit.answer.end, title) if unit.answer else (0, 0, title)
    return (*output.sentences[sentence], title)
