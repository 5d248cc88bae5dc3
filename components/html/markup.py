"""Text into HTML that shows exactly that text, whatever it contains.

Browsers count UTF-16 code units while results count code points, so every offset that a script needs is converted
here. A rendered pane has, unit for unit, the text as its `textContent`: line breaks and spaces are kept by
`white-space: pre-wrap`, and the two kinds of character that HTML cannot hold, NUL and lone surrogates, are shown as U+FFFD.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape as _escape
from itertools import pairwise

from components.html.markdown import FAINT, Part

_UNSHOWABLE = re.compile("[\0\ud800-\udfff]")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def escape(text: object) -> str:
    """`text` as HTML character data, safe between tags and inside a quoted attribute.

    A carriage return is written as a reference, because parsers turn a bare one into a line feed.
    """
    return _escape(showable(str(text)), quote=True).replace("\r", "&#13;")


def showable(text: str) -> str:
    """`text` with each character that HTML and UTF-8 cannot carry replaced, one for one."""
    return _UNSHOWABLE.sub("�", text)


def attributes(**values: object) -> str:
    """HTML attributes: `data_id="3"` becomes ` data-id="3"`; True is written bare, None and False are left out."""
    written = []
    for name, value in values.items():
        name = name.rstrip("_").replace("_", "-")
        if value is True:
            written.append(f" {name}")
        elif value is not None and value is not False:
            written.append(f' {name}="{escape(value)}"')
    return "".join(written)


class Offsets:
    """Converts code-point offsets of one text into the UTF-16 offsets that a browser counts."""

    def __init__(self, text: str):
        self._astral = [match.start() for match in _ASTRAL.finditer(text)]

    def utf16(self, offset: int) -> int:
        """The number of UTF-16 code units before code point `offset`."""
        return offset + bisect_left(self._astral, offset)

    def pair(self, start: int, end: int) -> str:
        """`12 20`, as the page's script reads it."""
        return f"{self.utf16(start)} {self.utf16(end)}"


@dataclass(frozen=True)
class Mark:
    """A piece of a text to be wrapped: code-point offsets, and what goes before and after its characters.

    Where the text is drawn in parts, a mark may be cut: `again` then opens every piece but the one that stands for the whole, which is
    the first with a letter or digit in it. It is `opening` where nothing is given.
    """

    start: int
    end: int
    opening: str
    closing: str
    again: str | None = None


def marked(text: str, marks: Iterable[Mark], parts: Sequence[Part] = ()) -> str:
    """`text` escaped, with `marks` around its pieces, inside the `parts` that it is drawn in (`components.html.markdown`).

    Marks that are empty, reversed, outside the text or overlapping an earlier one are left out; the text is always
    shown whole.
    """
    kept: list[Mark] = []
    for mark in sorted(marks, key=lambda m: (m.start, m.end)):
        if (kept[-1].end if kept else 0) <= mark.start < mark.end <= len(text):
            kept.append(mark)
    if not parts:
        return _wrapped(text, kept)
    parts = _seen(text, kept, parts)
    edges = sorted({0, len(text), *(edge for part in parts for edge in (part.start, part.end))})
    pieces: list[str] = []
    open_: list[Part] = []
    ahead, number, whole = 0, 0, False
    for start, end in pairwise(edges):
        while open_ and open_[-1].end <= start:
            pieces.append("</span>")
            open_.pop()
        while ahead < len(parts) and parts[ahead].start <= start:
            open_.append(parts[ahead])
            pieces.append(_opened(parts[ahead]))
            ahead += 1
        if open_ and open_[-1].hidden:
            pieces.append(escape(text[start:end]))
            continue
        inside: list[Mark] = []
        while number < len(kept) and kept[number].start < end:
            mark, first, last = kept[number], max(start, kept[number].start), min(end, kept[number].end)
            if first < last:
                stands = not whole and (mark.again is None or any(c.isalnum() for c in text[first:last]) or mark.end <= end)
                inside.append(Mark(first - start, last - start, mark.opening if stands else mark.again or mark.opening, mark.closing))
                whole = whole or stands
            if mark.end > end:
                break
            number, whole = number + 1, False
        pieces.append(_wrapped(text[start:end], inside))
    return "".join([*pieces, "</span>" * len(open_)])


def _seen(text: str, marks: Sequence[Mark], parts: Sequence[Part]) -> Sequence[Part]:
    """The parts, of which none is hidden that is all there is of a mark."""
    bare = [mark for mark in marks if not any(c.isalnum() for c in text[mark.start : mark.end])]
    if not bare:
        return parts
    hidden = [part for part in parts if part.hidden]
    lost = [m for m in bare if all(any(p.start <= at < p.end for p in hidden) for at in range(m.start, m.end))]
    return [
        replace(part, kind=FAINT) if part.hidden and any(m.start < part.end and part.start < m.end for m in lost) else part
        for part in parts
    ]


def _opened(part: Part) -> str:
    return f'<span class="{part.kind}"{attributes(aria_hidden="true" if part.hidden else None)}>'


def _wrapped(text: str, marks: Sequence[Mark]) -> str:
    pieces: list[str] = []
    position = 0
    for mark in marks:
        pieces += [escape(text[position : mark.start]), mark.opening, escape(text[mark.start : mark.end]), mark.closing]
        position = mark.end
    return "".join([*pieces, escape(text[position:])])


def shortened(text: str, limit: int) -> str:
    """The first `limit` characters of `text` on one line, cut at a word, with an ellipsis when something is left out."""
    line = " ".join(text[: limit * 4].split())
    if len(line) <= limit:
        return line
    cut = line[: limit - 1]
    return (cut.rsplit(" ", 1)[0] if " " in cut[limit // 2 :] else cut).rstrip(" ,;:.–-") + "…"


def plural(count: int, noun: str, many: str | None = None) -> str:
    """`1 fact`, `1,204 facts`."""
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"


def joined(parts: Sequence[str], separator: str = " · ") -> str:
    """The parts that are not empty, with a middle dot between them."""
    return separator.join(part for part in parts if part)
