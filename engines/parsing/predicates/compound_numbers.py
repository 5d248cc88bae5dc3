"""Numbers inside compounds: "a 19-year-old rower", "a two-storey mill", "a 24-hour strike", "the 92-year-old".

What the compound says of its noun is asked about like any other quantity: "How old is the rower?", "How many storeys does the mill
have?". The answer is the number alone.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.english.animacy import noun_class, person_share
from engines.english.inflection import plural
from engines.english.lexicon import words
from engines.english.number_words import MULTIPLES, TENS, UNITS
from engines.parsing.syntax.clauses import is_present_clause
from engines.parsing.syntax.dependencies import COORDINATION, span
from engines.parsing.syntax.verb_groups import VerbGroup
from engines.parsing.wording.conjugation import finite
from engines.parsing.wording.phrases import capitalised, without
from engines.parsing.wording.qas import WordedQA

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_NUMBER_WORDS = frozenset({*UNITS[1:], *TENS, *MULTIPLES})
_LENGTHS = frozenset(
    {"foot", "inch", "yard", "mile", "metre", "meter", "kilometre", "kilometer", "centimetre", "centimeter", "km", "cm", "mm"}
)
_PARTS = frozenset({"", "animal", "artifact", "body", "communication", "group", "location", "object", "person", "plant", "relation"})
_WITHOUT_PARTS = frozenset({"act", "attribute", "event", "feeling", "state", "time"})
"""Classes of nouns (`engines.english.animacy.noun_class`): of units that things have, and of nouns that have none."""
_NOMINAL_PLACES = frozenset({"attr", "dobj", "nsubj", "nsubjpass", "pobj"})
"""Where an adjective is a noun that the tagger does not know as one: "a two-room flat"."""
_PERSON = 0.5
_LONGEST_NUMBER = 5
"""Tokens of a number in words: "twenty-two"."""


@dataclass(frozen=True)
class Compound:
    """A number and its unit before a noun, or in the place of one.

    Attributes:
        start, end: the tokens of the number.
        unit: the unit as it is written, in small letters.
        last: the last token of the compound.
        is_age: whether "old" ends it.
    """

    start: int
    end: int
    unit: str
    last: int
    is_age: bool


def compound_number_qas(doc: "Doc") -> list[WordedQA]:
    """One QA for each number in a compound whose noun, if it is said, is known."""
    found, after = [], 0
    for token in doc:
        compound = _compound(doc, token.i) if token.i >= after else None
        if compound is None:
            continue
        after = compound.last + 1
        noun = _modified(doc, compound)
        qa = _age(doc, compound, noun) if compound.is_age else _measure(doc, compound, noun) if noun is not None else None
        if qa is not None:
            found.append(qa)
    return found


def _compound(doc: "Doc", start: int) -> Compound | None:
    if not _is_number(doc[start]) or (start and doc[start - 1].text == "-"):
        return None
    end = start + 1
    while end + 1 < len(doc) and doc[end].text == "-" and end - start < _LONGEST_NUMBER and _is_number(doc[end + 1]):
        end += 2
    if end + 1 >= len(doc) or doc[end].text != "-" or not doc[end + 1].is_alpha:
        return None
    return _with_old(doc, Compound(start, end, doc[end + 1].lower_, end + 1, False))


def _is_number(token: "Token") -> bool:
    return bool(_DIGITS.fullmatch(token.text)) or token.lower_ in _NUMBER_WORDS


def _with_old(doc: "Doc", compound: Compound) -> Compound:
    last = compound.last
    if last + 2 < len(doc) and doc[last + 1].text == "-" and doc[last + 2].lower_ in ("old", "olds"):
        return Compound(compound.start, compound.end, compound.unit, last + 2, True)
    return compound


def _modified(doc: "Doc", compound: Compound) -> "Token | None":
    """The noun that the compound stands before."""
    word = doc[compound.last]
    for _ in range(4):
        if word.head == word:
            return None
        word = word.head
        if word.i > compound.last and (word.pos_ in ("NOUN", "PROPN") or word.dep_ in _NOMINAL_PLACES):
            between = doc[compound.last + 1 : word.i]
            return word if all(t.head.i in range(compound.start, word.i + 1) for t in between) else None
    return None


def _age(doc: "Doc", compound: Compound, noun: "Token | None") -> WordedQA | None:
    if compound.unit not in ("year", "month", "week", "day"):
        return None
    named = _named(doc, compound, noun) if noun is not None else "someone"
    if not named:
        return None
    be = finite(VerbGroup(present=is_present_clause(noun or doc[compound.last])), "be", _number(noun))[0]
    number = doc[compound.start : compound.end].text
    unit = compound.unit if number in ("1", "one") else compound.unit + "s"
    asked = "How old" if compound.unit == "year" else f"How many {unit} old"
    said = capitalised(f"{named} {be} {number} {unit} old")
    return _qa(compound, f"{asked} {be} {named}?", said, "how old")


def _measure(doc: "Doc", compound: Compound, noun: "Token") -> WordedQA | None:
    """How long what takes time is, what a thing measures, and how many parts it has."""
    named = _named(doc, compound, noun)
    if not named or compound.unit in words("no units") or plural(compound.unit) == compound.unit:
        return None
    group, number = VerbGroup(present=is_present_clause(noun)), _number(noun)
    counted = doc[compound.start : compound.end].text
    unit = plural(compound.unit)
    units = compound.unit if counted in ("1", "one") else unit
    if compound.unit in words("currencies"):
        be = finite(group, "be", number)[0]
        return _qa(compound, f"How many {unit} {be} {named}?", capitalised(f"{named} {be} {counted} {units}"), "how much")
    if compound.unit in words("duration"):
        if person_share(noun) >= _PERSON:
            return None
        be = finite(group, "be", number)[0]
        said = f"{named} {be} {counted} {units} long"
        return _qa(compound, f"How many {unit} long {be} {named}?", capitalised(said), "how long")
    verb = "measure" if compound.unit in _LENGTHS else "have"
    if verb == "have" and (noun_class(compound.unit) not in _PARTS or noun_class(noun.lemma_) in _WITHOUT_PARTS):
        return None
    do = ("do" if number == "plural" else "does") if group.present else "did"
    said = f"{named} {finite(group, verb, number)[0]} {counted} {units}"
    return _qa(compound, f"How many {unit} {do} {named} {verb}?", capitalised(said), "how many")


def _number(noun: "Token | None") -> str:
    return "plural" if noun is not None and noun.tag_ in ("NNS", "NNPS") else "singular"


def _named(doc: "Doc", compound: Compound, noun: "Token") -> str:
    """The noun phrase without the compound and what follows the noun: "the rower" of "a 19-year-old rower"."""
    low, _ = span(noun, None, COORDINATION | {"appos", "relcl", "acl", "prep"})
    low = min(low, compound.start)
    owned = any(child.dep_ == "poss" and child.i < compound.start for child in noun.children)
    removed = {*range(compound.start, compound.last + 1), *(c.i for c in noun.children if c.dep_ == "det")}
    phrase = without(doc, low, noun.i + 1, removed)
    name = phrase[:1].isupper() and (noun.ent_type_ == "PERSON" or not any(child.dep_ == "det" for child in noun.children))
    return phrase if owned or not phrase or name else f"the {phrase}"  # "the Englishman"


def _qa(compound: Compound, question: str, statement: str, role: str) -> WordedQA:
    return WordedQA(compound.start, question, compound.start, compound.end, statement, role)
