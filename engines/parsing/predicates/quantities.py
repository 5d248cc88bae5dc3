"""Quantities: "How many men were arrested?", "How old is someone?" (QASemConsistency, Limitations)."""

import re
from typing import TYPE_CHECKING

from engines.core.digits import has_digit, whole_number
from engines.english.animacy import is_person, noun_class
from engines.english.lexicon import words
from engines.english.noun_classes import is_time
from engines.english.number_words import MULTIPLES, ORDINALS
from engines.parsing.arguments.structures import Argument
from engines.parsing.arguments.verbs import verb_arguments
from engines.parsing.syntax.clauses import is_present_clause
from engines.parsing.syntax.dependencies import COORDINATION, NOMINAL, SUBJECTS, VERBAL, clause_verb, span
from engines.parsing.syntax.verb_groups import VerbGroup, verb_group, verb_lemma
from engines.parsing.wording.conjugation import finite
from engines.parsing.wording.frames import Frame
from engines.parsing.wording.phrases import capitalised, joined, without
from engines.parsing.wording.qas import WordedQA
from engines.parsing.wording.questions import worded
from engines.parsing.wording.statements import stated

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_NUMBER = re.compile(r"[A-Za-z-]+|\d{1,3}(?:,\d{3})*(?:\.\d+)?|\d+")
_NOT_COUNTED = frozenset(
    {"DATE", "TIME", "ORDINAL", "MONEY", "PERCENT", "EVENT", "WORK_OF_ART", "LAW", "FAC", "GPE", "LOC", "ORG", "PERSON", "PRODUCT"}
)
_DASHES = frozenset("–—|:;")
_LONGEST_SIGN = 2
"""Letters of a unit's sign: "231 g"."""
_FRACTIONS = frozenset({*ORDINALS, "half", "quarter"}) - {"second"}
_MULTIPLES = frozenset({*MULTIPLES, "percent", "%", "per", "cent", "one"})


def quantity_qas(doc: "Doc") -> list[WordedQA]:
    """One QA for each number that counts a noun, and for each age."""
    found = []
    for token in doc:
        if token.dep_ == "nummod" and token.head.pos_ == "NOUN" and token.head.tag_ == "NNS":
            qa = _how_many(token, token.head)
        elif token.dep_ == "appos" and token.pos_ == "NUM" and whole_number(token.text, 119):
            qa = _how_old(token)
        elif token.i > 1 and token.like_num and token.nbor(-1).lower_ == "aged" and token.nbor(-2).text == ",":
            qa = _how_old_then(token)
        else:
            continue
        if qa is not None:
            found.append(qa)
    return found


def _how_many(number: "Token", noun: "Token") -> WordedQA | None:
    doc = number.doc
    if (
        (number.ent_type_ in _NOT_COUNTED and not _miscounted(number, noun))
        or noun.ent_type_ in ("DATE", "TIME", "MONEY", "PERCENT")
        or noun.lemma_.lower() in _MULTIPLES
        or noun.lemma_.lower() in _FRACTIONS
    ):
        return None
    if any(child.lower_ in ("last", "first", "next", "past", "top") for child in noun.children if child.i < number.i):
        return None
    year = number.text.isdecimal() and number.text[:2] in ("18", "19", "20") and len(number.text) == 4
    if year or not _NUMBER.fullmatch(number.text) or number.i > noun.i:
        return None
    start, end = span(number, noun.i, COORDINATION)
    end = min(end, noun.i)
    low, _high = span(noun, None, COORDINATION | {"appos", "relcl", "acl", "advcl"})
    if any(c.dep_ in ("cc", "conj") for c in number.children):  # "two and a half pints"
        return None
    counted = without(
        doc, low, noun.i + 1, {*range(low, end), *(c.i for c in noun.children if c.dep_ in ("det", "poss", "punct") and c.i < end)}
    )
    if not counted or has_digit(counted) or end <= start or any(token.pos_ == "ADP" or token.tag_ == "POS" for token in doc[low:start]):
        return None
    if number.i + 1 < noun.i and number.nbor().pos_ == "NUM" and number.nbor().dep_ == "nummod":  # a page number: "50 Four councillors"
        return None
    if any(token.text in _DASHES for token in doc[start : noun.i]):  # "33 – Top 50 Clubs"
        return None
    if any(token.tag_ == "JJS" for token in noun.children) or (number.i and number.nbor(-1).text == "-"):
        return None  # "the 10 largest firms", "380-450 boats"
    asked = asked_with_verb(noun, counted)
    if asked is not None:
        return WordedQA(number.i, asked[0], start, end, asked[1], "how many")
    if noun.dep_ == "pobj" and is_time(noun):
        return None  # "over the following eleven summers"
    against = noun.i + 1 < len(doc) and noun.nbor().lower_ == "to"
    if noun.dep_ == "pobj" and noun.head.lower_ == "by" and (noun.head.dep_ == "prep" or against):
        return None  # "carried by 41 votes to nine", "ahead by two lengths": by how much, not how many there were
    money = noun.lemma_.lower() in words("currencies") and noun.dep_ == "pobj"
    if (
        len(noun.text) <= _LONGEST_SIGN
        or money
        or noun_class(noun.lemma_) == "quantity"
        or noun.ent_type_ == "QUANTITY"
        or noun.dep_ == "npadvmod"
    ):
        return None  # "How many miles were there?"
    if noun.dep_ == "pobj" and noun.head.head.lemma_ in words("amounts change"):  # "rose to 318 million crowns"
        return None
    told = _being(noun)
    if told.modal == "might":  # "How many groups might there be?"
        return None
    be = " ".join(finite(told, "be", "plural"))
    phrase = without(doc, low, noun.i + 1, {c.i for c in noun.children if c.dep_ in ("det", "poss", "predet") and c.i < start})
    first, *rest = be.split()
    question = " ".join(["How many", counted, first, "there", *rest]) + "?"
    return WordedQA(number.i, question, start, end, capitalised(f"there {be} {phrase}"), "how many")


