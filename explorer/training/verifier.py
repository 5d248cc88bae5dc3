"""Train the compact verifier: `python -m explorer.training.verifier --data ../shared/data`.

Writes assets/verifier/idf.json (word weights) and assets/verifier/heads.safetensors (both heads), and prints every figure of the
model card. Seeded: the same data and versions give the same weights.
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

from engines.files import ASSETS
from engines.verification import heads
from explorer.training import verifier_report as report
from explorer.training.verifier_columns import concatenated, qa_table, statement_table
from explorer.training.verifier_data import CHECKING, TRAINING, qa_rows, references, statement_rows
from explorer.training.verifier_fit import Recipe, balanced, calibrated, calibrated_out_of_fold, cross_validated, fit
from explorer.training.verifier_words import write_frequencies

QA_RECIPE = Recipe()
STATEMENT_RECIPE = Recipe(trees=200, leaf=10, leaves=400, strength=0.03)
_CHECKED_AT_MOST = 2500


def main(arguments: Sequence[str] | None = None) -> None:
    """Parse the command line, train, write, report."""
    parser = argparse.ArgumentParser(prog="python -m explorer.training.verifier", description="Train the compact verifier.")
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
    trained = {}
    for name in ("qa", "qa_alone"):
        features = [f for f in sorted(table.columns) if name == "qa" or not f.startswith(("pr_", "se_"))]
        predictions = cross_validated(table, features, QA_RECIPE, weights, seeds=(0, 1))
        probabilities = calibrated_out_of_fold(predictions, table.labels, table.groups)
        print(json.dumps({"head": name, "features": len(features), **report.by_subset(table, probabilities)}))
        trained[name], error = calibrated(fit(table, features, QA_RECIPE, weights), predictions, table.labels)
        print(json.dumps({"head": name, "calibration error": round(error, 3)}))
    return trained


def train_statement_head(data: Path, kept: Path | None) -> heads.Head:
    """The head for statements, with its leave-one-data-set-out and checking figures."""
    tables = {source: statement_table(statement_rows(data, source), kept) for source in TRAINING}
    table = concatenated(list(tables.values()))
    features = sorted(table.columns)
    for source in TRAINING:
        rest = table.where(table.sources != source)
        head = fit(rest, features, STATEMENT_RECIPE, balanced(rest))
        print(json.dumps({"left out": source, **report.on_source(tables[source], head)}), flush=True)
    weights = balanced(table)
    head = fit(table, features, STATEMENT_RECIPE, weights)
    predictions = cross_validated(table, features, STATEMENT_RECIPE, weights, folds=5)
    head, error = calibrated(head, predictions, table.labels, weights)
    print(json.dumps({"head": "statement", "features": len(features), "calibration error": round(error, 3)}))
    for source in CHECKING:
        checked = statement_table(statement_rows(data, source)[:_CHECKED_AT_MOST], kept)
        print(json.dumps({"checked": source, **report.on_source(checked, head)}), flush=True)
    return head


if __name__ == "__main__":
    main()
