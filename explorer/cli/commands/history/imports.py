"""`errata import`: analyses into the history, every span held against its text."""

import argparse
import sys

from explorer.cli.commands import options
from explorer.reading.rows import check_file
from explorer.reading.usage import DONE, FAILED, printable


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "import",
        "Bring analyses from files into the history.",
        "Reads what `errata export`, `errata analyze --json` and `errata batch` write: .json, .jsonl or .csv; and what people have\n"
        "labelled in QASemConsistency and loc-unfaith, RAGTruth (with source_info.jsonl beside it), LettuceDetect, RefChecker,\n"
        "Label Studio and factgenie (with the reference in each record).\n"
        "A span that does not match its text is looked for; what cannot be found is named and left out.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="files to read; - is JSON on standard input")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Import the files."""
    for path in args.files:
        check_file(path)
    from explorer.formats.importing import imported, keep

    kept = lost = 0
    with options.workspace(args) as workspace:
        store = workspace.store
        for path in args.files:
            for item in imported(path):
                for note in item.notes:
                    print(f"errata: {path}: {printable(note)}", file=sys.stderr)
                if item.analysis is None:
                    lost += 1
                    continue
                keep(store, item)
                kept += 1
    print(f"{kept} {'analysis' if kept == 1 else 'analyses'} imported" + (f", {lost} could not be read" if lost else ""))
    return DONE if kept or not lost else FAILED
