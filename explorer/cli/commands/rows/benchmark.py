"""`errata benchmark`: labelled rows in, figures with intervals out."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli.commands import options
from explorer.reading.columns import columns_of
from explorer.reading.rows import BadRow, check_file, check_output, dumps, report_bad
from explorer.reading.usage import DONE, FAILED, UsageError

if TYPE_CHECKING:
    from explorer.evaluation.benchmark.measuring import Plan
    from explorer.evaluation.benchmark.results import Benchmark, Case
    from explorer.evaluation.benchmark.systems.answering import System

_LONGEST = 80
"""Characters of a worst case that are printed."""
_SHOWN = 3
"""Worst cases of each system, level and kind that are printed."""
_DETAILS = """Reads  {reference, output, label (1 = supported) | human | ratings | spans [[start, end]], faithful?, subset?},
       {reference, question, answer, sentence?, label} or {reference, statement, label}; as JSON lines, JSON, CSV, Parquet or a folder
       of Hugging Face datasets; and AggreFact, LLM-AggreFact, BUMP, WiCE, TofuEval, FaithBench, QASemConsistency, RAGTruth,
       LettuceDetect, RefChecker and Label Studio as they are published.
Prints figures with 95 % bootstrap intervals (references are resampled) at each level that the labels allow: whole texts, single facts,
       and places; and, of several systems, how they differ in pairs (a star: 0 lies outside the interval).
