"""QASemConsistency: every predicate-argument relation of the output as a question and an answer, each verified.

Cattan et al., "Localizing Factual Inconsistencies in Attributable Text Generation". Verification follows the two
steps of the paper's annotators (section 4): an answer that the reference does not cover makes every QA with that
answer unsupported (*extrinsic*); a covered answer in the wrong relation is *intrinsic*. The score is the share of
supported QAs.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from engines.core.engine import Outcome, Progress, check_reference, unread
from engines.core.errors import InputError
from engines.core.results import Unit
from engines.core.retrieval import retrieve
from engines.core.roles import Hypothesis, ParsedPredicate, Parser, Verdict, Verifier, batch_size
from engines.core.settings import SearchingSettings
from engines.core.text import Text
from engines.parsing import KINDS, PAPER_KINDS
from engines.units.judging import judged, searched_by

BATCH = 24
"""QAs verified between two partial outcomes (whole sentences): small enough to stream, large enough to batch."""


@dataclass(frozen=True)
class QASemSettings(SearchingSettings):
    """Settings of the engine.

    Attributes:
        kinds: the kinds of predicate asked about, PAPER_KINDS reproducing the paper's score.
    """

    engine = "qasem"

    kinds: tuple[str, ...] = KINDS

    def __post_init__(self) -> None:
        super().__post_init__()
        unknown = set(self.kinds) - set(KINDS)
        if unknown:
            raise InputError(f"Unknown kinds of predicate: {', '.join(sorted(unknown))}. Known: {', '.join(KINDS)}.")

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Settings from plain values; the kinds may be a list, their names with commas between, or "paper".

        Raises:
            InputError: a name is not known or a value does not fit.
        """
        plain = dict(values)
        if isinstance(plain.get("kinds"), str):
            plain["kinds"] = PAPER_KINDS if plain["kinds"] == "paper" else tuple(k.strip() for k in plain["kinds"].split(","))
        elif "kinds" in plain:
            plain["kinds"] = tuple(plain["kinds"])
        return super().of(plain)


@dataclass
class _Pair:
    """One unit with what the verifier is asked about it."""

    unit: Unit
    hypothesis: Hypothesis
    sentence: int


@dataclass
class QASem:
    """The engine with its parser, verifier and settings; evidence is searched with `searcher` where one is given (see `searched_by`)."""

    parser: Parser
    verifier: Verifier
    options: QASemSettings = field(default_factory=QASemSettings)
    searcher: Verifier | None = None
    name: str = "qasem"

    @property
    def settings(self) -> dict[str, Any]:
        """Settings as plain values for the result."""
        return self.options.plain()

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
        started = time.perf_counter()
        yield Progress("Reading the output", 0, len(output.sentences))
        pairs = _pairs(output, self.parser.parse(output, self.options.kinds))
        parsed = time.perf_counter()
        timings = {"parse": parsed - started}
        yield Outcome(tuple(p.unit for p in pairs), timings=timings)
        done = 0
        for batch in _batches(pairs, batch_size(self.verifier, BATCH)):
            yield Progress("Checking facts", done, len(pairs))
            self._verify(reference, batch)
            done += len(batch)
            if done < len(pairs):
                yield Outcome(tuple(p.unit for p in pairs), timings=timings)
        timings = {**timings, "verify": time.perf_counter() - parsed}
        units = tuple(p.unit for p in pairs)
        nothing = () if units else ("No facts were found in the output: it has no predicate with an argument.",)
        read = self.verifier.read(reference)
        yield Outcome(units, scores(units), read=read, warnings=(*nothing, *unread(read)), timings=timings)

    def _verify(self, reference: Text, batch: Sequence[_Pair]) -> None:
        hypotheses = [pair.hypothesis for pair in batch]
        verdicts = _two_step(self.verifier.verify(reference, hypotheses), batch)
        found = retrieve(self.searcher or self.verifier, reference, hypotheses, self.options.search())
        for pair, verdict, search in zip(batch, verdicts, found, strict=True):
            pair.unit = judged(pair.unit, verdict, search, reference, self.options.threshold, self.options.window)


