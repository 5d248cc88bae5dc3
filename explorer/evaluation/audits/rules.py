"""What each rule is worth on natural text, and what it should weigh:

    python -m explorer.evaluation.audits.rules --data ../shared/data --kept FOLDER --predictions FOLDER/predictions.npz

Counts for every rule how often it fires and how often rightly, fits its weights to these counts, and writes both to
assets/verifier/rules.json. `errata rules list` shows what is stored, `errata rules ablate` what each rule adds. With `--counts` the
weights stay as they are, so that no verdict changes, and the cross-validated probabilities are not needed.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engines.core.machine.files import ASSETS
from engines.verification.rules.pipeline import counting
from engines.verification.rules.registry import rules
from engines.verification.rules.weights import FILE, stored
from explorer.evaluation.audits.natural import examples
from explorer.evaluation.audits.observing import Observation, observe, with_predictions

PRIOR_WEIGHT = 0.9
"""What a rule takes of the probability before anything is known of it: of the generated pairs that rules are written for, nearly all are
right."""
PRIOR_COUNT = 8.0
"""When the head expected so many of what it fired on to be supported, the counts weigh as much as the prior."""
MOST = 0.95
_LABELLED = ("questions", "qags cnndm", "qags xsum", "qasem sentences", "lss claims", "bump", "fib")
"""The sets that tell which whole sentences are supported, from which weights are fitted; of "lss words" and "wice" hardly any is."""
HOW = (
    "Made by `python -m explorer.evaluation.audits.rules`. `natural` counts, for every set of natural text, on how many sentences or QAs a "
    "rule fired and on how many rightly: it touched a wrong word, or, where nobody marked words, what it fired on is unsupported. `weight` "
    "is the share of the probability that it takes: 1 - supported / expected over what it fired on, where the head's probabilities, scaled "
    "set by set to what the other examples of the set are, say how many should be supported; shrunk towards the prior. "
    "Counts may be newer than the weights, which `--counts` leaves as they are; where no weight was fitted to counts it is the prior's."
)


def bundled_weights() -> dict[str, dict[str, float]]:
    """The weights in use, by rule; the prior of one that was never measured."""
    known = stored()
    prior = dict.fromkeys(("statement", "question"), known["prior"]["weight"])
    return {name: known["rules"].get(name, {}).get("weight", prior) for name in rules()}


def fired(observation: Observation, off: frozenset[str] = frozenset()) -> frozenset[str]:
    """The rules with a conflict that counts for an example."""
    conflicts = [conflict.conflict() for conflict in observation.seen if conflict.rule not in off]
    if observation.copy or not conflicts:
        return frozenset()
    return frozenset(c.rule for c in counting(conflicts, frozenset(observation.tokens), observation.near))


def counted(observations: Sequence[Observation]) -> dict[str, dict[str, list[int]]]:
    """For each rule and set [examples that it fires on, of these rightly]."""
    table: dict[str, dict[str, list[int]]] = {name: {} for name in rules()}
    for observation in observations:
        for name in fired(observation):
            entry = table[name].setdefault(observation.set, [0, 0])
            entry[0] += 1
            entry[1] += is_right(observation, name)
    return table


def is_right(observation: Observation, name: str) -> bool:
    """Whether a rule that fires does so on a wrong word or, where nobody marked words, on an unsupported example."""
    if observation.wrong is None:
        return not observation.supported
    touched = {t for conflict in observation.seen if conflict.rule == name for t in conflict.tokens}
    return bool(touched & set(observation.wrong))


def fitted(observations: Sequence[Observation]) -> dict[str, dict[str, float]]:
    """For each rule the weights for statements and for questions; see `HOW`."""
    sums: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for name in _LABELLED:
        of_set = [(o, fired(o)) for o in observations if o.set == name]
        others = [o for o, names in of_set if not names]
        scale = sum(o.supported for o in others) / max(sum(o.probability for o in others), 1e-9)
        for o, names in of_set:
            for rule in names:
                entry = sums[rule, o.of]
                entry[0] += o.supported
                entry[1] += o.probability * scale
    return {name: {of: _weight(*sums[name, of]) for of in ("statement", "question")} for name in rules()}


def _weight(supported: float, expected: float) -> float:
    left = (supported + PRIOR_COUNT * (1 - PRIOR_WEIGHT)) / (expected + PRIOR_COUNT)
    return round(min(max(1 - left, 0.0), MOST), 2)


def left(observation: Observation, weights: Mapping[str, Mapping[str, float]], off: frozenset[str] = frozenset()) -> float:
    """The probability of an example after the rules."""
    taken = max((weights[name][observation.of] for name in fired(observation, off)), default=0.0)
    return max(observation.probability, 0.95) if observation.copy else observation.probability * (1 - taken)


def main(arguments: Sequence[str] | None = None) -> None:
    """Count, fit, write, report."""
    parser = argparse.ArgumentParser(prog="python -m explorer.evaluation.audits.rules", description="What each rule is worth, and weighs.")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    parser.add_argument("--kept", type=Path, help="folder that keeps what heads and rules say of the data between runs")
    parser.add_argument("--predictions", type=Path, help="cross-validated probabilities of the QAs (see explorer.training.verifier.train)")
    parser.add_argument("--counts", action="store_true", help="count anew, and keep the weights that are stored")
    parser.add_argument("--dry-run", action="store_true", help="report, write nothing")
    options = parser.parse_args(arguments)
    observations = observe(examples(options.data), options.kept / "observations.jsonl" if options.kept else None)
    if options.predictions:
        observations = with_predictions(observations, options.predictions)
    table = counted(observations)
    weights = bundled_weights() if options.counts else fitted(observations)
    found: dict[str, Any] = {"how": HOW, "prior": {"weight": PRIOR_WEIGHT, "count": PRIOR_COUNT}, "rules": {}}
    for name, rule in rules().items():
        natural = {of: {"fired": n, "right": r} for of, (n, r) in sorted(table[name].items())}
        found["rules"][name] = {"kind": rule.kind.value, "weight": weights[name], "natural": natural}
        total = [sum(of[i] for of in table[name].values()) for i in (0, 1)]
        print(f"{name:32} fired {total[0]:4} right {total[1]:4} {weights[name]} {table[name]}", flush=True)
    if not options.dry_run:
        (ASSETS / "verifier" / FILE).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
