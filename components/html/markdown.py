"""Markdown in a text drawn as what it stands for; its grammar is in `engines.core.plain.markdown`.

Nothing is taken away: every character stays where it is, so that offsets hold and what is copied is the text. What is a mark alone (`**`,
`#`, `|`) is drawn with no width. What has a letter or a digit in it is always to be seen, since an error may lie there.
"""

import re
from dataclasses import dataclass

from engines.core.plain.markdown import GAP, MARK, markdown_parts

HIDDEN = "md"
"""The class of what is a mark alone."""

FAINT = "md-faint"
"""The class of what belongs to a mark and has words in it, such as the address of a link."""

_LONGEST = 400_000
"""Characters of a text that is looked at: what is longer is drawn as it is."""
_NOT_NEEDED = frozenset("*_`~#[]() \t")
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
    return () if all(part.kind == _class(GAP) for part in drawn) else drawn


def without_marks(text: str) -> str:
    """A piece of a text as it reads on the page, for a line in which it is quoted: what is a mark alone is left out."""
    pieces, position = [], 0
    for part in parts_of(text, blocks=False):
        if part.hidden:
            pieces.append(text[position : part.start])
            position = part.end
    return _LOOSE.sub("", "".join([*pieces, text[position:]]))


def _class(kind: str) -> str:
    return HIDDEN if kind == MARK else " ".join(f"md-{word}" for word in kind.split())


def _inline_alone(text: str, part: Part) -> bool:
    """Whether a part is drawn where lines are not: of the marks of a line only those that the eye does not need then."""
    return not part.kind.startswith("md-block") and (not part.hidden or set(text[part.start : part.end]) <= _NOT_NEEDED)
