"""Train the localizer: `python -m explorer.training.localizer.train --data ../shared/data`.

Writes assets/localizer/words.safetensors and prints the figures of its card: cross-validated by reference, and with each set left out.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.core.machine.files import ASSETS
from engines.models import registry
from engines.verification.localizer.model import ASSET, DEEP_ASSET
from engines.verification.localizer.signals.registry import DEEP, DEEP_NAMES, NAMES, SIGNALS
from explorer.training.localizer.figures import alarm_odds, figures
from explorer.training.localizer.rows import Item, items, with_expectations
from explorer.training.lss.train import flattened

FOLDS = 5
WEIGHTS = {"bump": 2.0, "wice": 0.5, "lss": 0.5, "fib": 0.5, "summedits": 0.3, "pronouns": 0.3}
"""What all words of a set count together. Errors that people wrote into true texts weigh most: in the other sets a missing word tells more
than a wrong one, and the model would look for nothing else."""
ALARMS = 0.23
"""The share of faithful texts in which the worst word is above the threshold; units that are surely unsupported raise it to a quarter."""
ROUNDS = 2
"""How often the words of texts that are only known to be wrong somewhere are labelled by the model that was trained before."""
TREES: dict[str, Any] = {
    "objective": "cross_entropy",
    "num_leaves": 40,
    "learning_rate": 0.07,
    "min_data_in_leaf": 30,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "feature_fraction": 0.25,
    "lambda_l2": 5.0,
    "max_bin": 63,
    "verbose": -1,
    "seed": 0,
    "deterministic": True,
}
NUMBER = 260
"""Trees."""
_HIGHEST = 0.98

Odds = NDArray[np.float64]


class Words:
    """The words of all items laid end to end."""

    def __init__(self, found: Sequence[Item]):
        self.items = found
        self.ends = np.cumsum([0, *(len(item.wrong) for item in found)])
        self.rows = np.concatenate([item.rows for item in found])
        self.wrong = np.concatenate([item.wrong for item in found])
        self.weight = np.concatenate([item.weight for item in found])
        numbers = [len(item.wrong) for item in found]
        self.sets = np.repeat([item.of.set for item in found], numbers)
        references = {reference: number for number, reference in enumerate(dict.fromkeys(item.of.reference for item in found))}
        order = np.random.RandomState(0).permutation(len(references)) % FOLDS
        self.fold = np.repeat([order[references[item.of.reference]] for item in found], numbers)

    def split(self, values: Odds) -> list[Odds]:
        """Values of all words, item by item."""
        return np.split(values, self.ends[1:-1])


def fitted(words: Words, chosen: NDArray[np.bool_], columns: Sequence[int] | None = None, weights: Mapping[str, float] = WEIGHTS) -> Any:
    """A LightGBM booster trained on the chosen words.

    In a text that is only known to be wrong somewhere a word is as wrong as the model before says, given that one of them is.
    """
    import lightgbm

    used = np.arange(words.rows.shape[1]) if columns is None else np.array(columns)
    wrong, weight = words.wrong.copy(), words.weight.copy()
    booster: Any = None
    for _ in range(ROUNDS):
        if booster is not None:
            _label(words, chosen, np.asarray(booster.predict(words.rows[:, used])), wrong, weight)
        scaled = np.zeros(len(weight))
        for name, total in weights.items():
            of = chosen & (words.sets == name)
            scaled[of] = weight[of] * total * 30_000 / max(float(weight[of].sum()), 1.0)
        rows = scaled > 0
        booster = lightgbm.train(TREES, lightgbm.Dataset(words.rows[rows][:, used], wrong[rows], weight=scaled[rows]), NUMBER)
    return booster


def _label(words: Words, chosen: NDArray[np.bool_], before: Odds, wrong: Odds, weight: Odds) -> None:
    for item, first, last in zip(words.items, words.ends, words.ends[1:], strict=False):
        if item.of.supported is False and last > first and chosen[first]:
            each = np.clip(before[first:last], 1e-4, _HIGHEST)
            wrong[first:last] = np.clip(each / (1 - np.prod(1 - each)), 0, 1)
            weight[first:last] = 1


def cross_validated(words: Words, columns: Sequence[int] | None = None) -> Odds:
    """(words,) log-odds of models that did not see a word's reference."""
    used = np.arange(words.rows.shape[1]) if columns is None else np.array(columns)
    odds = np.zeros(len(words.wrong))
    for fold in range(FOLDS):
        held = words.fold == fold
        odds[held] = fitted(words, ~held, columns).predict(words.rows[held][:, used], raw_score=True)
    return odds


def left_out(words: Words, name: str) -> Odds:
    """(words,) log-odds of a model that never saw that set."""
    model = fitted(words, words.sets != name, weights={other: weight for other, weight in WEIGHTS.items() if other != name})
    return np.asarray(model.predict(words.rows, raw_score=True))


def save(booster: Any, shift: float, rows: NDArray[np.float32], folder: Path) -> None:
    """Write words.safetensors, or deep.safetensors: the trees, and what brings the threshold to 0."""
    from safetensors.numpy import save_file

    folder.mkdir(parents=True, exist_ok=True)
    trees = flattened(booster.dump_model()["tree_info"])
    base = float(np.mean(booster.predict(rows[:50], raw_score=True) - trees.log_odds(rows[:50]))) - shift
    arrays = {name: getattr(trees, name) for name in type(trees).__dataclass_fields__}
    deep = rows.shape[1] == len(DEEP_NAMES)
    metadata = {"signals": "\n".join(DEEP_NAMES if deep else NAMES), "base": repr(base)}
    save_file(arrays, str(folder / (DEEP_ASSET if deep else ASSET)), metadata)


def main(arguments: Sequence[str] | None = None) -> None:
    """Cross-validate, train on everything, write the weights, print the figures."""
    parser = argparse.ArgumentParser(prog="python -m explorer.training.localizer.train", description="Train the localizer.")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    parser.add_argument("--kept", type=Path, help="folder that keeps what the signals say between runs")
    parser.add_argument("--signals", action="store_true", help="also leave out every signal in turn")
    parser.add_argument("--sets", action="store_true", help="also leave out every set in turn")
    parser.add_argument("--language-model", metavar="ID", help="train the deep check, with this causal language model (causal:FOLDER)")
    parser.add_argument("--out", type=Path, default=ASSETS / "localizer", help="where the weights go")
    given = parser.parse_args(arguments)
    read = items(given.data, tuple(WEIGHTS), given.kept)
    if given.language_model:
        read = with_expectations(read, registry.get("language_model", given.language_model), given.kept)
    words = Words(read)
    odds = cross_validated(words)
    shift = alarm_odds(words.items, words.split(odds), ALARMS)
    print(json.dumps({"cross-validated": figures(words.items, words.split(odds), shift)}), flush=True)
    if given.sets:
        for name in WEIGHTS:
            found = words.split(left_out(words, name))
            of = [(item, values) for item, values in zip(words.items, found, strict=True) if item.of.set == name]
            print(json.dumps({"left out": figures([i for i, _ in of], [v for _, v in of], shift)}), flush=True)
    if given.signals:
        names = DEEP_NAMES if given.language_model else NAMES
        for signal in DEEP if given.language_model else SIGNALS:
            columns = [i for i, name in enumerate(names) if not name.startswith(f"{signal.name}:")]
            without = words.split(cross_validated(words, columns))
            print(json.dumps({f"without {signal.name}": figures(words.items, without)}), flush=True)
    save(fitted(words, np.ones(len(words.wrong), dtype=bool)), shift, words.rows, given.out)


if __name__ == "__main__":
    main()
