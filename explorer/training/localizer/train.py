"""Train the localizer: `python -m explorer.training.localizer.train --data ../shared/data`.

Writes assets/localizer/words.safetensors and networks.safetensors and prints the figures of its card: cross-validated by reference, and
with each set left out.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.core.machine.files import ASSETS
from engines.verification.localizer.counterparts import COSINES
from engines.verification.localizer.model import ASSET, NETWORKS, numbers, places_otherwise, rare_signs
from engines.verification.localizer.signals.registry import NAMES, SIGNALS
from explorer.training.localizer import network, trees
from explorer.training.localizer.figures import alarm_odds, figures
from explorer.training.localizer.rows import Item, items
from explorer.training.localizer.words import FOLDS, WEIGHTS, Odds, Words
from explorer.training.lss.train import flattened

ALARMS = 0.238
"""The share of faithful texts in which the worst word is above the threshold; units that are surely unsupported raise it to a quarter."""
SHARE = 0.3
"""What the log-odds of the networks count beside those of the trees."""
SCALE = 0.75
"""What the log-odds of both together are multiplied with, so that they are as sure as they are right: each alone is as sure as that."""
SIGN = 1.5
"""What is added to the log-odds of a word with a rare sign (`rare_signs`)."""
OTHERWISE = 1.0
"""What is added for each place where the reference has a word that says something else (`places_otherwise`)."""
NUMBER = 1.3
"""What is added for a number of a value (`numbers`)."""
_ODDS = "odds.npz"
SEEDS = 3
"""Networks, of which the mean counts; cross-validation makes do with one."""


def _added(words: Words) -> Odds:
    """(words,) what is added to the log-odds of trees and networks."""
    return np.asarray(SIGN * rare_signs(words.rows) + OTHERWISE * places_otherwise(words.rows) + NUMBER * numbers(words.rows))


def of_networks(words: Words, chosen: NDArray[np.bool_], held: NDArray[np.bool_]) -> Odds:
    """(words,) log-odds of a network trained on the chosen words, of the items held out; zeros elsewhere."""
    of = network.prepared(words, chosen)
    return network.said(words, of, network.trained(words, of, chosen), held)


def cross_validated_networks(words: Words) -> Odds:
    """(words,) log-odds of networks that did not see a word's reference."""
    odds = np.zeros(len(words.wrong))
    for fold in range(FOLDS):
        held = words.fold == fold
        odds += of_networks(words, ~held, held)
    return odds


def cross_validated_odds(kept: Path, name: str, found: Sequence[Item]) -> list[Odds]:
    """The log-odds of a set's words by models that did not see their reference, item by item, as a run with `--kept` left them.

    Raises:
        ValueError: there are none, or they are of other items.
    """
    path = kept / _ODDS
    if path.exists():
        with np.load(path) as stored:
            odds = np.asarray(stored[name])
        if len(odds) == sum(len(item.wrong) for item in found):
            return np.split(odds, np.cumsum([len(item.wrong) for item in found])[:-1])
    raise ValueError(f"{path} has no log-odds of these items. Run: python -m explorer.training.localizer.train --kept {kept}")


def save(booster: Any, shift: float, rows: NDArray[np.float32], folder: Path) -> None:
    """Write words.safetensors: the trees, and what brings the threshold to 0."""
    from safetensors.numpy import save_file

    folder.mkdir(parents=True, exist_ok=True)
    laid = flattened(booster.dump_model()["tree_info"])
    base = float(np.mean(booster.predict(rows[:50], raw_score=True) - laid.log_odds(rows[:50]))) - shift
    arrays = {name: getattr(laid, name) for name in type(laid).__dataclass_fields__}
    added = {"base": base, "sign": SIGN, "otherwise": OTHERWISE, "number": NUMBER}
    save_file(arrays, str(folder / ASSET), {"signals": "\n".join(NAMES), **{name: repr(number) for name, number in added.items()}})


def save_networks(words: Words, folder: Path) -> None:
    """Train the networks on everything and write networks.safetensors, in half precision."""
    from safetensors.numpy import save_file

    every = np.ones(len(words.wrong), dtype=bool)
    of = network.prepared(words, every)
    arrays: dict[str, NDArray[np.float16]] = {}
    for seed in range(SEEDS):
        weights = network.exported(network.trained(words, of, every, seed), of)
        arrays |= {f"{seed}.{name}": np.ascontiguousarray(values, dtype=np.float16) for name, values in weights.items()}
    metadata = {"signals": "\n".join((*NAMES, *COSINES)), "networks": str(SEEDS), "share": repr(SHARE), "scale": repr(SCALE)}
    save_file(arrays, str(folder / NETWORKS), metadata)


def main(arguments: Sequence[str] | None = None) -> None:
    """Cross-validate, train on everything, write the weights, print the figures."""
    parser = argparse.ArgumentParser(prog="python -m explorer.training.localizer.train", description="Train the localizer.")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    parser.add_argument("--kept", type=Path, help="folder that keeps what the signals say between runs")
    parser.add_argument("--signals", action="store_true", help="also leave out every signal in turn")
    parser.add_argument("--sets", action="store_true", help="also leave out every set in turn")
    parser.add_argument("--out", type=Path, default=ASSETS / "localizer", help="where the weights go")
    given = parser.parse_args(arguments)
    read = items(given.data, tuple(WEIGHTS), given.kept)
    words = Words(read)
    of_trees, of_network = trees.cross_validated(words), cross_validated_networks(words)
    odds = of_trees + SHARE * of_network + _added(words)
    shift = alarm_odds(words.items, words.split(odds), ALARMS)
    if given.kept:
        np.savez(given.kept / _ODDS, **{name: odds[words.sets == name] - shift for name in WEIGHTS})
    for name, values in (("trees", of_trees), ("networks", of_network)):
        print(json.dumps({f"{name} alone, at a quarter": figures(words.items, words.split(values))}), flush=True)
    print(json.dumps({"cross-validated": figures(words.items, words.split(odds), shift)}), flush=True)
    print(json.dumps({"shift": shift, "shift of trees alone": alarm_odds(words.items, words.split(of_trees), ALARMS)}), flush=True)
    if given.sets:
        for name in WEIGHTS:
            held = words.sets == name
            odds = trees.left_out(words, name) + SHARE * of_networks(words, ~held, held) + _added(words)
            of = [(item, values) for item, values in zip(words.items, words.split(odds), strict=True) if item.of.set == name]
            print(json.dumps({"left out": figures([i for i, _ in of], [v for _, v in of], shift)}), flush=True)
    if given.signals:
        for signal in SIGNALS:
            columns = [i for i, name in enumerate(NAMES) if not name.startswith(f"{signal.name}:")]
            without = words.split(trees.cross_validated(words, columns))
            print(json.dumps({f"trees without {signal.name}": figures(words.items, without)}), flush=True)
    save(trees.fitted(words, np.ones(len(words.wrong), dtype=bool)), shift, words.rows, given.out)
    save_networks(words, given.out)


if __name__ == "__main__":
    main()
