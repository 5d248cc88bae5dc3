"""Brackets and quotations of answers: what is opened is closed, or left out."""

from dataclasses import replace
from typing import TYPE_CHECKING

from engines.parsing.arguments.structures import Argument

if TYPE_CHECKING:
    from spacy.tokens import Doc

_QUOTES = '"“”'
_SINGLE = frozenset({"'", "‘", "’", "`"})
_CLOSING = {"(": ")", "[": "]"}


def enclosed(doc: "Doc", argument: Argument) -> Argument | None:
    """The argument with the bracket or quotation that it opens closed again; None if that cannot be."""
    start, end = argument.span
    for opening, closing in _CLOSING.items():
        texts = [token.text for token in doc[start:end]]
        if texts.count(opening) > texts.count(closing):
            if end < len(doc) and doc[end].text == closing:
                end += 1
            elif (cut := start + texts.index(opening)) > argument.head:
                end = cut
            else:
                return None
        elif texts.count(closing) > texts.count(opening):
            if start and doc[start - 1].text == opening:
                start -= 1
            else:
                return None
    if _opens_title(doc, start, end):
        end += 1
    closed = next((i for i in range(argument.head + 1, end) if doc[i].text in _QUOTES), end)
    if start and doc[start - 1].text in _QUOTES and sum(doc[i].text in _QUOTES for i in range(start, end)) == 1:
        end = closed  # "My Tide" of 'made "My Tide" available''
    return argument if (start, end) == argument.span else replace(argument, start=start, end=end)


def ends_in_word(doc: "Doc", end: int) -> bool:
    """Whether an answer that ends at a token is cut off at a hyphen: "ex" of "ex-keeper"."""
    return end < len(doc) and doc[end].text == "-" and not doc[end - 1].whitespace_ and not doc[end].whitespace_


def is_enclosed(text: str) -> bool:
    """Whether every bracket and quotation of a phrase is closed."""
    paired = all(text.count(opening) == text.count(closing) for opening, closing in _CLOSING.items())
    return paired and sum(text.count(mark) for mark in _QUOTES) % 2 == 0


def _opens_title(doc: "Doc", start: int, end: int) -> bool:
    """Whether a quotation begins inside the answer and ends right after it: 'the album "Tides' before '"'."""
    if end >= len(doc) or end - start < 2:
        return False
    mark = doc[end].text
    inside = [token.text for token in doc[start:end]]
    if mark in _QUOTES:
        return sum(inside.count(m) for m in _QUOTES) % 2 == 1 and inside[0] not in _QUOTES
    return mark in _SINGLE and sum(inside.count(m) for m in _SINGLE) % 2 == 1 and inside[0] not in _SINGLE
