"""Tables in a text: lines of cells, of which the first may say what the cells below it are.

Cells are set apart by "|" or tabs, stood in the cells of HTML, or stand below each other, with spaces between.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engines.core.plain.copying import model_text

_FEWEST = 2
"""Cells of a row, and rows of a table with its head."""
_FEWEST_WORDED = 3
"""Rows and columns of a table without a number: of fewer nobody can say whether the first is a head."""
_GAP = re.compile(r"(?<=\S)(?: {3,}|(?<=[^\s.!?:]) {2})(?=\S)")
"""Spaces between two cells; of two, behind a sentence or a label, nobody can say."""
_YEAR = re.compile(r"(?<!\d)(?:1\d|20)\d\d(?!\d)")
_FEWEST_GAPS, _AWRY = 2, 2
"""Gaps of the head of a table that is set with spaces, and characters by which its cells may stand further left than their heads."""


@dataclass(frozen=True)
class Row:
    """A line of a table: the (start, end) of its cells that are not empty, each with the number of its column."""

    start: int
    end: int
    cells: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Table:
    """The row that says what the columns are, and those below it."""

    head: Row
    rows: tuple[Row, ...]


@lru_cache(maxsize=16)
def tables(text: str) -> tuple[Table, ...]:
    """The tables of a text that have a head, in order.

    The first row is one if it has no number and a row below it has, if it has years above columns of numbers, or if a line of dashes
    follows it; where no row has a number, if there are three columns and rows or more.
    """
    if not any(sign in text for sign in ("|", "\t", "<", "  ")):
        return ()
    plain = model_text(text)
    found: list[Table] = []
    run: list[Row] = []
    ruled = False
    position = 0
    for line in [*plain.splitlines(keepends=True), ""]:
        end = position + len(line)
        row, written = _row(text, plain, position, end) or _set(text, position, end, run), text[position:end].strip()
        if row is not None and (not run or run[0].cells[-1][2] >= row.cells[-1][2]):
            run.append(row)
        elif written and not line.strip():  # a line of dashes, or tags of HTML
            ruled = ruled or (len(run) == 1 and not written.strip("|:-=+ \t"))
        elif run:
            found += _table(plain, run, ruled)
            row = row and (_row(text, plain, position, end) or _set(text, position, end, ()))
            run, ruled = [row] if row is not None else [], False
        position = end
    return tuple(found)


def _set(text: str, start: int, end: int, run: Sequence[Row]) -> Row | None:
    """A line whose cells have spaces between them, each in the column of the head that it stands below; None for a line of prose."""
    line = text[start:end].rstrip()
    gaps = list(_GAP.finditer(line))
    if len(gaps) < (1 if run else _FEWEST_GAPS):
        return None
    first = len(line) - len(line.lstrip())
    cells = [
        (start + a, start + b)
        for a, b in zip([first, *(gap.end() for gap in gaps)], [*(gap.start() for gap in gaps), len(line)], strict=True)
    ]
    if not run:
        return Row(start, end, tuple((a, b, column) for column, (a, b) in enumerate(cells)))
    heads = [(a - run[0].start, column) for a, _, column in run[0].cells]
    columns = [max((column for at, column in heads if at <= a - start + _AWRY), default=0) for a, _ in cells]
    return (
        Row(start, end, tuple((a, b, column) for (a, b), column in zip(cells, columns, strict=True)))
        if len(set(columns)) == len(cells)
        else None
    )


def _table(plain: str, run: Sequence[Row], ruled: bool) -> list[Table]:
    if len(run) < _FEWEST:
        return []
    head, *rows = run
    numbered = [any(c.isdecimal() for start, end, _ in row.cells for c in plain[start:end]) for row in run]
    told = any(numbered) or (len(run) >= _FEWEST_WORDED and len(head.cells) >= _FEWEST_WORDED)
    return [Table(head, tuple(rows))] if ruled or (not numbered[0] and told) or (numbered[0] and _names_columns(plain, head, rows)) else []


def _names_columns(plain: str, head: Row, rows: Sequence[Row]) -> bool:
    """Whether a row with numbers says what the columns are: "Trips 2030", "2031", above numbers alone."""
    named = all(_YEAR.fullmatch(plain[start:end]) or any(c.isalpha() for c in plain[start:end]) for start, end, _ in head.cells)
    below = {column for row in rows for start, end, column in row.cells if not any(c.isalpha() for c in plain[start:end])}
    dated = {column for start, end, column in head.cells[1:] if _YEAR.search(plain[start:end])}
    first = plain[slice(*head.cells[0][:2])]
    return not _YEAR.fullmatch(first) and named and bool(dated) and dated <= below


def _row(text: str, plain: str, start: int, end: int) -> Row | None:
    """The cells of a line; None where it has fewer than two."""
    cells: list[tuple[int, int, int]] = []
    column, first = 0, start
    line = plain[start:end]
    borders = [i for i in range(start, end) if text[i] in "|\t" or (plain[i] == ";" != text[i])] if line.strip() else []
    for border in [*borders, end]:
        cell = plain[first:border]
        if cell.strip(" ;\t\r\n"):
            left = first + len(cell) - len(cell.lstrip())
            cells.append((left, left + len(cell.strip()), column))
        if first > start or text[border : border + 1] != "|" or plain[start:border].strip():  # no column is before a bar that leads
            column += 1
        first = border + 1
    return Row(start, end, tuple(cells)) if len(cells) >= _FEWEST and borders else None
