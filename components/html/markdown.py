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
    drawn = () if all(part.kind == _class(GAP) for part in drawn) else drawn
    tags = tuple(_tags(text, drawn, blocks))
    return tuple(sorted((*drawn, *tags), key=lambda part: (part.start, -part.end))) if tags else drawn


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


def _class(kind: str) -> str:
    return HIDDEN if kind == MARK else " ".join(f"md-{word}" for word in kind.split())


def _inline_alone(text: str, part: Part) -> bool:
    """Whether a part is drawn where lines are not: of the marks of a line only those that the eye does not need then."""
    return not part.kind.startswith("md-block") and (not part.hidden or set(text[part.start : part.end]) <= _NOT_NEEDED)
