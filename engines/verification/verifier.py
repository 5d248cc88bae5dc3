"""The compact verifier: alignment features, two learned heads, calibrated probabilities, evidence."""

import hashlib
import threading
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engines.core import language
from engines.core.files import asset
from engines.core.roles import Hypothesis, Verdict
from engines.core.text import Text
from engines.verification import evidence
from engines.verification.encoding import encoder
from engines.verification.encoding.placing import said
from engines.verification.encoding.reference import EncodedReference, encoded, frequencies
from engines.verification.features.measuring import Measured, StatementMeasures, measure_qas, measure_statements
from engines.verification.heads import head as heads
from engines.verification.instead import found_instead
from engines.verification.ranges import range_scores
from engines.verification.rules.clause_values import clauses_without_conflict, values_without_conflict
from engines.verification.rules.pipeline import contradictions, is_copy, parse_ahead, weight
from engines.verification.said_instead import said_instead
from engines.verification.sentences import lexical_relations as word_pairs
from engines.verification.unit_support import ASSET as UNIT_SUPPORT
from engines.verification.unit_support import BELIEVED, load_unit_head, measure_units

VERSION = 12
"""Raised whenever the code's answers change with the same weights."""
WEIGHTS = ("verifier", "heads.safetensors")
_MOST_REMEMBERED = 1000
"""Hypotheses whose measures are kept for the search of their evidence."""
_COPY = 0.95
"""The least probability of a statement that is a sentence of the reference word for word."""

_PLAIN = 0.3
"""What is less probable than this is unsupported without a look at the clauses of its sentence, which takes as long as all the rest."""


