"""Several engines, or several verifiers under one, on the same pair: where do they disagree, and how far do they agree?

Engines cut an output into different units, so they are compared on its characters: where an engine finds an error, by the error's
probability, elsewhere by that of the least supported unit that covers them. Agreement is Cohen's kappa over the words that both judge.
"""

import logging
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.core.errors import ErrataError, InputError
from engines.core.results import Analysis
from engines.units.alignment import kappa, runs, words_of
from explorer.reading.pairs import check
from explorer.services.analysis import Finished, Incomplete, Partial, Stage, stream
from explorer.services.disagreements import THRESHOLD, Disagreement, disagreements, support_of
from explorer.services.persons import Person
from explorer.services.workspace import Workspace

log = logging.getLogger("errata")


@dataclass(frozen=True)
class Judge:
    """One column of a comparison: an engine with a verifier; `name` is unique among the judges of a comparison."""

    name: str
    engine: str
    verifier: str


@dataclass(frozen=True)
class Opinion:
    """What one judge found.

    Attributes:
        analysis: the complete result; where the judge failed what it had finished, None if that is nothing.
        support: per character of the output, how probable it is that the reference supports it; None where nothing is said of it.
        seconds: wall-clock time until it was complete.
        cached: whether it was found in the store.
        problem: why there is no complete analysis; "" where there is one.
    """

    judge: Judge
    analysis: Analysis | None
    support: tuple[float | None, ...]
    seconds: float
    cached: bool = False
    problem: str = ""

    @property
    def score(self) -> tuple[str, float] | None:
        """The engine's main score with its name."""
        if self.analysis is None:
            return None
        for name in (self.judge.engine, f"{self.judge.engine}_bleu", *self.analysis.scores):
            if name in self.analysis.scores:
                return name, float(self.analysis.scores[name])
        return None

    def to_json(self) -> dict[str, Any]:
        """Plain values; the support as runs of equal values."""
        score = self.score
        return {
            "name": self.judge.name,
            "engine": self.judge.engine,
            "verifier": self.judge.verifier,
            "score": {"name": score[0], "value": score[1]} if score else None,
            "seconds": self.seconds,
            "cached": self.cached,
            "problem": self.problem,
            "support": [{"start": s, "end": e, "probability": p} for s, e, p in runs(self.support)],
            "analysis": self.analysis.to_json() if self.analysis else None,
        }


