"""Train the localizer's cross-encoder: `python -m explorer.training.localizer.cross_encoder.train --data ../shared/data`.

Writes assets/localizer/cross_encoder.safetensors. Two of five parts of the references are left out of the training, and measured: what the
cross-encoder says of their words alone and, with `--kept FOLDER`, beside the log-odds of the localizer's other models that a run of
`explorer.training.localizer.train --kept FOLDER` left there.
"""

import argparse
import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.core.machine.files import ASSETS
from engines.core.machine.threads import threads
from engines.english.pronouns import PLAIN
from engines.verification.localizer.cross_encoder import LEAST, SHIFT, added
from engines.verification.localizer.model import CROSS_ENCODER, FOLDER
from explorer.evaluation.metrics import roc_auc
from explorer.training.localizer.cross_encoder.examples import Example, examples, rows_of
from explorer.training.localizer.cross_encoder.layers import exported
from explorer.training.localizer.cross_encoder.network import batched, said, trained
from explorer.training.localizer.data import labelled
from explorer.training.localizer.figures import figures
from explorer.training.localizer.rows import Item, items
from explorer.training.localizer.train import cross_validated_odds
from explorer.training.localizer.words import Odds

PARTS, HELD = 5, (0, 1)
"""Parts of the references, and those that are left out."""
MEASURED = ("bump", "wice", "lss", "fib", "summedits", "qasem")


def part_of(reference: str) -> int:
    """The part that a reference belongs to, [0, PARTS)."""
    return int(hashlib.sha256(reference.encode()).hexdigest(), 16) % PARTS


def log_odds(of: object, found: Sequence[Example]) -> list[NDArray[np.float32]]:
    """(words,) of each example."""
    import torch

    odds: dict[int, NDArray[np.float32]] = {}
    with torch.inference_mode():
        for batch in batched(found):
            for i, values in zip(batch, said(of, [found[i] for i in batch], [True] * len(batch)), strict=True):
                odds[i] = values.numpy()
    return [odds[i] for i in range(len(found))]


def alone(found: Sequence[Example], odds: Sequence[NDArray[np.float32]]) -> dict[str, float]:
    """The AUC of the words of which something is known, by set, in per cent."""
    sets: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for example, values in zip(found, odds, strict=True):
        known = example.weight > 0
        sets[example.set] += zip(values[known].tolist(), (example.wrong[known] > 0.5).astype(int).tolist(), strict=True)
    aucs = {name: roc_auc([wrong for _, wrong in every], [value for value, _ in every]) for name, every in sets.items()}
    return {name: round(100 * auc, 1) for name, auc in aucs.items() if auc is not None}


def beside(found: Sequence[Example], odds: Sequence[NDArray[np.float32]], judged: Sequence[tuple[Item, Odds]]) -> list[Odds]:
    """The log-odds of items with what the cross-encoder adds: that of the likeliest of its words inside each, to pronouns nothing."""
    told: dict[tuple[str, str], list[tuple[int, int, float]]] = defaultdict(list)
    for example, values in zip(found, odds, strict=True):
        read = np.isin(np.arange(len(example.spans)), example.pair.words)
        places = zip(example.spans[read].tolist(), values[read].tolist(), strict=True)
        told[example.reference, example.output] += [(start, end, value) for (start, end), value in places]
    together = []
    for item, known in judged:
        words = told[item.of.reference, item.of.output]
        inside = ([value for first, last, value in words if first < end and start < last] for start, end in item.spans)
        pronouns = (item.of.output[start:end].lower() in PLAIN for start, end in item.spans)
        most = np.array([LEAST if named else max(of_word, default=LEAST) for named, of_word in zip(pronouns, inside, strict=True)])
        together.append(known + added(most) - SHIFT)
    return together


def save(of: object, folder: Path) -> None:
    """Write the weights in half precision."""
    from safetensors.torch import save_file

    folder.mkdir(parents=True, exist_ok=True)
    save_file(exported(of), str(folder / CROSS_ENCODER))


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the examples, train, write the weights, print what they say of what was left out."""
    parser = argparse.ArgumentParser(
        prog="python -m explorer.training.localizer.cross_encoder.train", description="Train the localizer's cross-encoder."
    )
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    parser.add_argument("--kept", type=Path, help="folder with what the localizer's other models say")
    parser.add_argument("--threads", type=int, default=2, help="threads of the processor")
    parser.add_argument("--out", type=Path, default=ASSETS / FOLDER, help="where the weights go")
    given = parser.parse_args(arguments)
    found = list(examples([row for row in rows_of(given.data) if part_of(row.reference) not in HELD]))
    print(f"{len(found)} examples", flush=True)
    with threads(given.threads):
        of = trained(found, report=lambda line: print(line, flush=True))
        save(of, given.out)
        held = [row for row in labelled(given.data, MEASURED) if part_of(row.reference) in HELD]
        measured = list(examples(held, sparing=False))
        odds = log_odds(of, measured)
    print(json.dumps({"alone": alone(measured, odds)}), flush=True)
    if given.kept:
        judged: list[tuple[Item, Odds]] = []
        for name in MEASURED:
            of_set = items(given.data, (name,), given.kept)
            every = zip(of_set, cross_validated_odds(given.kept, name, of_set), strict=True)
            judged += [(item, values) for item, values in every if part_of(item.of.reference) in HELD]
        for name, values in (("without it", [known for _, known in judged]), ("with it", beside(measured, odds, judged))):
            print(json.dumps({name: figures([item for item, _ in judged], values, 0.0)}), flush=True)


if __name__ == "__main__":
    main()
