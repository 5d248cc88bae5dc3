"""SCALE: every sentence of the output against large chunks of the reference, and evidence by descending a search tree.

Lattimer et al. 2023, "Fast and Accurate Factual Inconsistency Detection Over Long Documents": the score of a sentence is
the highest P(chunk implies sentence) over the chunks (section 3.1); evidence is found by greedy tree search (section 3.2).
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from engines.core.chunks import Chunking, part, sentence_chunks
from engines.core.details import ChunkScore, SentenceDetails
from engines.core.engine import Configured, Outcome, Progress, check_reference, unread
from engines.core.outline.headings import is_read, stated
from engines.core.results import Evidence, Unit
from engines.core.retrieval import Retrieved, retrieve
from engines.core.roles import Hypothesis, Verdict, Verifier, batch_size
from engines.core.spans import Span
from engines.core.text import Text
from engines.scale.scores import scores
from engines.scale.settings import ScaleSettings
from engines.units.asking import Asked
from engines.units.checking import checked, of_size
from engines.units.judging import judged

BATCH = 8
"""Sentences verified between two partial outcomes."""
_LIKELY = 0.5
"""From here on one part of the reference is enough, whatever was not said of the others."""


@dataclass
class Scale(Configured):
    """The engine with its verifier and settings."""

    verifier: Verifier
    options: ScaleSettings = field(default_factory=ScaleSettings)
    name: str = "scale"

    def __post_init__(self) -> None:
        rechunked = getattr(self.verifier, "with_chunking", None)
        if rechunked is not None:
            self.verifier = rechunked(self.options.chunking())

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
        output = stated(output)
        asked = [_asked(output, i) for i, place in enumerate(output.sentences) if is_read(output, *place)]
        batches = of_size(asked, batch_size(self.verifier, BATCH))
        units = yield from checked(asked, batches, partial(self._judge, reference), "Checking sentences", {})
        read = self.verifier.read(reference)
        timings = {"verify": time.perf_counter() - started}
        yield Outcome(units, scores(units), read=read, warnings=unread(read), timings=timings)

    def _judge(self, reference: Text, asked: Sequence[Asked]) -> list[Unit]:
        hypotheses = [each.hypothesis for each in asked]
        verdicts = verify_in_chunks(self.verifier, reference, hypotheses, self.options.chunking())
        found = retrieve(self.verifier, reference, hypotheses, self.options.search())
        return [self._judged(*each, reference) for each in zip(asked, verdicts, found, strict=True)]

    def _judged(self, asked: Asked, verdict: Verdict, search: Retrieved, reference: Text) -> Unit:
        chunks = tuple(ChunkScore(**chunk) for chunk in verdict.extra.get("chunks", ()))
        plain = _by_sentence(verdict, reference)
        options = self.options
        return judged(asked, plain, reference, options.threshold, search, options.window, calls=search.calls, chunks=chunks)


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
        best = [_better(*pair) for pair in zip(best, verdicts, strict=True)] if best else verdicts
    return [replace(verdict, extra={**verdict.extra, "chunks": chunk}) for verdict, chunk in zip(best, seen, strict=True)]


def _better(one: Verdict, other: Verdict) -> Verdict:
    """The surer of two verdicts on parts of a reference; no verdict where one part was not answered for and the other does not support."""
    if one.probability is None or other.probability is None:
        sure, unsure = (other, one) if one.probability is None else (one, other)
        return sure if (sure.probability or 0.0) >= _LIKELY else unsure
    return max(one, other, key=lambda verdict: verdict.probability or 0.0)


def _asked(output: Text, index: int) -> Asked:
    start, end = output.sentences[index]
    statement = output.text[start:end]
    details = SentenceDetails(sentence=index, spans=((start, end),))
    unit = Unit(id=f"s{index + 1}", kind=SentenceDetails.kind, statement=statement, details=details)
    plain = "".join(" " if c.isspace() else c for c in output.model_text[start:end])
    return Asked(unit, Hypothesis(statement=plain), index, start)


def _moved(verdict: Verdict, reference: Text, offset: int) -> Verdict:
    """A verdict on a part of the reference, its passages where they stand in the whole."""
    if not offset:
        return verdict
    found = None if verdict.found is None else _moved_evidence(verdict.found, reference, offset)
    conflicts = tuple(
        replace(c, found=c.found and Span.of(reference.text, c.found.start + offset, c.found.end + offset)) for c in verdict.conflicts
    )
    evidence = tuple(_moved_evidence(e, reference, offset) for e in verdict.evidence)
    return replace(verdict, evidence=evidence, found=found, conflicts=conflicts)


def _moved_evidence(evidence: Evidence, reference: Text, offset: int) -> Evidence:
    start, end = evidence.start + offset, evidence.end + offset
    return Evidence(start, end, reference.text[start:end], evidence.score, reference.sentence_at(start))


def _by_sentence(verdict: Verdict, reference: Text) -> Verdict:
    """The verdict with those of its passages that lie within one sentence: a whole chunk is no evidence to look at."""
    within = (e for e in verdict.evidence if e.sentence is not None and e.end <= reference.sentences[e.sentence][1])
    return replace(verdict, evidence=tuple(within))
