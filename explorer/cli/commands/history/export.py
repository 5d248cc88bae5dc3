"""`errata export`: analyses out of the history, as JSON, JSON lines, CSV or HTML, or as other tools read them."""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from explorer.cli.commands import options
from explorer.reading.rows import check_output, file_writer
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
        "json and jsonl hold everything and can be imported again: notes, labels, tags and revisions stand with their analysis; where all\n"
        "is exported, drafts, comparisons, calibrations, batches and rounds of quizzes stand behind them. csv has one fact a row for\n"
        "spreadsheets; html is one self-contained page to read and to pass on. label-studio, lettucedetect, factgenie and ragtruth have\n"
        "what is unsupported as marks in the output; beside ragtruth stand the references (source_info.jsonl), beside label-studio the\n"
        "labelling interface (OUT's name with .labelling.xml). qasem-consistency and loc-unfaith have the questions of QASem over tokens\n"
        "(loc-unfaith a file a text: OUT is a folder then), refchecker has the facts as triplets. What came from one of these tools goes\n"
        "back to it as it was; in all of them what you voted on counts as you said (in qasem-consistency beside the votes before yours).\n"
        "What a tool has no place for is told. What is damaged is named and left out, and the exit code is 1 then; `errata backup` copies\n"
        "everything as it is.",
    )
    parser.add_argument("ids", nargs="*", metavar="ID", help="analyses to export (default: all)")
    from explorer.formats.exporting import FORMATS
    from explorer.formats.foreign.registry import written

    formats = (*FORMATS, *written())
    words = f"{', '.join(formats)} (default: by the ending of OUT, else jsonl)"
    parser.add_argument("--format", choices=formats, metavar="NAME", help=words)
    parser.add_argument("--out", metavar="OUT", default="-", help="file to write (default: standard output)")
    parser.add_argument(
        "--utf16", action="store_true", help="label-studio: places in UTF-16 units, as its versions of 2021 and before count them"
    )
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Export the analyses."""
    from explorer.formats.exporting import FORMATS, exported
    from explorer.formats.foreign.registry import counting_utf16

    ending = args.out.rsplit(".", 1)[-1].lower()
    chosen = args.format or (ending if ending in FORMATS else "jsonl")
    if args.utf16 and chosen not in counting_utf16():
        raise UsageError(f"--utf16 is for {', '.join(counting_utf16())}: {chosen} counts characters.")
    if chosen not in FORMATS:
        return _for_tool(args, chosen)
    check_output(args.out)
    left_out: list[Damaged] = []
    with options.workspace(args) as workspace:
        store, ids = workspace.store, args.ids or None
        items = exported(store, ids, left_out, chosen in ("json", "jsonl"))
        pieces = _pieces(store, items, ids is None, chosen, left_out)
        with file_writer(args.out) as stream:
            for piece in pieces:
                stream.write(piece)
    return _tell(left_out)


def _for_tool(args: argparse.Namespace, chosen: str) -> int:
    """Export them as another tool reads them."""
    from explorer.formats import tool_files
    from explorer.formats.exporting import exported
    from explorer.formats.foreign.registry import writer

    format = writer(chosen)
    if args.utf16:
        format = replace(format, write=format.write_utf16)
    tool_files.check_place(format, args.out)
    left_out: list[Damaged] = []
    with options.workspace(args) as workspace:
        store, ids = workspace.store, args.ids or None
        exported(store, ids, left_out)
        for said in tool_files.write(format, lambda: exported(store, ids, left_out), args.out, left_out):
            print(f"errata: {printable(said)}", file=sys.stderr)
    return _tell(left_out)


def _tell(left_out: "list[Damaged]") -> int:
    for thing in {(thing.kind, thing.of, thing.title, thing.why): thing for thing in left_out}.values():
        print(f"errata: left out {printable(f'{thing.title or thing.of}: {thing.why}')}", file=sys.stderr)
    return FAILED if left_out else DONE


def _pieces(store: "Store", items: Iterator["Item"], whole: bool, chosen: str, left_out: "list[Damaged]") -> Iterator[str]:
    """The file, piece by piece; `whole` if it is of all the history."""
    from explorer.formats.beside import added_to, records_beside
    from explorer.formats.exporting import json_text, jsonl_text
    from explorer.formats.sheets import csv_text

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
    return iter([html_report([analysis for analysis, _ in all_items], said, left_out, store.title_given)])
