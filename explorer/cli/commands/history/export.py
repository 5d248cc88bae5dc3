"""`errata export`: analyses out of the history, as JSON, JSON lines, CSV or HTML, or as other tools read them."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli.commands import options
from explorer.reading.rows import check_output, dumps, file_writer
from explorer.reading.usage import DONE, FAILED, UsageError, printable

if TYPE_CHECKING:
    from explorer.formats.exporting import Item
    from sessions.soundness import Damaged
    from sessions.store import Store


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "export",
        "Write analyses of the history to a file.",
        "json and jsonl hold everything and can be imported again: annotations and revisions stand with their analysis, and drafts and\n"
        "calibrations, where all is exported, behind them. csv has one fact a row for spreadsheets;\n"
        "html is one self-contained page to read and to pass on. label-studio, lettucedetect, factgenie and ragtruth have what\n"
        "is unsupported as marks in the output (ragtruth is two files: the references go to source_info.jsonl beside OUT),\n"
        "qasem-consistency and loc-unfaith have the questions of QASem over tokens, refchecker has the facts as triplets;\n"
        "in all of these, what you voted on counts as you said.\n"
        "What is damaged is named and left out, and the exit code is 1 then; `errata backup` copies everything as it is.",
    )
    parser.add_argument("ids", nargs="*", metavar="ID", help="analyses to export (default: all)")
    from explorer.formats.exporting import FORMATS
    from explorer.formats.foreign.registry import written

    formats = (*FORMATS, *written())
    words = f"{', '.join(formats)} (default: by the ending of OUT, else jsonl)"
    parser.add_argument("--format", choices=formats, metavar="NAME", help=words)
    parser.add_argument("--out", metavar="OUT", default="-", help="file to write (default: standard output)")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Export the analyses."""
    check_output(args.out)
    from explorer.formats.exporting import FORMATS, exported

    ending = args.out.rsplit(".", 1)[-1].lower()
    chosen = args.format or (ending if ending in FORMATS else "jsonl")
    beside = _beside(args.out) if chosen == "ragtruth" else None
    left_out: list[Damaged] = []
    with options.workspace(args) as workspace:
        store, ids = workspace.store, args.ids or None
        items = exported(store, ids, left_out, chosen in ("json", "jsonl"))
        pieces = _pieces(store, items, ids is None, chosen, left_out)
        with file_writer(args.out) as stream:
            for piece in pieces:
                stream.write(piece)
        if beside is not None:
            _write_sources(store, ids, beside)
    for thing in left_out:
        print(f"errata: left out {printable(f'{thing.title or thing.of}: {thing.why}')}", file=sys.stderr)
    return FAILED if left_out else DONE


def _pieces(store: "Store", items: Iterator["Item"], whole: bool, chosen: str, left_out: "list[Damaged]") -> Iterator[str]:
    """The file, piece by piece; `whole` if it is of all the history."""
    from explorer.formats.exporting import FORMATS, added_to, csv_text, foreign_text, json_text, jsonl_text, records_beside

    if chosen not in FORMATS:
        return foreign_text(items, chosen, left_out)
    if chosen == "csv":
        return csv_text(items, left_out)
    if chosen != "html":
        beside = records_beside(store, left_out) if whole else ()
        return {"json": json_text, "jsonl": jsonl_text}[chosen](items, store.title_given, added_to(store, left_out), beside, left_out)
    from components.report import html_report

    all_items = list(items)
    if not all_items:
        raise UsageError("There is no analysis to export: the history is empty.")
    said = {analysis.id: annotations for analysis, annotations in all_items}
    return iter([html_report([analysis for analysis, _ in all_items], said, left_out)])


def _write_sources(store: "Store", ids: list[str] | None, place: Path) -> None:
    from explorer.formats.exporting import exported
    from explorer.formats.foreign.ragtruth import ragtruth_sources

    with file_writer(str(place)) as stream:
        for source in ragtruth_sources(analysis for analysis, _ in exported(store, ids, [])):
            stream.write(dumps(source) + "\n")
    print(f"errata: the references are in {place}", file=sys.stderr)


def _beside(out: str) -> Path:
    """Where the references of RAGTruth go.

    Raises:
        UsageError: there is no file for them to stand beside, or another one has their name.
    """
    place = Path(out).parent / "source_info.jsonl"
    if out == "-":
        raise UsageError("RAGTruth is two files: name the first with --out FILE; the references go to source_info.jsonl beside it.")
    if place.exists():
        raise UsageError(f"{place} is there already: give --out a folder of its own.")
    return place
