"""QAGS: ask about the output, answer from the output and from the reference, compare the answers (Wang, Cho and Lewis 2020)."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engines.core.details import QuestionDetails
from engines.core.engine import Configured, Outcome, Progress, check_reference
from engines.core.language import parse_sentences
from engines.core.outline.headings import stated
from engines.core.results import Evidence, Unit
from engines.core.roles import Answer, Hypothesis, Parser, QuestionWriter, Reader, Verdict
from engines.core.text import Text
from engines.qags.candidates import candidates
from engines.qags.questions import Question, questions, written_questions
from engines.qags.reader import IndexReader
from engines.qags.scores import scores
from engines.qags.scoring import exact_match, f1, values_differ
from engines.qags.settings import QAGSSettings
from engines.units.asking import Asked
from engines.units.judging import judged

if TYPE_CHECKING:
    from spacy.tokens import Doc

INDEX = "qa-index-1"
"""Identity of the bundled reader."""

BATCH = 8
"""Questions put to a reader between two partial outcomes."""

ANSWERABLE = 0.5
"""A question is dropped if the answer found in the output itself shares less (F1) with the one that it was asked for."""


@dataclass
class QAGS(Configured):
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
        output = stated(output)
        started = time.perf_counter()
        yield Progress("Writing questions", 0, 3)
        asked = self._questions(output, parse_sentences(output))
        yield Progress("Answering from the output", 1, 3)
        own = self._answers(output, asked)
        kept = [(q, a) for q, a in zip(asked, own, strict=True) if a is not None and f1(a.span.text, q.answer.span.text) >= ANSWERABLE]
        kept = kept[: self.options.questions]
        written = time.perf_counter()
        timings = {"questions": written - started}
        asked_of = [_asked(number, question, answer, output) for number, (question, answer) in enumerate(kept, 1)]
        units = [each.unit for each in asked_of]
        yield Outcome(tuple(units), timings=timings)
        size = len(kept) if self.reader is None else BATCH
        for first in range(0, len(kept), max(1, size)):
            yield Progress("Answering from the reference", first, len(kept))
            part = kept[first : first + size]
            found = self._answers(reference, [q for q, _ in part], [q.answer.span.text for q, _ in part])
            for place, answer in enumerate(found, first):
                units[place] = _judged(asked_of[place], answer, reference, self.options)
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


def _asked(number: int, question: Question, own: Answer, output: Text) -> Asked:
    span, sentence = question.answer.span, question.answer.sentence
    details = QuestionDetails(sentence=sentence, spans=((span.start, span.end),), output_answer=own.span, role=question.role)
    unit = Unit(
        id=f"k{number}",
        kind=QuestionDetails.kind,
        statement=f"{question.text} {span.text}",
        question=question.text,
        answer=span,
        details=details,
    )
    hypothesis = Hypothesis(unit.statement, question=question.text, answer=span.text, sentence=output.sentence(sentence))
    return Asked(unit, hypothesis, sentence, output.sentences[sentence][0])


def _judged(asked: Asked, answer: Answer | None, reference: Text, options: QAGSSettings) -> Unit:
    """The unit by its answers: as probable as they agree (token F1), and wrong where they have different values."""
    ours, found = asked.hypothesis.answer, answer.span if answer else None
    theirs = found.text if found else None
    overlap = f1(ours, theirs)
    value = 0.0 if theirs is not None and values_differ(ours, theirs) else overlap
    evidence: tuple[Evidence, ...] = ()
    if answer is not None:
        start, end = reference.sentences[answer.sentence]
        evidence = (Evidence(start, end, reference.text[start:end], value, answer.sentence),)
    verdict = Verdict(value, "extrinsic" if answer is None else "intrinsic", evidence=evidence)
    own: dict[str, Any] = {"coverage": None, "reference_answer": found, "f1": overlap, "em": exact_match(ours, theirs)}
    return judged(asked, verdict, reference, options.threshold, **own)
