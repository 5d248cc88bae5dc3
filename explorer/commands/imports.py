"""`errata import`: analyses into the history, every span held against its text."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from explorer.commands import options
from explorer.rows import check_file
from explorer.usage import DONE, FAILED, printable
from sessions.annotations import LONGEST_NOTE

if TYPE_CHECKING:
    from engines.results import Analysis
    from sessions.store import Store


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "import",
        "Bring analyses from files into the history.",
        "Reads what `errata export`, `errata analyze --json` and `errata batch` write: .json, .jsonl or .csv; and what people have\n"
        "labelled in QASemConsistency, RAGTruth (with source_info.jsonl beside it), LettuceDetect, RefChecker and Label Studio.\n"
        "A span that does not match its text is looked for; what cannot be found is named and left out.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="files to read; - is JSON on standard input")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Import the files."""
    for path in args.files:
        check_file(path)
    from explorer.importing import imported

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
                store.save(item.analysis)
                _annotate(store, item.analysis, item.annotations)
                kept += 1
    print(f"{kept} analyses imported" + (f", {lost} could not be read" if lost else ""))
    return DONE if kept or not lost else FAILED


def _annotate(store: "Store", analysis: "Analysis", annotations: Sequence[Mapping[str, Any]]) -> None:
    units = {unit.id for unit in analysis.units}
    for annotation in annotations:
        if annotation.get("unit") in units and annotation.get("vote") in (-1, 0, 1):
            note = str(annotation.get("note") or "")[:LONGEST_NOTE]
            store.annotate(analysis.id, str(annotation["unit"]), int(annotation["vote"]), note)
