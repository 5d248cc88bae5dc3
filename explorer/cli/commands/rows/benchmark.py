"""`errata benchmark`: labelled rows in, a table of figures out."""

import argparse
import sys

from explorer.cli.commands import options
from explorer.reading.rows import BadRow, Row, check_file, check_output, dumps, read_rows, report_bad
from explorer.reading.usage import DONE, FAILED

_HEADER = ("engine", "subset", "n", "BAcc", "AUC", "ECE", "Pearson", "Spearman", "s/item")


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "benchmark",
        "Measure engines, or the verifier alone, on labelled rows.",
        "Reads  {reference, output | statement | question + answer, label (1 = supported) | human | ratings, subset?}.\n"
        "Prints balanced accuracy at 0.5, ROC-AUC, expected calibration error, Pearson and Spearman correlation, seconds per item,\n"
        "       per subset and over all. Nothing is cached, so that the seconds are true.",
    )
    parser.add_argument("rows", metavar="IN.jsonl", help="labelled rows; - is standard input")
    parser.add_argument(
        "--engine",
        metavar="NAME",
        action="append",
        help="an engine, or verifier for the verifier alone; may be repeated (default: verifier)",
    )
    options.add_verifier(parser)
    options.add_models(parser)
    options.add_settings(parser)
    options.add_data_dir(parser, "folder whose servers, prompts and models are used")
    parser.add_argument("--limit", metavar="N", type=options.whole_number(1), help="only the first N rows")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="print JSON, one line of the table a line, with the bins of a reliability plot")
    shape.add_argument("--html", metavar="FILE", help="write the table with reliability plots to FILE")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    check_file(args.rows)
    if args.html:
        check_output(args.html, args.rows)
    settings = options.settings(args.settings)
    engines = list(dict.fromkeys(args.engine or ["verifier"]))
    options.check_model("verifier", args.verifier)
    models = options.models(args.models, args.deep)
    for engine in engines:
        if engine != "verifier":
            options.check_engine(engine)
    bad: list[BadRow] = []
    rows = _rows(args.rows, args.limit, bad)
    from explorer.batches.verifying import load_verifier
    from explorer.evaluation.benchmarking import VERIFIER, Clock, engine_scores, labelled, table, verifier_scores
    from explorer.reading.progress import progress

    kept = labelled(rows, bad)
    lines = []
    for engine in engines:
        model = load_verifier(args.verifier, None)
        clock = Clock()
        if engine == VERIFIER:
            scores = verifier_scores(model, kept, bad)
        else:
            scores = engine_scores(engine, args.verifier, kept, bad, settings, models)
        scored = list(progress(scores, len(kept), engine))
        if scored:
            lines += table(f"verifier {args.verifier}" if engine == VERIFIER else engine, scored, clock.seconds)
    report_bad(bad)
    if args.json:
        for line in lines:
            print(dumps(line.to_json()))
    elif args.html and lines:
        from pathlib import Path

        from components.report import benchmark_report

        Path(args.html).write_text(benchmark_report(_HEADER, [(_cells(line.to_json()), line.reliability) for line in lines]), "utf-8")
        print(f"Report written to {args.html}", file=sys.stderr)
    else:
        from explorer.cli.terminal import print_table

        print_table(_HEADER, [_cells(line.to_json()) for line in lines], "There was nothing to measure.")
    return DONE if lines else FAILED


def _rows(path: str, limit: int | None, bad: list[BadRow]) -> list[Row]:
    rows: list[Row] = []
    for row in read_rows(path):
        if limit is not None and len(rows) + len(bad) >= limit:
            break
        if isinstance(row, Row):
            rows.append(row)
        else:
            bad.append(row)
    return rows


def _cells(line: dict[str, object]) -> tuple[str, ...]:
    def cell(name: str, factor: float, digits: int) -> str:
        value = line[name]
        return "–" if value is None else f"{factor * float(str(value)):.{digits}f}"

    figures = (
        ("balanced_accuracy", 100, 1),
        ("roc_auc", 100, 1),
        ("ece", 1, 3),
        ("pearson", 1, 3),
        ("spearman", 1, 3),
        ("seconds_per_item", 1, 3),
    )
    return (str(line["engine"]), str(line["subset"]), str(line["n"]), *(cell(*figure) for figure in figures))
