"""What a table measures: one number for each of its rows, a column as it stands or how much two columns of one thing are apart."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from engines.core.plain.tables import Table, tables
from engines.verification.encoding.reference import EncodedReference
from engines.verification.encoding.words import split
from engines.verification.rules.tables.lines import TOTALS, Keys, head_of, names
from engines.verification.rules.tables.numbers import number_of
from engines.verification.sentences.word_lists import word_list
from engines.verification.values.cells import without_unit
from engines.verification.values.finding import find_values

_FEWEST = 3
"""Rows that have a number in a column: of fewer, nobody is second."""
_MOST_DATED = 12
"""Columns of dates of which any two may be meant; of more, nobody knows which."""
_MINUS, _PLUS = "-−–", "+"


@dataclass(frozen=True)
class Series:
    """A number for each row.

    Attributes:
        keys: of the words that it is called by.
        values: by row.
        places: where the numbers stand in the reference, of two columns the later one's.
        is_level, is_change: whether the numbers tell how much there is, and how much more than before; both, where a column with signs
            may be either.
        is_date: the numbers are years.
    """

    keys: frozenset[str]
    values: Mapping[int, float]
    places: Mapping[int, tuple[int, int]]
    is_level: bool
    is_change: bool
    is_date: bool


@dataclass(frozen=True)
class Measured:
    """A table: what its rows may be called, by their numbers, where their labels stand, and what is measured of them. Totals are left
    out."""

    names: Mapping[int, tuple[Keys, ...]]
    labels: Mapping[int, tuple[int, int]]
    series: tuple[Series, ...]


def measured(reference: EncodedReference) -> tuple[Measured, ...]:
    """The tables of a reference of which at least three rows are measured."""
    return tuple(read for table in tables(reference.text.text) if (read := _read(reference, table)).series)


def _read(reference: EncodedReference, table: Table) -> Measured:
    text = reference.text.model_text
    labels = [row.cells[0] for row in table.rows]
    called = names([text[start:end] for start, end, _ in labels], head_of(text, table))
    rows = [
        number
        for number, (start, end, column) in enumerate(labels)
        if column == table.head.cells[0][2] and called[number] and TOTALS.isdisjoint(text[start:end].lower().split())
    ]
    cells: dict[int, dict[int, tuple[int, int]]] = {}
    for row in rows:
        for start, end, column in table.rows[row].cells:
            cells.setdefault(column, {})[row] = start, end
    columns = {
        column: series
        for start, end, column in table.head.cells[1:]
        if (series := _column(reference, cells.get(column, {}), text[start:end])) is not None
    }
    return Measured(
        {row: called[row] for row in rows},
        {row: labels[row][:2] for row in rows},
        (*columns.values(), *_differences(reference, table, columns)),
    )


def _column(reference: EncodedReference, cells: Mapping[int, tuple[int, int]], head: str) -> Series | None:
    """A column of numbers of one kind and unit."""
    text = reference.text.model_text
    values, places, kinds, signed = dict[int, float](), dict[int, tuple[int, int]](), set[tuple[str, str]](), False
    for row, (start, end) in cells.items():
        value = number_of(reference, start, end)
        if value is not None:
            sign = text[start]
            signed = signed or sign in _MINUS + _PLUS
            values[row] = -abs(value.low) if sign in _MINUS else value.low
            places[row] = start, end
            kinds |= {(value.kind, value.unit)} if value.low else set()
    if len(values) < _FEWEST or len(kinds) != 1:
        return None
    kind, _ = kinds.pop()
    keys = frozenset(split(without_unit(head)).keys) | ({"money"} if kind == "money" else set())
    change = not word_list("heads of changes").isdisjoint(head.lower().split())
    return Series(keys, values, places, not change, change or signed, kind == "date")


def _differences(reference: EncodedReference, table: Table, columns: Mapping[int, Series]) -> Iterator[Series]:
    """How much more a later column has than an earlier one, as numbers and as shares, where both are called the same but for a date."""
    text = reference.text.model_text
    heads = {column: text[start:end] for start, end, column in table.head.cells}
    dated = {}
    for column, series in columns.items():
        dates = [value for value in find_values(heads[column]) if value.kind == "date"]
        if dates and not series.is_date:
            told = frozenset().union(*(split(value.surface).keys for value in dates))
            dated[column] = dates[0].low, series.keys - told
    for one, other in combinations(dated, 2) if len(dated) <= _MOST_DATED else ():
        (when, keys), (then, others) = dated[one], dated[other]
        if keys == others and when != then:
            early, late = (columns[one], columns[other]) if when < then else (columns[other], columns[one])
            shared = early.values.keys() & late.values.keys()
            by = {row: late.values[row] - early.values[row] for row in shared}
            yield Series(keys, by, late.places, False, True, False)
            if all(early.values[row] > 0 for row in shared):
                yield Series(keys, {row: by[row] / early.values[row] for row in shared}, late.places, False, True, False)
