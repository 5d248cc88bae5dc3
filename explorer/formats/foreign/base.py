"""What a format of another tool is: how its records are told from others, read and written.

A module of this room that declares a `FORMAT` is found by itself (see `explorer.formats.foreign.registry`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engines.core.results import Analysis
from explorer.formats.foreign.sources import Sources
from explorer.formats.foreign.verdicts import Annotations

Record = Mapping[str, Any]
Notes = tuple[Mapping[str, Any], ...]
"""What people wrote of units: `unit`, `vote` and `note` of each."""


@dataclass(frozen=True)
class Format:
    """A format of another tool.

    Attributes:
        name, title: what it is called on the command line, and by its makers.
        fits: whether a record has its shape; None for a format that is only written.
        read: the analysis of a record that fits, with what people wrote of its units. What is moved or left out is told in the list;
            a damaged record raises FormatError, whose message says how.
        write: an analysis as a record, None where it has nothing that the format can hold; given its place in the file, from 0. None for
            a format that is only read.
        of_lines: whether its files have a record a line; the others are lists.
        rank: formats are asked whether a record fits from the lowest on, the most particular first.
    """

    name: str
    title: str
    fits: Callable[[Record], bool] | None = None
    read: Callable[[Record, Sources, list[str]], tuple[Analysis, Notes]] | None = None
    write: Callable[[Analysis, Annotations, int], dict[str, Any] | None] | None = None
    of_lines: bool = False
    rank: int = 100
