"""Train the deep check: what a language model says of words, on top of the log-odds of a localizer that did not see their reference.

    python -m explorer.training.localizer.deep.weights --data ../shared/data --kept FOLDER --language-model causal:FILE.gguf

The folder is the one in which `explorer.training.localizer.train --kept` left what the signals say and the cross-validated log-odds.
"""

import argparse
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.core.roles import LanguageModel
from engines.core.text import Text
from engines.models import registry
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.reading import read_output
from engines.verification.localizer.second_look import ASSET, COLUMNS, SecondLook, ask
from explorer.training.localizer.figures import alarm_odds, figures
from explorer.training.localizer.rows import Item, items
from explorer.training.localizer.train import ALARMS, ASSETS, cross_validated_odds
from explorer.training.localizer.words import FOLDS, Words

ASKED = {"bump": 1, "summedits": 12, "qasem": 1, "fib": 8}
"""Of so many references of a set a language model reads one: it takes seconds for each."""
WEIGHTS = {"bump": 1.0, "summedits": 0.3, "qasem": 0.3}
"""What the words of a set count; of the others it is only told how they fare."""
ODDS = 0.5
"""What the log-odds of the localizer count beside what the language model says, when its weights are learned."""
ALONE = 0.12
"""The share of faithful texts in which either of them raises an alarm by itself."""
_STRENGTH = 0.05
Odds = NDArray[np.float64]


def asked_about(found: Sequence[Item], every: int) -> list[int]:
    """The places of the items whose references are read."""
    numbers: dict[str, int] = {}
    return [i for i, item in enumerate(found) if numbers.setdefault(item.of.reference, len(numbers)) % every == 0]


def told(item: Item, odds: Odds, model: LanguageModel) -> NDArray[np.float64]:
    """(words, len(COLUMNS)) of an output: what the model says of its words.

    Args:
        odds: (words,) without it.
    """
    output = Text.of(item.of.output)
    reading = read_output(encoded(Text.of(item.of.reference)), output, model)
    ends = np.cumsum([len(sentence.tree) for sentence in reading.sentences])[:-1]
    return np.concatenate([np.zeros((0, len(COLUMNS))), *ask(reading, model, np.split(odds, ends)).rows])


def read(name: str, found: Sequence[Item], odds: Sequence[Odds], model: LanguageModel, kept: Path) -> list[NDArray[np.float64]]:
    """The same of many, kept between runs."""
    key = hashlib.sha256(repr((COLUMNS, model.identity, [(item.of.id, item.of.output) for item in found])).encode())
    key.update(np.concatenate([np.zeros(0), *odds]).astype(np.float32).tobytes())
    path = kept / f"deep-{name}.npz"
    if path.exists():
        with np.load(path) as stored:
            if str(stored["key"]) == key.hexdigest():
                return np.split(stored["rows"], stored["ends"])
    order = sorted(range(len(found)), key=lambda i: found[i].of.reference)
    said = {i: told(found[i], odds[i], model) for i in order}
    rows = [said[i] for i in range(len(found))]
    if rows:
        np.savez(path, key=key.hexdigest(), rows=np.concatenate(rows), ends=np.cumsum([len(of) for of in rows])[:-1])
    return rows


