"""QASemConsistency: every predicate-argument relation of the output as a question and an answer, each verified.

Cattan et al., "Localizing Factual Inconsistencies in Attributable Text Generation". Verification follows the two
steps of the paper's annotators (section 4): an answer that the reference does not cover makes every QA with that
answer unsupported (*extrinsic*); a covered answer in the wrong relation is *intrinsic*. The score is the share of
supported QAs.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from engines.core.engine import Configured, Outcome, Progress, check_reference, unread
from engines.core.outline.headings import stated
from engines.core.results import Unit
from engines.core.roles import Hypothesis, Parser, Verdict, Verifier, batch_size
from engines.core.text import Text
from engines.qasem.scores import scores
from engines.qasem.settings import QASemSettings
from engines.units.asking import Asked, asked_qas
from engines.units.checking import checked, whole_sentences, with_evidence
from engines.units.judging import searched_by

BATCH = 24
"""QAs verified between two partial outcomes (whole sentences): small enough to stream, large enough to batch."""


@dataclass
class QASem(Configured):
    """The engine with its parser, verifier and settings; evidence is searched with `searcher` where one is given (see `searched_by`)."""

    parser: Parser
    verifier: Verifier
    options: QASemSettings = field(default_factory=QASemSettings)
    searcher: Verifier | None = None
    name: str = "qasem"

    @property
    def models(self) -> dict[str, str]:
        """Identity of the model in each role."""
        return {"parser": self.parser.identity, "verifier": self.verifier.identity} | searched_by(self.searcher)

    def run(self, reference: Text, output: Text) -> Iterator[Progress | Outcome]:
        """Parse the output, verify its QAs a few sentences at a time, and search the evidence of each.

        Raises:
            InputError: the reference has no words in it.
        """
        check_reference(reference)
        output = stated(output)
        started = time.perf_counter()
        yield Progress("Reading the output", 0, len(output.sentences))
        asked = asked_qas(output, self.parser.parse(output, self.options.kinds), "q")
        parsed = time.perf_counter()
        timings = {"parse": parsed - started}
        batches = whole_sentences(asked, batch_size(self.verifier, BATCH))
        units = yield from checked(asked, batches, partial(self._judge, reference), "Checking facts", timings)
        timings = {**timings, "verify": time.perf_counter() - parsed}
        nothing = () if units else ("No facts were found in the output: it has no predicate with an argument.",)
        read = self.verifier.read(reference)
        yield Outcome(units, scores(units), read=read, warnings=(*nothing, *unread(read)), timings=timings)

    def _judge(self, reference: Text, batch: Sequence[Asked]) -> list[Unit]:
        def verify(hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
            return _two_step(self.verifier.verify(reference, hypotheses), batch)

        return with_evidence(reference, batch, verify, self.searcher or self.verifier, self.options)


def _two_step(verdicts: Sequence[Verdict], batch: Sequence[Asked]) -> list[Verdict]:
    """Make the verdicts agree with step one: QAs that share an answer share its being covered or not (paper, section 4).

    Where the error kind was only read off the words (`engines.backends.verifiers.coverage`), the model's probabilities stay as they are.
    """
    lowest: dict[tuple[int, int], float] = {}
    for verdict, each in zip(verdicts, batch, strict=True):
        known = verdict.probability is not None and verdict.extra.get("error_from") != "words"
        if known and verdict.error == "extrinsic" and each.unit.answer is not None:
            key = (each.unit.answer.start, each.unit.answer.end)
            lowest[key] = min(verdict.probability or 0.0, lowest.get(key, 1.0))
    agreed = []
    for verdict, each in zip(verdicts, batch, strict=True):
        key = (each.unit.answer.start, each.unit.answer.end) if each.unit.answer else (-1, -1)
        if verdict.probability is not None and key in lowest and lowest[key] < 0.5:
            verdict = replace(verdict, error="extrinsic", probability=min(verdict.probability, lowest[key]))
        agreed.append(verdict)
    return agreed
