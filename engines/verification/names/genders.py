"""What a name or a noun can be referred to as: he, she, either of them as a person, or it."""

from typing import TYPE_CHECKING

from engines.english.pronouns import gender_of_first_name, nouns_of_gender
from engines.verification.names.aliases import lexicon, name_words

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_TITLES = {
    **dict.fromkeys(("mr", "sir", "lord", "king", "prince", "father"), "male"),
    **dict.fromkeys(("mrs", "ms", "miss", "dame", "lady", "queen", "princess", "sister"), "female"),
}
_PERSON_ENDINGS = ("er", "or", "ist", "ian", "ant", "ent", "man", "woman", "ee")


def gender_of(entity: "Span", genders: dict[str, str]) -> str:
    """male, female or person of a name, by its title, by what is known of its words, or by a first name.

    Args:
        genders: by word, what the text has shown so far; added to.
    """
    words = name_words(entity.text)
    before = entity.doc[entity.start - 1].lower_.rstrip(".") if entity.start else ""
    first = entity[0].lower_.rstrip(".")
    for word in (before, first):
        if word in _TITLES:
            return _TITLES[word]
    known = next((genders[word] for word in words if word in genders), None)
    if known is None and words:
        known = gender_of_first_name(words[0]) or None
    if known and words:
        genders.setdefault(words[-1], known)
    return known or "person"


def gender_of_word(word: str) -> str:
    """male or female of a title, a noun for a man or a woman or, with a capital letter, a first name; "" of any other word."""
    lower = word.lower().rstrip(".")
    if lower in _TITLES:
        return _TITLES[lower]
    return next(
        (sort for sort in ("male", "female") if lower in nouns_of_gender(sort)), gender_of_first_name(lower) if word[:1].isupper() else ""
    )


def noun_gender(root: "Token") -> str:
    """male, female, person or thing of a noun."""
    word = root.lemma_.lower()
    if word in nouns_of_gender("male"):
        return "male"
    if word in nouns_of_gender("female"):
        return "female"
    if word not in nouns_of_gender("no persons") and (
        word.endswith(_PERSON_ENDINGS) or word in lexicon().titles or word in ("person", "child", "victim", "pilot", "nurse")
    ):
        return "person"
    return "thing"
