"""`errata compare`: several engines, or several verifiers, on one pair; where they disagree, and how far they agree."""

import argparse
from typing import TYPE_CHECKING

from explorer.commands import options
from explorer.rows import check_file, dumps, line_writer, read_text
from explorer.usage import DONE, FAILED, UsageError

if TYPE_CHECKING:
    from explorer.comparison import Comparison
    from explorer.workspace import Workspace


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "compare",
        "Check one output with several engines, and show where they disagree.",
        "Prints the scores, the agreement of every two (Cohen's kappa over words) and the disagreements, the most contested first.\n"
        "With --json one JSON object. An engine that fails is named and does not stop the others.",
    )
    parser.add_argument(
        "--reference", metavar="FILE", required=True, help="the text that the output should agree with; - is standard input"
    )
    parser.add_argument("--output", metavar="FILE", required=True, help="the text to check; - is standard input")
    parser.add_argument("--engine", metavar="NAME", action="append", help="an engine; may be repeated (default: all)")
    parser.add_argument("--verifier", metavar="ID", action="append", help="a verifier; may be repeated (default: compact)")
    options.add_models(parser)
    parser.add_argument("--json", action="store_true", help="print the comparison as JSON")
    parser.add_argument("--no-save", action="store_true", help="leave no trace in the history or the cache")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Compare and show."""
    if args.reference == "-" and args.output == "-":
        raise UsageError("Only one of --reference and --output can be standard input.")
    for path in (args.reference, args.output):
        check_file(path)
    for engine in args.engine or ():
        options.check_engine(engine)
    for verifier in args.verifier or ():
        options.check_model("verifier", verifier)
    args.models = options.models(args.models)
    reference, output = read_text(args.reference), read_text(args.output)
    with options.workspace(args) as workspace:
        comparison = _compared(args, reference, output, None if args.no_save else workspace)
    if args.json:
        with line_writer("-") as stream:
            stream.write(dumps(comparison.to_json()) + "\n")
    else:
        _show(comparison)
    return DONE if any(opinion.analysis for opinion in comparison.opinions) else FAILED


def _compared(args: argparse.Namespace, reference: str, output: str, workspace: "Workspace | None") -> "Comparison":
    from explorer.comparison import Compared, Working, stream_comparison
    from explorer.progress import StatusLine

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
    from explorer.terminal import print_table

    scores = [
        (opinion.judge.name, f"{opinion.score[1]:.2f}" if opinion.score else "–", f"{opinion.seconds:.1f}", opinion.problem)
        for opinion in comparison.opinions
    ]
    print_table(("engine", "score", "seconds", ""), scores, "Nothing was compared.")
    print()
    names = [opinion.judge.name for opinion in comparison.opinions if opinion.analysis]
    agreement = [(f"{a} / {b}", "–" if kappa is None else f"{kappa:.2f}") for (a, b), kappa in comparison.agreement.items()]
    print_table(("agreement", "kappa"), agreement, "Two results are needed to compare.")
    print()
    divided = [d for d in comparison.disagreements if d.divided]
    rows = [(*(_figure(d.probabilities.get(name)) for name in names), d.span.text) for d in divided]
    print_table((*names, "disagreement"), rows, "No passage is judged differently.")


def _figure(probability: float | None) -> str:
    return "–" if probability is None else f"{probability:.2f}"
