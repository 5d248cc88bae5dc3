"""Whether two values are of one thing or one event: else what the one is says nothing of what the other should be."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engines.core.digits import has_digit
from engines.core.plain.tables import tables
from engines.core.spans import Span
from engines.core.text import Text
from engines.english.calendar import names_month, names_weekday
from engines.english.inflection import inflect
from engines.english.noun_classes import is_time
from engines.units.instead.families import head_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token
    from spacy.tokens import Span as DocSpan

_NOUNS = frozenset({"NOUN", "PROPN"})
_BEFORE_NOUN = frozenset({"nummod", "compound", "amod", "quantmod"})
_DATED = frozenset({"DATE", "TIME"})
_VERB_FORMS = ("VB", "VBZ", "VBD", "VBN", "VBG")
_DASHES = frozenset("-–—")
YEAR = re.compile(r"\b(?:1\d|20)\d\d\b")


def of_one_thing(own: "DocSpan", other: "DocSpan", reference: Text, found: Span) -> bool:
    """Whether nothing says that a value of an output and the one found in the reference are of two things.

    They are of two where they count two things and one of both texts names the two, where the found one stands in a column of another
    name, and where they are dates of two deeds and the reference tells the output's own, and nowhere else with the date found.

    Args:
        own, other: the words of the output and those found, in their sentences.
        found: where these stand in the reference.
    """
    heads = dict(_heads(reference, found))
    two = _is_in_another_column(own, heads) if heads else _count_two_things(own, other)
    return not two and not _date_two_deeds(own, other, reference, found)


def of_one_form(own: "DocSpan", other: "DocSpan") -> bool:
    """Whether a date is compared with one of the same form: a year is not what another text has instead of a day or of a deed, nor is the
    end of a time that goes from one date to another."""
    if head_of(own).pos_ in ("ADJ", "ADP", "VERB") and not has_digit(own.text) and all(_is_number(token) for token in other):
        return False
    if head_of(own).ent_type_ not in _DATED:
        return True
    mine, theirs = calendar(own), calendar(other)
    if mine and theirs and mine.isdisjoint(theirs):
        return False
    return not mine or ((head_of(other).ent_type_ in _DATED or bool(theirs)) and (not _ends_range(other) or _ends_range(own)))


def calendar(span: "DocSpan") -> frozenset[str]:
    """What words name of a calendar."""
    named = {"month": names_month(span.text), "weekday": names_weekday(span.text), "year": YEAR.search(span.text) is not None}
    return frozenset(name for name, there in named.items() if there)


def _ends_range(span: "DocSpan") -> bool:
    """Whether a dash goes from another date to this one, or from this one to another."""
    doc, first, last = span.doc, span.start, span.end - 1
    while first > 0 and _is_dated(doc[first - 1]):
        first -= 1
    while last + 1 < len(doc) and _is_dated(doc[last + 1]):
        last += 1
    ends = ((first - 1, first - 2), (last + 1, last + 2))
    return any(0 <= dash < len(doc) and 0 <= date < len(doc) and doc[dash].text in _DASHES and _is_dated(doc[date]) for dash, date in ends)


def _is_number(token: "Token") -> bool:
    return has_digit(token.text) or token.is_punct


def _is_dated(token: "Token") -> bool:
    return has_digit(token.text) or names_month(token.text)


def _count_two_things(own: "DocSpan", other: "DocSpan") -> bool:
    pairs = zip(counted(own), counted(other), strict=True)
    return any(mine and theirs and _are_told_apart(mine, theirs, own.doc, other.doc) for mine, theirs in pairs)


def _are_told_apart(mine: "Token", theirs: "Token", own: "Doc", other: "Doc") -> bool:
    one, two = mine.lemma_.lower(), theirs.lemma_.lower()
    if one == two or (is_time(mine) and is_time(theirs)):
        return False
    return one in _lemmas(other) or two in _lemmas(own)


def counted(span: "DocSpan") -> tuple["Token | None", "Token | None"]:
    """What a number counts, or the unit that it is in, and what that is of: "boats", or "g" and "salt" of "19 g of salt"."""
    number = next((token for token in span if token.pos_ == "NUM" or has_digit(token.text)), None)
    if number is None:
        return None, None
    head = number.head
    if number.dep_ == "pobj" and head.lower_ == "of" and head.head.pos_ in _NOUNS:  # "a staff of 9"
        return head.head, None
    if number.dep_ not in _BEFORE_NOUN or head.pos_ not in _NOUNS:
        return None, None
    inner = (t for of in head.children if of.lower_ == "of" for t in of.children if t.dep_ == "pobj")
    return head, next(inner, None)


def _is_in_another_column(own: "DocSpan", heads: Mapping[int, frozenset[str]]) -> bool:
    thing = counted(own)[0]
    if thing is None:
        return False
    named = {column for column, head in heads.items() if thing.lemma_.lower() in head or thing.lower_ in head}
    return bool(named) and -1 not in named


def _heads(reference: Text, found: Span) -> Iterator[tuple[int, frozenset[str]]]:
    """The words at the head of each column of the table that the span stands in, its own as column -1."""
    for table in tables(reference.text):
        for row in table.rows:
            if row.start <= found.start < row.end:
                own = next((column for start, end, column in row.cells if start <= found.start < end), None)
                for start, end, column in table.head.cells:
                    yield -1 if column == own else column, frozenset(re.findall(r"\w+", reference.text[start:end].lower()))


def _date_two_deeds(own: "DocSpan", other: "DocSpan", reference: Text, found: Span) -> bool:
    mine, theirs = deed(own), deed(other)
    if mine is None or theirs is None or mine.lemma_.lower() == theirs.lemma_.lower() or _are_lengths(own, other):
        return False
    forms = {inflect(mine.lemma_.lower(), tag) for tag in _VERB_FORMS}
    telling = [i for i in range(len(reference.sentences)) if not forms.isdisjoint(re.findall(r"\w+", reference.sentence(i).lower()))]
    same = (i for i in telling if i != reference.sentence_at(found.start))
    return bool(telling) and not any(other.text.lower() in reference.sentence(i).lower() for i in same)


def _are_lengths(own: "DocSpan", other: "DocSpan") -> bool:
    """Whether two times are so many of the same unit, which say how long and not when: "seventeen hours" and "eleven hours"."""
    mine, theirs = counted(own)[0], counted(other)[0]
    return mine is not None and theirs is not None and mine.lemma_.lower() == theirs.lemma_.lower()


def deed(span: "DocSpan") -> "Token | None":
    """The verb that a date tells when of."""
    if span.root.ent_type_ not in _DATED:
        return None
    return next((token for token in span.root.ancestors if token.pos_ == "VERB"), None)


def _lemmas(doc: "Doc") -> set[str]:
    return {token.lemma_.lower() for token in doc}
