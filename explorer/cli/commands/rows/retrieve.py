"""`errata retrieve`: the reference sentence that best supports each claim, by tree search."""

import argparse

from explorer.cli.commands import options
from explorer.cli.commands.rows.answers import rows_for_verifier, write_answers
from explorer.reading.rows import BadRow


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "retrieve",
        "Find the sentence of a reference that supports a claim, by tree search.",
        "Reads  {id, claim, reference_sentences}.\n"
        "Writes {id, sentence, score, calls, trace}: the sentence's index from 0, its score, how many scores the search\n"
        "       asked for, and every run of sentences that it looked at.",
    )
    options.add_rows(parser)
    options.add_verifier(parser)
    parser.add_argument(
        "--branches", metavar="N", type=options.whole_number(2), default=2, help="parts that a run is split into (default: 2)"
    )
    parser.add_argument(
        "--beam", metavar="N", type=options.whole_number(1), default=1, help="best runs followed at each level (default: 1, greedy)"
    )
    parser.add_argument("--exhaustive", action="store_true", help="score every sentence instead of searching")
    options.add_cache(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Retrieve for the rows."""
    bad: list[BadRow] = []
    with rows_for_verifier(args, bad) as (verifier, rows):
        from engines.core.retrieval import SearchSettings
        from explorer.batches.retrieving import retrieved

        settings = SearchSettings(branches=args.branches, beam=args.beam, exhaustive=args.exhaustive)
        return write_answers(retrieved(verifier, rows, bad, settings), args.out, len(rows), "retrieve", bad)
