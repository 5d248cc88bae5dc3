"""`errata compare`: several engines, or several verifiers, on one pair; where they disagree, and how far they agree."""

import argparse
import sys
from typing import TYPE_CHECKING

from explorer.cli.commands import options
from explorer.reading.rows import check_file, check_output, dumps, file_writer, line_writer, read_text
from explorer.reading.usage import DONE, FAILED, UsageError

if TYPE_CHECKING:
    from explorer.services.comparison import Comparison
    from explorer.services.persons import Person
    from explorer.services.workspace import Workspace


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "compare",
        "Check one output with several engines, and show where they disagree.",
        "Prints the scores, the agreement of every two (Cohen's kappa over words) and the disagreements, the most contested first.\n"
        "With --json one JSON object, with --html a self-contained page. An engine that fails is named and does not stop the others.\n"
        "With --person FILE each engine's agreement with a person is shown: FILE is an export of analyses of these texts with votes, or\n"
        'a JSON list of the unsupported parts that somebody marked in the output, [{"start": 12, "end": 20}].',
    )
    parser.add_argument(
        "--reference", metavar="FILE", required=True, help="the text that the output should agree with; - is standard input"
    )
    parser.add_argument("--output", metavar="FILE", required=True, help="the text to check; - is standard input")
    parser.add_argument("--engine", metavar="NAME", action="append", help="an engine; may be repeated (default: all)")
    parser.add_argument("--verifier", metavar="ID", action="append", help="a verifier; may be repeated (default: compact)")
    options.add_models(parser)
    parser.add_argument("--person", metavar="FILE", help="a person's votes or marks on this output")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="print the comparison as JSON")
    shape.add_argument("--html", metavar="FILE", help="write an HTML report to FILE")
    parser.add_argument("--no-save", action="store_true", help="leave no trace in the history or the cache")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Compare and show."""
    if args.reference == "-" and args.output == "-":
        raise UsageError("Only one of --reference and --output can be standard input.")
    for path in (args.reference, args.output, *([args.person] if args.person else [])):
        check_file(path)
    if args.html:
        check_output(args.html, args.reference, args.output)
    for engine in args.engine or ():
        options.check_engine(engine)
    for verifier in args.verifier or ():
        options.check_model("verifier", verifier)
    args.models = options.models(args.models, args.deep)
    reference, output = read_text(args.reference), read_text(args.output)
    person = _person(args.person, reference, output)
    with options.workspace(args) as workspace:
        comparison = _judged_by(person, _compared(args, reference, output, None if args.no_save else workspace), workspace)
    if args.json:
        with line_writer("-") as stream:
            stream.write(dumps(comparison.to_json()) + "\n")
    elif args.html:
        from components.report import comparison_report

        with file_writer(args.html) as page:
            page.write(comparison_report(comparison))
        print(f"Report written to {args.html}", file=sys.stderr)
    else:
        _show(comparison)
    return DONE if any(opinion.analysis for opinion in comparison.opinions) else FAILED


def _person(path: str | None, reference: str, output: str) -> "Person | None":
    """The person of a file, read before any model is run."""
    if path is None:
        return None
    from explorer.services.persons import person_of_file

    return person_of_file(path, reference, output)


def _judged_by(person: "Person | None", comparison: "Comparison", workspace: "Workspace") -> "Comparison":
    """The comparison with the person of the file, else with the votes in the data folder."""
    from explorer.services.agreement import with_person, with_votes

    return with_person(comparison, person) if person else with_votes(comparison, workspace.store)


def _compared(args: argparse.Namespace, reference: str, output: str, workspace: "Workspace | None") -> "Comparison":
    from explorer.reading.progress import StatusLine
    from explorer.services.comparison import Compared, Working, stream_comparison

    comparison = None
    with StatusLine() as status:
        judges = {"engines": args.engine, "verifiers": args.verifier or ("compact",), "models": args.models}
        events = stream_comparison(reference, output, **judges, workspace=workspace)
        for event in events:
            if isinstance(event, Compared):
                comparison = event.comparison
            elif isinstance(event, Working) and event.stage:
                status.show(f"{event.judge.name}: {event.stage}")
    assert comparison is not None
    return comparison


def _show(comparison: "Comparison") -> None:
    from explorer.cli.terminal import print_table

    scores = [
        (opinion.judge.name, f"{opinion.score[1]:.2f}" if opinion.score else "–", f"{opinion.seconds:.1f}", opinion.problem)
        for opinion in comparison.opinions
    ]
    print_table(("engine", "score", "seconds", ""), scores, "Nothing was compared.")
    print()
    names = [opinion.judge.name for opinion in comparison.opinions if opinion.analysis]
    agreement = [(f"{a} / {b}", _figure(kappa)) for (a, b), kappa in comparison.agreement.items()]
    print_table(("agreement", "kappa"), agreement, "Two results are needed to compare.")
    print()
    if comparison.person:
        agreed = [(a.judge, _figure(a.kappa), f"{a.same} of {a.words}") for a in comparison.person.agreement]
        print_table(("agreement with a person", "kappa", "same words"), agreed, "No engine judges a word that the person judges.")
        print()
    if len(names) < 2:
        return
    rows = [(*(_figure(d.probabilities.get(name)) for name in names), d.span.text) for d in comparison.disagreements]
    print_table((*names, "disagreement"), rows, "No passage is judged differently.")


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
