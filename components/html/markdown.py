"""Markdown and HTML in a text drawn as what they stand for; their grammar is in `engines.core.plain`.

Nothing is taken away: every character stays where it is, so that offsets hold and what is copied is the text. What is a mark alone (`**`,
`#`, `|`) is drawn with no width. What has a letter or a digit in it is always to be seen, since an error may lie there; the tags of HTML
are faint, and a block begins on a line of its own.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from engines.core.plain.markdown import GAP, MARK, markdown_parts
from engines.core.plain.markup import html_blanks
from engines.core.plain.tables import Row, tables

HIDDEN = "md"
"""The class of what is a mark alone."""

FAINT = "md-faint"
"""The class of what belongs to a mark and has words in it, such as the address of a link or a tag."""

_BREAK = "md-break"
"""The class of a tag that begins a line."""

_LONGEST = 400_000
"""Characters of a text that is looked at: what is longer is drawn as it is."""
_NOT_NEEDED = frozenset("*_`~#[]() \t")
_OF_TAGS = frozenset("<>&")
_LOOSE = re.compile(r"(?<![\w*])\*{2,3}(?=\w)|(?<=[\w.,;:!?)])\*{2,3}(?![\w*])|^\*{2,3}(?= )|(?<= )\*{2,3}$")
"""Emphasis whose other end lies outside the piece."""


@dataclass(frozen=True)
class Part:
    """A piece of a text that is drawn in its own way: code-point offsets and a class. Parts lie apart or one within another."""

    start: int
    end: int
    kind: str

    @property
    def hidden(self) -> bool:
        """Whether it is a mark alone."""
        return self.kind == HIDDEN


def parts_of(text: str, blocks: bool = True) -> tuple[Part, ...]:
    """The parts of a text, those that begin first before others, and what encloses before what it encloses.

    Args:
        blocks: whether lines are drawn as blocks: headings large, lists indented, tables in columns; else only their marks are hidden.
    """
    if len(text) > _LONGEST:
        return ()
    found = (Part(part.start, part.end, _class(part.kind)) for part in markdown_parts(text))
    drawn = tuple(part for part in found if blocks or _inline_alone(text, part))
    drawn = (*drawn, *_set_with_spaces(text, drawn)) if blocks else drawn
    drawn = () if all(part.kind == _class(GAP) for part in drawn) else drawn
    tags = tuple(_tags(text, drawn, blocks))
    return tuple(sorted((*drawn, *tags), key=lambda part: (part.start, -part.end)))


def without_marks(text: str) -> str:
    """A piece of a text as it reads on the page, for a line in which it is quoted: what is a mark alone is left out.

    Of HTML a letter or a space that is written as an entity is that; what may be a tag is shown as it is written.
    """
    places = [(part.start, part.end, "") for part in parts_of(text, blocks=False) if part.hidden]
    if "&" in text and len(text) <= _LONGEST:
        places += [sign for sign in html_blanks(text) if text[sign[0]] == "&" and sign[2] not in _OF_TAGS]
    pieces, position = [], 0
    for start, end, instead in sorted(places):
        pieces += [text[position:start], instead]
        position = end
    return _LOOSE.sub("", "".join([*pieces, text[position:]]))


def _tags(text: str, parts: Sequence[Part], blocks: bool) -> Iterator[Part]:
    """The tags that lie within or apart from the other parts, and neither in code nor in a mark."""
    edges = sorted(edge for part in parts for edge in (part.start, part.end))
    covered = sorted((part.start, part.end) for part in parts if part.hidden or {FAINT, "md-code"} & set(part.kind.split()))
    reach = list(accumulate((end for _, end in covered), max))
    line = 0  # where a line begins, the tags before it left out
    for start, end, instead in html_blanks(text):
        if text[start] != "<":
            continue
        before = bisect_right(covered, (start, len(text)))
        if bisect_right(edges, start) < bisect_left(edges, end) or (before and start < reach[before - 1]):
            continue
        opens = instead == "\n" and text[start + 1] != "/"
        begins = opens and blocks and start > line and text[start - 1] != "\n"
        yield Part(start, end, f"{FAINT} {_BREAK}" if begins else FAINT)
        line = end if opens or start == line else line


def _set_with_spaces(text: str, parts: Sequence[Part]) -> Iterator[Part]:
    """The tables whose cells stand below each other with spaces between, where nothing else is drawn."""
    blocks = sorted((part.start, part.end) for part in parts if part.kind.startswith("md-block") and part.kind != _class(GAP))
    for table in tables(text):
        rows = (table.head, *table.rows)
        start, end = rows[0].start, rows[-1].end
        at = bisect_left(blocks, (end, 0)) - 1
        if any(sign in text[start:end] for sign in "|\t<") or (at >= 0 and blocks[at][1] > start):
            continue
        yield Part(start, end, _class("block table"))
        for row in rows:
            yield Part(row.start, row.end, _class(f"block row{' head' if row is table.head else ''}"))
            yield from _cells(text, row)


def _cells(text: str, row: Row) -> Iterator[Part]:
    """The cells of a row with the spaces behind them, and a space each for the columns in which it has none."""
    position = row.start
    for number, (_, end, column) in enumerate(row.cells):
        first = position
        for _ in range(row.cells[number - 1][2] + 1 if number else 0, column):
            if text[first : first + 1] == " ":
                yield Part(first, first + 1, _class("block cell"))
                yield Part(first, first + 1, HIDDEN)
                first += 1
        following = row.cells[number + 1] if number + 1 < len(row.cells) else None
        position = row.end if following is None else following[0] - (following[2] - column - 1)
        yield Part(first, position, _class("block cell"))
        if end < position:
            yield Part(end, position, HIDDEN)


def _class(kind: str) -> str:
    return HIDDEN if kind == MARK else " ".join(f"md-{word}" for word in kind.split())


def _inline_alone(text: str, part: Part) -> bool:
    """Whether a part is drawn where lines are not: of the marks of a line only those that the eye does not need then."""
    return not part.kind.startswith("md-block") and (not part.hidden or set(text[part.start : part.end]) <= _NOT_NEEDED)
