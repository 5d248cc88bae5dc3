"""Draws atomic content units at random for reading: the audit of the decomposition.

    python -m explorer.evaluation.audits.content_units --data ../shared/data --seed 11 --count 100

Outputs come from the LSS and QAGS data unless other sources are named; nothing of the decomposition is fitted to them. Under each
output stand the units drawn from it, numbered, each with its form and the words that it adds, ready to be judged by a person: is it
standalone (understood without the output), atomic (one fact), and entailed by the output?
"""

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path

from engines.core.text import Text
from engines.decomposition import ContentUnit, decompose

SOURCES = ("lss.jsonl", "qags_cnndm.jsonl", "qags_xsum.jsonl")
_TEXTS = ("output", "claim")
"""What the text to be taken apart is called in the data."""


def outputs(folder: Path, sources: Sequence[str] = SOURCES) -> list[str]:
    """Every output once, in a fixed order."""
    found: dict[str, None] = {}
    for name in sources:
        with (folder / name).open(encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        found.update(dict.fromkeys(next(row[key] for key in _TEXTS if key in row) for row in rows))
    return list(found)


def draw(texts: Sequence[str], seed: int, count: int) -> list[tuple[str, list[ContentUnit]]]:
    """`count` units drawn from those of all texts, each as likely as any other, under the texts that they are from."""
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
    options.add_argument("--sources", nargs="+", default=SOURCES, help="files of the outputs")
    options.add_argument("--most", type=int, help="draw from this many outputs only, themselves drawn at random")
    choice = options.parse_args()
    texts = outputs(choice.data, choice.sources)
    if choice.most:
        texts = random.Random(choice.seed).sample(texts, min(choice.most, len(texts)))
    number = 0
    for text, units in draw(texts, choice.seed, choice.count):
        print(f"\n# {text}")
        for unit in units:
            number += 1
            adds = " … ".join(text[start:end] for start, end in unit.focus)
            print(f"{number:4} {unit.kind:12} {unit.statement}   [{adds}]")


if __name__ == "__main__":
    main()
