"""`errata export`: analyses out of the history, as JSON, JSON lines, CSV or HTML, or as other tools read them."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli.commands import options
from explorer.reading.rows import check_output, dumps, line_writer
from explorer.reading.usage import DONE, UsageError

if TYPE_CHECKING:
    from sessions.store import Store


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "export",
        "Write analyses of the history to a file.",
        "json and jsonl hold everything and can be imported again, annotations included; csv has one fact a row for spreadsheets;\n"
        "html is one self-contained page to read and to pass on. label-studio, lettucedetect, factgenie and ragtruth have what\n"
        "is unsupported as marks in the output (ragtruth is two files: the references go to source_info.jsonl beside OUT),\n"
        "qasem-consistency and loc-unfaith have the questions of QASem over tokens, refchecker has the facts as triplets;\n"
        "in all of these, what you voted on counts as you said.",
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
    from explorer.formats.exporting import FORMATS

    ending = args.out.rsplit(".", 1)[-1].lower()
    chosen = args.format or (ending if ending in FORMATS else "jsonl")
    beside = _beside(args.out) if chosen == "ragtruth" else None
    with options.workspace(args) as workspace:
        store = workspace.store
        ids = args.ids or None
        for id in ids or ():
            store.get(id)
        pieces = _pieces(store, ids, chosen)
        with line_writer(args.out) as stream:
            for piece in pieces:
                stream.write(piece)
        if beside is not None:
            _write_sources(store, ids, beside)
    return DONE


def _pieces(store: "Store", ids: list[str] | None, chosen: str) -> Iterator[str]:
    """The file, piece by piece."""
    from explorer.formats.exporting import FORMATS, csv_text, exported, foreign_text, json_text, jsonl_text

    items = exported(store, ids)
    if chosen not in FORMATS:
        return foreign_text(items, chosen)
    if chosen == "csv":
        return csv_text(items)
    if chosen != "html":
        return {"json": json_text, "jsonl": jsonl_text}[chosen](items, store.title_given)
    from components.report import html_report

    all_items = list(items)
    if not all_items:
        raise UsageError("There is no analysis to export: the history is empty.")
    return iter([html_report([analysis for analysis, _ in all_items], {analysis.id: said for analysis, said in all_items})])


def _write_sources(store: "Store", ids: list[str] | None, place: Path) -> None:
    from explorer.formats.exporting import exported
    from explorer.formats.foreign.ragtruth import ragtruth_sources

    with line_writer(str(place)) as stream:
        for source in ragtruth_sources(analysis for analysis, _ in exported(store, ids)):
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
