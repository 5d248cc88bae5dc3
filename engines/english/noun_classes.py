"""Whether a noun names a time, a span of time, a place or a person."""

import re
from typing import TYPE_CHECKING

from engines.english.deverbal import listed_verb
from engines.english.lexicon import words
from engines.english.pronouns import NAMING_PERSONS

if TYPE_CHECKING:
    from spacy.tokens import Token

_TIME_OF_DAY = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d")
YEAR = re.compile(r"(?:1\d|20)\d\d")
_DETERMINERS_OF_DURATION = frozenset({"several", "many", "few", "a", "some", "couple", "long"})
_PERSON_SUFFIX = re.compile(r"(?:er|or|ist|ian|eer|man|men|people)$")
_AGENT_SUFFIX = re.compile(r"(?:er|or)$")
_NOT_ANIMATE = frozenset({"GPE", "DATE", "LOC", "FAC", "WORK_OF_ART", "PRODUCT", "EVENT", "CARDINAL", "MONEY"})


def is_time(token: "Token") -> bool:
    """A date, a time of day, a year, or a noun that names a time."""
    if token.ent_type_ in ("WORK_OF_ART", "PERSON", "ORG", "FAC"):  # "No Time for It"
        return False
    if token.ent_type_ in ("DATE", "TIME") or token.lemma_.lower() in words("time"):
        return not (_divides_a_thing(token) or _is_given(token))
    if token.lemma_.lower() in words("parts of one thing"):  # "for the rest of 2021"
        return any(whole.ent_type_ == "DATE" for of in token.children if of.lower_ == "of" for whole in of.children)
    of_day = token.head.dep_ == "prep" and token.head.lower_ != "for" and bool(_TIME_OF_DAY.fullmatch(token.text))
    return token.pos_ == "NUM" and (of_day or bool(YEAR.fullmatch(token.text)))


def _divides_a_thing(token: "Token") -> bool:
    """ "The middle of the town" is no time, "the middle of May" is."""
    if token.lemma_.lower() not in ("middle", "end", "start", "beginning"):
        return False
    inner: Token | None = token
    while inner is not None and not is_place(inner):
        inner = next((child for of in inner.children if of.lower_ == "of" for child in of.children if child.dep_ == "pobj"), None)
    return inner is not None


def _is_given(token: "Token") -> bool:
    """ "Asked for more time": what one gets or needs."""
    return token.lower_ == "time" and any(child.lower_ in ("additional", "enough", "extra", "more") for child in token.children)


def is_duration(token: "Token") -> bool:
    """A counted or measured unit of time ("three years", "a while")."""
    if token.lemma_.lower() not in words("duration"):
        return False
    return any(
        child.dep_ in ("nummod", "quantmod", "det", "amod") and (child.pos_ == "NUM" or child.lower_ in _DETERMINERS_OF_DURATION)
        for child in token.children
    )


def is_counted_time(token: "Token") -> bool:
    """So many units of time, or one ("two hours", "a day"), as an amount by which something changes."""
    counted = any(c.dep_ == "nummod" or c.lower_ in ("a", "an") for c in token.children)
    return is_duration(token) and counted and not any(c.dep_ == "prep" for c in token.children)


def is_place(token: "Token") -> bool:
    """A place by name or by noun."""
    return token.ent_type_ in ("GPE", "LOC", "FAC") or token.lemma_.lower() in words("place")


def is_age(token: "Token") -> bool:
    """Whether the word ends "the 22-year-old", cut into its pieces by the tokenizer."""
    if token.lower_ not in ("old", "olds") or token.i < 2 or token.dep_ == "amod":
        return False
    return token.nbor(-1).text == "-" and token.nbor(-2).lower_ in ("year", "month", "week", "day")


def has_age(token: "Token") -> bool:
    """Whether a number beside a name is somebody's age: "Sapp, 42, …"."""
    beside = (child for child in token.children if child.dep_ == "appos" and child.pos_ == "NUM" and child.i == token.i + 2)
    return token.pos_ == "PROPN" and any(child.text.isdecimal() and len(child) == 2 for child in beside)


def is_animate(token: "Token", depth: int = 0) -> bool:
    """Whether "who" asks for it: persons, peoples, organisations, roles; of quantities, what they count."""
    lemma = token.lemma_.lower()
    if token.lower_ in NAMING_PERSONS or is_age(token):
        return True
    if lemma in words("quantifiers") and depth < 3:
        for child in token.children:
            if child.dep_ == "prep" and child.lower_ == "of":
                for counted in child.children:
                    if counted.dep_ == "pobj":
                        return is_animate(counted, depth + 1)
    if token.ent_type_ in ("PERSON", "NORP", "ORG"):
        return True
    if token.ent_type_ in _NOT_ANIMATE:
        return False
    if lemma in words("persons"):
        return True
    if token.pos_ == "PROPN":
        return not token.ent_type_
    return token.pos_ == "NOUN" and _is_role(lemma)


def _is_role(lemma: str) -> bool:
    if len(lemma) < 5 or lemma in words("not agents") or not _PERSON_SUFFIX.search(lemma):
        return False
    if not _AGENT_SUFFIX.search(lemma):
        return True
    return listed_verb(lemma) is not None
