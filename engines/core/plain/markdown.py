"""The grammar of Markdown: headings, emphasis, lists, quotations, code, links and tables, as parts of a text.

It is written here alone: the plain copy that models read is made of it (`engines.core.plain.markup`), and the page draws it
(`components.html.markdown`). A mark (`**`, `#`, `|`) that has no partner is a character like others, and most texts have none at all. The
rules are those of CommonMark where texts that are not Markdown do not suffer from them: emphasis begins and ends at the edge of a word, so
that `5*3*2` and `snake_case_word` stay as they are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from engines.core.digits import begins_with_digit

MARK = "mark"
"""The kind of what is a mark alone."""

FAINT = "faint"
"""The kind of what belongs to a mark and has words in it, such as the address of a link."""

GAP = "block gap"
"""An empty line."""

_SIGNS = re.compile(r"[*_`#|>~\[]|\S\t|^[ \t]*(?:(?:[-+•]|\d{1,3}[.)])[ \t]|([-=])(?:[ \t]*\1){2})", re.MULTILINE)
_LINE = re.compile(r"[^\n]*\n?")
HEADING_SIGN = r"#{1,6}[ \t]+"
EMPHASIS_SIGN = r"[*_]{1,3}"
_HEADING = re.compile(rf" {{0,3}}({HEADING_SIGN})(?=[^\s#])")
_CLOSING_SIGNS = re.compile(r"[ \t]+#+[ \t\r]*$")
_RULE = re.compile(r" {0,3}([-*_=])(?:[ \t]*\1){2,}[ \t\r]*$")
_QUOTE = re.compile(r" {0,3}((?:>[ \t]?)+)(?![ \t>]*\d)")  # "> 50 boats" is more than fifty
_ITEM = re.compile(r"([ \t]*)([-*+•][ \t]+|\d{1,3}[.)][ \t]+)(?=\S)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^`\r\n]*)\r?$")
_DASHES = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r]*$")
_BETWEEN_BARS = re.compile(r"[ \t]*\|[^\n]*[^\s|][^\n]*\|[ \t\r]*\n?$")
_FEWEST_ROWS = 2
_BAR = re.compile(r"(?<!\\)\|")
_TAB = re.compile(r"\t")
_LIST_SIGN = re.compile(r"\s*(?:[^\w\s]|\(?(?:\d{1,3}|[a-zA-Z])[.)])\s*")
_LINK = r"!?\[([^\[\]\n]{1,300})\](\()((?:[^()\s]|\([^()\s]*\)){1,500}(?:[ \t]+\"[^\"\n]*\")?)(\))"
_INLINE = re.compile(rf"`+|(?<![*\\])\*{{1,3}}(?!\*)|(?<![_\\])_{{1,3}}(?!_)|(?<!~)~~(?!~)|{_LINK}")
_EMPHASIS = {1: "i", 2: "b", 3: "b i"}
_STRUCK = "s"
_DEEPEST = 4


@dataclass(frozen=True)
class Part:
    """A piece of a text: code-point offsets, and its kind in words of which the first say most. Parts lie apart or one within another."""

    start: int
    end: int
    kind: str


def markdown_parts(text: str) -> tuple[Part, ...]:
    """The parts of a text, those that begin first before others, and what encloses before what it encloses; none without Markdown."""
    if not _SIGNS.search(text):
        return ()
    found = list(_blocks(text))
    if all(part.kind == GAP for part in found):
        return ()
    return tuple(sorted(found, key=lambda part: (part.start, -part.end)))


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
            yield Part(*lines[at], GAP)
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
        kinds = [Part(start, end, f"block h h{match[1].count('#')}"), Part(start, start + match.end(), MARK)]
        kinds += [Part(stop, start + len(line), MARK)] if closing else []
        return at + 1, [*kinds, *_inline(text, start + match.end(), stop)]
    if _RULE.match(line):
        return at + 1, [Part(start, end, "block rule"), Part(start, start + len(line), MARK)]
    if at + 1 < len(lines) and "|" in line and (table := _table(text, lines, at)):
        return table
    if match := _QUOTE.match(line):
        depth = min(match[1].count(">"), _DEEPEST)
        marks = [Part(start, end, f"block quote d{depth}"), Part(start, start + match.end(), MARK)]
        return at + 1, [*marks, *_inline(text, start + match.end(), end)]
    if match := _ITEM.match(line):
        return _item(text, lines, at, match)
    return ("\t" in line and _bare_table(text, lines, at, tabs=True)) or (at, [])


def _item(text: str, lines: list[tuple[int, int]], at: int, match: re.Match[str]) -> tuple[int, list[Part]]:
    """A list item with the indented lines below it that go on in it."""
    start, after = lines[at][0], at + 1
    while after < len(lines) and (below := text[slice(*lines[after])]).strip() and below[0] in " \t" and not _ITEM.match(below):
        after += 1
    end, depth = lines[after - 1][1], min((len(match[1].expandtabs(4)) + 2) // 4 + 1, _DEEPEST)
    numbered = begins_with_digit(match[2])
    parts = [Part(start, end, f"block item d{depth}{' n' if numbered else ''}")]
    parts += [Part(start, start + match.end(1), MARK)] if match[1] else []
    parts += [Part(start + match.start(2), start + match.end(2), "number" if numbered else "bullet")]
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
            return last + 1, [Part(lines[at][0], lines[last][1], "block code"), *first, *_nothing(lines[last])]
    return None


def _nothing(line: tuple[int, int]) -> list[Part]:
    """A line that takes no room."""
    return [Part(*line, "block none"), Part(*line, MARK)]


def _table(text: str, lines: list[tuple[int, int]], at: int) -> tuple[int, list[Part]] | None:
    """A table: a row, a row of dashes, and the rows below; without dashes rows between bars, one below the other."""
    dashes = text[slice(*lines[at + 1])].rstrip("\n")
    if "|" not in dashes or not _DASHES.match(dashes) or "-" not in dashes:
        return _bare_table(text, lines, at)
    last = at + 2
    while last < len(lines) and _BAR.search(text, *lines[last]):
        last += 1
    rule = [Part(*lines[at + 1], "block row none"), Part(*lines[at + 1], MARK)]
    rows = [part for number in (at, *range(at + 2, last)) for part in _row(text, lines[number], number == at)]
    return last, [Part(lines[at][0], lines[last - 1][1], "block table"), *rows, *rule]


def _bare_table(text: str, lines: list[tuple[int, int]], at: int, tabs: bool = False) -> tuple[int, list[Part]] | None:
    """Rows that begin and end with a bar, or with tabs between their cells, without a head."""
    last = at
    while last < len(lines) and (_has_tabs if tabs else _BETWEEN_BARS.match)(text[slice(*lines[last])]):
        last += 1
    if last - at < _FEWEST_ROWS:
        return None
    rows = [part for line in lines[at:last] for part in (_tabbed(text, line) if tabs else _row(text, line, False))]
    return last, [Part(lines[at][0], lines[last - 1][1], "block table"), *rows]


def _has_tabs(line: str) -> bool:
    """Whether a line has tabs between cells, and not only behind the sign of a list or a label with a colon."""
    cells = line.split("\t")
    told = [cell.strip() for cell in cells if cell.strip()]
    return len(told) > 1 and not _LIST_SIGN.fullmatch(cells[0]) and (len(told) > 2 or not told[0].endswith(":"))


def _tabbed(text: str, line: tuple[int, int]) -> Iterator[Part]:
    """A row with tabs between its cells, each of which belongs to the cell before it."""
    start, end = line
    yield Part(start, end, "block row")
    edges = dict.fromkeys([start, *(match.end() for match in _TAB.finditer(text, start, end)), end])
    for first, last in pairwise(edges):
        yield Part(first, last, "block cell")
        closing = first + len(text[first:last].rstrip())
        if closing < last:
            yield Part(closing, last, MARK)
        yield from _inline(text, first, closing)


def _row(text: str, line: tuple[int, int], head: bool) -> Iterator[Part]:
    start, end = line
    yield Part(start, end, f"block row{' head' if head else ''}")
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
        yield Part(first, last, "block cell")
        opening = first + (bars[0] - start + 1 if leading and number == 0 else 1 if number else 0)
        closing = bars[-1] if trailing and last == end else min(last, written)
        if opening > first:
            yield Part(first, opening, MARK)
        if closing < last:
            yield Part(closing, last, MARK)
        yield from _inline(text, opening, closing)


def _inline(text: str, start: int, end: int) -> Iterator[Part]:
    """Emphasis, code and links between two places."""
    opened: list[tuple[str, int, int]] = []
    position = start
    while match := _INLINE.search(text, position, end):
        position = match.end()
        if match[0][0] in "![":
            yield from _link(match)
            position = match.start(2)
        elif match[0][0] == "`":
            close = text.find(match[0], match.end(), end)
            inner = text[match.end() : max(close, match.end())]
            if inner and inner == inner.strip() and "\n" not in inner and not text.startswith("`", close + len(match[0])):
                yield Part(match.start(), close + len(match[0]), "code")
                yield from (Part(at, at + len(match[0]), MARK) for at in (match.start(), close))
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
        yield Part(start, match.end(), _STRUCK if run == "~~" else _EMPHASIS[len(run)])
        yield Part(start, inner, MARK)
        yield Part(match.start(), match.end(), MARK)
    elif after.strip() and not before.isalnum():
        opened.append((run, match.start(), match.end()))


def _link(match: re.Match[str]) -> Iterator[Part]:
    yield Part(match.start(), match.start(1), MARK)
    yield Part(match.start(1), match.end(1), "link")
    yield Part(match.end(1), match.end(2), MARK)
    yield Part(match.start(3), match.end(3), FAINT)
    yield Part(match.start(4), match.end(4), MARK)
