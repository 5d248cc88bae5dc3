"""`errata export`: analyses out of the history, as JSON, JSON lines, CSV or HTML, or as other tools read them."""

import argparse

from explorer.commands import options
from explorer.rows import check_output, line_writer
from explorer.usage import DONE, UsageError


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "export",
        "Write analyses of the history to a file.",
        "json and jsonl hold everything and can be imported again, annotations included; csv has one fact a row for spreadsheets;\n"
        "html is one self-contained page to read and to pass on. label-studio, lettucedetect and factgenie have what is\n"
        "unsupported as marks in the output, qasem-consistency and loc-unfaith have the questions of QASem over tokens;\n"
        "there, what you voted on counts as you said.",
    )
    parser.add_argument("ids", nargs="*", metavar="ID", help="analyses to export (default: all)")
    formats = ("json", "jsonl", "csv", "html", "label-studio", "lettucedetect", "factgenie", "qasem-consistency", "loc-unfaith")
    words = f"{', '.join(formats)} (default: by the ending of OUT, else jsonl)"
    parser.add_argument("--format", choices=formats, metavar="NAME", help=words)
    parser.add_argument("--out", metavar="OUT", default="-", help="file to write (default: standard output)")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Export the analyses."""
    check_output(args.out)
    from explorer.exporting import FORMATS, csv_text, exported, foreign_text, json_text, jsonl_text

    ending = args.out.rsplit(".", 1)[-1].lower()
    chosen = args.format or (ending if ending in FORMATS else "jsonl")
    with options.workspace(args) as workspace:
        store = workspace.store
        ids = args.ids or None
        for id in ids or ():
            store.get(id)
        if chosen == "html":
            from explorer.report import html_report

            items = list(exported(store, ids))
            if not items:
                raise UsageError("There is no analysis to export: the history is empty.")
            pieces = iter([html_report([analysis for analysis, _ in items], {analysis.id: said for analysis, said in items})])
        elif chosen not in FORMATS:
            pieces = foreign_text(exported(store, ids), chosen)
        else:
            pieces = {"json": json_text, "jsonl": jsonl_text, "csv": csv_text}[chosen](exported(store, ids))
        with line_writer(args.out) as stream:
            for piece in pieces:
                stream.write(piece)
    return DONE