def fitted(words: Words, rows: NDArray[np.float64], odds: Odds, chosen: NDArray[np.bool_]) -> SecondLook:
    """The weights learned from the chosen words: logistic regression beside a fixed share of the log-odds, which learns from few texts;
    told in the measure of the log-odds."""
    from scipy.optimize import minimize
    from scipy.special import expit

    counts = words.weight * np.array([WEIGHTS.get(name, 0.0) for name in words.sets])
    used = chosen & (counts > 0)
    mean, deviation = rows[used].mean(axis=0), rows[used].std(axis=0) + 1e-6
    table = np.column_stack([(rows[used] - mean) / deviation, np.ones(used.sum())])
    wrong, weight, offset = (words.wrong[used] > 0.5).astype(float), counts[used], ODDS * odds[used]

    def loss(beta: Odds) -> tuple[float, Odds]:
        told = offset + table @ beta
        gradient = table.T @ (weight * (expit(told) - wrong))
        gradient[:-1] += beta[:-1] / _STRENGTH
        value = float((weight * (np.logaddexp(0, told) - wrong * told)).sum() + (beta[:-1] ** 2).sum() / (2 * _STRENGTH))
        return value, gradient

    # What would rather be read never speaks for what stands there.
    bounds = [(0.0 if name.startswith("prefers_") else None, None) for name in COLUMNS] + [(None, None)]
    beta = minimize(loss, np.zeros(table.shape[1]), jac=True, method="L-BFGS-B", bounds=bounds).x
    weights = beta[:-1] / deviation
    return SecondLook(weights / ODDS, float(beta[-1] - mean @ weights) / ODDS, -np.inf)


def cross_validated(words: Words, rows: NDArray[np.float64], odds: Odds) -> Odds:
    """(words,) what the language model adds to the log-odds, by weights that did not see a word's reference, nor did the localizer."""
    added = np.zeros(len(rows))
    for fold in range(FOLDS):
        held = words.fold == fold
        added[held] = fitted(words, rows, odds, ~held).together(rows[held], odds[held]) - odds[held]
    return added


def balanced(words: Words, look: SecondLook, added: Odds, odds: Odds) -> tuple[SecondLook, Odds]:
    """The same weights, and the cross-validated log-odds, with thresholds: the log-odds alone raise as many alarms as the sum alone, and
    both together as many as are raised without a language model.

    Args:
        added: (words,) cross-validated, what it adds.
        odds: (words,) without it.
    """
    alone, in_sum = (alarm_odds(words.items, words.split(values), ALONE) for values in (odds, odds + added))
    together = odds + np.maximum(added - in_sum, -alone)
    shift = alarm_odds(words.items, words.split(together), ALARMS)
    return SecondLook(look.weights, look.base - in_sum - shift, -alone - shift), together - shift


def main(arguments: Sequence[str] | None = None) -> None:
    """Ask the model, cross-validate, write the weights, print the figures."""
    parser = argparse.ArgumentParser(prog="python -m explorer.training.localizer.deep.weights", description="Train the deep check.")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    parser.add_argument("--kept", type=Path, required=True, help="folder with what the signals say and the cross-validated log-odds")
    parser.add_argument("--language-model", metavar="ID", required=True, help="a causal language model (causal:FILE.gguf)")
    parser.add_argument("--out", type=Path, default=ASSETS / "localizer", help="where the weights go")
    given = parser.parse_args(arguments)
    model = registry.get("language_model", given.language_model)
    read_items: list[Item] = []
    rows: list[NDArray[np.float64]] = []
    odds: list[Odds] = []
    for name, every in ASKED.items():
        found = items(given.data, (name,), given.kept)
        of_set = cross_validated_odds(given.kept, name, found)
        chosen = asked_about(found, every)
        rows += read(name, [found[i] for i in chosen], [of_set[i] for i in chosen], model, given.kept)
        odds += [of_set[i] for i in chosen]
        read_items += [found[i] for i in chosen]
    words, table, before = Words(read_items), np.concatenate(rows), np.concatenate(odds)
    look = fitted(words, table, before, np.ones(len(table), dtype=bool))
    look, together = balanced(words, look, cross_validated(words, table, before), before)
    for what, values in (("without", before), ("with the language model", together)):
        print(json.dumps({what: figures(words.items, words.split(values), 0.0)}), flush=True)
    weights = {name: round(float(weight), 4) for name, weight in zip(COLUMNS, look.weights, strict=True)}
    numbers = {"base": round(look.base, 4), "least": round(look.least, 4)}
    name = Path(model.name.partition(":")[2] or model.name).name
    (given.out / ASSET).write_text(json.dumps({"language model": name, **numbers, "weights": weights}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
