"""`errata rules`: which rules the compact verifier has, which fire on a pair, and what each is worth on labelled text."""

import argparse
from pathlib import Path
from typing import Any

from explorer.cli.commands import options
from explorer.reading.rows import check_file, dumps, read_text
from explorer.reading.usage import DONE, UsageError, printable


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "rules",
        "List the verifier's rules, trace them on a pair, or measure what each is worth.",
        "A rule says which words of an output are false by what the reference has instead. How often each is right was counted\n"
        "on text that people and models wrote, and what it weighs was fitted to such counts (assets/verifier/rules.json).",
    )
    parser.set_defaults(run=_missing)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title="actions")
    listing = actions.add_parser("list", help="name, kind, what it looks at, firings and precision on natural text")
    listing.add_argument("--json", action="store_true", help="print JSON, one rule a line")
    listing.set_defaults(run=_list)
    tracing = actions.add_parser("trace", help="which rules fire on a pair, with the words on both sides")
    tracing.add_argument("--reference", metavar="FILE", required=True, help="the reference; - is standard input")
    tracing.add_argument("--output", metavar="FILE", required=True, help="the output; - is standard input")
    tracing.add_argument("--off", metavar="NAME", action="append", default=[], help="leave a rule out; may be repeated")
    tracing.add_argument("--json", action="store_true", help="print JSON, one conflict a line")
    tracing.set_defaults(run=_trace)
    ablating = actions.add_parser("ablate", help="each rule off in turn, and what that does to every labelled set")
    ablating.add_argument("--data", metavar="FOLDER", required=True, help="folder of the development data")
    ablating.add_argument("--kept", metavar="FOLDER", help="folder that keeps what heads and rules say of the data between runs")
    ablating.add_argument("--predictions", metavar="FILE", help="cross-validated probabilities of the QAs, for honest figures")
    shape = ablating.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="print JSON, one line of the table a line")
    shape.add_argument("--markdown", action="store_true", help="print the table in Markdown")
    ablating.set_defaults(run=_ablate)


def _missing(args: argparse.Namespace) -> int:
    raise UsageError("Say what to do: errata rules list, errata rules trace or errata rules ablate.")


def _list(args: argparse.Namespace) -> int:
    from explorer.evaluation.audits.tracing import listed

    lines = listed()
    if args.json:
        for line in lines:
            print(dumps(line))
        return DONE
    width = max(len(line["name"]) for line in lines)
    for line in lines:
        precision = f"{line['right'] / line['fired']:4.0%}" if line["fired"] else "   –"
        print(f"{line['name']:<{width}}  {line['kind']:<12}  {line['right']:>4}/{line['fired']:<4} {precision}  {line['reads']}")
    return DONE


def _trace(args: argparse.Namespace) -> int:
    if args.reference == "-" and args.output == "-":
        raise UsageError("Only one of --reference and --output can be standard input.")
    for path in (args.reference, args.output):
        check_file(path)
    from explorer.evaluation.audits.tracing import traced

    try:
        found = traced(read_text(args.reference), read_text(args.output), args.off)
    except KeyError as problem:
        raise UsageError(f"There is no rule called {problem.args[0]}. `errata rules list` lists them.") from problem
    for line in found:
        print(dumps(line) if args.json else _sentence(line))
    if not found and not args.json:
        print("No rule fires.")
    return DONE


def _sentence(line: dict[str, Any]) -> str:
    instead = f", reference {line['found']['start']}–{line['found']['end']} has “{line['found']['text']}”" if line["found"] else ""
    spans = ", ".join(f"{start}–{end}" for start, end in line["spans"])
    counts = "" if line["counts"] else "  (another sentence that says nearly the same agrees, or is milder)"
    return printable(f"{line['rule']}: output {spans} “{line['words']}”{instead}{counts}")


def _ablate(args: argparse.Namespace) -> int:
    data = Path(args.data)
    if not data.is_dir():
        raise UsageError(f"There is no folder {args.data}.")
    from explorer.evaluation.audits.ablation import ablations, markdown
    from explorer.evaluation.audits.natural import examples
    from explorer.evaluation.audits.observing import observe, with_predictions

    try:
        observations = observe(examples(data), Path(args.kept) / "observations.jsonl" if args.kept else None)
    except FileNotFoundError as problem:
        raise UsageError(f"{args.data} has no {Path(problem.filename).name}.") from problem
    if args.predictions:
        check_file(args.predictions)
        observations = with_predictions(observations, Path(args.predictions))
    lines = ablations(observations)
    if args.json:
        for line in lines:
            print(dumps(line.to_json()))
    elif args.markdown:
        print(markdown(lines))
    else:
        _print_table(lines)
    return DONE


def _print_table(lines: Any) -> None:
    sets = list(lines[0].figures)
    print(f"{'off':32}{'right/fired':>12}" + "".join(f"{of:>16}" for of in sets))
    for line in lines:
        cells = line.change or line.figures
        shown = "".join(f"{cells[of]:>+16.2f}" if line.change else f"{cells[of]:>16.1f}" for of in sets)
        print(f"{line.off or 'none':32}{f'{line.right}/{line.fired}':>12}" + shown)
