"""A number from another cell of a table: "6,100 visitors in 2019" where 6,100 stands in the row of 2020.

A hypothesis that names a row and gives a number of the table means a cell of that row; where the number stands in the same column of other
rows only, it is theirs. Columns named by dates ("2019 | 2020") are read as rows, too. What the table's text has beside it counts as it is:
a number that stands outside of tables may come from there.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.core.plain.tables import Table, tables
from engines.verification.encoding.reference import EncodedReference
from engines.verification.encoding.words import split
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.registry import rule
from engines.verification.rules.tables.lines import TOTALS, head_of, names
from engines.verification.values.cells import without_unit
from engines.verification.values.finding import Value, compare, find_values

NAME = "cell of a table"
_TELLING = 100
"""A number from here on is no other thing's by chance; a smaller one is looked up only where its column is named."""
_SIZES = ("number", "percent", "money", "quantity")


@dataclass(frozen=True)
class _Cell:
    """A number of a table, where it stands in the reference, and the keys of the words that name it across its line."""

    value: Value
    start: int
    end: int
    column: frozenset[str]


@dataclass(frozen=True)
class _Line:
    """A row, or a column read as one: its names, each the keys of words, and its cells by the keys that name the other direction;
    whether it sums up the others."""

    names: tuple[frozenset[str], ...]
    cells: Mapping[frozenset[str], _Cell]
    is_total: bool = False

    def without(self, common: frozenset[str]) -> "_Line":
        """The same where a single word of its label is no name of it, since the hypothesis writes it small: "the mill" is no Mill Lane."""
        names = (*self.names[:1], *(name for name in self.names[1:] if len(name) > 1 or name.isdisjoint(common)))
        return self if len(names) == len(self.names) else replace(self, names=names)


@rule(NAME, ConflictKind.QUANTITY, "numbers of a table beside the row and the column that the hypothesis names")
def cell_of_table(case: Case) -> Iterator[Conflict]:
    """The numbers of a hypothesis that stand in another row, or in another column, than those that it names."""
    read = case.reference.derived(_read)
    if not read:
        return
    words = case.alignment.words
    said = frozenset(words.keys).union(*case.hypothesis.keys)
    common = frozenset(key for key, name in zip(words.keys, words.names.tolist(), strict=True) if not name)
    for claimed in case.hypothesis.values:
        if claimed.kind in _SIZES and not _told_elsewhere(case.reference, claimed):
            others = frozenset(k for v in case.hypothesis.values if v is not claimed for k in split(v.counted).keys)
            left = ([line.without(common) for line in lines if not _is_of_another(line, case, claimed)] for lines in read)
            cell = next((found for lines in left if (found := _meant(lines, said, others, claimed)) is not None), None)
            if cell is not None:
                tokens = case.inside(claimed.start, claimed.end)
                yield Conflict(ConflictKind.QUANTITY, tokens, (cell.start, cell.end), copy=cell.column <= said)


def _meant(lines: Sequence[_Line], said: frozenset[str], others: frozenset[str], claimed: Value) -> _Cell | None:
    """The cell that a hypothesis means where it gives the number of another one; None where it gives the right one, or no row.

    Args:
        said: the keys of its words.
        others: those that its other numbers count, which name no row for this one.
    """
    named = [line for line in lines if any(name <= said and not name <= others for name in line.names)]
    if not named:
        return None
    at = [(line, column) for line in lines for column, cell in line.cells.items() if _same(cell.value, claimed)]
    if any(line.is_total for line, _ in at):  # "nine of 126"
        return None
    if any(line in named for line, _ in at):
        counted = {
            column for line in named for column in line.cells if claimed.counted and frozenset(split(claimed.counted).keys) <= column
        }
        right = any(line in named and (not counted or column in counted) for line, column in at)
        return None if right or len(named) > 1 or len(counted) > 1 else named[0].cells.get(next(iter(counted)))
    columns = {column for _, column in at}
    meant = {column for column in columns if column <= said} or (columns if claimed.low >= _TELLING else set())
    if len(meant) != 1 or len(named) > 1:
        return None
    return named[0].cells.get(next(iter(meant)))


