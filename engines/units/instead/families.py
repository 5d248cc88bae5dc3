"""What kind of value or name a word belongs to, as a person would call it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
