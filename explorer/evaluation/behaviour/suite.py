"""Run a verifier through the behavioural suite: `python -m explorer.evaluation.behaviour.suite` prints pass rates by kind."""

import argparse
import json
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines.core.roles import Hypothesis, Verdict, Verifier
from engines.core.text import Text
from engines.models.registry import get
from explorer.evaluation.behaviour.cases import EVEN, Case, cases

_PASTED_MOVE = 0.1
"""How far a probability may move when a reference is told to be generous."""


@dataclass(frozen=True)
class Outcome:
    """A case with the probability that the verifier gave, the one of its base case, and whether it passed."""

    case: Case
    probability: float
    base: float | None
    passed: bool
    evidence_right: bool | None


def run(verifier: Verifier, chosen: Sequence[Case]) -> list[Outcome]:
    """Verify all cases, those with one reference together."""
    verdicts = _verdicts(verifier, chosen)
    outcomes = []
    for case in chosen:
        verdict = verdicts[_key(case)][case.target]
        base = verdicts[_key(case.base)][case.base.target].probability if case.base else None
        probability = verdict.probability if verdict.probability is not None else math.nan  # no answer passes nothing
        passed = case.above <= probability <= case.below
        if base is not None:
            passed = (probability >= EVEN) == (base >= EVEN) and (case.kind != "paste in reference" or probability - base <= _PASTED_MOVE)
        evidence_right = None if case.evidence is None else bool(verdict.evidence) and verdict.evidence[0].sentence == case.evidence
        outcomes.append(Outcome(case, probability, base, passed, evidence_right))
    return outcomes


def _key(case: Case) -> tuple[str, tuple[Hypothesis, ...]]:
    return case.reference, case.hypotheses


def _verdicts(verifier: Verifier, chosen: Sequence[Case]) -> dict[tuple[str, tuple[Hypothesis, ...]], list[Verdict]]:
    """The verdicts of every set of hypotheses; statements of one reference are verified in one call, the QAs of one sentence in one."""
    sets: dict[str, dict[tuple[Hypothesis, ...], None]] = defaultdict(dict)
    for case in chosen:
        for entry in (case, case.base):
            if entry is not None:
                sets[entry.reference][entry.hypotheses] = None
    found: dict[tuple[str, tuple[Hypothesis, ...]], list[Verdict]] = {}
    for reference, groups in sets.items():
        text = Text.of(reference)
        alone = [group for group in groups if len(group) == 1 and not group[0].is_qa]
        if alone:
            verdicts = verifier.verify(text, [group[0] for group in alone])
            found |= {(reference, group): [verdict] for group, verdict in zip(alone, verdicts, strict=True)}
        for group in groups:
            if (reference, group) not in found:
                found[reference, group] = verifier.verify(text, group)
    return found


def summary(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """One row per head and kind: cases, pass rate, mean probability; evidence has rows of its own."""
    grouped: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        grouped[outcome.case.head, outcome.case.kind].append(outcome)
    rows = [
        {
            "head": head,
            "kind": kind,
            "expects": _expectation(group[0].case),
            "cases": len(group),
            "passed": sum(outcome.passed for outcome in group) / len(group),
            "mean": sum(outcome.probability for outcome in group) / len(group),
        }
        for (head, kind), group in grouped.items()
    ]
    for head in dict.fromkeys(outcome.case.head for outcome in outcomes):
        pointed = [o for o in outcomes if o.evidence_right is not None and o.case.head == head]
        right = sum(bool(o.evidence_right) for o in pointed) / max(1, len(pointed))
        rows.append({"head": head, "kind": "evidence", "expects": "right sentence", "cases": len(pointed), "passed": right, "mean": None})
    return rows


def _expectation(case: Case) -> str:
    if case.base is not None:
        return "same verdict"
    return f"> {case.above:g}" if case.above else f"< {case.below:g}"


def table(rows: Sequence[dict[str, Any]]) -> str:
    """The summary as aligned text."""
    lines = [f"{'head':10} {'kind':22} {'expects':15} {'cases':>6} {'passed':>7} {'mean p':>7}"]
    for row in rows:
        mean = "" if row["mean"] is None else f"{row['mean']:.2f}"
        lines.append(f"{row['head']:10} {row['kind']:22} {row['expects']:15} {row['cases']:6} {100 * row['passed']:6.1f}% {mean:>7}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Parse the command line, run, print."""
    parser = argparse.ArgumentParser(prog="explorer.evaluation.behaviour.suite", description="Pass rates of a verifier, by kind of case.")
    parser.add_argument("--verifier", default="compact", help="a verifier known to the registry")
    parser.add_argument("--head", choices=("statement", "qa"), help="only this head")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--failures", metavar="KIND", help="also print the cases of this kind that fail")
    options = parser.parse_args(arguments)
    chosen = cases(options.head)
    outcomes = run(get("verifier", options.verifier), chosen)
    rows = summary(outcomes)
    print(json.dumps(rows, indent=1) if options.json else table(rows))
    for outcome in outcomes:
        if options.failures == outcome.case.kind and not outcome.passed:
            hypothesis = outcome.case.hypothesis
            asked = f"{hypothesis.question} {hypothesis.answer}" if hypothesis.is_qa else hypothesis.statement
            print(f"{outcome.probability:.2f} {outcome.case.head}: {asked}")


if __name__ == "__main__":
    main()