With --out the answers are kept, and a run that was stopped goes on from there. Nothing is taken from a cache, so that seconds are true."""


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    summary = "Measure engines, or the verifier alone, on labelled rows."
    parser = options.command(commands, "benchmark", summary, _DETAILS)
    parser.add_argument("rows", metavar="IN", help="labelled rows; - is standard input")
    parser.add_argument(
        "--engine",
        metavar="NAME",
        action="append",
        help="an engine, or verifier for the verifier alone; may be repeated (default: verifier)",
    )
    parser.add_argument(
        "--system",
        metavar="NAME=FILE",
        action="append",
        help="a system whose answers stand in a file: of `errata batch`, or rows {id, score and/or marks [[start, end, probability]]}",
    )
    options.add_verifier(parser)
    options.add_models(parser)
    options.add_settings(parser)
    options.add_data_dir(parser, "folder whose servers, prompts and models are used")
    _add_labels(parser)
    _add_figures(parser)
    _add_outputs(parser)
    parser.set_defaults(run=run)


def _add_labels(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what the rows say")
    options.add_map(group)
    group.add_argument("--references", metavar="FILE", help="a table of references (doc_id, source) that rows name by their doc_id")
    group.add_argument("--supported", metavar="LABEL", help="the label that means supported (default: 1)")
    group.add_argument("--limit", metavar="N", type=options.whole_number(1), help="only the first N rows")


def _add_figures(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("figures")
    group.add_argument("--level", choices=("text", "unit", "span"), action="append", help="only this level; may be repeated")
    group.add_argument("--by", metavar="FIELD", default="subset", help="figures for each value of this field, too (default: subset)")
    group.add_argument(
        "--score", metavar="NAME", default="main", help="the score of texts (default: the engine's own; support is common to all)"
    )
    group.add_argument("--dev", metavar="SHARE|FIELD=VALUE", help="choose thresholds on this part, and measure on the rest")
    group.add_argument(
        "--bootstrap", metavar="N", type=options.whole_number(0), default=1000, help="draws (default: 1000; 0: no intervals)"
    )
    group.add_argument("--seed", metavar="N", type=options.whole_number(0), default=0, help="of the draws (default: 0)")
    group.add_argument(
        "--worst", metavar="N", type=options.whole_number(0), default=10, help="false alarms and missed errors listed (default: 10)"
    )


def _add_outputs(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("output")
    group.add_argument(
        "--out", metavar="FILE", help="keep the answers in FILE and go on from it; .csv and .parquet are tables, with FILE.jsonl beside"
    )
    group.add_argument("--workers", metavar="N", type=options.whole_number(1), default=1, help="processes (default: 1)")
    group.add_argument("--html", metavar="FILE", help="write tables, plots and the worst cases with their texts to FILE")
    group.add_argument("--plots", metavar="FOLDER", help="write the plots as SVG, one file a level")
    shape = group.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="print JSON: a line of the table a line, then the comparisons")
    shape.add_argument("--format", choices=("markdown", "latex", "csv"), help="print the tables in this format")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    _check(args)
    systems, plan = _systems(args), _plan(args)
    from explorer.evaluation.benchmark.benchmarking import labelled
    from explorer.evaluation.benchmark.measuring import measure
    from explorer.evaluation.benchmark.systems.running import run as answers_of

    bad: list[BadRow] = []
    items = labelled(args.rows, bad, columns_of(args.map or ()), args.references, args.supported, args.limit)
    report_bad(bad)
    if not items:
        return _nothing()
    table = args.out if args.out and not args.out.lower().endswith(".jsonl") else None
    answers = answers_of(systems, items, f"{args.out}.jsonl" if table else args.out, args.workers)
    found = measure(items, answers, plan)
    for name, reasons in found.failed.items():
        report_bad([BadRow(0, f"{name}: {reason}") for reason in reasons])
    if not found.lines:
        return _nothing()
    if table:
        from explorer.evaluation.benchmark.systems.answers import ROW_COLUMNS, answer_rows
        from explorer.reading.saving import write_table

        write_table(table, ROW_COLUMNS, answer_rows(items, answers))
    _write(args, found)
    _print(args, found)
    return DONE


def _check(args: argparse.Namespace) -> None:
    """Raises UsageError or UnavailableError, before anything is loaded, if a file cannot be read or written."""
    from explorer.reading.saving import check_table, is_saved_as_table

    for path in filter(None, (args.rows, args.references)):
        check_file(path)
    for path in filter(None, (args.html, args.out)):
        check_output(path, args.rows)
    if args.out and not args.out.lower().endswith(".jsonl") and not is_saved_as_table(args.out):
        raise UsageError("--out must end in .jsonl, .csv or .parquet.")
    if args.out:
        check_table(args.out)
    if args.plots and Path(args.plots).exists() and not Path(args.plots).is_dir():
        raise UsageError(f"{args.plots} is no folder.")


def _systems(args: argparse.Namespace) -> "list[System]":
    settings = options.settings(args.settings)
    options.check_model("verifier", args.verifier)
    models = options.models(args.models, args.deep)
    named = [_named(pair) for pair in args.system or ()]
    engines = list(dict.fromkeys(args.engine or ([] if named else ["verifier"])))
    for engine in engines:
        if engine != "verifier":
            options.check_engine(engine)
    from explorer.evaluation.benchmark.systems.answering import VERIFIER, System

    names = {engine: f"verifier {args.verifier}" if engine == VERIFIER else engine for engine in engines}
    if len({*names.values(), *(name for name, _ in named)}) < len(names) + len(named):
        raise UsageError("Two systems have one name: give each its own.")
    found = [System(name, engine, args.verifier, models, settings) for engine, name in names.items()]
    return [*found, *(System(name, "", file=file) for name, file in named)]


def _named(pair: str) -> tuple[str, str]:
    name, equals, file = pair.partition("=")
    if not equals or not name or not file:
        raise UsageError(f"A system is written NAME=FILE, not {pair!r}.")
    check_file(file)
    return name, file


def _plan(args: argparse.Namespace) -> "Plan":
    from engines.core.errors import InputError
    from explorer.evaluation.benchmark.measuring import Dev, Plan
    from explorer.evaluation.benchmark.results import LEVELS

    try:
        dev = Dev.of(args.dev) if args.dev else None
    except InputError as problem:
        raise UsageError(str(problem)) from problem
    levels = tuple(level for level in LEVELS if level in (args.level or LEVELS))
    return Plan(levels, args.by, args.score, dev, args.bootstrap, args.seed, args.worst)


def _write(args: argparse.Namespace, found: "Benchmark") -> None:
    """The files that were asked for besides."""
    if args.plots:
        from explorer.evaluation.benchmark.presenting.drawing import write_plots

        for path in write_plots(found.plots, Path(args.plots)):
            print(f"Plots written to {path}", file=sys.stderr)
    if args.html:
        from components.report import benchmark_report

        Path(args.html).write_text(benchmark_report(found), "utf-8")
        print(f"Report written to {args.html}", file=sys.stderr)


def _print(args: argparse.Namespace, found: "Benchmark") -> None:
    if args.json:
        for line in [*(line.to_json() for line in found.lines), *(pair.to_json() for pair in found.comparisons)]:
            print(dumps(line))
    elif args.format:
        from explorer.evaluation.benchmark.presenting.tables import written

        print(written(found, args.format), end="")
    elif not args.html:
        _print_tables(found)


def _print_tables(found: "Benchmark") -> None:
    """Figures side by side, those of subsets below, differences, and the ids of the worst cases."""
    from explorer.cli.terminal import print_table
    from explorer.evaluation.benchmark.presenting.columns import of_comparisons, of_lines, side_by_side
    from explorer.evaluation.benchmark.results import LEVELS

    for level in LEVELS:
        tables = [side_by_side(level, found.lines)]
        if any(line.subset != "all" for line in found.lines if line.level == level):
            tables.append(of_lines(level, found.lines, intervals=False))
        tables.append(of_comparisons(level, found.comparisons, intervals=False))
        for table in tables:
            if table.rows:
                print_table(table.header, table.rows, "")
                print()
    if found.dev:
        print(found.dev)
    if found.cases:
        kinds: dict[tuple[str, str, str], list[Case]] = {}
        for case in found.cases:
            kinds.setdefault((case.system, case.level, case.kind), []).append(case)
        first = [case for of in kinds.values() for case in of[:_SHOWN]]
        print(f"The worst of {len(found.cases)} false alarms and missed errors (--html has all of them with their texts):")
        rows = [(c.system, c.level, c.kind, str(c.id), f"{c.score:.2f}", " ".join((c.asked or c.output).split())[:_LONGEST]) for c in first]
        print_table(("system", "level", "kind", "id", "score", "text"), rows, "")


def _nothing() -> int:
    print("There was nothing to measure.")
    return FAILED
