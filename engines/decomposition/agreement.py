"""Words that a statement adds and that must fit its noun: the form of "be", the article."""

from typing import TYPE_CHECKING

from engines.decomposition.reading import is_title
from engines.parsing.syntax import VERBAL

if TYPE_CHECKING:
    from spacy.tokens import Token

_VOWELS = "aeiou"


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
    if any(c.dep_ == "nummod" and c.lower_ not in ("one", "1") and c.ent_type_ not in ("DATE", "ORDINAL") for c in noun.children):
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
    """The indefinite article for a word."""
    return "an" if word.lower_[0] in _VOWELS else "a"
