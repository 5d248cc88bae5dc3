"""Revises outputs with errors for reading: the audit of the revision.

    python -m explorer.evaluation.audits.revisions --data ../shared/data --seed 21 --count 60

Outputs that people found wrong come from the QAGS, LSS and QASemConsistency data; of these, the ones in which QASem finds something
unsupported are drawn. For each stand the output, its revision and the edits with their reasons, to be judged by a person: does the
revision read as correct English? At the end: the mean score before and after, and how many got worse.
"""

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

from engines.units.support import SUPPORT
from explorer.services.analysis import analyze
from explorer.services.revision import Revision, revise

MOST_WORDS = 90
"""Words of the longest output drawn."""
RATED_WRONG = 3.5
"""Mean LSS rating (1 to 5) below which an output has an error."""


def wrong_outputs(folder: Path) -> list[tuple[str, str]]:
    """(reference, output) of every output that people found an error in, in a fixed order."""
    found: dict[tuple[str, str], None] = {}
    for reference, output in _wrong(folder):
        if len(output.split()) <= MOST_WORDS:
            found.setdefault((reference, output))
    return list(found)


def _wrong(folder: Path) -> Iterator[tuple[str, str]]:
    for name in ("qags_cnndm.jsonl", "qags_xsum.jsonl"):
        yield from ((row["reference"], row["output"]) for row in _rows(folder / name) if row["human"] < 1)
    yield from ((row["reference"], row["output"]) for row in _rows(folder / "lss.jsonl") if mean(row["ratings"]) < RATED_WRONG)
    for row in _rows(folder / "qasem_consistency_qas.jsonl"):
        if not row["label"]:
            yield row["reference"], row["sentence"]


def _rows(path: Path) -> Iterator[dict]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def draw(folder: Path, seed: int, count: int) -> Iterator[Revision]:
    """Revisions of `count` outputs in which QASem finds something unsupported."""
    pairs = wrong_outputs(folder)
    random.Random(seed).shuffle(pairs)
    for reference, output in pairs:
        if not count:
            return
        analysis = analyze(reference, output)
        if any(unit.supported is False for unit in analysis.units):
            yield revise(analysis)
            count -= 1


def main() -> None:
    """Print the sample and its figures."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    options.add_argument("--seed", type=int, default=21)
    options.add_argument("--count", type=int, default=60)
    choice = options.parse_args()
    before, after, changed, worse = [], [], 0, 0
    for number, revision in enumerate(draw(choice.data, choice.seed, choice.count), 1):
        first, second = revision.before.get(SUPPORT, 0.0), revision.after.get(SUPPORT, 0.0)
        before.append(first)
        after.append(second)
        worse += second < first
        changed += revision.text != revision.original
        print(f"\n{number} {first:.2f} -> {second:.2f}\n  - {revision.original}\n  + {revision.text}", flush=True)
        for edit in revision.edits:
            print(f"    {revision.original[edit.start : edit.end]!r} -> {edit.replacement!r}: {edit.reason}")
    print(f"\nmean score {mean(before):.2f} -> {mean(after):.2f}; changed {changed} of {len(before)}; worse {worse}")


if __name__ == "__main__":
    main()
