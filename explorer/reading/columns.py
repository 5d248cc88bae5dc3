"""What the columns of a table are called by us: `--map reference=article,output=summary`."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.core.errors import FormatError
from explorer.reading.usage import UsageError

Columns = Mapping[str, str]
"""From our name of a field to the table's own."""


def columns_of(written: Sequence[str]) -> dict[str, str]:
    """Columns as they are written on the command line, `OURS=THEIRS` with commas between them, once or several times.

    Raises:
        UsageError: a pair is written otherwise, or a name of ours comes twice.
    """
    found: dict[str, str] = {}
    for pair in (part.strip() for text in written for part in text.split(",")):
        ours, equals, theirs = (part.strip() for part in pair.partition("="))
        if not equals or not ours or not theirs:
            raise UsageError(f"Columns are written OURS=THEIRS, for example reference=article,output=summary, not {pair!r}.")
        if ours in found:
            raise UsageError(f"Two columns are given for {ours!r}: {found[ours]!r} and {theirs!r}.")
        found[ours] = theirs
    return found


def mapped(data: Mapping[str, Any], columns: Columns) -> dict[str, Any]:
    """A row with its columns under our names; the others stay as they are. Several columns with `+` between them are a list of what
    stands in those that are not empty: the passages that an answer was written from.

    Raises:
        FormatError: it has no such column; the message names those that it has.
    """
    several = {theirs: theirs.split("+") for theirs in columns.values() if theirs not in data and "+" in theirs}
    for theirs in columns.values():
        if missing := next((name for name in several.get(theirs, [theirs]) if name not in data), ""):
            there = ", ".join(map(str, data)) or "none"
            raise FormatError(f"there is no column {missing!r}, or nothing in it; there are: {there}.")
    taken = {name for theirs in columns.values() for name in several.get(theirs, [theirs])}
    ours = {
        name: [data[each] for each in several[theirs] if data[each] not in (None, "")] if theirs in several else data[theirs]
        for name, theirs in columns.items()
    }
    return {**{name: value for name, value in data.items() if name not in taken and name not in ours}, **ours}
