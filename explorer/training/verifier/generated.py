"""Statements generated from the training references: copies and harmless rewritings, and the same made false by one change."""

import random
from collections import defaultdict
from pathlib import Path

from engines.core.roles import Hypothesis
from explorer.evaluation.perturbations.corruptions import Pair, generate
from explorer.training.verifier.data import Row, lines

SEED = 7
_REFERENCES = {"lss": 260, "train_summedits": 100}
_PER_KIND = 320
"""At most so many pairs of one kind, so that no kind of change rules."""


def generated_rows(data: Path) -> list[Row]:
    """Pairs from a sample of the references of LSS and SummEdits; the same data and seed give the same pairs."""
    random_ = random.Random(SEED)
    by_kind: dict[tuple[str, int], list[Pair]] = defaultdict(list)
    for name, count in _REFERENCES.items():
        references = sorted({row["reference"] for row in lines(data / f"{name}.jsonl")})
        for reference in random_.sample(references, min(count, len(references))):
            for pair in generate(reference, seed=SEED, sentences=2):
                by_kind[pair.kind, pair.label].append(pair)
    rows = []
    for (kind, label), pairs in sorted(by_kind.items()):
        for i, pair in enumerate(random_.sample(pairs, min(_PER_KIND, len(pairs)))):
            rows.append(Row("generated", f"{kind}-{i}", pair.reference, Hypothesis(statement=pair.statement), label, kind))
    return rows
