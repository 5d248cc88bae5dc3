"""Answers cut as a person would cut them: whole words, whole brackets and quotations, whole prepositions and times.

The learned scorer takes spans from the parse, whose phrases sometimes end inside a hyphenated word, a bracket or a title in
quotation marks, or leave "out" of "out of" behind.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from engines.parsing.animacy import noun_class
from engines.parsing.arguments import Argument
from engines.parsing.lexicon import words

if TYPE_CHECKING:
    from spacy.tokens import Doc

_QUOTES = '"“”'
_SINGLE = frozenset({"'", "‘", "’", "`"})
_CLOSING = {"(": ")", "[": "]"}
_LATER = frozenset({"ago", "later", "earlier"})
_DAYS = frozenset({"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"})
_COUNTED_FROM = frozenset({"after", "before", "since", "until", "from"})


def redrawn(doc: "Doc", predicate: int, argument: Argument) -> Argument | None:
    """The argument with the borders that a person would draw; None if it has none."""
    whole = _with_preposition(doc, _with_whole_words(doc, predicate, argument))
    timed = _with_whole_time(doc, _without_day(doc, predicate, whole))
    return None if timed is None else _enclosed(doc, timed)


def _with_whole_words(doc: "Doc", predicate: int, argument: Argument) -> Argument:
    """The argument without a hyphenated word or a firm's name cut in two: "semi-finals", not "finals", "Brandt & Loy", not "Loy"."""
    start, end = argument.start, argument.end
    while start > 1 and doc[start - 1].text == "-" and not doc[start - 1].whitespace_ and start - 2 != predicate:
        start -= 2
    while end + 1 < len(doc) and doc[end].text == "-" and not doc[end - 1].whitespace_ and end + 1 != predicate:
        end += 2
    while _one_name(doc, start - 1) and start - 2 != predicate:
        start -= 2
        while start > 0 and doc[start - 1].pos_ == "PROPN" and doc[start - 1].dep_ == "compound":
            start -= 1
    while _one_name(doc, end) and end + 1 != predicate:
        end += 2
        while end < len(doc) and doc[end].pos_ == "PROPN" and doc[end - 1].dep_ == "compound":
            end += 1
    return argument if (start, end) == argument.span else replace(argument, start=start, end=end)


def _one_name(doc: "Doc", i: int) -> bool:
    """Whether token `i` is an ampersand between names."""
    return 0 < i < len(doc) - 1 and doc[i].text == "&" and doc[i - 1].pos_ == doc[i + 1].pos_ == "PROPN"


def _with_preposition(doc: "Doc", argument: Argument) -> Argument:
    """ "rose out of the water" asks "out of what?": the preposition is neither cut in two nor a part of the answer."""
    start = argument.start
    if argument.role != "PREP":
        return argument
    if doc[start].lower_ == "of" and argument.end - start > 1:
        start += 1
    if start < 2 or doc[start - 1].lower_ != "of" or doc[start - 2].lower_ not in words("prepositions with of"):
        return argument
    return replace(argument, start=start, preposition=f"{doc[start - 2].lower_} of")


def _with_whole_time(doc: "Doc", argument: Argument) -> Argument | None:
    """ "two years later" is one time; "two years" of "two years after it closed" is none without the rest."""
    following = doc[argument.end].lower_ if argument.end < len(doc) else ""
    if argument.wh not in ("when", "how long", "how much") or doc[argument.start].pos_ == "ADP":
        return argument
    if following in _LATER:
        return replace(argument, end=argument.end + 1, wh="when")
    unit = doc[argument.head].lemma_.lower() in words("duration")
    return None if unit and following in _COUNTED_FROM else argument


def _without_day(doc: "Doc", predicate: int, argument: Argument) -> Argument:
    """ "The council on Tuesday voted": the day says when it voted, whatever the parse hangs it on."""
    end = argument.end
    if argument.role not in ("SUBJ", "OBJ") or end - argument.start < 3 or argument.head >= end - 2 or not predicate >= end:
        return argument
    if doc[end - 1].lower_ not in _DAYS or doc[end - 2].lower_ != "on" or noun_class(doc[argument.head].lemma_) in ("act", "event", "time"):
        return argument
    return replace(argument, end=end - 2)


def _enclosed(doc: "Doc", argument: Argument) -> Argument | None:
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
    return argument if (start, end) == argument.span else replace(argument, start=start, end=end)


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
