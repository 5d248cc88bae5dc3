"""`errata verify`: does each row's reference support its question and answer, statement or output?"""

import argparse

from explorer.cli.commands import options
from explorer.cli.commands.rows.answers import rows_for_verifier, write_answers
from explorer.reading.rows import BadRow


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "verify",
        "Ask a verifier about rows of a file.",
        "Reads  {id, reference, question, answer, sentence?}, {id, reference, statement} or {id, reference, output}\n"
        "       (an output is checked sentence by sentence; its probability is their mean).\n"
        "Writes {id, probability, supported, error, evidence}.\n"
        "Questions of the same reference and sentence are judged together. Rows that cannot be used are named and left out.",
    )
    options.add_rows(parser)
    options.add_verifier(parser)
    parser.add_argument(
        "--threshold", metavar="P", type=float, default=0.5, help="probability from which a row counts as supported (default: 0.5)"
    )
    options.add_cache(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Verify the rows."""
    bad: list[BadRow] = []
    with rows_for_verifier(args, bad) as (verifier, rows):
        from explorer.batches.verifying import verified

        return write_answers(verified(verifier, rows, bad, args.threshold), args.out, len(rows), "verify", bad)
