"""What kind of value or name a word belongs to, as a person would call it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Span as DocSpan
    from spacy.tokens import Token

FAMILIES = {
    "PERSON": "name",
    "ORG": "organisation",
    "NORP": "group",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "DATE": "date",
    "TIME": "time",
    "CARDINAL": "number",
    "QUANTITY": "amount",
    "MONEY": "amount of money",
    "PERCENT": "percentage",
    "ORDINAL": "rank",
}
"""What a person calls the entity types of spaCy; values of one family may stand for each other."""

NAMES = frozenset({"name", "organisation", "group", "place"})


def family_of(token: "Token") -> str:
    """What a person calls the value or name that a word belongs to; "" for none."""
    return FAMILIES.get(token.ent_type_, "")


def is_name(token: "Token") -> bool:
    """Whether a word is a name or a part of one; that of a month is a date."""
    return family_of(token) in NAMES or (token.pos_ == "PROPN" and not family_of(token))


def head_of(span: "DocSpan") -> "Token":
    """The word that says what a phrase is: its noun where it begins with a preposition."""
    head = span.root
    while head.pos_ == "ADP":
        inner = next((t for t in head.children if t.dep_ == "pobj" and span.start <= t.i < span.end), None)
        if inner is None:
            break
        head = inner
    return head
