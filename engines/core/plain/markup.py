"""Markdown and HTML: signs that say how a text looks, not what it says; and the brackets of tokenised text."""

import html
import json
import re
from collections.abc import Iterator
from unicodedata import category

from engines.core.machine.files import asset
from engines.core.plain.markdown import FAINT, MARK, Part, markdown_parts
from engines.core.plain.writing import Blank

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,10})(?:\s[^<>]{0,1000})?/?>")
_CELL = re.compile(r"\s*<t[dh]\b", re.IGNORECASE)
_UNSEEN = re.compile(r"<(?:(!--)|(script|style|head|template)\b[^<>]{0,1000}>)", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9a-fA-F]{1,6}|[a-zA-Z]{2,12});")
_ESCAPED = re.compile(r"-(l|r)(r|s|c)b-", re.IGNORECASE)
_TAB = re.compile(r"(?<=[^\s:;,|>])[ \t]++(?=[^\s|])(?!</)")
"""What may part two cells of a line, in a table or between a label and what it labels, if it has a tab."""
_LIST_SIGN = re.compile(r"[^\w\s]|\(?(?:\d{1,3}|[a-zA-Z])[.)]")
_BRACKETS = {"lr": "(", "rr": ")", "ls": "[", "rs": "]", "lc": "{", "rc": "}"}
_ELEMENTS = {name: frozenset(listed) for name, listed in json.loads(asset("text", "html_elements.json").read_text("utf-8")).items()}
"""Elements of HTML that begin a new line, that are the cells of a row, and that stand within a line."""


def blanks(text: str) -> Iterator[Blank]:
    """What is set aside of a text, as (start, end, what stands there instead)."""
    yield from html_blanks(text)
    yield from _markdown(text)
    yield from _columns(text)
    for match in _ESCAPED.finditer(text):
        yield match.start(), match.end(), _BRACKETS[(match[1] + match[2]).lower()]


def html_blanks(text: str) -> Iterator[Blank]:
    """The same of HTML alone: tags, what no browser shows, and the signs that are written as entities."""
    if "<" in text:
        yield from _tags(text)
    if "&" in text:
        yield from _entities(text)


def _markdown(text: str) -> Iterator[Blank]:
    """Marks and what belongs to them alone; a bar between two cells is a semicolon, so that they do not read as one phrase."""
    for part in markdown_parts(text):
        tabs_alone = "\t" in text[part.start : part.end] and not text[part.start : part.end].strip()
        if part.kind in (MARK, FAINT) and not tabs_alone:  # of tabs see `_columns`
            yield part.start, part.end, ";" if _parts_cells(text, part) else ""


def _columns(text: str) -> Iterator[Blank]:
    """Tabs between cells, which are semicolons like bars. What follows the sign of a list is no cell, and a tab between two words in small
    letters, the only one of its line, parts none."""
    start = 0
    for line in text.splitlines(keepends=True) if "\t" in text else ():
        end = start + len(line)
        borders = [match.span() for match in _TAB.finditer(text, start, end) if "\t" in match.group()] if "\t" in line else []
        if borders:
            before = text[start : borders[0][0]].strip()
            stray = line.count("\t") == 1 and before.split()[-1][0].islower() and text[borders[0][1]].islower()
            yield from (
                (*place, ";") for place in borders[1 if stray or _LIST_SIGN.fullmatch(before) else 0 :] if text[place[0] - 1] not in ".!?"
            )
        start = end


def _parts_cells(text: str, mark: Part) -> bool:
    if text[mark.start : mark.end].strip() != "|":
        return False
    bar = text.index("|", mark.start)
    end = text.find("\n", bar)
    return bool(text[text.rfind("\n", 0, bar) + 1 : bar].strip() and text[bar + 1 : len(text) if end < 0 else end].strip())


def _tags(text: str) -> Iterator[Blank]:
    yield from _unseen(text)
    for match in _TAG.finditer(text):
        name = match[2].lower()
        if name in _ELEMENTS["blocks"]:
            yield match.start(), match.end(), "\n"
        elif name in _ELEMENTS["cells"]:
            yield match.start(), match.end(), ";" if match[1] and _CELL.match(text, match.end()) else ""
        elif name in _ELEMENTS["inline"]:
            yield match.start(), match.end(), ""


def _unseen(text: str) -> Iterator[Blank]:
    """Comments, and elements whose content no browser shows; what is not closed is none."""
    open_ended: set[str] = set()
    position = 0
    while match := _UNSEEN.search(text, position):
        name, position = (match[2] or "").lower(), match.end()
        if name in open_ended:
            continue
        end = re.compile(rf"</{name}\s*>" if name else "-->", re.IGNORECASE).search(text, position)
        if end is None:
            open_ended.add(name)
        else:
            position = end.end()
            yield match.start(), position, "\n"


def _entities(text: str) -> Iterator[Blank]:
    for match in _ENTITY.finditer(text):
        sign = html.unescape(match.group())
        if len(sign) == 1 and (sign.isprintable() or category(sign) == "Zs"):
            yield match.start(), match.end(), " " if category(sign) == "Zs" else sign
