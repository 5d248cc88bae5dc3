"""ACUEval: the output cut into atomic content units, each verified; the score is the mean of their probabilities.

"ACUEval: Fine-grained Hallucination Evaluation and Correction for Abstractive Summarization", section 3. The paper asks one
large language model to write and to verify the units; here a writer and a verifier fill these roles, each on its own.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.core.engine import Outcome, Progress, check_reference, unread
from engines.core.results import Unit
from engines.core.retrieval import retrieve
from engines.core.roles import ACUWriter, ContentUnit, Hypothesis, Verifier, batch_size
from engines.core.settings import SearchingSettings
from engines.core.text import Text
from engines.decomposition import RuleWriter
from engines.units.judging import judged, searched_by

BATCH = 24
"""Units verified between two partial outcomes."""


@dataclass(frozen=True)
class ACUEvalSettings(SearchingSettings):
    """Settings of the engine.

    Attributes:
        reported: check what is reported ("X said that Y") as a fact of its own (Y) too, not only as a report.
    """

    engine = "acueval"

    reported: bool = True


@dataclass
class ACUEval:
    """The engine with its verifier, settings and writer; evidence is searched with `searcher` where one is given (see `searched_by`)."""

    verifier: Verifier
    options: ACUEvalSettings = field(default_factory=ACUEvalSettings)
    writer: ACUWriter = field(default_factory=RuleWriter)
    searcher: Verifier | None = None
    name: str = "acueval"

    @property
    def settings(self) -> dict[str, Any]:
        """Settings as plain values for the result."""
        return self.options.plain()

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
        started = time.perf_counter()
        yield Progress("Reading the output", 0, len(output.sentences))
        written = [unit for unit in self.writer.write(output) if self.options.reported or not unit.attributed]
        units = [_unit(i, unit) for i, unit in enumerate(written)]
        timings = {"write": time.perf_counter() - started}
        yield Outcome(tuple(units), timings=timings)
        size = batch_size(self.verifier, BATCH)
        for first in range(0, len(units), size):
            yield Progress("Checking facts", first, len(units))
            units[first : first + size] = self._judge(reference, output, units[first : first + size])
            if first + size < len(units):
                yield Outcome(tuple(units), timings=timings)
        timings = {**timings, "verify": time.perf_counter() - started - timings["write"]}
        read = self.verifier.read(reference)
        nothing = () if units else ("No facts were found in the output.",)
        warnings = (*nothing, *getattr(self.writer, "notes", ()), *unread(read))
        yield Outcome(tuple(units), scores(units), read=read, warnings=warnings, timings=timings)

    def _judge(self, reference: Text, output: Text, units: Sequence[Unit]) -> list[Unit]:
        hypotheses = [_hypothesis(output, unit) for unit in units]
        verdicts = self.verifier.verify(reference, hypotheses)
        found = retrieve(self.searcher or self.verifier, reference, hypotheses, self.options.search())
        options = self.options
        return [judged(*each, reference, options.threshold, options.window) for each in zip(units, verdicts, found, strict=True)]


def scores(units: Sequence[Unit]) -> dict[str, float]:
    """Mean probability (the paper's score), share of supported units, the counts, and the mean of each output sentence."""
    verified = [u for u in units if u.probability is not None]
    if not verified:
        return {"units": 0.0, "supported": 0.0}
    values = {
        "acueval": sum(u.probability or 0.0 for u in verified) / len(verified),
        "acueval_hard": sum(bool(u.supported) for u in verified) / len(verified),
        "units": float(len(verified)),
        "supported": float(sum(bool(u.supported) for u in verified)),
    }
    by_sentence: dict[int, list[float]] = defaultdict(list)
    for unit in verified:
        by_sentence[unit.extra.get("sentence", 0)].append(unit.probability or 0.0)
    for sentence, probabilities in sorted(by_sentence.items()):
        values[f"acueval_sentence_{sentence + 1}"] = sum(probabilities) / len(probabilities)
    return values


def comment(units: Sequence[Unit]) -> str:
    """The unsupported units as a numbered comment for whoever revises the output (section 3); empty when there are none."""
    unsupported = [u for u in units if u.supported is False]
    if not unsupported:
        return ""
    lines = [f"{number}. {unit.statement}" for number, unit in enumerate(unsupported, 1)]
    return "\n".join(["The reference does not support these facts:", *lines])


def _hypothesis(output: Text, unit: Unit) -> Hypothesis:
    """The unit's statement with those of its parts that lie in its sentence."""
    start, end = output.sentences[unit.extra["sentence"]]
    parts = tuple((first - start, last - start) for first, last in unit.extra["spans"] if start <= first < last <= end)
    return Hypothesis(unit.statement, sentence=output.sentence(unit.extra["sentence"]) if parts else "", parts=parts)


def _unit(index: int, written: ContentUnit) -> Unit:
    return Unit(
        id=f"a{index + 1}",
        kind="acu",
        statement=written.statement,
        extra={
            "sentence": written.sentence,
            "spans": [list(span) for span in written.spans],
            "focus": [list(span) for span in written.focus],
            "form": written.kind,
            "attributed": written.attributed,
        },
    )
