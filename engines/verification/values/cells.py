"""Numbers of tables in the unit that the head of a column or the label of a row gives: 3,480 under "Sales (£000)" are £3.48 million.

The unit is set about the number as prose has it, and both are read like prose; so whatever is a unit there is one in a head.
"""

import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engines.core.plain.copying import model_text
from engines.core.plain.tables import Table, tables
from engines.verification.values.finding import find_values
from engines.verification.values.magnitudes import Value

_BRACKETED = re.compile(r"[(\[]\s*(?:in\s+)?([^()\[\]]{1,24}?)\s*[)\]]\s*$")
_BEHIND = re.compile(r"(?:,|\bin\b)\s*(\S{1,12}(?:\s\S{1,12})?)$|(?<=\s)(\S{1,12})$")
_UNIT = re.compile(
    r"(?P<sign>[£$€¥]|[A-Z]{3}\b)?\s*(?P<scale>(?:['’]?000s?|k|mn?|bn?|[Tt]housands?|[Mm]illions?|[Bb]illions?)(?![\w%]))?\s*(?P<unit>.*)"
)
_SCALES = {"0": "thousand", "k": "thousand", "t": "thousand", "m": "million", "b": "billion"}
_LONGEST_HEAD = 100
"""Characters of a head; what is longer is a text."""
_PLAIN = ("number", "date")
"""What a cell without a unit is read as: 1,940 and 1940."""


def values_with_cells(text: str) -> tuple[Value, ...]:
    """The values of a text in order, those of its tables in the unit of their column or row; offsets are those of the text.

    Args:
        text: as it was pasted.
    """
    plain = model_text(text)
    read = tables(text)
    found: Iterable[Value] = _within_cells(plain, find_values(plain), read) if read else find_values(plain)
    of_cells = {value.start: value for table in read for value in _of_table(plain, table)}
    return tuple(of_cells.get(value.start, value) for value in found if value.low or not value.surface.endswith("000"))


def _within_cells(plain: str, found: Sequence[Value], read: Sequence[Table]) -> Iterator[Value]:
    """The values, those that reach out of a cell cut off at its end: "0", and "Ms" in the line behind the table."""
    cells = [(start, end) for table in read for row in (table.head, *table.rows) for start, end, _ in row.cells]
    for value in found:
        at = bisect_right(cells, (value.start, math.inf)) - 1
        end = cells[at][1] if at >= 0 else 0
        if value.start < end < value.end:
            start = value.start
            yield from (replace(v, start=start + v.start, end=start + v.end) for v in find_values(plain[start:end]))
        else:
            yield value


def without_unit(head: str) -> str:
    """What a column or a row is called, without the unit in brackets behind it."""
    bracketed = _BRACKETED.search(head) if len(head) <= _LONGEST_HEAD else None
    return head[: bracketed.start()] if bracketed and head[: bracketed.start()].strip() else head


def _of_table(plain: str, table: Table) -> Iterator[Value]:
    heads = {column: _unit(plain[start:end]) for start, end, column in table.head.cells}
    for row in table.rows:
        first, *others = row.cells
        label = _unit(plain[first[0] : first[1]])
        for start, end, column in others:
            for unit in (heads.get(column), label):
                value = _in_unit(plain[start:end], unit) if unit else None
                if value is not None:
                    yield replace(value, start=start, end=end, surface=plain[start:end])
                    break


def _unit(head: str) -> tuple[str, str] | None:
    """What stands before and behind a number in the unit of a head: ("£", "thousand"), ("", "%"), ("", "hours")."""
    if len(head) > _LONGEST_HEAD:
        return None
    bracketed = _BRACKETED.search(head)
    found = bracketed or _BEHIND.search(head)
    if found is None:
        return None
    told = next(part for part in found.groups() if part)
    unit = _UNIT.fullmatch(told.strip())
    if unit is None:
        return None
    scale = unit["scale"] or ""
    if scale and not (bracketed or unit["sign"]):  # "Group b", "Nearest 000"
        return None
    return unit["sign"] or "", f"{_SCALES[scale.strip('’' + chr(39))[0].lower()] if scale else ''} {unit['unit']}".strip()


def _in_unit(cell: str, unit: tuple[str, str]) -> Value | None:
    """A cell that is a number alone, in a unit; None where the two make no value together."""
    alone = find_values(cell)
    if len(alone) != 1 or alone[0].kind not in _PLAIN or len(alone[0].surface) != len(cell):
        return None
    before, behind = unit
    told = f"{before}{cell} {behind}".strip()
    values = find_values(told)
    if len(values) != 1 or len(values[0].surface) != len(told):
        return None
    scaled = bool(behind) and not before and values[0].low != alone[0].low
    return values[0] if scaled or values[0].kind not in _PLAIN else None
