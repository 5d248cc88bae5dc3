"""What a name or a noun can be referred to as: he, she, either of them as a person, or it."""

import json
from functools import cache
from typing import TYPE_CHECKING

from engines.core.machine.files import asset
from engines.verification.names.aliases import lexicon, name_words

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_PERSON_ENDINGS = ("er", "or", "ist", "ian", "ant", "ent", "man", "woman", "ee")


@cache
def _nouns(sort: str) -> frozenset[str]:
    """A list of assets/verifier/genders.json."""
    return frozenset(json.loads(asset("verifier", "genders.json").read_text("utf-8"))[sort].split())


def gender_of(entity: "Span", genders: dict[str, str]) -> str:
    """male, female or person of a name, by its title, by what is known of its words, or by a first name.

    Args:
        genders: by word, what the text has shown so far; added to.
    """
    words = name_words(entity.text)
    lists = lexicon()
    before = entity.doc[entity.start - 1].lower_.rstrip(".") if entity.start else ""
    first = entity[0].lower_.rstrip(".")
    for word in (before, first):
        if word in ("mr", "sir", "lord", "king", "prince", "father"):
            return "male"
        if word in ("mrs", "ms", "miss", "dame", "lady", "queen", "princess", "sister"):
            return "female"
    known = next((genders[word] for word in words if word in genders), None)
    if known is None and words and words[0] in lists.female ^ lists.male:
        known = "female" if words[0] in lists.female else "male"
    if known and words:
        genders.setdefault(words[-1], known)
    return known or "person"


def noun_gender(root: "Token") -> str:
    """male, female, person or thing of a noun."""
    word = root.lemma_.lower()
    if word in _nouns("male"):
        return "male"
    if word in _nouns("female"):
        return "female"
    if word not in _nouns("no persons") and (
        word.endswith(_PERSON_ENDINGS) or word in lexicon().titles or word in ("person", "child", "victim", "pilot", "nurse")
    ):
        return "person"
    return "thing"
