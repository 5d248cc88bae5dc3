"""What the heads and the rules say of labelled examples, kept apart, so that the effect of every rule can be computed without running
anything again."""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path

import numpy as np

from engines.core.machine.files import asset
from engines.core.text import Text
from engines.verification.encoding.placing import said
from engines.verification.encoding.reference import EncodedReference, encoded, forget
from engines.verification.features.measuring import Measured, measure_qas, measure_statements
from engines.verification.heads import head as heads
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import trace
from engines.verification.verifier import WEIGHTS
from explorer.evaluation.audits.natural import Example

_TOGETHER = 40


@dataclass(frozen=True)
class Seen:
    """A conflict with the tokens of the hypothesis as sorted tuples."""

    rule: str
    tokens: tuple[int, ...]
    beside: tuple[int, ...] = ()
    near: int | None = None

    def conflict(self) -> Conflict:
        """As the pipeline takes it; its kind and words do not matter here."""
        return Conflict(ConflictKind.ADDITION, frozenset(self.tokens), None, frozenset(self.beside), self.near, self.rule)


@dataclass(frozen=True)
class Observation:
    """One example as the verifier sees it.

    Attributes:
        set, part, item, supported: of the example (see `natural.Example`).
        probability: what the head says, before any rule; `copy` whether nothing else counts.
        tokens: what it is about; of a QA its words.
        wrong: the tokens that are wrong, None where nobody marked words.
        near: of each near premise the share of the words that it has.
        seen: what the rules saw.
    """

    set: str
    part: str
    item: str
    supported: bool
    probability: float
    copy: bool
    tokens: tuple[int, ...]
    wrong: tuple[int, ...] | None
    near: tuple[float, ...]
    seen: tuple[Seen, ...]

    @property
    def of(self) -> str:
        """ "question" or "statement"."""
        return "question" if self.set == "questions" else "statement"


def observe(examples: Sequence[Example], kept: Path | None = None) -> list[Observation]:
    """Observations of examples, one for each sentence of a statement; read from the file `kept` if it is there, else written to it."""
    if kept and kept.exists():
        return [_read(json.loads(line)) for line in kept.read_text("utf-8").splitlines()]
    started = time.perf_counter()
    found: list[Observation] = []
    for number, (reference, of) in enumerate(groupby(examples, key=lambda e: (e.set, e.reference))):
        found.extend(_observed(encoded(Text.of(reference[1])), list(of)))
        if number % _TOGETHER == 0:
            forget()
            print(f"{len(found)} of about {len(examples)} examples in {time.perf_counter() - started:.0f} s", file=sys.stderr)
    forget()
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text("".join(json.dumps(asdict(o)) + "\n" for o in found), encoding="utf-8")
    return found


def with_predictions(observations: Sequence[Observation], path: Path) -> list[Observation]:
    """The same with other probabilities for the QAs, in the order of the data: cross-validated ones, which saw none of the labels.

    Args:
        path: what `explorer.training.verifier.train --columns FOLDER` keeps as FOLDER/predictions.npz.
    """
    with np.load(path) as stored:
        predictions = dict(zip(stored["items"].tolist(), stored["qa"].tolist(), strict=True))
    return [replace(o, probability=predictions[o.item]) if o.set == "questions" else o for o in observations]


def _observed(reference: EncodedReference, of: Sequence[Example]) -> Iterator[Observation]:
    bundled = _bundled()
    hypotheses = [example.hypothesis for example in of]
    cases: dict[int, Case] = {}
    if of[0].hypothesis.is_qa:
        measures = measure_qas(reference, hypotheses)
        together, alone = (bundled[name].probability(measures.columns) for name in ("qa", "qa_alone"))
        probabilities = np.where(measures.alone, alone, together)
        for example, m, probability in zip(of, measures.measured, probabilities, strict=True):
            case = cases.setdefault(id(m.alignment), Case(m.alignment))
            asked = said(example.hypothesis, m.place, m.alignment.words)
            yield _observation(example, case, float(probability), case.tokens(asked))
        return
    statements = measure_statements(reference, [h.statement for h in hypotheses])
    probabilities = bundled["statement"].probability(statements.columns)
    for owner, m, probability in zip(statements.owner, statements.measured, probabilities, strict=True):
        case = cases.setdefault(id(m.alignment), Case(m.alignment))
        yield _observation(_sentence(of[owner], m), case, float(probability), case.tokens(None))


@cache
def _bundled() -> dict[str, heads.Head]:
    return heads.load(asset(*WEIGHTS))


def _sentence(example: Example, measured: Measured) -> Example:
    """The example with what is wrong in one sentence of it, offsets into that."""
    text = measured.alignment.text
    start = max(0, example.hypothesis.statement.find(text))
    if example.wrong is None:
        return example
    return replace(example, wrong=tuple((a - start, b - start) for a, b in example.wrong if a < start + len(text) and start < b))


def _observation(example: Example, case: Case, probability: float, tokens: frozenset[int]) -> Observation:
    wrong = None if example.wrong is None else tuple(sorted(t for span in example.wrong for t in case.inside(*span)))
    return Observation(
        set=example.set,
        part=example.part,
        item=example.item,
        supported=example.supported,
        probability=round(probability, 5),
        copy=case.is_copy,
        tokens=tuple(sorted(tokens)),
        wrong=wrong,
        near=tuple(round(near.words, 4) for near in case.near),
        seen=case.derived(_seen),
    )


def _seen(case: Case) -> tuple[Seen, ...]:
    return tuple(_plain(conflict) for conflict in trace(case))


def _plain(conflict: Conflict) -> Seen:
    return Seen(conflict.rule, tuple(sorted(conflict.tokens)), tuple(sorted(conflict.beside)), conflict.near)


def _read(data: dict) -> Observation:
    seen = tuple(Seen(c["rule"], tuple(c["tokens"]), tuple(c["beside"]), c["near"]) for c in data["seen"])
    wrong = None if data["wrong"] is None else tuple(data["wrong"])
    plain = {**data, "tokens": tuple(data["tokens"]), "near": tuple(data["near"]), "wrong": wrong}
    return Observation(**{**plain, "seen": seen})
