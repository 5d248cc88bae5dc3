"""`errata restore`: a copy of the history brought back, after a copy of what is there now."""

import argparse
import sys
from pathlib import Path

from explorer.cli.commands import options
from explorer.reading.rows import check_file
from explorer.reading.usage import DONE, UsageError


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "restore",
        "Make the history what a copy of it holds.",
        "FILE is what `errata backup` wrote, or a copy that Errata made by itself in the folder `backups` of the data folder. It is\n"
        "looked at first: one that is damaged, of another program or of a newer version is refused, and nothing is changed. What is\n"
        "in the history now is copied to `backups` before it is replaced (or moved there, where it is damaged), so that a restore can\n"
        "be undone by another. To add analyses to what is there, use `errata export` and `errata import` instead.",
    )
    parser.add_argument("file", metavar="FILE", help="the copy to bring back")
    parser.add_argument("--bring-up", action="store_true", help="take a copy of an older version, brought up to date on the way")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Bring the copy back."""
    if args.file == "-":
        raise UsageError("errata restore reads a file.")
    check_file(args.file)
    from sessions.restoring import restore

    restored = restore(Path(args.file), args.data_dir, args.bring_up)
    print(f"{restored.analyses:,} {'analysis is' if restored.analyses == 1 else 'analyses are'} in the history now")
    if restored.before is not None:
        print(f"errata: the history as it was is in {restored.before}", file=sys.stderr)
    return DONE
