"""What `verify`, `parse` and `retrieve` have in common: a line of JSON an answer, and the rows that could not be used named at the end."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from explorer.reading.progress import progress
from explorer.reading.rows import BadRow, dumps, line_writer, report_bad
from explorer.reading.usage import DONE, FAILED


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
