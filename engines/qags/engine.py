"""QAGS: ask about the output, answer from the output and from the reference, compare the answers (Wang, Cho and Lewis 2020)."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from engines.core.engine import Outcome, Progress, check_reference
from engines.core.errors import InputError
from engines.core.language import parse_sentences
from engines.core.results import ErrorKind, Evidence, Unit
from engines.core.roles import Answer, Parser, QuestionWriter, Reader
from engines.core.settings import EngineSettings
from engines.core.text import Text
from engines.qags.candidates import candidates
from engines.qags.questions import MOST_QUESTIONS, Question, questions, written_questions
from engines.qags.reader import IndexReader
from engines.qags.scoring import exact_match, f1

if TYPE_CHECKING:
    from spacy.tokens import Doc

INDEX = "qa-index-1"
"""Identity of the bundled reader."""

BATCH = 8
"""Questions put to a reader between two partial outcomes."""

ANSWERABLE = 0.5
"""A question is dropped if the answer found in the output itself shares less (F1) with the one that it was asked for."""


@dataclass(frozen=True)
class QAGSSettings(EngineSettings):
    """Settings of the engine.

    Attributes:
        questions: the most that are asked (K), 1 to 1,000.
    """

    engine = "qags"

    questions: int = MOST_QUESTIONS

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.questions <= 1000:
            raise InputError(f"Between 1 and 1,000 questions can be asked, not {self.questions}.")


@dataclass
class QAGS:
    """The engine with its models and settings.

    Attributes:
        parser: asks the bundled questions, and tells the bundled reader who did what.
        writer: writes the questions; None for the parser's own, completed.
        reader: answers them; None for the bundled index of the text's phrases, which reads with the verifier's encoder.
    """

    parser: Parser
    options: QAGSSettings = field(default_factory=QAGSSettings)
    writer: QuestionWriter | None = None
    reader: Reader | None = None
    name: str = "qags"

    @property
    def settings(self) -> dict[str, Any]:
        """Settings as plain values for the result."""
        return self.options.plain()

    @property
    def models(self) -> dict[str, str]:
        """Identity of the model in each role."""
        writer = self.writer.identity if self.writer else f"completed+{self.parser.identity}"
        return {"parser": self.parser.identity, "question_writer": writer, "reader": self.reader.identity if self.reader else INDEX}

    def run(self, reference: Text, output: Text) -> Iterator[Progress | Outcome]:
        """Write the questions, keep those that the output answers, answer them from the reference.

        Raises:
            InputError: the reference has no words in it.
        """
        check_reference(reference)
        started = time.perf_counter()
        yield Progress("Writing questions", 0, 3)
        asked = self._questions(output, parse_sentences(output))
        yield Progress("Answering from the output", 1, 3)
        own = self._answers(output, asked)
        kept = [(q, a) for q, a in zip(asked, own, strict=True) if a is not None and f1(a.span.text, q.answer.span.text) >= ANSWERABLE]
        kept = kept[: self.options.questions]
        written = time.perf_counter()
        timings = {"questions": written - started}
        units = [_unit(number, question, answer) for number, (question, answer) in enumerate(kept, 1)]
        yield Outcome(tuple(units), timings=timings)
        size = len(kept) if self.reader is None else BATCH
        for first in range(0, len(kept), max(1, size)):
            yield Progress("Answering from the reference", first, len(kept))
            part = kept[first : first + size]
            found = self._answers(reference, [q for q, _ in part], [q.answer.span.text for q, _ in part])
            for place, ((question, _), answer) in enumerate(zip(part, found, strict=True), first):
                units[place] = _judged(units[place], question, answer, reference, self.options)
            if first + size < len(kept):
                yield Outcome(tuple(units), timings=timings)
        timings = {**timings, "answers": time.perf_counter() - written}
        warnings = () if units else ("No question could be asked about the output: it has no noun phrase that it says something about.",)
        yield Outcome(tuple(units), scores(units), warnings=warnings, timings=timings)

    def _questions(self, output: Text, docs: Sequence["Doc"]) -> list[Question]:
        found = candidates(output, docs)
        if self.writer is not None:
            return written_questions(self.writer, output, found, 2 * self.options.questions)
        return questions(output, docs, found, self.parser.parse(output), 2 * self.options.questions)

    def _answers(self, text: Text, asked: Sequence[Question], expected: Sequence[str] | None = None) -> list[Answer | None]:
        """Answers from a text; only the bundled reader makes use of what is `expected`."""
        if self.reader is not None:
            return self.reader.answers(text, [question.text for question in asked])
        return IndexReader(text, self.parser).answers(asked, expected)


def scores(units: Sequence[Unit]) -> dict[str, float]:
    """`qags`: the mean F1 of the answers; `qags_em`: the share of the same answers; the number of questions, and of those answered.

    An output that nothing can be asked about scores 0: nothing speaks for it.
    """
    if not units:
        return {"qags": 0.0, "qags_em": 0.0, "questions": 0.0, "answered": 0.0}
    return {
        "qags": sum(u.extra["f1"] for u in units) / len(units),
        "qags_em": sum(u.extra["em"] for u in units) / len(units),
        "questions": float(len(units)),
        "answered": float(sum(u.extra["reference_answer"] is not None for u in units)),
    }


def _unit(number: int, question: Question, own: Answer) -> Unit:
    span = question.answer.span
    return Unit(
        id=f"k{number}",
        kind="question",
        statement=f"{question.text} {span.text}",
        question=question.text,
        answer=span,
        extra={
            "sentence": question.answer.sentence,
            "spans": [[span.start, span.end]],
            "output_answer": own.span.to_json(),
            "role": question.role,
        },
    )


def _judged(unit: Unit, question: Question, answer: Answer | None, reference: Text, options: QAGSSettings) -> Unit:
    ours = question.answer.span.text
    theirs = answer.span.text if answer else None
    value, same = f1(ours, theirs), exact_match(ours, theirs)
    error: ErrorKind = "extrinsic" if answer is None else "intrinsic"
    evidence: tuple[Evidence, ...] = ()
    if answer is not None:
        start, end = reference.sentences[answer.sentence]
        evidence = (Evidence(start, end, reference.text[start:end], value, answer.sentence),)
    extra = {
        **unit.extra,
        "reference_answer": answer.span.to_json() if answer else None,
        "f1": value,
        "em": same,
        "error_if_unsupported": error,
    }
    supported = value >= options.threshold
    return replace(unit, probability=value, supported=supported, error=None if supported else error, evidence=evidence, extra=extra)
