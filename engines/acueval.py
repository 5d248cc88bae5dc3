"""ACUEval: the output cut into atomic content units, each verified; the score is the mean of their probabilities.

"ACUEval: Fine-grained Hallucination Evaluation and Correction for Abstractive Summarization", section 3. The paper asks one
large language model to write and to verify the units; here a writer and a verifier fill these roles, each on its own.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from engines.decomposition import RuleWriter
from engines.engine import Outcome, Progress, check_names
from engines.errors import InputError
from engines.judging import judged, searched_by
from engines.results import Unit
from engines.retrieval import SearchSettings, retrieve
from engines.roles import ACUWriter, ContentUnit, Hypothesis, Verifier, batch_size
from engines.text import Text

BATCH = 24
"""Units verified between two partial outcomes."""


@dataclass(frozen=True)
class ACUEvalSettings:
    """Settings of the engine.

    Attributes:
        threshold: probability from which a unit counts as supported.
        reported: check what is reported ("X said that Y") as a fact of its own (Y) too, not only as a report.
        branches, beam, window, exhaustive: see `engines.retrieval.SearchSettings`.
    """

    threshold: float = 0.5
    reported: bool = True
    branches: int = 2
    beam: int = 2
    window: int = 0
    exhaustive: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise InputError(f"The threshold is a probability between 0 and 1, not {self.threshold}.")
        self.search()

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "ACUEvalSettings":
        """Settings from plain values, as they come from a file or the command line.

        Raises:
            InputError: a name is not known or a value does not fit.
        """
        check_names(cls, values, "acueval")
        return cls(**values)

    def search(self) -> SearchSettings:
        """The part of the settings that says how evidence is searched."""
        return SearchSettings(self.branches, self.beam, self.window, self.exhaustive)


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
        return asdict(self.options)

    @property
    def models(self) -> dict[str, str]:
        """Identity of the model in each role."""
        return {"writer": self.writer.identity, "verifier": self.verifier.identity} | searched_by(self.searcher)

    def run(self, reference: Text, output: Text) -> Iterator[Progress | Outcome]:
        """Write the content units of the output, verify them a batch at a time, and search the evidence of each.

        Raises:
            InputError: the reference has no words in it.
        """
        if not reference.sentences:
            raise InputError("The reference has no words in it. Paste the text that the output should agree with.")
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
        warnings = [] if units else ["No facts were found in the output."]
        warnings += getattr(self.writer, "notes", ())
        read = self.verifier.read(reference)
        if read < 1:
            warnings.append(f"The verifier read only {read:.0%} of the reference.")
        yield Outcome(tuple(units), scores(units), read=read, warnings=tuple(warnings), timings=timings)

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