class CompactVerifier:
    """Says whether a reference supports hypotheses, from how their words, roles and values are found in it.

    A QA is judged with the other QAs of its sentence, a statement sentence by sentence (the worst one decides), a content unit also by
    the words of its own sentence that it takes up.
    """

    name = "compact"

    def __init__(self, loaded: Mapping[str, heads.Head] | None = None):
        """`loaded` replaces the bundled heads, for training and tests."""
        self._heads = dict(loaded) if loaded is not None else heads.load(asset(*WEIGHTS))
        self._lock = threading.RLock()
        self._memory: tuple[EncodedReference, dict[Hypothesis, list[Measured]]] | None = None

    @cached_property
    def identity(self) -> str:
        """Changes with the weights, the code's version, the encoder and the spaCy model."""
        digest = hashlib.sha256(asset(*WEIGHTS).read_bytes())
        digest.update(asset("verifier", "idf.json").read_bytes())
        digest.update(asset("verifier", "lexicon.json").read_bytes())
        for name in ("contradictions.json", *word_pairs.FILES):
            digest.update(asset("verifier", name).read_bytes())
        digest.update(asset("lss", "head.safetensors").read_bytes())
        digest.update(asset(*UNIT_SUPPORT).read_bytes())
        return f"compact-{VERSION}-{digest.hexdigest()[:12]}+{encoder.PACKAGE}-{encoder.precision()}+{language.installed_model()}"

    def load(self) -> None:
        """Bring the encoder and the tables into memory, so that the first verification is not the slow one."""
        encoder.load()
        frequencies()
        language.pipeline()

    def verify(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
        """One verdict per hypothesis, in order."""
        with self._lock:
            verdicts: dict[int, Verdict] = {}
            qas = [i for i, h in enumerate(hypotheses) if h.is_qa]
            statements = [i for i, h in enumerate(hypotheses) if not h.is_qa]
            if qas:
                verdicts |= zip(qas, self._verify_qas(reference, [hypotheses[i] for i in qas]), strict=True)
            if statements:
                verdicts |= zip(statements, self._verify_statements(reference, [hypotheses[i] for i in statements]), strict=True)
            return [verdicts[i] for i in range(len(hypotheses))]

    def score_ranges(
        self, reference: Text, hypotheses: Sequence[Hypothesis], ranges: Sequence[Sequence[tuple[int, int]]]
    ) -> list[list[float]]:
        """The best sentence of each run of sentences, from the encoded reference."""
        with self._lock:
            known = self._known(encoded(reference), hypotheses)
            answers = []
            for hypothesis, wanted in zip(hypotheses, ranges, strict=True):
                parts = [range_scores(measured, wanted) for measured in known[hypothesis]]
                answers.append([max(scores) for scores in zip(*parts, strict=True)] if parts else [0.0] * len(wanted))
            return answers

    def read(self, reference: Text) -> float:
        """The whole reference is encoded, in windows where a sentence is long."""
        return 1.0

    def _known(self, source: EncodedReference, hypotheses: Sequence[Hypothesis]) -> dict[Hypothesis, list[Measured]]:
        """What was measured of each hypothesis against `source`, by `verify` or a level of the search before, else now."""
        known = self._measured(source)
        new = [h for h in dict.fromkeys(hypotheses) if h not in known]
        qas, others = [h for h in new if h.is_qa], [h for h in new if not h.is_qa]
        if qas:
            known.update((h, [m]) for h, m in zip(qas, measure_qas(source, qas).measured, strict=True))
        if others:
            self._remember(source, others, measure_statements(source, [h.statement for h in others]))
        return known

    def _measured(self, source: EncodedReference) -> dict[Hypothesis, list[Measured]]:
        """The memory of the reference at hand; another reference, or too many hypotheses, begins a new one."""
        if self._memory is None or self._memory[0] is not source or len(self._memory[1]) > _MOST_REMEMBERED:
            self._memory = (source, {})
        return self._memory[1]

    def _remember(self, source: EncodedReference, hypotheses: Sequence[Hypothesis], measures: StatementMeasures) -> None:
        known = self._measured(source)
        for i, hypothesis in enumerate(hypotheses):
            known[hypothesis] = [m for o, m in zip(measures.owner, measures.measured, strict=True) if o == i]

    def _verify_qas(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
        source = encoded(reference)
        measures = measure_qas(source, hypotheses)
        self._measured(source).update((h, [m]) for h, m in zip(hypotheses, measures.measured, strict=True))
        together = self._heads["qa"].probability(measures.columns)
        alone = self._heads["qa_alone"].probability(measures.columns)
        asked = [said(h, m.place, m.alignment.words) for h, m in zip(hypotheses, measures.measured, strict=True)]
        probabilities = np.where(measures.alone, alone, together)
        left = _uncontradicted(measures.measured, "question", asked)
        unstated = [(words & m.alignment.equivalents.values_missing).any() for m, words in zip(measures.measured, asked, strict=True)]
        doubtful = np.flatnonzero(np.array(unstated, dtype=bool) & (left == 1) & (probabilities >= _PLAIN))
        alignments = [measures.measured[i].alignment for i in doubtful]
        left[doubtful] = values_without_conflict(source, alignments, [asked[i] for i in doubtful])
        probabilities = probabilities * left
        return [_verdict(float(p), m, words, n < 1) for p, m, words, n in zip(probabilities, measures.measured, asked, left, strict=True)]

    def _verify_statements(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
        source = encoded(reference)
        measures = measure_statements(source, [h.statement for h in hypotheses])
        self._remember(source, hypotheses, measures)
        head = self._heads["statement"]
        raw = head.raw(measures.columns)
        units = measure_units(source, hypotheses)
        least = units.least[measures.owner]
        probabilities = np.where(np.isnan(least), head.calibration.apply(raw), load_unit_head().probability(raw, least))
        believed = [BELIEVED if units.agreeing[i] else None for i in measures.owner]
        left = np.minimum(_uncontradicted(measures.measured, "statement", believed=believed), units.left[measures.owner])
        doubtful = np.flatnonzero(np.isnan(least) & (left == 1) & (probabilities >= _PLAIN))
        left[doubtful] = clauses_without_conflict(source, [measures.measured[i].alignment for i in doubtful])
        probabilities = probabilities * left
        copies = [is_copy(m.alignment) for m in measures.measured]
        probabilities = np.where(copies, np.maximum(probabilities, _COPY), probabilities)
        verdicts = []
        for i in range(len(hypotheses)):
            rows = np.flatnonzero(measures.owner == i)
            worst = int(rows[probabilities[rows].argmin()])
            verdicts.append(_verdict(float(probabilities[worst]), measures.measured[worst], None, left[worst] < 1))
        return verdicts


def _uncontradicted(
    measured: Sequence[Measured],
    of: str,
    asked: Sequence[NDArray[np.bool_]] | None = None,
    believed: Sequence[frozenset[str] | None] | None = None,
) -> NDArray[np.float64]:
    """What is left of each probability after the conflicts with sentences that say nearly the same, [0, 1].

    Args:
        of: "statement" or "question", which weigh conflicts differently.
        asked: for each the words whose conflicts count, None for all words.
        believed: for each the kinds of conflict that count, None for all.
    """
    left = np.ones(len(measured))
    members: dict[int, list[int]] = {}
    for i, m in enumerate(measured):
        members.setdefault(id(m.alignment), []).append(i)
    parse_ahead([measured[rows[0]].alignment for rows in members.values()])
    for rows in members.values():
        masks = [asked[i] if asked else None for i in rows]
        for i, kinds in zip(rows, contradictions(measured[rows[0]].alignment, masks), strict=True):
            only = believed[i] if believed else None
            left[i] = 1 - weight(kinds if only is None else kinds & only, of)
    return left


def _verdict(probability: float, measured: Measured, asked: NDArray[np.bool_] | None, contradicted: bool) -> Verdict:
    """A verdict with its evidence; `asked` are the words whose conflicts were looked for, None for all."""
    if not measured.alignment.reference.segments.size or not len(measured.alignment.words):
        return Verdict(0.0, "extrinsic", 0.0, notes=("There is nothing to compare.",))
    passages = evidence.passages(measured)
    found = said_instead(measured.alignment, asked) if contradicted else None
    return Verdict(
        probability=round(probability, 4),
        error=evidence.error_kind(measured),
        coverage=round(evidence.coverage(measured), 4),
        evidence=passages,
        missing=evidence.missing_words(measured),
        found=found or found_instead(measured, passages[0].sentence if passages else None),
    )
