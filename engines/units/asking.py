"""From what was parsed or written of an output to units, each with what a verifier is asked about it."""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.core.details import QADetails
from engines.core.results import Unit
from engines.core.roles import QA, Hypothesis, ParsedPredicate
from engines.core.text import Text


@dataclass(frozen=True)
class Asked:
    """A unit with what the verifier is asked about it.

    Attributes:
        sentence: index of the output's sentence that it comes from.
        start: where in the output the text begins that offsets of the hypothesis count in: its sentence, or its statement if it has
            none; None where that is not text of the output.
    """

    unit: Unit
    hypothesis: Hypothesis
    sentence: int
    start: int | None


def asked_qas(output: Text, predicates: Sequence[ParsedPredicate], prefix: str) -> list[Asked]:
    """Every QA of an output; ids are `prefix` and a number from 1."""
    found: list[Asked] = []
    for parsed in predicates:
        for qa in parsed.qas:
            unit = Unit(
                id=f"{prefix}{len(found) + 1}",
                kind=QADetails.kind,
                statement=qa.statement,
                predicate=parsed.predicate,
                question=qa.question,
                answer=qa.answer,
                details=QADetails(sentence=parsed.sentence, role=qa.role, implied=qa.implied, lemma=parsed.lemma),
            )
            found.append(Asked(unit, qa_hypothesis(output, parsed, qa), parsed.sentence, output.sentences[parsed.sentence][0]))
    return found


def qa_hypothesis(text: Text, parsed: ParsedPredicate, qa: QA) -> Hypothesis:
    """What a verifier is asked about a QA: with its sentence, and where answer and predicate stand in it."""
    start, end = text.sentences[parsed.sentence]
    predicate = parsed.predicate
    return Hypothesis(
        statement=qa.statement,
        question=qa.question,
        answer=qa.answer.text,
        sentence=text.text[start:end],
        predicate=predicate.text,
        predicate_kind=predicate.kind,
        role=qa.role,
        answer_span=_inside(qa.answer.start - start, qa.answer.end - start, end - start),
        predicate_span=_inside(predicate.start - start, predicate.end - start, end - start),
    )


def _inside(start: int, end: int, length: int) -> tuple[int, int] | None:
    """Offsets within the sentence, None for an answer that lies in another one."""
    return (start, end) if 0 <= start < end <= length else None
