"""The compact verifier: alignment features, two learned heads, calibrated probabilities, evidence."""

import hashlib
import threading
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from engines.core import language
from engines.core.findings import Conflict
from engines.core.machine.files import asset
from engines.core.machine.threads import threads, threads_for
from engines.core.roles import Hypothesis, Verdict
from engines.core.spans import Evidence, Span
from engines.core.text import Text
from engines.verification import evidence
from engines.verification.contradictions import in_hypothesis, question_conflicts, statement_conflicts
from engines.verification.encoding import encoder
from engines.verification.encoding.placing import said
from engines.verification.encoding.reference import EncodedReference, encoded
from engines.verification.features.measuring import Measured, StatementMeasures, measure_qas, measure_statements
from engines.verification.heads import head as heads
from engines.verification.instead import found_instead
from engines.verification.ranges import range_scores
from engines.verification.rules.weights import FILE as RULES
from engines.verification.rules.weights import weight
from engines.verification.sentences import lexical_relations
from engines.verification.unit_support import ASSET as UNIT_SUPPORT
from engines.verification.unit_support import load_unit_head, measure_units

VERSION = 53
"""Raised whenever the code's answers change with the same weights."""
WEIGHTS = ("verifier", "heads.safetensors")
_MOST_REMEMBERED = 1000
"""Hypotheses whose measures are kept for the search of their evidence, beside those that are asked about."""
_MOST_COMPARED = 500_000
"""The same, times the segments of the reference that each is compared with: about 100 MB."""
_COPY = 0.95
"""The least probability of a statement that is a sentence of the reference word for word."""


class CompactVerifier:
    """Says whether a reference supports hypotheses, from how their words, roles and values are found in it.

    A QA is judged with the other QAs of its sentence, a statement sentence by sentence (the worst one decides), a content unit also by
    the words of its own sentence that it takes up.
    """

    name = "compact"
    quick = True
    """Scores of runs of sentences take it less time than keeping them; a cache keeps whole searches."""

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
        for name in (RULES, *lexical_relations.FILES):
            digest.update(asset("verifier", name).read_bytes())
        digest.update(asset("lss", "head.safetensors").read_bytes())
        digest.update(asset(*UNIT_SUPPORT).read_bytes())
        return f"compact-{VERSION}-{digest.hexdigest()[:12]}+{encoder.PACKAGE}-{encoder.precision()}+{language.installed_model()}"

    def verify(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
        """One verdict per hypothesis, in order."""
        with self._lock, threads(threads_for(0)):
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
        with self._lock, threads(threads_for(0)):
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
        known = self._measured(source, hypotheses)
        new = [h for h in dict.fromkeys(hypotheses) if h not in known]
        qas, others = [h for h in new if h.is_qa], [h for h in new if not h.is_qa]
        if qas:
            known.update((h, [m]) for h, m in zip(qas, measure_qas(source, qas).measured, strict=True))
        if others:
            self._remember(source, others, measure_statements(source, [h.statement for h in others]))
        return known

    def _measured(self, source: EncodedReference, hypotheses: Sequence[Hypothesis]) -> dict[Hypothesis, list[Measured]]:
        """The memory of the reference at hand; where it has become too large, only of the hypotheses asked about."""
        if self._memory is None or self._memory[0] is not source:
            self._memory = (source, {})
        known = self._memory[1]
        if len(known) > min(_MOST_REMEMBERED, _MOST_COMPARED // max(1, len(source.segments))):
            known = {h: known[h] for h in hypotheses if h in known}
            self._memory = (source, known)
        return known

    def _remember(self, source: EncodedReference, hypotheses: Sequence[Hypothesis], measures: StatementMeasures) -> None:
        known = self._measured(source, hypotheses)
        for i, hypothesis in enumerate(hypotheses):
            known[hypothesis] = [m for o, m in zip(measures.owner, measures.measured, strict=True) if o == i]

    def _verify_qas(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
        source = encoded(reference)
        measures = measure_qas(source, hypotheses)
        self._measured(source, hypotheses).update((h, [m]) for h, m in zip(hypotheses, measures.measured, strict=True))
        together = self._heads["qa"].probability(measures.columns)
        alone = self._heads["qa_alone"].probability(measures.columns)
        probabilities = np.where(measures.alone, alone, together)
        asked = [said(h, m.place, m.alignment.words) for h, m in zip(hypotheses, measures.measured, strict=True)]
        found = question_conflicts(measures.measured, asked)
        left = [1 - weight(of, "question") for of in found]
        return [_verdict(float(p * n), m, of) for p, n, m, of in zip(probabilities, left, measures.measured, found, strict=True)]

    def _verify_statements(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
        source = encoded(reference)
        measures = measure_statements(source, [h.statement for h in hypotheses])
        self._remember(source, hypotheses, measures)
        head = self._heads["statement"]
        raw = head.raw(measures.columns)
        units = measure_units(source, hypotheses)
        least = units.least[measures.owner]
        probabilities = np.where(np.isnan(least), head.calibration.apply(raw), load_unit_head().probability(raw, least))
        alignments = [m.alignment for m in measures.measured]
        found = statement_conflicts(alignments, [units.agreeing[i] for i in measures.owner])
        reasons = [
            (*in_hypothesis(of, hypotheses[i], alignment.text), *units.conflicts[i])
            for (_, of), i, alignment in zip(found, measures.owner, alignments, strict=True)
        ]
        every = [(*of, *units.conflicts[i]) for (_, of), i in zip(found, measures.owner, strict=True)]
        left = np.array([1 - weight(of, "statement") for of in every])
        probabilities = np.where([copy for copy, _ in found], np.maximum(probabilities * left, _COPY), probabilities * left)
        verdicts = []
        for i in range(len(hypotheses)):
            rows = np.flatnonzero(measures.owner == i)
            worst = int(rows[probabilities[rows].argmin()])
            verdicts.append(_verdict(float(probabilities[worst]), measures.measured[worst], reasons[worst]))
        return verdicts


def _verdict(probability: float, measured: Measured, conflicts: Sequence[Conflict]) -> Verdict:
    """A verdict with its evidence and its reasons, the weightiest first."""
    if not measured.alignment.reference.segments.size or not len(measured.alignment.words):
        return Verdict(0.0, "extrinsic", 0.0, notes=("There is nothing to compare.",))
    passages = evidence.passages(measured)
    reasons = tuple(sorted(dict.fromkeys(conflicts), key=lambda conflict: -weight([conflict], "statement")))
    instead = next((reason.found for reason in reasons if reason.found), None)
    found = None if instead is None else _passage(instead, measured)
    return Verdict(
        probability=round(probability, 4),
        error=evidence.error_kind(measured),
        coverage=round(evidence.coverage(measured), 4),
        evidence=passages,
        missing=evidence.missing_words(measured),
        found=found or found_instead(measured, passages[0].sentence if passages else None),
        conflicts=reasons,
    )


def _passage(found: Span, measured: Measured) -> Evidence:
    text = measured.alignment.reference.text
    return Evidence(found.start, found.end, found.text, 1.0, text.sentence_at(found.start))
