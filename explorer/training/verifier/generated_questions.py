"""QAs of generated statements: those that a change made false, those that it left true, and the rest as their context.

A QA is judged beside the other QAs of its sentence, so all of them are made; those whose truth the change leaves open carry the subset
`CONTEXT` and are measured but not learnt from.
"""

import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from engines.core.roles import QA, ParsedPredicate, Parser
from engines.core.text import Text
from engines.parsing import PAPER_KINDS
from engines.units.asking import qa_hypothesis
from explorer.evaluation.perturbations.corruptions import Pair, generate
from explorer.training.verifier.data import Row, lines

CONTEXT = "context"
SEED = 11
_REFERENCES = {"lss": 180, "train_summedits": 70}
_PER_KIND = 40
_LOCAL = frozenset({"name changed", "value changed", "value changed and reworded", "argument changed", "quantity changed"})
"""Changes of one phrase, which leave the QAs true that do not hold it."""
_OF_THE_VERB = frozenset({"negation", "clause negation", "modality strengthened", "predicate opposed"})


def generated_qa_rows(data: Path, parser: Parser) -> list[Row]:
    """QAs from a sample of the references of LSS and SummEdits; the same data and seed give the same QAs."""
    random_ = random.Random(SEED)
    by_kind: dict[str, list[Pair]] = defaultdict(list)
    for name, count in _REFERENCES.items():
        references = sorted({row["reference"] for row in lines(data / f"{name}.jsonl")})
        for reference in random_.sample(references, min(count, len(references))):
            for pair in generate(reference, seed=SEED, sentences=1):
                by_kind[pair.kind].append(pair)
    rows: list[Row] = []
    for kind, pairs in sorted(by_kind.items()):
        for i, pair in enumerate(random_.sample(pairs, min(_PER_KIND * (1 + (kind == "copied")), len(pairs)))):
            rows.extend(_rows(pair, f"{kind}-{i}", parser))
    return rows


def _rows(pair: Pair, item: str, parser: Parser) -> Iterator[Row]:
    text = Text.of(pair.statement)
    if len(text.sentences) != 1:
        return
    for predicate in parser.parse(text, PAPER_KINDS):
        for qa in predicate.qas:
            label = _label(pair, predicate, qa)
            hypothesis = qa_hypothesis(text, predicate, qa)
            yield Row("generated_qa", item, pair.reference, hypothesis, label or 0, CONTEXT if label is None else pair.kind)


def _label(pair: Pair, predicate: ParsedPredicate, qa: QA) -> int | None:
    """1 or 0, None where the change leaves it open."""
    if pair.label:
        return 1
    concerned = bool(pair.predicate) and predicate.lemma == pair.predicate
    if pair.kind in _OF_THE_VERB and pair.predicate:
        return 0 if concerned else None
    in_answer = _overlaps(pair, qa.answer.start, qa.answer.end)
    touched = in_answer or _overlaps(pair, predicate.predicate.start, predicate.predicate.end)
    if in_answer and (concerned or not pair.predicate):
        return 0
    return 1 if pair.kind in _LOCAL and not touched and not concerned else None


def _overlaps(pair: Pair, start: int, end: int) -> bool:
    return any(a < end and start < b for a, b in pair.changed)
