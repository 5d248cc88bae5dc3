"""Words that a statement adds and that must fit its noun: the form of "be", the article."""

import re
from typing import TYPE_CHECKING

from engines.decomposition.normalization.sentences import is_title, written
from engines.english.articles import indefinite
from engines.parsing.syntax.dependencies import VERBAL

if TYPE_CHECKING:
    from spacy.tokens import Token

_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)")


def is_past(token: "Token") -> bool:
    """Whether the clause around a word speaks of the past."""
    current = token
    while current.head != current and current.pos_ not in VERBAL:
        current = current.head
    return current.tag_ == "VBD" or any(c.tag_ == "VBD" for c in current.children if c.dep_ in ("aux", "auxpass"))


def is_plural(noun: "Token", alone: bool = False) -> bool:
    """Whether a noun takes a plural verb, together with its conjuncts or `alone`."""
    if is_title(noun):
        return False
    if not alone and any(c.dep_ == "conj" and c.pos_ in ("NOUN", "PROPN", "PRON") for c in noun.children):
        return True
    numbers = [c for c in noun.children if c.dep_ == "nummod"]
    if noun.tag_ == "NN" and any(not c.text.replace(",", "").replace(".", "").isalnum() for c in numbers):  # "a 50/50 venture"
        return False
    if any(c.lower_ not in ("one", "1") and c.ent_type_ not in ("DATE", "ORDINAL") for c in numbers):
        return True
    if noun.tag_ == "NNPS" and noun.ent_type_ in ("ORG", "GPE", "FAC", "PRODUCT", "WORK_OF_ART", "EVENT"):
        return False
    return noun.tag_ in ("NNS", "NNPS") or noun.lower_ in ("they", "we", "you", "police", "people", "these", "those")


def being(noun: "Token", past: bool) -> str:
    """The form of "be" for a noun without its conjuncts."""
    if noun.lower_ == "i":
        return "was" if past else "am"
    if is_plural(noun, alone=True):
        return "were" if past else "are"
    return "was" if past else "is"


def article(word: "Token") -> str:
    """The article for a singular noun phrase that begins with a word: "an", "a", or "the" before an ordinal number."""
    form = written(word)
    if word.ent_type_ == "ORDINAL" or _ORDINAL.fullmatch(form):
        return "the"
    return indefinite(form)
