"""Draws atomic content units at random for reading: the audit of the decomposition.

    python -m explorer.training.audit_acus --data ../shared/data --seed 11 --count 100

Outputs come from the LSS and QAGS data; nothing of the decomposition is fitted to them. Under each output stand the units drawn
from it, numbered, each with its form and the words that it adds, ready to be judged by a person: is it standalone (understood
without the output), atomic (one fact), and entailed by the output?
"""

import argparse
import json
import random
from pathlib import Path

from engines.decomposition import ContentUnit, decompose
from engines.text import Text

SOURCES = ("lss.jsonl", "qags_cnndm.jsonl", "qags_xsum.jsonl")


def outputs(folder: Path) -> list[str]:
    """Every output once, in a fixed order."""
    found: dict[str, None] = {}
    for name in SOURCES:
        with (folder / name).open(encoding="utf-8") as file:
            found.update(dict.fromkeys(json.loads(line)["output"] for line in file))
    return list(found)


def draw(folder: Path, seed: int, count: int) -> list[tuple[str, list[ContentUnit]]]:
    """`count` units drawn from those of all outputs, each as likely as any other, under the outputs that they are from."""
    texts = outputs(folder)
    units = [decompose(Text.of(text)) for text in texts]
    all_units = [(i, j) for i, found in enumerate(units) for j in range(len(found))]
    drawn: dict[int, list[int]] = {}
    for i, j in random.Random(seed).sample(all_units, count):
        drawn.setdefault(i, []).append(j)
    return [(texts[i], [units[i][j] for j in sorted(drawn[i])]) for i in sorted(drawn)]


def main() -> None:
    """Print the sample."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    options.add_argument("--seed", type=int, default=11)
    options.add_argument("--count", type=int, default=100)
    choice = options.parse_args()
    number = 0
    for text, units in draw(choice.data, choice.seed, choice.count):
        print(f"\n# {text}")
        for unit in units:
            number += 1
            adds = " … ".join(text[start:end] for start, end in unit.focus)
            print(f"{number:4} {unit.kind:12} {unit.statement}   [{adds}]")


if __name__ == "__main__":
    main()
