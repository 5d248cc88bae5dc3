"""Train the compact verifier: `python -m explorer.training.verifier.train --data ../shared/data`.

Writes assets/verifier/idf.json (word weights) and assets/verifier/heads.safetensors (both heads), and prints every figure of the
model card. Seeded: the same data and versions give the same weights.
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.calibration.monotone import expected_calibration_error
from engines.core.machine.files import ASSETS
from engines.models import registry
from engines.verification.heads import head as heads
from explorer.training.lss.folds import heads_without
from explorer.training.verifier import report
from explorer.training.verifier.columns import Table, concatenated, qa_table, statement_table
from explorer.training.verifier.data import CHECKING, TRAINING, qa_rows, references, statement_rows
from explorer.training.verifier.directions import NATURAL, STATEMENT
from explorer.training.verifier.fit import (
    Recipe,
    balanced,
    calibrated,
    calibrated_out_of_fold,
    cross_validated,
    fit,
    joined,
    sure_of_copies,
)
from explorer.training.verifier.generated import generated_rows
from explorer.training.verifier.generated_questions import CONTEXT, generated_qa_rows
from explorer.training.verifier.silver import silver_rows
from explorer.training.verifier.words import write_frequencies

QA_RECIPE = Recipe(trees=200, linear=0.42, boosted=0.3)
STATEMENT_RECIPE = Recipe(strength=0.01, trees=150, leaf=5, leaves=400, features=0.3, linear=0.5, directed=True)
MADE_WEIGHT = 0.02
"""Total weight of a set of edited or invented statements beside one that models wrote (`verifier_directions.NATURAL`): enough to teach
what a negation is, too little to teach how such sets are made."""
SILVER_WEIGHT = 0.3
"""Total weight of the indirectly labelled QAs beside the labelled ones."""
GENERATED_WEIGHT = 0.05
"""Total weight of the generated QAs (negated, swapped, renumbered) beside the labelled ones."""
GENERATED_EVERY = 4
"""One of so many is used: more of them teach the trees about generated QAs at the cost of real ones."""
CALIBRATION_WEIGHT = 0.3
"""The same for calibration, where more kinds of text keep probabilities from being too sure of themselves on new ones."""
_AT_MOST = {"cad_nli": 3000, "paws": 1200, "dialfact": 1200}
"""Rows read of the largest sets, to train and check in minutes."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Parse the command line, train, write, report."""
    parser = argparse.ArgumentParser(prog="python -m explorer.training.verifier.train", description="Train the compact verifier.")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    parser.add_argument("--columns", type=Path, help="folder that keeps measured features between runs")
    parser.add_argument("--out", type=Path, default=ASSETS / "verifier", help="where the weights go")
    parser.add_argument("--dry-run", action="store_true", help="report figures, write no heads")
    options = parser.parse_args(arguments)
    started = time.perf_counter()
    words = write_frequencies(references(options.data), options.out / "idf.json")
    print(f"word weights for {words} words")
    trained = {**train_qa_heads(options.data, options.columns), "statement": train_statement_head(options.data, options.columns)}
    if not options.dry_run:
        heads.save(trained, options.out / "heads.safetensors", {"data": "see CARD.md"})
        print(f"heads.safetensors: {(options.out / 'heads.safetensors').stat().st_size / 1e6:.1f} MB")
    print(f"{time.perf_counter() - started:.0f} seconds")


def train_qa_heads(data: Path, kept: Path | None) -> dict[str, heads.Head]:
    """The head for QAs beside their siblings, and the one for a QA alone."""
    table = qa_table(qa_rows(data), kept)
    weights = balanced(table)
    parser = registry.get("parser", "rules")
    silver = qa_table(silver_rows(data, parser), kept, heads_without(data / "lss.jsonl"))
    extra = silver, balanced(silver) * SILVER_WEIGHT * len(table) / len(silver)
    zero_shot = fit(*extra, sorted(table.columns), QA_RECIPE)
    print(json.dumps({"head": "qa, from LSS alone", **report.by_subset(table, zero_shot.raw(table.columns))}), flush=True)
    generated = qa_table(generated_qa_rows(data, parser), kept)
    generated = generated.where(np.flatnonzero(generated.subsets != CONTEXT)[::GENERATED_EVERY])
    extra = joined(*extra, (generated, balanced(generated) * GENERATED_WEIGHT * len(table) / len(generated)))
    trained: dict[str, heads.Head] = {}
    out_of_fold: dict[str, NDArray[np.float64]] = {}
    for name in ("qa", "qa_alone"):
        features = [f for f in sorted(table.columns) if name == "qa" or not f.startswith(("pr_", "se_"))]
        predictions = cross_validated(table, features, QA_RECIPE, weights, seeds=(0, 1), extra=extra)
        probabilities = calibrated_out_of_fold(predictions, table.labels, table.groups)
        print(json.dumps({"head": name, "features": len(features), **report.by_subset(table, probabilities)}))
        out_of_fold[name] = probabilities
        trained[name], error = calibrated(fit(*joined(table, weights, extra), features, QA_RECIPE), predictions, table.labels)
        print(json.dumps({"head": name, "calibration error": round(error, 3)}))
    if kept:
        # For `explorer.evaluation.audits.rules`: what rules are worth beside heads that saw none of the labels.
        np.savez(kept / "predictions.npz", allow_pickle=False, items=table.items, **out_of_fold)
    return trained


def source_weights(table: Table, made: float = MADE_WEIGHT) -> NDArray[np.float64]:
    """Every natural source weighs the same whatever its size, every other `made` of that; both labels the same within it."""
    weights = balanced(table)
    weights[~np.isin(table.sources, NATURAL)] *= made
    return weights / weights.mean()


def statement_tables(data: Path, kept: Path | None) -> dict[str, Table]:
    """The measured statements of every training set."""
    tables = {source: statement_table(statement_rows(data, source)[: _AT_MOST.get(source)], kept) for source in TRAINING}
    return {**tables, "generated": statement_table(generated_rows(data), kept)}


def train_statement_head(data: Path, kept: Path | None) -> heads.Head:
    """The head for statements, with its leave-one-data-set-out and checking figures."""
    tables = statement_tables(data, kept)
    table = concatenated(list(tables.values()))
    features = sorted(STATEMENT)
    for source in tables:
        rest = table.where(table.sources != source)
        head = fit(rest, source_weights(rest), features, STATEMENT_RECIPE)
        print(json.dumps({"left out": source, **report.on_source(tables[source], head)}), flush=True)
    weights = source_weights(table)
    head = fit(table, weights, features, STATEMENT_RECIPE)
    predictions = cross_validated(table, features, STATEMENT_RECIPE, weights, folds=5)
    copied = table.where((table.sources == "generated") & np.char.startswith(table.subsets, "copied"))
    mixture = source_weights(table, CALIBRATION_WEIGHT)
    honest = calibrated_out_of_fold(predictions, table.labels, table.groups, weights=mixture)
    error = expected_calibration_error(honest, table.labels, weights=mixture)
    print(
        json.dumps(
            {"head": "statement", "features": len(features), **report.by_subset(table, honest, by="sources"), "ece": round(error, 3)}
        )
    )
    head = sure_of_copies(calibrated(head, predictions, table.labels, mixture)[0], head.raw(copied.columns))
    for source in CHECKING:
        checked = statement_table(statement_rows(data, source)[: _AT_MOST.get(source)], kept)
        print(json.dumps({"checked": source, **report.on_source(checked, head)}), flush=True)
    return head


if __name__ == "__main__":
    main()
