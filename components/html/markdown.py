"""Markdown in a text as what it stands for: headings, emphasis, lists, quotations, code, links and tables.

Nothing is taken away: every character stays where it is, so that offsets hold and what is copied is the text. What is a mark alone (`**`,
`#`, `|`) is drawn with no width. A mark that has no partner is a character like others, and most texts have none at all. What has a letter
or a digit in it is always to be seen, since an error may lie there. The rules are those of CommonMark where texts that are not Markdown do
not suffer from them: emphasis begins and ends at the edge of a word, so that `5*3*2` and `snake_case_word` stay as they are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from engines.core.digits import begins_with_digit

HIDDEN = "md"
"""The class of what is a mark alone."""

FAINT = "md-faint"
"""The class of what belongs to a mark and has words in it, such as the address of a link."""

_GAP = "md-block md-gap"
_LONGEST = 400_000
"""Characters of a text that is looked at: what is longer is drawn as it is."""

_SIGNS = re.compile(r"[*_`#|>\[]|^[ \t]*(?:[-+•]|\d{1,3}[.)])[ \t]", re.MULTILINE)
_LINE = re.compile(r"[^\n]*\n?")
_HEADING = re.compile(r" {0,3}(#{1,6}[ \t]+)(?=[^\s#])")
_CLOSING_SIGNS = re.compile(r"[ \t]+#+[ \t\r]*$")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t\r]*$")
_QUOTE = re.compile(r" {0,3}((?:>[ \t]?)+)")
_ITEM = re.compile(r"([ \t]*)([-*+•][ \t]+|\d{1,3}[.)][ \t]+)(?=\S)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^`\r\n]*)\r?$")
_DASHES = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r]*$")
_BAR = re.compile(r"(?<!\\)\|")
_INLINE = re.compile(r"`+|(?<![*\\])\*{1,3}(?!\*)|(?<![_\\])_{1,3}(?!_)|(?<!!)\[([^\[\]\n]{1,300})\](\()([^()\s]{1,500})(\))")
_NOT_NEEDED = frozenset("*_`#[]() \t")
_LOOSE = re.compile(r"(?<![\w*])\*{2,3}(?=\w)|(?<=[\w.,;:!?)])\*{2,3}(?![\w*])|^\*{2,3}(?= )|(?<= )\*{2,3}$")
"""Emphasis whose other end lies outside the piece."""
_EMPHASIS = {1: "md-i", 2: "md-b", 3: "md-b md-i"}
_DEEPEST = 4


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
    if len(text) > _LONGEST or not _SIGNS.search(text):
        return ()
    found = [part for part in _blocks(text) if blocks or _inline_alone(text, part)]
    if all(part.kind == _GAP for part in found):
        return ()
    return tuple(sorted(found, key=lambda part: (part.start, -part.end)))


def without_marks(text: str) -> str:
    """A piece of a text as it reads on the page, for a line in which it is quoted: what is a mark alone is left out."""
    pieces, position = [], 0
    for part in parts_of(text, blocks=False):
        if part.hidden:
            pieces.append(text[position : part.start])
            position = part.end
    return _LOOSE.sub("", "".join([*pieces, text[position:]]))


def _inline_alone(text: str, part: Part) -> bool:
    """Whether a part is drawn where lines are not: of the marks of a line only those that the eye does not need then."""
    return not part.kind.startswith("md-block") and (not part.hidden or set(text[part.start : part.end]) <= _NOT_NEEDED)


def _blocks(text: str) -> Iterator[Part]:
    lines = [match.span() for match in _LINE.finditer(text) if match.end() > match.start()]
    at = plain = 0  # the line at hand, and the first of the run of plain lines that it belongs to
    while at <= len(lines):
        after, parts = _block(text, lines, at) if at < len(lines) else (at, [])
        if after == at < len(lines) and text[slice(*lines[at])].strip():
            at += 1
            continue
        if plain < at:
            yield from _inline(text, lines[plain][0], lines[at - 1][1])
        if after == at < len(lines):
            yield Part(*lines[at], _GAP)
        yield from parts
        at = plain = max(after, at + 1)


def _block(text: str, lines: list[tuple[int, int]], at: int) -> tuple[int, list[Part]]:
    """The line after the block that begins at line `at`, and its parts; the same line where it is a plain one."""
    start, end = lines[at]
    line = text[start:end].rstrip("\r\n")
    if fenced := _fenced(text, lines, at):
        return fenced
    if match := _HEADING.match(line):
        closing = _CLOSING_SIGNS.search(line, match.end())
        stop = start + (closing.start() if closing else len(line))
        kinds = [Part(start, end, f"md-block md-h md-h{match[1].count('#')}"), Part(start, start + match.end(), HIDDEN)]
        kinds += [Part(stop, start + len(line), HIDDEN)] if closing else []
        return at + 1, [*kinds, *_inline(text, start + match.end(), stop)]
    if _RULE.match(line):
        return at + 1, [Part(start, end, "md-block md-rule"), Part(start, start + len(line), HIDDEN)]
    if at + 1 < len(lines) and "|" in line and (table := _table(text, lines, at)):
        return table
    if match := _QUOTE.match(line):
        depth = min(match[1].count(">"), _DEEPEST)
        marks = [Part(start, end, f"md-block md-quote md-d{depth}"), Part(start, start + match.end(), HIDDEN)]
        return at + 1, [*marks, *_inline(text, start + match.end(), end)]
    if match := _ITEM.match(line):
        return _item(text, lines, at, match)
    return at, []


def _item(text: str, lines: list[tuple[int, int]], at: int, match: re.Match[str]) -> tuple[int, list[Part]]:
    """A list item with the indented lines below it that go on in it."""
    start, after = lines[at][0], at + 1
    while after < len(lines) and (below := text[slice(*lines[after])]).strip() and below[0] in " \t" and not _ITEM.match(below):
        after += 1
    end, depth = lines[after - 1][1], min((len(match[1].expandtabs(4)) + 2) // 4 + 1, _DEEPEST)
    numbered = begins_with_digit(match[2])
    parts = [Part(start, end, f"md-block md-item md-d{depth}{' md-n' if numbered else ''}")]
    parts += [Part(start, start + match.end(1), HIDDEN)] if match[1] else []
    parts += [Part(start + match.start(2), start + match.end(2), "md-number" if numbered else "md-bullet")]
    return after, [*parts, *_inline(text, start + match.end(), end)]


def _fenced(text: str, lines: list[tuple[int, int]], at: int) -> tuple[int, list[Part]] | None:
    """Lines of code between two fences; none where the second is missing."""
    opening = _FENCE.match(text[slice(*lines[at])].rstrip("\n"))
    if opening is None:
        return None
    for last in range(at + 1, min(len(lines), at + 500)):
        closing = _FENCE.match(text[slice(*lines[last])].rstrip("\n"))
        if closing and closing[1].startswith(opening[1]) and not closing[2].strip():
            first = [Part(*lines[at], FAINT)] if opening[2].strip() else _nothing(lines[at])
            return last + 1, [Part(lines[at][0], lines[last][1], "md-block md-code"), *first, *_nothing(lines[last])]
    return None


def _nothing(line: tuple[int, int]) -> list[Part]:
    """A line that takes no room."""
    return [Part(*line, "md-block md-none"), Part(*line, HIDDEN)]


def _table(text: str, lines: list[tuple[int, int]], at: int) -> tuple[int, list[Part]] | None:
    """A table: a row, a row of dashes, and the rows below; none where there are no dashes."""
    dashes = text[slice(*lines[at + 1])].rstrip("\n")
    if "|" not in dashes or not _DASHES.match(dashes) or "-" not in dashes:
        return None
    last = at + 2
    while last < len(lines) and _BAR.search(text, *lines[last]):
        last += 1
    rule = [Part(*lines[at + 1], "md-block md-row md-none"), Part(*lines[at + 1], HIDDEN)]
    rows = [part for number in (at, *range(at + 2, last)) for part in _row(text, lines[number], number == at)]
    return last, [Part(lines[at][0], lines[last - 1][1], "md-block md-table"), *rows, *rule]


def _row(text: str, line: tuple[int, int], head: bool) -> Iterator[Part]:
    start, end = line
    yield Part(start, end, f"md-block md-row{' md-head' if head else ''}")
    written = len(text[start:end].rstrip()) + start
    bars = [match.start() for match in _BAR.finditer(text, start, written)]
    if not bars:
        return
    # A bar belongs to the cell after it; the last one, and the end of the line, to the last cell.
    leading = not text[start : bars[0]].strip()
    trailing = len(bars) > 1 and bars[-1] == written - 1
    inner = bars[1 if leading else 0 : -1 if trailing else None]
    edges = [start, *inner, end]
    for number, (first, last) in enumerate(pairwise(edges)):
        yield Part(first, last, "md-block md-cell")
        opening = first + (bars[0] - start + 1 if leading and number == 0 else 1 if number else 0)
        closing = bars[-1] if trailing and last == end else min(last, written)
        if opening > first:
            yield Part(first, opening, HIDDEN)
        if closing < last:
            yield Part(closing, last, HIDDEN)
        yield from _inline(text, opening, closing)


def _inline(text: str, start: int, end: int) -> Iterator[Part]:
    """Emphasis, code and links between two places."""
    opened: list[tuple[str, int, int]] = []
    position = start
    while match := _INLINE.search(text, position, end):
        position = match.end()
        if match[0][0] == "[":
            yield from _link(match)
            position = match.start(2)
        elif match[0][0] == "`":
            close = text.find(match[0], match.end(), end)
            if close > match.end() and not text.startswith("`", close + len(match[0])):
                yield Part(match.start(), close + len(match[0]), "md-code")
                yield from (Part(at, at + len(match[0]), HIDDEN) for at in (match.start(), close))
                position = close + len(match[0])
        else:
            yield from _emphasis(text, match, opened)


def _emphasis(text: str, match: re.Match[str], opened: list[tuple[str, int, int]]) -> Iterator[Part]:
    """What a run of stars or underscores closes; one that opens something is remembered."""
    run, before, after = match[0], text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    partners = [number for number, (other, *_) in enumerate(opened) if other == run]
    if partners and before.strip() and not after.isalnum():
        _, start, inner = opened[partners[-1]]
        del opened[partners[-1] :]
        yield Part(start, match.end(), _EMPHASIS[len(run)])
        yield Part(start, inner, HIDDEN)
        yield Part(match.start(), match.end(), HIDDEN)
    elif after.strip() and not before.isalnum():
        opened.append((run, match.start(), match.end()))


def _link(match: re.Match[str]) -> Iterator[Part]:
    yield Part(match.start(), match.start() + 1, HIDDEN)
    yield Part(match.start(1), match.end(1), "md-link")
    yield Part(match.end(1), match.end(2), HIDDEN)
    yield Part(match.start(3), match.end(3), FAINT)
    yield Part(match.start(4), match.end(4), HIDDEN)
