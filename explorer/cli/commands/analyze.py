"""`errata analyze`: one pair, one or several engines; a readable report, JSON or HTML."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from engines.declaration.registry import DEFAULT
from explorer.cli.commands import options
from explorer.reading.rows import check_file, check_output, dumps, file_writer, line_writer, read_text
from explorer.reading.usage import DONE, FAILED, UsageError, printable

if TYPE_CHECKING:
    from engines.core.results import Analysis
    from explorer.services.workspace import Workspace


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "analyze",
        "Check one output against its reference.",
        "Prints a report to read. With --json one JSON object a line and engine; with --html a self-contained page.\n"
        "The analysis is kept in the history, and asking the same again runs no model.",
    )
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--reference", metavar="FILE", help="the text that the output should agree with; - is standard input")
    source.add_argument(
        "--passages", metavar="FILE", nargs="+", help="several such texts, which become numbered sources that the output may cite"
    )
    parser.add_argument("--question", metavar="TEXT", help="what the output answers: kept and shown beside it, and not checked")
    parser.add_argument("--output", metavar="FILE", required=True, help="the text to check; - is standard input")
    options.add_engine(parser, several=True)
    options.add_preset(parser)
    options.add_verifier(parser, default=None)
    options.add_models(parser)
    options.add_settings(parser)
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="print the analysis as JSON")
    shape.add_argument("--html", metavar="FILE", help="write an HTML report to FILE")
    parser.add_argument("--no-save", action="store_true", help="leave no trace in the history or the cache")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Analyse the pair and show the result."""
    options.apply_preset(args)
    engines = list(dict.fromkeys(args.engine or [DEFAULT]))
    verifier = args.verifier or "compact"
    paths = [*(args.passages or [args.reference]), args.output]
    if paths.count("-") > 1:
        raise UsageError("Only one of the texts can be standard input.")
    for path in paths:
        check_file(path)
    if args.html:
        check_output(args.html, *paths)
    settings = options.settings(args.settings)
    *texts, output = [read_text(path) for path in paths]
    from explorer.reading.pairs import check
    from explorer.reading.passages import asked_question, joined

    reference, question = joined(texts) if args.passages else texts[0], asked_question(args.question)
    check(reference, output)
    for engine in engines:
        options.check_engine(engine)
    options.check_model("verifier", verifier)
    models = options.models(args.models, args.deep)
    with options.workspace(args) as workspace:
        used = None if args.no_save else workspace
        results = [
            _analysis(reference, output, used, engine=engine, verifier=verifier, models=models, settings=settings, question=question)
            for engine in engines
        ]
    _show(args, [analysis for analysis, _ in results])
    problems = [problem for _, problem in results if problem]
    for problem in problems:
        print(f"errata: {printable(problem)}", file=sys.stderr)
    return FAILED if problems else DONE


def _analysis(reference: str, output: str, workspace: "Workspace | None", **chosen: Any) -> "tuple[Analysis, str]":
    """The analysis, and why it is not complete ("" if it is)."""
    from explorer.reading.progress import StatusLine
    from explorer.services.analysis import Finished, Incomplete, Stage, stream

    with StatusLine() as status:
        try:
            for event in stream(reference, output, workspace=workspace, **chosen):
                if isinstance(event, Stage):
                    status.show(f"{event.name} {event.done}/{event.total}" if event.total > 1 else event.name)
                elif isinstance(event, Finished):
                    return event.analysis, ""
        except Incomplete as problem:
            return problem.analysis, str(problem)
    raise AssertionError("an analysis ends with its result")


def _show(args: argparse.Namespace, analyses: list["Analysis"]) -> None:
    if args.json:
        with line_writer("-") as stream:
            for analysis in analyses:
                stream.write(dumps(analysis.to_json()) + "\n")
        return
    if args.html:
        from components.report import html_report

        with file_writer(args.html) as page:
            page.write(html_report(analyses))
        print(f"Report written to {args.html}", file=sys.stderr)
        return
    from explorer.cli.terminal import print_analysis

    for analysis in analyses:
        print_analysis(analysis)