def _is_of_another(line: _Line, case: Case, claimed: Value) -> bool:
    """Whether a line is named before this number and after another one that stands in it, whose it is: "118 in 2020, and 452 …"."""
    words = case.alignment.words
    keys = frozenset().union(*line.names)
    named = [int(start) for start, key in zip(words.starts, words.keys, strict=True) if key in keys]
    if not named or max(named) >= claimed.start:
        return False
    return any(
        value.end <= min(named) and any(_same(cell.value, value) for cell in line.cells.values()) for value in case.hypothesis.values
    )


def _same(known: Value, claimed: Value) -> bool:
    return compare(known, claimed) in ("same", "compatible") or (known.kind == "number" != claimed.kind and known.low == claimed.low)


def _told_elsewhere(reference: EncodedReference, claimed: Value) -> bool:
    """Whether the number stands outside of the tables."""
    rows = [(row.start, row.end) for table in tables(reference.text.text) for row in (table.head, *table.rows)]
    return any(
        _same(value, claimed) and not any(start <= value.start < end for start, end in rows)
        for value, _ in reference.values
        if value.kind in _SIZES
    )


def _read(reference: EncodedReference) -> tuple[tuple[_Line, ...], ...]:
    """Every table by its rows; by its columns too, where they are named by dates."""
    found = []
    for table in tables(reference.text.text):
        rows = _rows(reference, table)
        found.append(rows)
        heads = {column for row in rows for column in row.cells}
        dates = {_keys(reference, start, end) for start, end, _ in table.head.cells if _is_date(reference, start, end)}
        if dates and dates <= heads | {frozenset()}:
            found.append(
                tuple(
                    _Line((date,), {row.names[0]: replace(row.cells[date], column=row.names[0]) for row in rows if date in row.cells})
                    for date in sorted(dates, key=sorted)
                )
            )
    return tuple(lines for lines in found if len(lines) > 1)


def _rows(reference: EncodedReference, table: Table) -> tuple[_Line, ...]:
    text = reference.text.model_text
    heads = {column: _keys(reference, start, end) for start, end, column in table.head.cells}
    labels = [text[row.cells[0][0] : row.cells[0][1]] for row in table.rows]
    found = []
    for row, label, called in zip(table.rows, labels, names(labels, head_of(text, table)), strict=True):
        cells = {
            heads[column]: _Cell(value, start, end, heads[column])
            for start, end, column in row.cells[1:]
            if heads.get(column) and (value := number_of(reference, start, end)) is not None
        }
        if called and cells:
            found.append(_Line((_content(label), *map(frozenset, called[1:])), cells, not TOTALS.isdisjoint(label.lower().split())))
    return tuple(found)


def _keys(reference: EncodedReference, start: int, end: int) -> frozenset[str]:
    """The keys of what a row or a column is called, without the unit in brackets: of its content words, if it has any."""
    return _content(reference.text.model_text[start:end])


def _content(label: str) -> frozenset[str]:
    named = split(without_unit(label))
    content = frozenset(key for key, counts in zip(named.keys, named.content.tolist(), strict=True) if counts)
    return content or frozenset(named.keys)


def number_of(reference: EncodedReference, start: int, end: int) -> Value | None:
    """The number that a cell is; None for one with words or several numbers."""
    values = [value for value in reference.values_of_sentences.get(reference.sentence_of(start), ()) if start <= value.start < end]
    return values[0] if len(values) == 1 and values[0].kind in (*_SIZES, "date") and len(values[0].surface) >= end - start - 2 else None


def _is_date(reference: EncodedReference, start: int, end: int) -> bool:
    values = find_values(reference.text.model_text[start:end])
    return len(values) == 1 and values[0].kind == "date"
