"""`errata backup`: all of the history in one file, as it is at this moment, while the page or a batch goes on writing to it."""

import argparse
from pathlib import Path

from explorer.cli.commands import options
from explorer.reading.rows import check_output
from explorer.reading.usage import DONE, UsageError


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "backup",
        "Copy the whole history into one file.",
        "Analyses with all that was added to them, batches, rounds of quizzes, calibrations and drafts, damaged ones too, as they are at\n"
        "this moment; the page may go on running. The file can be read by you only, and is held against SQLite's checks before it takes\n"
        "its name. `errata restore` brings it back. Servers, keys, prompts, models of your own and the files that batches are made of (in\n"
        "`batches`, to go on with one that is not finished) are plain files of the data folder: copy them as such.",
    )
    parser.add_argument("file", metavar="FILE", help="file to write, for example errata-2026-03-04.db")
    parser.add_argument("--replace", action="store_true", help="write over FILE if it is there")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Copy the history."""
    check_output(args.file)
    target = Path(args.file)
    if args.file == "-" or (target.exists() and not target.is_file()):
        raise UsageError("errata backup writes to a file.")
    if target.exists() and not args.replace:
        raise UsageError(f"{args.file} is there already. Give another name, or --replace to write over it.")
    with options.workspace(args) as workspace:
        if target.exists() and target.samefile(workspace.store.path):
            raise UsageError(f"{args.file} is the history itself: give another name.")
        count = workspace.store.back_up(target.resolve())
    print(f"{count:,} {'analysis' if count == 1 else 'analyses'} and all that goes with them are in {args.file}")
    return DONE
