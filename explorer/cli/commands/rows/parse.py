"""`errata parse`: texts or tokenised sentences to predicates with their questions and answers."""

import argparse

from explorer.cli.commands import options
from explorer.cli.commands.rows.answers import write_answers
from explorer.reading.rows import BadRow, check_file, check_output, good_rows


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "parse",
        "Parse texts into predicates with their questions and answers.",
        "Reads  {id, text} or {id, tokens, predicates?}.\n"
        "Writes {id, predicates[{index, text, kind, qas[{question, answer, start, end}]}]}.\n"
        "For a text, index is where the predicate starts, and index, start and end count Unicode code points of the text.\n"
        "For tokens, index, start and end count tokens, and with predicates (token indices) exactly these are parsed. Ends are exclusive.",
    )
    options.add_rows(parser)
    parser.add_argument("--parser", metavar="ID", default="rules", help="parser to use (default: rules; see `errata models`)")
    parser.add_argument("--kinds", metavar="KIND,…", help="kinds of predicate in texts; paper means verb,noun,copula (default: all)")
    options.add_data_dir(parser, "folder whose models are used")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Parse the rows."""
    check_file(args.rows)
    check_output(args.out, args.rows)
    options.check_model("parser", args.parser)
    from explorer.batches.parsing import chosen_kinds, parsed

    kinds = chosen_kinds(args.kinds)
    bad: list[BadRow] = []
    rows = list(good_rows(args.rows, bad))
    from engines.models import registry

    parser = registry.get("parser", args.parser)
    return write_answers(parsed(parser, rows, bad, kinds), args.out, len(rows), "parse", bad)