@dataclass(frozen=True)
class Comparison:
    """All judges on one pair; `complete` once every judge has finished.

    Attributes:
        disagreements: the most contested first.
        agreement: kappa for every two judges by their names in order; None where they judge no word in common.
        person: what a person says of the output, and how far each judge agrees (`explorer.services.agreement`); None without one.
    """

    reference: str
    output: str
    opinions: tuple[Opinion, ...]
    disagreements: tuple[Disagreement, ...]
    agreement: Mapping[tuple[str, str], float | None]
    complete: bool = True
    person: Person | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values; `person` only where there is one."""
        data: dict[str, Any] = {
            "reference": self.reference,
            "output": self.output,
            "complete": self.complete,
            "opinions": [o.to_json() for o in self.opinions],
            "disagreements": [d.to_json() for d in self.disagreements],
            "agreement": [{"first": a, "second": b, "kappa": k} for (a, b), k in self.agreement.items()],
        }
        return data if self.person is None else {**data, "person": self.person.to_json()}


@dataclass(frozen=True)
class Compared:
    """The comparison so far: sent whenever a judge has finished."""

    comparison: Comparison


@dataclass(frozen=True)
class Working:
    """What a judge is doing; `analysis` is what it has found so far, where it has found something."""

    judge: Judge
    stage: str
    done: int
    total: int
    analysis: Analysis | None = None


def compare(
    reference: str,
    output: str,
    *,
    engines: Sequence[str] | None = None,
    verifiers: Sequence[str] = ("compact",),
    models: Mapping[str, str] | None = None,
    settings: Mapping[str, Mapping[str, Any]] | None = None,
    workspace: Workspace | None = None,
) -> Comparison:
    """Run every engine with every verifier on one pair.

    `engines` are all that are available if not given; `models` are by role, for every engine that has it; `settings` are by engine.
    A judge that fails is reported as such, with what it had finished, and does not stop the others.

    Raises:
        InputError: a text is empty or too long, or an engine or verifier is not known.
    """
    result = None
    chosen: dict[str, Any] = {"engines": engines, "verifiers": verifiers, "models": models, "settings": settings}
    for event in stream_comparison(reference, output, **chosen, workspace=workspace):
        if isinstance(event, Compared):
            result = event.comparison
    assert result is not None
    return result


def stream_comparison(
    reference: str,
    output: str,
    *,
    engines: Sequence[str] | None = None,
    verifiers: Sequence[str] = ("compact",),
    models: Mapping[str, str] | None = None,
    settings: Mapping[str, Mapping[str, Any]] | None = None,
    workspace: Workspace | None = None,
) -> Iterator[Working | Compared]:
    """The same as `compare`, event by event: progress of each judge, and the comparison so far after each. Closing it stops the run."""
    check(reference, output)
    judges = judges_of(engines, verifiers)
    opinions: list[Opinion] = []
    for judge in judges:
        started = time.perf_counter()
        try:
            events = stream(
                reference,
                output,
                engine=judge.engine,
                verifier=judge.verifier,
                models=models,
                settings=(settings or {}).get(judge.engine),
                workspace=workspace,
            )
            for event in events:
                if isinstance(event, Finished):
                    support = support_of(event.analysis)
                    seconds = time.perf_counter() - started
                    opinions.append(Opinion(judge, event.analysis, support, seconds, event.cached))
                elif isinstance(event, Partial):
                    yield Working(judge, "", 0, 0, event.analysis)
                elif isinstance(event, Stage):
                    yield Working(judge, event.name, event.done, event.total)
        except Exception as problem:  # whatever one judge stumbles over, the others stand
            finished = problem.analysis if isinstance(problem, Incomplete) else None
            support = support_of(finished) if finished else (None,) * len(output)
            opinions.append(Opinion(judge, finished, support, time.perf_counter() - started, problem=_told(judge, problem)))
        yield Compared(_comparison(reference, output, opinions, len(opinions) == len(judges)))


def _told(judge: Judge, problem: Exception) -> str:
    """What went wrong, for a person; a defect is logged with its place."""
    if isinstance(problem, ErrataError):
        return str(problem)
    log.error("%s failed", judge.name, exc_info=problem)
    return f"There is a defect in Errata or in a model ({type(problem).__name__}). The other results stand."


def judges_of(engines: Sequence[str] | None, verifiers: Sequence[str]) -> list[Judge]:
    """One judge for each engine and verifier; the verifier is part of the name only where there are several.

    Raises:
        InputError: none is left, or one is not known.
    """
    from explorer.services.engines import available, checked_models

    listed = [info.name for info in available()]
    chosen = list(dict.fromkeys(engines if engines is not None else [info.name for info in available() if info.available]))
    for name in chosen:
        if name not in listed:
            raise InputError(f"There is no engine called {name!r}. Known: {', '.join(listed)}.")
    for verifier in verifiers:
        checked_models({"verifier": verifier})
    judges = [
        Judge(engine if len(set(verifiers)) == 1 else f"{engine} · {verifier}", engine, verifier)
        for engine in chosen
        for verifier in dict.fromkeys(verifiers)
    ]
    if not judges:
        raise InputError("Choose at least one engine and one verifier to compare.")
    return judges


def comparison_of(analyses: Sequence[Analysis]) -> Comparison:
    """Analyses of one pair that have been made before, side by side: what a link to a comparison opens.

    Raises:
        InputError: there are none, or they are of different texts.
    """
    if not analyses:
        raise InputError("There is nothing to compare. Choose at least one analysis.")
    reference, output = analyses[0].reference.text, analyses[0].output.text
    if any((a.reference.text, a.output.text) != (reference, output) for a in analyses):
        raise InputError("These analyses are of different texts. Compare analyses of the same reference and output.")
    several = len({_verifier_of(a) for a in analyses}) > 1
    opinions: list[Opinion] = []
    for analysis in analyses:
        engine, verifier = analysis.engine.name, _verifier_of(analysis)
        name = f"{engine} · {verifier}" if several else engine
        taken = sum(o.judge.name.split(" #")[0] == name for o in opinions)
        judge = Judge(f"{name} #{taken + 1}" if taken else name, engine, verifier)
        support = support_of(analysis)
        opinions.append(Opinion(judge, analysis, support, float(analysis.timings.get("total", 0.0)), cached=True))
    return _comparison(reference, output, opinions, True)


def _verifier_of(analysis: Analysis) -> str:
    """The verifier's name; an engine that reads instead of verifying has the bundled one's."""
    return verifier_name(analysis.engine.models.get("verifier", "compact"))


def verifier_name(identity: str) -> str:
    """A verifier's name without its revision."""
    chosen = re.split(r"[+#]", identity)[0]
    return chosen if ":" in chosen else re.split(r"[@\s]|-\d", chosen)[0]


def _comparison(reference: str, output: str, opinions: Sequence[Opinion], complete: bool) -> Comparison:
    words = words_of(output)
    judged = {o.judge.name: words.judged(o.support, THRESHOLD) for o in opinions if o.analysis is not None}
    names = list(judged)
    agreement = {(a, b): kappa(judged[a], judged[b]) for i, a in enumerate(names) for b in names[i + 1 :]}
    found = disagreements(output, {o.judge.name: o.analysis for o in opinions if o.analysis is not None})
    return Comparison(reference, output, tuple(opinions), tuple(found), agreement, complete)
