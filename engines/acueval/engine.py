"""ACUEval: the output cut into atomic content units, each verified; the score is the mean of their probabilities.

"ACUEval: Fine-grained Hallucination Evaluation and Correction for Abstractive Summarization", section 3. The paper asks one
large language model to write and to verify the units; here a writer and a verifier fill these roles, each on its own.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from engines.acueval.scores import scores
from engines.acueval.settings import ACUEvalSettings
from engines.core.details import ACUDetails
from engines.core.engine import Configured, Outcome, Progress, check_reference, unread
from engines.core.outline.headings import stated
from engines.core.results import Unit
from engines.core.roles import ACUWriter, ContentUnit, Hypothesis, Verifier, batch_size
from engines.core.text import Text
from engines.decomposition import RuleWriter
from engines.units.asking import Asked
from engines.units.checking import checked, of_size, with_evidence
from engines.units.judging import searched_by

BATCH = 24
"""Units verified between two partial outcomes."""


@dataclass
class ACUEval(Configured):
    """The engine with its verifier, settings and writer; evidence is searched with `searcher` where one is given (see `searched_by`)."""

    verifier: Verifier
    options: ACUEvalSettings = field(default_factory=ACUEvalSettings)
    writer: ACUWriter = field(default_factory=RuleWriter)
    searcher: Verifier | None = None
    name: str = "acueval"

    @property
    def models(self) -> dict[str, str]:
        """Identity of the model in each role."""
        return {"writer": self.writer.identity, "verifier": self.verifier.identity} | searched_by(self.searcher)

    def run(self, reference: Text, output: Text) -> Iterator[Progress | Outcome]:
        """Write the content units of the output, verify them a batch at a time, and search the evidence of each.

        Raises:
            InputError: the reference has no words in it.
        """
        check_reference(reference)
        output = stated(output)
        started = time.perf_counter()
        yield Progress("Reading the output", 0, len(output.sentences))
        facts = [unit for unit in self.writer.write(output) if self.options.reported or not unit.attributed]
        asked = [_asked(output, i, unit) for i, unit in enumerate(facts)]
        written = time.perf_counter()
        timings = {"write": written - started}
        batches = of_size(asked, batch_size(self.verifier, BATCH))
        units = yield from checked(asked, batches, partial(self._judge, reference), "Checking facts", timings)
        timings = {**timings, "verify": time.perf_counter() - written}
        read = self.verifier.read(reference)
        nothing = () if units else ("No facts were found in the output.",)
        warnings = (*nothing, *getattr(self.writer, "notes", ()), *unread(read))
        yield Outcome(units, scores(units), read=read, warnings=warnings, timings=timings)

    def _judge(self, reference: Text, asked: Sequence[Asked]) -> list[Unit]:
        return with_evidence(reference, asked, partial(self.verifier.verify, reference), self.searcher or self.verifier, self.options)


def _asked(output: Text, index: int, written: ContentUnit) -> Asked:
    """A content unit: its statement, with those of its parts that lie in its sentence."""
    details = ACUDetails(
        sentence=written.sentence, spans=written.spans, focus=written.focus, form=written.kind, attributed=written.attributed
    )
    unit = Unit(id=f"a{index + 1}", kind=ACUDetails.kind, statement=written.statement, details=details)
    start, end = output.sentences[written.sentence]
    parts = tuple((first - start, last - start) for first, last in written.spans if start <= first < last <= end)
    hypothesis = Hypothesis(written.statement, sentence=output.sentence(written.sentence) if parts else "", parts=parts)
    return Asked(unit, hypothesis, written.sentence, start if parts else None)
