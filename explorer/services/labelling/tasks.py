"""What there is to annotate in an analysis, in two steps as QASemConsistency has them (Cattan et al., section 4.1).

First whether the reference has an answer at all; one vote for a part of the output counts for every question that it answers. Then, of
those that it has, whether each question with its answer is supported. Units without such an answer, as claims, sentences and words, are
asked both things one after the other, so that each is read once. Of LSS the words are annotated, of all others the units.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.core.details import QADetails, Ranges
from engines.core.findings import ErrorKind
from engines.core.plain.copying import safe_text
from engines.core.results import Analysis, Document, Unit
from engines.core.spans import Span
from engines.english.detection import function_words
from engines.units.alignment import spans_of, words_of
from explorer.services.disagreements import grammar_words
from sessions.labelling.labels import COVERED, SUPPORT

MOST_EVIDENCE = 6
"""Sentences of the reference that are shown as evidence of a subject."""


@dataclass(frozen=True)
class Subject:
    """What gets a label in the end: a unit, or of LSS a word.

    Attributes:
        id: `unit:ID` or `word:START-END`.
        kind: of the unit, or "word".
        words: what it says.
        question, answer, predicate: of a unit that has them.
        places: the parts of the output that it is about, code points.
        asked: the items of the first step of which each settles it: what is not in the reference cannot be supported.
        supported, error: what the engine says; None where it says nothing.
        evidence: the sentences of the reference that the engine found, best first.
        sentence: the sentence of the output that it stands in.
        unit: the unit itself; None for a word.
    """

    id: str
    kind: str
    words: str
    places: Ranges
    asked: tuple[str, ...]
    question: str | None = None
    answer: Span | None = None
    predicate: Span | None = None
    supported: bool | None = None
    error: ErrorKind | None = None
    evidence: tuple[int, ...] = ()
    sentence: int | None = None
    unit: Unit | None = None


@dataclass(frozen=True)
class Item:
    """One question to an annotator.

    Attributes:
        id, step: what a label names.
        subjects: the ids of those that it is about: several of an answer that answers several questions.
        places: what is shown in the output.
        after: the items of the first step that settle it; it is not asked where one of them is not in the reference.
        proposal: the answer that follows from the verdict of the engine; "" where there is none.
    """

    id: str
    step: str
    subjects: tuple[str, ...]
    places: Ranges
    after: tuple[str, ...] = ()
    proposal: str = ""


@dataclass(frozen=True)
class Task:
    """An analysis as work for an annotator."""

    subjects: tuple[Subject, ...]
    items: tuple[Item, ...]

    def subject(self, id: str) -> Subject:
        """The subject of that id."""
        return next(subject for subject in self.subjects if subject.id == id)


def task_of(analysis: Analysis, predicates: bool = False) -> Task:
    """What there is to annotate.

    Args:
        predicates: whether it is asked of predicates too if they are in the reference; of answers it always is.
    """
    subjects = tuple(sorted(_subjects(analysis), key=lambda subject: _order(subject)))
    return Task(subjects, tuple(_items(subjects, predicates)))


def span_id(kind: str, start: int, end: int) -> str:
    """What a part of the output is called as an item."""
    return f"{kind}:{start}-{end}"


def _subjects(analysis: Analysis) -> Iterator[Subject]:
    if analysis.lss is not None:
        yield from _words(analysis)
        return
    for unit in analysis.units:
        answer = unit.answer if unit.question else None
        asked = [span_id("span", answer.start, answer.end)] if answer else []
        if answer and unit.predicate:
            asked.append(span_id("predicate", unit.predicate.start, unit.predicate.end))
        id = f"unit:{safe_text(unit.id)}"
        yield Subject(
            id=id,
            kind=unit.kind,
            words=unit.statement,
            places=((answer.start, answer.end),) if answer else _places(unit, analysis.output),
            asked=tuple(asked) or (id,),
            question=unit.question if answer else None,
            answer=answer,
            predicate=unit.predicate,
            supported=unit.supported,
            error=unit.error,
            evidence=_evidence(unit, analysis.reference),
            sentence=unit.details.sentence,
            unit=unit,
        )


def _words(analysis: Analysis) -> Iterator[Subject]:
    """The words of the output that say something, with what LSS makes of them: what it deletes is not supported."""
    text, units = analysis.output.text, {unit.id: unit for unit in analysis.units}
    for start, end in words_of(text).spans:
        if text[start:end].lower() in function_words() | grammar_words():
            continue
        deleted = next((part for part in analysis.deletions if part.start < end and start < part.end), None)
        behind = [units[id] for id in deleted.units if id in units] if deleted else []
        id = span_id("word", start, end)
        sentence = next((number for number, (first, last) in enumerate(analysis.output.sentences) if first <= start < last), None)
        found = dict.fromkeys(place for unit in behind for place in _evidence(unit, analysis.reference))
        error: ErrorKind | None = next((unit.error for unit in behind if unit.error), "intrinsic") if deleted else None
        yield Subject(id, "word", text[start:end], ((start, end),), (id,), None, None, None, deleted is None, error, tuple(found), sentence)


def _places(unit: Unit, output: Document) -> Ranges:
    if spans := spans_of(unit):
        return tuple(sorted(spans))
    sentence = unit.details.sentence
    return (output.sentences[sentence],) if sentence is not None and sentence < len(output.sentences) else ()


def _evidence(unit: Unit, reference: Document) -> tuple[int, ...]:
    found = [
        number
        for passage in unit.evidence
        for number, (start, end) in enumerate(reference.sentences)
        if start < passage.end and passage.start < end
    ]
    return tuple(dict.fromkeys(found))[:MOST_EVIDENCE]


def _order(subject: Subject) -> tuple[int, int, int, int]:
    """By the reading of the output: the questions of one predicate stand together, in the order of their answers."""
    first = subject.places[0] if subject.places else (0, 0)
    head = subject.predicate if subject.answer and subject.predicate else None
    return (subject.sentence or 0, head.start if head else first[0], *first)


def _items(subjects: tuple[Subject, ...], predicates: bool) -> Iterator[Item]:
    yield from _parts([subject for subject in subjects if subject.answer], predicates)
    for subject in subjects:
        if not subject.answer:
            yield Item(subject.id, COVERED, (subject.id,), subject.places, (), _covered((subject,)))
        proposal = "" if subject.supported is None else "supported" if subject.supported else "contradicts"
        yield Item(subject.id, SUPPORT, (subject.id,), subject.places, subject.asked, proposal)


def _parts(asked: list[Subject], predicates: bool) -> Iterator[Item]:
    """The answers of questions, each part of the output once; and their predicates where those are wanted."""
    parts: dict[str, tuple[tuple[int, int], list[Subject]]] = {}
    for subject in asked:
        for id, span in zip(subject.asked, (subject.answer, subject.predicate), strict=False):
            if span and (predicates or id.startswith("span:")):
                parts.setdefault(id, ((span.start, span.end), []))[1].append(subject)
    for id, (place, about) in sorted(parts.items(), key=lambda part: (part[1][0], part[0])):
        proposal = _covered(about) if id.startswith("span:") else ""
        yield Item(id, COVERED, tuple(subject.id for subject in about), (place,), (), proposal)


def _covered(about: "list[Subject] | tuple[Subject, ...]") -> str:
    """Whether the engine takes what subjects ask of to be in the reference: it does not where it calls all that it refutes extrinsic."""
    if any(subject.supported is None for subject in about):
        return ""
    wrong = [subject.error for subject in about if subject.supported is False]
    return "uncovered" if wrong and len(wrong) == len(about) and all(error == "extrinsic" for error in wrong) else "covered"


def is_question(subject: Subject) -> bool:
    """Whether a subject can stand in a file of QASemConsistency: a question with its predicate and its answer."""
    return bool(subject.question and subject.answer and subject.predicate and isinstance(subject.unit and subject.unit.details, QADetails))
