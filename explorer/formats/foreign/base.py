"""What a format of another tool is: how its records are told from others, read and written.

A module of this room that declares a `FORMAT` is found by itself (see `explorer.formats.foreign.registry`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engines.core.results import Analysis
from explorer.formats.foreign.sources import Sources
from explorer.formats.foreign.verdicts import Annotations

Record = Mapping[str, Any]
Notes = tuple[Mapping[str, Any], ...]
"""What people wrote of units: `unit`, `vote` and `note` of each."""


@dataclass(frozen=True)
class Beside:
    """A second file that a tool needs beside the first.

    Attributes:
        name: what it is called; `{stem}` stands for the name of the first file without its ending.
        what: what is in it, for a person.
        needed: whether the first file is of no use without it.
        lines: its text, from the analyses and from their records in the first file.
    """

    name: str
    what: str
    needed: bool
    lines: Callable[[Iterable[tuple[Analysis, Record]]], Iterator[str]]


@dataclass(frozen=True)
class Format:
    """A format of another tool.

    Attributes:
        name, title: what it is called on the command line, and by its makers.
        fits: whether a record has its shape; None for a format that is only written.
        read: the analysis of a record that fits, with what people wrote of its units. What is moved or left out is told in the list;
            a damaged record raises FormatError, whose message says how, and so does one whose labels cannot be placed: it is never right.
        write: an analysis as a record, None where it has nothing that the format can hold; given its place in the file, from 0. None for
            a format that is only read.
        again: the record that an analysis was read from (its `origin`), with what a person has voted on since; None for a format that
            always writes anew.
        of_lines: whether its files have a record a line; the others are lists. None where the tool reads both: lines in .jsonl.
        around: what stands before and after the records of a list.
        apart: whether the tool reads one record a file.
        together: puts records that stood in one file before, and follow each other, into one again.
        beside: a second file that goes with the first.
        of_marks: whether what is not marked counts as right there, since it has no word for what nobody has judged.
        lacks: what of an analysis the format has no place for, in words for a person.
        write_utf16: the same as `write` with places in UTF-16 units, for a tool of which some versions count so.
        rank: formats are asked whether a record fits from the lowest on, the most particular first.
    """

    name: str
    title: str
    fits: Callable[[Record], bool] | None = None
    read: Callable[[Record, Sources, list[str]], tuple[Analysis, Notes]] | None = None
    write: Callable[[Analysis, Annotations, int], dict[str, Any] | None] | None = None
    of_lines: bool | None = False
    rank: int = 100
    again: Callable[[Record, Analysis, Annotations], dict[str, Any]] | None = None
    around: tuple[str, str] = ("[", "]")
    apart: bool = False
    together: Callable[[Iterable[Record]], Iterator[dict[str, Any]]] | None = None
    of_marks: bool = False
    beside: Beside | None = None
    lacks: str = ""
    write_utf16: Callable[[Analysis, Annotations, int], dict[str, Any] | None] | None = None

    def record(self, analysis: Analysis, annotations: Annotations, number: int) -> dict[str, Any] | None:
        """The analysis as a record: the one it was read from, if it was read from this tool's, else a new one; None where there is none.

        Args:
            number: its place in the file, from 0.
        """
        origin = analysis.origin or {}
        if self.again is not None and origin.get("format") == self.name:
            return self.again(origin["record"], analysis, annotations)
        return None if self.write is None else self.write(analysis, annotations, number)

    def lines_in(self, path: str) -> bool:
        """Whether a file of that name has a record a line."""
        return path.lower().endswith(".jsonl") if self.of_lines is None else self.of_lines
