"""SCALE: every sentence of the output against large chunks of the reference, and evidence by descending a search tree.

Lattimer et al. 2023, "Fast and Accurate Factual Inconsistency Detection Over Long Documents": the score of a sentence is
the highest P(chunk implies sentence) over the chunks (section 3.1); evidence is found by greedy tree search (section 3.2).
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engines.core.chunks import Chunking, part, sentence_chunks
from engines.core.engine import Outcome, Progress, check_reference, unread
from engines.core.results import Evidence, Unit
from engines.core.retrieval import Retrieved, SearchSettings, retrieve
from engines.core.roles import Hypothesis, Verdict, Verifier, batch_size
from engines.core.settings import SearchingSettings
from engines.core.text import Text
from engines.units.judging import judged

BATCH = 8
"""Sentences verified between two partial outcomes."""


@dataclass(frozen=True)
class ScaleSettings(SearchingSettings):
    """Settings of the engine.

    Attributes:
        chunk_size, overlap: see `engines.core.chunks.Chunking`; tokens for a model that reads tokens, else words.
        reference_compatible: chunk and split as the public implementation does, greedy search (beam 1), so that scores equal its scores.
    """

    engine = "scale"

    chunk_size: int = 1000
    overlap: float = 0.25
    reference_compatible: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.chunking()

    def chunking(self) -> Chunking:
        """The part of the settings that says how the reference is cut."""
        return Chunking(self.chunk_size, self.overlap, self.reference_compatible)

    def search(self) -> SearchSettings:
        """The part of the settings that says how evidence is searched."""
        if self.reference_compatible:
            return SearchSettings(self.branches, beam=1, window=self.window, reference_compatible=True)
        return super().search()


@dataclass
class Scale:
    """The engine with its verifier and settings."""

    verifier: Verifier
    options: ScaleSettings = field(default_factory=ScaleSettings)
    name: str = "scale"

    def __post_init__(self) -> None:
        rechunked = getattr(self.verifier, "with_chunking", None)
        if rechunked is not None:
            self.verifier = rechunked(self.options.chunking())

    @property
    def settings(self) -> dict[str, Any]:
        """Settings as plain values for the result."""
        return self.options.plain()

    @property
    def models(self) -> dict[str, str]:
        """Identity of the model in each role."""
        return {"verifier": self.verifier.identity}

    def run(self, reference: Text, output: Text) -> Iterator[Progress | Outcome]:
        """Score the output's sentences a few at a time, and search the evidence of each.

        Raises:
            InputError: the reference has no words in it.
        """
        check_reference(reference)
        started = time.perf_counter()
        units = [_unit(output, i) for i in range(len(output.sentences))]
        yield Outcome(tuple(units))
        size = batch_size(self.verifier, BATCH)
        for first in range(0, len(units), size):
            yield Progress("Checking sentences", first, len(units))
            units[first : first + size] = self._judge(reference, units[first : first + size])
            if first + size < len(units):
                yield Outcome(tuple(units))
        read = self.verifier.read(reference)
        timings = {"verify": time.perf_counter() - started}
        yield Outcome(tuple(units), scores(units), read=read, warnings=unread(read), timings=timings)

    def _judge(self, reference: Text, units: Sequence[Unit]) -> list[Unit]:
        hypotheses = [Hypothesis(statement=unit.statement) for unit in units]
        verdicts = verify_in_chunks(self.verifier, reference, hypotheses, self.options.chunking())
        found = retrieve(self.verifier, reference, hypotheses, self.options.search())
        return [self._judged(*each, reference) for each in zip(units, verdicts, found, strict=True)]

    def _judged(self, unit: Unit, verdict: Verdict, search: Retrieved, reference: Text) -> Unit:
        more = {"calls": search.calls, "chunks": verdict.extra.get("chunks", [])}
        return judged(unit, _by_sentence(verdict, reference), search, reference, self.options.threshold, self.options.window, **more)


def verify_in_chunks(verifier: Verifier, reference: Text, hypotheses: Sequence[Hypothesis], chunking: Chunking) -> list[Verdict]:
    """The verdict of the best chunk for each hypothesis; `extra["chunks"]` has the characters and the score of every chunk.

    A verifier that cuts the reference into chunks of its own tokens does so itself; for the others it is cut between sentences.
    """
    chunks = sentence_chunks(reference, chunking.size, chunking.overlap)
    if hasattr(verifier, "with_chunking"):
        return verifier.verify(reference, hypotheses)
    best: list[Verdict] = []
    seen: list[list[dict[str, Any]]] = [[] for _ in hypotheses]
    for first, last in chunks:
        piece = reference if last - first == len(reference.sentences) else part(reference, first, last)
        offset = 0 if piece is reference else reference.sentences[first][0]
        verdicts = [_moved(v, reference, offset) for v in verifier.verify(piece, hypotheses)]
        for scores_of_chunks, verdict in zip(seen, verdicts, strict=True):
            scores_of_chunks.append(
                {"start": reference.sentences[first][0], "end": reference.sentences[last - 1][1], "score": verdict.probability}
            )
        best = [max(pair, key=lambda v: v.probability) for pair in zip(best, verdicts, strict=True)] if best else verdicts
    return [replace(verdict, extra={**verdict.extra, "chunks": chunk}) for verdict, chunk in zip(best, seen, strict=True)]


def scores(units: Sequence[Unit]) -> dict[str, float]:
    """Mean, minimum and harmonic mean of the sentence scores, the counts, and the score of each sentence."""
    values = [u.probability for u in units if u.probability is not None]
    if not values:
        return {"units": 0.0, "supported": 0.0}
    result = {
        "scale": sum(values) / len(values),
        "scale_min": min(values),
        "scale_harmonic": len(values) / sum(1 / v for v in values) if min(values) > 0 else 0.0,
        "units": float(len(values)),
        "supported": float(sum(bool(u.supported) for u in units)),
    }
    for unit in units:
        if unit.probability is not None:
            result[f"scale_sentence_{unit.extra['sentence'] + 1}"] = unit.probability
    return result


def _unit(output: Text, index: int) -> Unit:
    start, end = output.sentences[index]
    return Unit(id=f"s{index + 1}", kind="sentence", statement=output.text[start:end], extra={"sentence": index, "spans": [[start, end]]})


def _moved(verdict: Verdict, reference: Text, offset: int) -> Verdict:
    """A verdict on a part of the reference, its passages where they stand in the whole."""
    if not offset:
        return verdict
    found = None if verdict.found is None else _moved_evidence(verdict.found, reference, offset)
    conflicts = (c if c.found is None else replace(c, found=_moved_evidence(c.found, reference, offset)) for c in verdict.conflicts)
    evidence = tuple(_moved_evidence(e, reference, offset) for e in verdict.evidence)
    return replace(verdict, evidence=evidence, found=found, conflicts=tuple(conflicts))


def _moved_evidence(evidence: Evidence, reference: Text, offset: int) -> Evidence:
    start, end = evidence.start + offset, evidence.end + offset
    return Evidence(start, end, reference.text[start:end], evidence.score, reference.sentence_at(start))


def _by_sentence(verdict: Verdict, reference: Text) -> Verdict:
    """The verdict with those of its passages that lie within one sentence: a whole chunk is no evidence to look at."""
    within = (e for e in verdict.evidence if e.sentence is not None and e.end <= reference.sentences[e.sentence][1])
    return replace(verdict, evidence=tuple(within))
