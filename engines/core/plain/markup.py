"""Markdown and HTML: signs that say how a text looks, not what it says; and the brackets of tokenised text."""

import html
import json
import re
from collections.abc import Iterator

from engines.core.machine.files import asset
from engines.core.plain.writing import Blank

_EMPHASIS = re.compile(
    r"(?<![\w*])(\*{1,3}|~~)(?=[^\s*])([^\n]{0,1000}?[^\s*])\1(?![\w*])|(?<!\w)(_{1,3})(?=[^\s_])([^\n]{0,1000}?[^\s_])\3(?!\w)"
)
_CODE = re.compile(r"(?<!`)(`{1,3})(?=[^`\s])([^`\n]*[^`\s])\1(?!`)")
_LINK = re.compile(r"!?\[([^\[\]\n]{0,300})\](\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"\n]*\")?\))")
_LINE = re.compile(r"^[ \t]*(#{1,6}(?=[ \t])|```\w*[ \t\r]*$|(?:[-*_=][ \t]?){3,}\r?$)", re.MULTILINE)
_RULED = re.compile(r"^[ \t]*\|?(?=[^\n]*\|)[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r]*$", re.MULTILINE)
_ROW = re.compile(r"^[ \t]*\|[^\n]*\|[ \t\r]*$", re.MULTILINE)
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,10})(?:\s[^<>]{0,1000})?/?>")
_CELL = re.compile(r"\s*<t[dh]\b", re.IGNORECASE)
_UNSEEN = re.compile(r"<(?:(!--)|(script|style|head|template)\b[^<>]{0,1000}>)", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9a-fA-F]{1,6}|[a-zA-Z]{2,12});")
_ESCAPED = re.compile(r"-(l|r)(r|s|c)b-", re.IGNORECASE)
_BRACKETS = {"lr": "(", "rr": ")", "ls": "[", "rs": "]", "lc": "{", "rc": "}"}
_ELEMENTS = {name: frozenset(listed) for name, listed in json.loads(asset("text", "html_elements.json").read_text("utf-8")).items()}
"""Elements of HTML that begin a new line, that are the cells of a row, and that stand within a line."""


def blanks(text: str) -> Iterator[Blank]:
    """What is set aside of a text, as (start, end, what stands there instead)."""
    if "<" in text:
        yield from _tags(text)
    if "&" in text:
        yield from _entities(text)
    if "|" in text:
        yield from _rows(text)
    if any(sign in text for sign in "*_`#~=") or "---" in text or "](" in text:
        yield from _markdown(text)
    for match in _ESCAPED.finditer(text):
        yield match.start(), match.end(), _BRACKETS[(match[1] + match[2]).lower()]


def _markdown(text: str) -> Iterator[Blank]:
    for match in _LINE.finditer(text):
        yield match.start(1), match.end(1), ""
    for pattern in (_EMPHASIS, _CODE):
        yield from _around(pattern, text, 0, len(text))
    for match in _LINK.finditer(text):
        yield match.start(), match.start(1), ""
        yield match.end(1), match.end(), ""


def _around(pattern: re.Pattern[str], text: str, start: int, end: int) -> Iterator[Blank]:
    """The signs on either side of what they emphasise, and those within it."""
    for match in pattern.finditer(text, start, end):
        sign, inner = (1, 2) if match.group(1) else (3, 4)
        yield match.start(sign), match.end(sign), ""
        yield match.end(inner), match.end(), ""
        yield from _around(pattern, text, match.start(inner), match.end(inner))


def _rows(text: str) -> Iterator[Blank]:
    for match in _RULED.finditer(text):
        yield match.start(), match.end(), ""
    for match in _ROW.finditer(text):
        row = match.group()
        first, last = len(row) - len(row.lstrip()), len(row.rstrip()) - 1
        for i, sign in enumerate(row):
            if sign == "|":
                place = match.start() + i
                yield place, place + 1, "" if i in (first, last) else ";"


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
        if len(sign) == 1 and (sign.isprintable() or sign == "\xa0"):
            yield match.start(), match.end(), " " if sign == "\xa0" else sign
