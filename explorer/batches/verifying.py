"""Rows to hypotheses, and verdicts to rows: the verifier without an engine around it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engines.core.errors import ErrataError, FormatError
from engines.core.roles import Hypothesis, Verdict, Verifier
from engines.core.text import Text
from explorer.reading.rows import BadRow, Row

if TYPE_CHECKING:
    from explorer.caches.verifier import ValueCache

BATCH = 128
"""Hypotheses handed to the verifier at once; those of one sentence always stay together."""

_KINDS = {"VERB": "verb", "NOUN": "noun", "AUX": "copula", "ADJ": "adjective"}


@dataclass(frozen=True)
class Asked:
    """A usable row: its place among the rows, its reference, and what the verifier is asked."""

    position: int
    row: Row
    reference: str
    hypotheses: tuple[Hypothesis, ...]


def load_verifier(name: str, cache: "ValueCache | None") -> Verifier:
    """The verifier of that name or id, behind the cache if there is one.

    Raises:
        InputError, UnavailableError: it is not known, or cannot run here.
    """
    from explorer.services.engines import Models

    return Models({"verifier": name}, cache).verifier()


def verified(verifier: Verifier, rows: Sequence[Row], bad: list[BadRow], threshold: float = 0.5) -> Iterator[dict[str, Any]]:
    """One answer {id, probability, supported, error, evidence} per usable row, in order; the others are added to `bad`.

    Rows of one reference are verified together wherever they stand in the file, so that it is encoded once.
    """
    asked = []
    for position, row in enumerate(rows):
        try:
            asked.append(Asked(position, row, row.text("reference"), hypotheses(row)))
        except FormatError as problem:
            bad.append(BadRow(row.line, str(problem), row.id))
    by_reference: dict[str, list[Asked]] = {}
    for item in asked:
        by_reference.setdefault(item.reference, []).append(item)
    ready: dict[int, dict[str, Any]] = {}
    for item in asked:
        group = by_reference.pop(item.reference, [])
        for batch in _batches(group):
            ready.update(_answers(verifier, batch, threshold, bad))
        if item.position in ready:
            yield ready.pop(item.position)


def hypotheses(row: Row) -> tuple[Hypothesis, ...]:
    """What a row asks: a QA, a statement, or the sentences of an output.

    Raises:
        FormatError: it asks nothing; the message names the line.
    """
    if "question" in row.data or "answer" in row.data:
        return (_qa(row),)
    if "statement" in row.data:
        return (Hypothesis(row.text("statement")),)
    if "output" not in row.data:
        raise FormatError(f"line {row.line}: there is no 'statement', 'output', or 'question' with 'answer' to verify.")
    output = Text.of(row.text("output"))
    sentences = [output.sentence(i) for i in range(len(output.sentences))]
    return tuple(Hypothesis(sentence) for sentence in sentences or [output.text.strip()])


def _qa(row: Row) -> Hypothesis:
    question, answer = row.text("question"), row.text("answer")
    sentence, predicate = row.optional("sentence"), row.optional("predicate")
    kind = row.optional("predicate_kind") or _KINDS.get(row.optional("predicate_pos").upper(), "")
    return Hypothesis(
        statement=row.optional("statement") or f"{question} {answer}",
        question=question,
        answer=answer,
        sentence=sentence,
        predicate=predicate,
        predicate_kind=kind,
        answer_span=_span(sentence, answer),
        predicate_span=_span(sentence, predicate),
    )


def _span(sentence: str, part: str) -> tuple[int, int] | None:
    """Where `part` stands in `sentence`, if it stands there once."""
    if not part or sentence.count(part) != 1:
        return None
    start = sentence.index(part)
    return start, start + len(part)


def _batches(group: Sequence[Asked]) -> Iterator[list[Asked]]:
    """Rows of one reference in batches; rows that share a sentence are never parted."""
    by_sentence: dict[object, list[Asked]] = {}
    for item in group:
        sentence = item.hypotheses[0].sentence
        by_sentence.setdefault(sentence or item.position, []).append(item)
    batch: list[Asked] = []
    for items in by_sentence.values():
        batch.extend(items)
        if sum(len(item.hypotheses) for item in batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _answers(verifier: Verifier, batch: Sequence[Asked], threshold: float, bad: list[BadRow]) -> dict[int, dict[str, Any]]:
    try:
        verdicts = iter(verifier.verify(Text.of(batch[0].reference), [h for item in batch for h in item.hypotheses]))
    except ErrataError:
        raise
    except Exception as problem:  # one row that a verifier stumbles over must not stop the others
        if len(batch) == 1:
            row = batch[0].row
            bad.append(BadRow(row.line, f"line {row.line}: the verifier failed ({type(problem).__name__}: {problem}).", row.id))
            return {}
        return {place: answer for item in batch for place, answer in _answers(verifier, [item], threshold, bad).items()}
    return {item.position: _answer(item.row.id, [next(verdicts) for _ in item.hypotheses], threshold) for item in batch}


def _answer(id: Any, verdicts: Sequence[Verdict], threshold: float) -> dict[str, Any]:
    """The answer of a row: the mean probability, the error of its least supported part, and the evidence of all parts, best first.

    What the verifier said besides is in `notes`; where it gave no answer about a part, the row has no verdict.
    """
    known = [v.probability for v in verdicts if v.probability is not None]
    answered = len(known) == len(verdicts)
    probability = sum(known) / len(known) if answered else None
    supported = None if probability is None else probability >= threshold
    weakest = min(verdicts, key=lambda v: v.probability or 0.0)
    notes = list(dict.fromkeys(note for v in verdicts for note in v.notes))
    evidence = {(e.start, e.end): e for v in verdicts for e in sorted(v.evidence, key=lambda e: e.score)}
    best = sorted(evidence.values(), key=lambda e: -e.score) if len(verdicts) > 1 else verdicts[0].evidence
    return {
        "id": id,
        "probability": probability,
        "supported": supported,
        "error": weakest.error if supported is False else None,
        "evidence": [e.to_json() for e in best],
        **({"notes": notes} if notes else {}),
    }
