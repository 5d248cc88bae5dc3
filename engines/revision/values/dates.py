"""Of a date that is put in, what the date in whose place it comes has: its preposition stands there already."""

from typing import TYPE_CHECKING

from engines.core.digits import whole_number
from engines.english.calendar import names_month, names_weekday

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_YEAR_DIGITS = 4


def of_own_parts(own: "Span", other: "Span") -> "Span | None":
    """The date found without what the other date does not have: "1902" of "9 June 1902" where the output says "in 1920".

    Returns:
        None where it cannot be put so: a day is wanted and none is known, or what is wanted does not stand together.
    """
    mine, theirs = {_part(token) for token in own} - {""}, {token.i: _part(token) for token in other}
    known = set(theirs.values()) - {""}
    if not mine or not known or {own.root.ent_type_, other.root.ent_type_} != {"DATE"}:
        return other
    if "day" in mine and "day" not in known:
        return None
    if known <= mine:
        return other
    places = [i for i, part in theirs.items() if part in mine]
    together = bool(places) and places[-1] - places[0] == len(places) - 1
    return other.doc[places[0] : places[-1] + 1] if together else None


def _part(token: "Token") -> str:
    """What a word is of a date: its year, month, weekday or day of the month; "" for none."""
    if names_month(token.text):
        return "month"
    if names_weekday(token.text):
        return "weekday"
    number = whole_number(token.text, 9999)
    if number is not None and len(token.text) == _YEAR_DIGITS:
        return "year"
    beside = [token.doc[i] for i in (token.i - 1, token.i + 1) if 0 <= i < len(token.doc)]
    return "day" if number is not None and any(names_month(each.text) for each in beside) else ""
