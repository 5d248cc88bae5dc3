"""Citation marks, footnote signs and addresses of the web: not part of what a sentence says.

Marks are those of encyclopedias, reports and machine-written answers: "[3]", "[1, 4–6]", "[citation needed]", "[^2]", "【4†source】",
"(Source 2)", a raised digit or a dagger after a mark of punctuation.
"""

import re
from collections.abc import Iterator

from engines.core.plain.writing import Blank

_NUMBER = r"[1-9]\d{0,2}"
_NUMBERS = rf"{_NUMBER}(?:\s?[,;–-]\s?{_NUMBER})*"
_SOURCE = r"(?:sources?|docs?\.?|documents?|passages?|refs?\.?|references?|footnotes?|notes?)"
MARK = re.compile(
    rf"\[(?P<numbers>{_NUMBERS})\](?::{_NUMBER}(?:[–-]\d{{1,3}})?|\([^()\s]*\))?"
    rf"|\[\^\w{{1,20}}\]|\[(?:citation needed|clarification needed|who\?|when\?)\]|(?<=[\w.,;:!?”\"')])\[[a-z]\](?!\w)"
    rf"|【(?P<bracketed>{_NUMBERS})?[^【】\n]{{0,60}}】"
    rf"|[\[(]{_SOURCE}\s*(?P<sources>{_NUMBERS}(?:\s?(?:and|&)\s?{_NUMBER})?)[\])]",
    re.IGNORECASE,
)
"""A citation mark; one of its groups has the numbers that it cites."""
_RAISED = re.compile(r"(?<=[.,;:!?”’\"')])[¹²³⁴⁵⁶⁷⁸⁹⁰]+|[†‡]+(?=[\s.,;:!?)]|$)")
_INTERVAL = re.compile(r"\b(?:range|interval|between|from|in)\s*$", re.IGNORECASE)
ADDRESS = re.compile(r"(?:https?://|ftp://|www\.)[^\s<>\"”’)\]}|]+(?<![.,;:!?'])", re.IGNORECASE)
"""An address of the web, without the mark of punctuation that ends its sentence."""


def marks(text: str) -> Iterator[re.Match[str]]:
    """The citation marks of a text, in order; "the interval [1, 5]" is none."""
    if "[" not in text and "【" not in text and "(" not in text:
        return
    for match in MARK.finditer(text):
        pair = match["numbers"] is not None and "," in match["numbers"]
        if not (pair and _INTERVAL.search(text, max(0, match.start() - 12), match.start())):
            yield match


def blanks(text: str) -> Iterator[Blank]:
    """What is set aside of a text, as (start, end, what stands there instead)."""
    for match in marks(text):
        yield match.start(), match.end(), ""
    for pattern in (_RAISED, ADDRESS):
        for match in pattern.finditer(text):
            yield match.start(), match.end(), ""


def cited(text: str) -> tuple[int, ...]:
    """The numbers of the sources that the marks of a text cite, in order, each once."""
    found: dict[int, None] = {}
    for match in marks(text):
        written = match["numbers"] or match["bracketed"] or match["sources"] or ""
        for first, last in re.findall(r"(\d+)(?:\s?[–-]\s?(\d+))?", written):
            for number in range(int(first), min(int(last or first), int(first) + 99) + 1):
                found[number] = None
    return tuple(found)
