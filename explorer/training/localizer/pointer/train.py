"""Train the localizer's pointer network: `python -m explorer.training.localizer.pointer.train --data ../shared/data`.

Writes assets/localizer/pointer.safetensors. It begins with the weights of the cross-encoder. Two of five parts of the references are left
out of the training, and measured: how often the right word is found in a gap.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engines.core.machine.files import ASSETS
from engines.core.machine.threads import threads
from engines.verification.localizer.model import CROSS_ENCODER, FOLDER, POINTER
from explorer.training.localizer.cross_encoder.train import HELD, part_of
from explorer.training.localizer.pointer.examples import Gapped, gapped, references_of, rows_of, within
from explorer.training.localizer.pointer.network import MINUTES, batched, exported, said, trained


def found_right(of: Any, given: Sequence[Gapped]) -> dict[str, float]:
    """By set, of 100 gaps whose word the passages have, those for which the network finds it likeliest of all that fit."""
    import torch

    right: dict[str, list[bool]] = defaultdict(list)
    with torch.inference_mode():
        for batch in batched([example.cloze for example in given]):
            examples = [given[i] for i in batch]
            for example, odds in zip(examples, said(of, [example.cloze for example in examples]), strict=True):
                best = odds[:, 1:].argmax(1).tolist()
                own = example.cloze.own
                right[example.set] += [bool(own[gap, at]) for gap, at in enumerate(best) if own[gap].any()]
    return {name: round(100 * sum(every) / len(every), 1) for name, every in right.items() if every}


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the sentences, train, write the weights, print how often they are right."""
    from safetensors.torch import load_file, save_file

    parser = argparse.ArgumentParser(
        prog="python -m explorer.training.localizer.pointer.train", description="Train the localizer's pointer network."
    )
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    parser.add_argument("--threads", type=int, default=2, help="threads of the processor")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="how long it is trained")
    parser.add_argument("--out", type=Path, default=ASSETS / FOLDER, help="where the weights go")
    given = parser.parse_args(arguments)
    with threads(given.threads):
        every = [*gapped(rows_of(given.data)), *within(references_of(given.data))]
        known = [example for example in every if part_of(example.reference) not in HELD]
        print(f"{len(known)} sentences with gaps", flush=True)
        start = load_file(ASSETS / FOLDER / CROSS_ENCODER)
        of = trained(known, start, given.minutes, report=lambda line: print(line, flush=True))
        given.out.mkdir(parents=True, exist_ok=True)
        save_file(exported(of), str(given.out / POINTER))
        measured = [example for example in every if part_of(example.reference) in HELD]
        print(json.dumps({"right": found_right(of, measured)}), flush=True)


if __name__ == "__main__":
    main()