def _being(noun: "Token") -> VerbGroup:
    """That there are several of something; in a clause of what would or might be, that there would or might be."""
    verb = clause_verb(noun)
    modal = verb_group(noun.doc, verb.i).modal if verb.pos_ in VERBAL else ""
    return VerbGroup(modal=modal if modal in ("would", "might") else "", present=is_present_clause(noun))


def _miscounted(number: "Token", noun: "Token") -> bool:
    """A number that was taken for a date although it counts people or things."""
    return number.ent_type_ in ("DATE", "TIME") and not noun.ent_type_ and not is_time(noun)


def asked_with_verb(noun: "Token", counted: str, wh: str = "how many") -> tuple[str, str] | None:
    """(question, statement) with the noun's own verb: "How many men did someone arrest?"; None if the noun is none of its arguments."""
    verb = clause_verb(noun)
    if noun.head != verb or noun.dep_ not in ("nsubj", "nsubjpass", "dobj") or verb.lemma_ == "be" or verb.pos_ != "VERB":
        return None
    if any(child.dep_ == "conj" or (child.dep_ == "appos" and noun.dep_ != "dobj") for child in noun.children):
        return None
    doc = verb.doc
    arguments = [a for a in verb_arguments(verb) if a.role != "CCOMP" or a.end == len(doc) or doc[a.end].text not in (";", ":")]
    mine = next((a for a in arguments if a.head == noun.i and a.role in ("SUBJ", "OBJ")), None)
    if mine is None:
        return None
    frame = Frame.of(doc, verb.i, "verb", verb_lemma(verb), arguments)
    asked = Argument(mine.head, mine.start, mine.end, mine.role, f"{wh} {counted}", own=mine.own)
    return worded(frame, asked), stated(frame, mine)


def _how_old(age: "Token") -> WordedQA | None:
    """ "Ana Ruiz, 34, …"."""
    noun, doc = age.head, age.doc
    if noun.pos_ not in NOMINAL or not is_person(noun) or (age.i + 1 < len(doc) and doc[age.i + 1].text not in (",", ".", ")", ";")):
        return None
    start, end = span(noun, age.i, COORDINATION | {"appos", "relcl", "acl", "punct"})
    statement = capitalised(joined([doc[start:end].text, "is", age.text, "years old"]))
    return WordedQA(age.i, "How old is someone?", age.i, age.i + 1, statement, "how old")


def _how_old_then(age: "Token") -> WordedQA | None:
    """ "Ana Ruiz died at home, aged 78": as old as she was then, whatever the parse hangs the age on."""
    whose, doc = age.nbor(-1).head, age.doc
    person = whose if whose.pos_ in NOMINAL else next((c for c in whose.children if c.dep_ in SUBJECTS), None)
    if person is None or not is_person(person):
        return None
    start, end = span(person, age.i - 1, COORDINATION | {"appos", "relcl", "acl", "punct"})
    be = finite(VerbGroup(present=is_present_clause(person)), "be", "singular")[0]
    statement = capitalised(joined([doc[start:end].text, be, age.text, "years old"]))
    return WordedQA(age.i, f"How old {be} someone?", age.i, age.i + 1, statement, "how old")