def scores(units: Sequence[Unit]) -> dict[str, float]:
    """The QASemConsistency score (supported QAs / all QAs), the mean probability, the counts, and the score of each output sentence."""
    verified = [u for u in units if u.supported is not None]
    if not verified:
        return {"units": 0.0, "supported": 0.0}
    values = {
        "qasem": sum(bool(u.supported) for u in verified) / len(verified),
        "mean_probability": sum(u.probability or 0.0 for u in verified) / len(verified),
        "units": float(len(verified)),
        "supported": float(sum(bool(u.supported) for u in verified)),
    }
    by_sentence: dict[int, list[bool]] = defaultdict(list)
    for unit in verified:
        by_sentence[unit.extra.get("sentence", 0)].append(bool(unit.supported))
    for sentence, supported in sorted(by_sentence.items()):
        values[f"qasem_sentence_{sentence + 1}"] = sum(supported) / len(supported)
    return values


def predicate_scores(units: Sequence[Unit]) -> dict[tuple[int, int], float]:
    """The share of supported QAs of each predicate, by its (start, end)."""
    groups: dict[tuple[int, int], list[bool]] = defaultdict(list)
    for unit in units:
        if unit.predicate is not None and unit.supported is not None:
            groups[(unit.predicate.start, unit.predicate.end)].append(unit.supported)
    return {span: sum(values) / len(values) for span, values in groups.items()}


def _pairs(output: Text, predicates: Sequence[ParsedPredicate]) -> list[_Pair]:
    pairs: list[_Pair] = []
    for parsed in predicates:
        start, end = output.sentences[parsed.sentence]
        sentence, predicate = output.text[start:end], parsed.predicate
        for qa in parsed.qas:
            unit = Unit(
                id=f"q{len(pairs) + 1}",
                kind="qa",
                statement=qa.statement,
                predicate=predicate,
                question=qa.question,
                answer=qa.answer,
                extra={"sentence": parsed.sentence, "role": qa.role, "implied": qa.implied, "lemma": parsed.lemma},
            )
            hypothesis = Hypothesis(
                statement=qa.statement,
                question=qa.question,
                answer=qa.answer.text,
                sentence=sentence,
                predicate=predicate.text,
                predicate_kind=predicate.kind,
                role=qa.role,
                answer_span=_inside(qa.answer.start - start, qa.answer.end - start, len(sentence)),
                predicate_span=_inside(predicate.start - start, predicate.end - start, len(sentence)),
            )
            pairs.append(_Pair(unit, hypothesis, parsed.sentence))
    return pairs


def _inside(start: int, end: int, length: int) -> tuple[int, int] | None:
    """Offsets within the sentence, None for an answer that lies in another one."""
    return (start, end) if 0 <= start < end <= length else None


def _batches(pairs: Sequence[_Pair], size: int) -> Iterator[list[_Pair]]:
    """Whole sentences, about `size` units at a time: the QAs of a sentence are each other's context."""
    batch: list[_Pair] = []
    for i, pair in enumerate(pairs):
        batch.append(pair)
        ends = i + 1 == len(pairs) or pairs[i + 1].sentence != pair.sentence
        if ends and (len(batch) >= size or i + 1 == len(pairs)):
            yield batch
            batch = []


def _two_step(verdicts: Sequence[Verdict], batch: Sequence[_Pair]) -> list[Verdict]:
    """Make the verdicts agree with step one: QAs that share an answer share its being covered or not (paper, section 4).

    Where the error kind was only read off the words (`engines.backends.verifiers.coverage`), the model's probabilities stay as they are.
    """
    lowest: dict[tuple[int, int], float] = {}
    for verdict, pair in zip(verdicts, batch, strict=True):
        if verdict.error == "extrinsic" and pair.unit.answer is not None and verdict.extra.get("error_from") != "words":
            key = (pair.unit.answer.start, pair.unit.answer.end)
            lowest[key] = min(verdict.probability, lowest.get(key, 1.0))
    agreed = []
    for verdict, pair in zip(verdicts, batch, strict=True):
        key = (pair.unit.answer.start, pair.unit.answer.end) if pair.unit.answer else (-1, -1)
        if key in lowest and lowest[key] < 0.5:
            verdict = replace(verdict, error="extrinsic", probability=min(verdict.probability, lowest[key]))
        agreed.append(verdict)
    return agreed
