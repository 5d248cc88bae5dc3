"""`errata import`: analyses into the history, every value and span checked, joined with what is there, and taken back if wanted."""

import argparse
import sys
from collections.abc import Iterable

from engines.core.errors import FormatError, InputError
from explorer.cli.commands import options
from explorer.reading.rows import check_file
from explorer.reading.usage import DONE, FAILED, UsageError, printable

LAST = -1


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "import",
        "Bring analyses from files into the history.",
        "Reads what `errata export`, `errata analyze --json` and `errata batch` write: .json, .jsonl or .csv; and what people have\n"
        "labelled in QASemConsistency and loc-unfaith, RAGTruth (with source_info.jsonl beside it), FaithBench, LettuceDetect,\n"
        "RefChecker, Label Studio and factgenie (with the reference in each record).\n"
        "A file is taken whole or not at all: where a record of it cannot be used, each such record is named and nothing is kept.\n"
        "What is there already is joined with it: of two votes, notes, titles, revisions or runs the newer stays, and another\n"
        "analysis of a known id is kept beside it under a new one.\n"
        "A span that does not match its text is looked for; what cannot be found is named and left out. Where it is a mark of an error,\n"
        "the rest of its text is not called right: it comes without verdicts, and a record none of whose marks is found is refused.",
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="files to read; - is JSON on standard input")
    parser.add_argument("--skip-bad", action="store_true", help="leave out records that cannot be used, and take the others of their file")
    parser.add_argument("--list", action="store_true", help="list the imports that can be undone")
    number = options.whole_number(1)
    parser.add_argument("--undo", metavar="NUMBER", nargs="?", type=number, const=LAST, help="undo an import (default: the last) of today")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Import the files, or undo an import."""
    if bool(args.files) + args.list + (args.undo is not None) != 1:
        raise UsageError("errata import needs files to read, or --list, or --undo, and only one of these.")
    if args.list:
        return _list(args)
    return _import(args) if args.files else _undo(args)


def _import(args: argparse.Namespace) -> int:
    if len(args.files) == 1:
        check_file(args.files[0])
    from explorer.services.bringing import bring

    done = DONE
    with options.workspace(args) as workspace:
        for path in args.files:
            try:
                report = bring(workspace.store, path, "standard input" if path == "-" else path, args.skip_bad)
            except (FormatError, InputError, UsageError, OSError) as problem:  # of one file, which must not keep the others out
                done = FAILED
                _tell(path, [str(problem), "nothing of this file was kept."])
                continue
            _tell(path, report.notes)
            print(report.words() if len(args.files) == 1 else f"{path}: {report.words()}")
            if report.merged is None:
                done = FAILED
                hint = " Import what could be read with --skip-bad." if report.sound else ""
                print(f"errata: {path}: nothing of this file was kept.{hint}", file=sys.stderr)
            elif report.merged.number:
                print(f"errata: to undo it: errata import --undo {report.merged.number}", file=sys.stderr)
    return done


def _tell(path: str, notes: Iterable[str]) -> None:
    for note in notes:
        print(f"errata: {path}: {printable(note)}", file=sys.stderr)


def _undo(args: argparse.Namespace) -> int:
    from explorer.services.bringing import undone_words

    with options.workspace(args) as workspace:
        print(undone_words(workspace.store.undo_import(None if args.undo == LAST else args.undo)))
    return DONE


def _list(args: argparse.Namespace) -> int:
    from explorer.cli.terminal import print_table
    from explorer.services.bringing import counted

    with options.workspace(args) as workspace:
        known = workspace.store.imports()
    rows = [(str(each.number), each.created[:16].replace("T", " "), counted(each.done), each.name) for each in known]
    print_table(("import", "when (UTC)", "brought", "file"), rows, "There is no import to undo.")
    return DONE
