"""What `verify`, `parse` and `retrieve` have in common: a line of JSON an answer, and the rows that could not be used named at the end."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from explorer.cli.commands import options
from explorer.reading.progress import progress
from explorer.reading.rows import BadRow, Row, check_file, check_output, dumps, good_rows, line_writer, report_bad
from explorer.reading.usage import DONE, FAILED

if TYPE_CHECKING:
    from engines.core.roles import Verifier


@contextmanager
def rows_for_verifier(args: argparse.Namespace, bad: list[BadRow]) -> Iterator[tuple["Verifier", list[Row]]]:
    """The verifier that was asked for and the rows for it, those that cannot be used added to `bad`.

    Files and the model's name are looked at before anything is loaded.

    Raises:
        UsageError, UnavailableError: a file or the model cannot be used.
    """
    check_file(args.rows)
    check_output(args.out, args.rows)
    options.check_model("verifier", args.verifier)
    rows = list(good_rows(args.rows, bad))
    from explorer.batches.verifying import load_verifier

    with options.workspace(args) as workspace:
        yield load_verifier(args.verifier, None if args.no_cache else workspace.cache), rows


def write_answers(answers: Iterator[Mapping[str, Any]], out: str, total: int, label: str, bad: Sequence[BadRow]) -> int:
    """Write each answer to `out` as soon as it is there; the exit code.

    Args:
        answers: what to write; rows that cannot be used are added to `bad` while it runs.
        out: file, or "-" for standard output.
        total: how many answers there will be at most, for the progress bar, which is called `label`.
    """
    written = 0
    with line_writer(out) as stream:
        for answer in progress(answers, total, label):
            stream.write(dumps(answer) + "\n")
            stream.flush()
            written += 1
    report_bad(bad)
    return DONE if written or not bad else FAILED
