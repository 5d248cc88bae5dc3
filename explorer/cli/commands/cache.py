"""`errata cache`: what the models answered, remembered so that nothing is asked twice."""

import argparse
from dataclasses import asdict

from explorer.cli.commands import options
from explorer.reading.rows import dumps
from explorer.reading.usage import DONE, FAILED


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "cache",
        "Show or clear the cache of model answers.",
        "errata cache list     how many answers of each kind there are\n"
        "errata cache show     where the cache is and how large\n"
        "errata cache clear    forget all answers (the history stays)",
    )
    parser.add_argument("action", nargs="?", default="show", choices=("list", "show", "clear"))
    parser.add_argument("--json", action="store_true", help="print JSON")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show or clear the cache."""
    with options.workspace(args) as workspace:
        cache = workspace.cache
        if args.action == "clear":
            removed = cache.clear()
            print(dumps({"cleared": removed}) if args.json else f"{removed:,} answers forgotten")
            return DONE
        figures, kinds, problem = cache.figures(), cache.kinds(), cache.problem
    if args.action == "list":
        shown: dict[str, object] = dict(kinds)
    else:
        shown = {**asdict(figures), "path": str(figures.path), "problem": problem}
    if args.json:
        print(dumps(shown))
    else:
        for name, value in shown.items():
            print(f"{name:<10} {value:,}" if isinstance(value, int) else f"{name:<10} {'none' if value is None else value}")
        if not shown:
            print("The cache is empty.")
    return FAILED if problem else DONE
