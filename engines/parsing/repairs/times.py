"""Times and ages that the parse hangs on something else, or takes for what they are not."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.english.lexicon import words
from engines.english.pronouns import POSSESSIVES
from engines.parsing.syntax.dependencies import SUBJECTS, Arc

if TYPE_CHECKING:
    from spacy.tokens import Doc

_BEFORE_TIMES = frozenset({"each", "every", "last", "next", "that", "this"})
_TOO = frozenset({"early", "earlier", "late", "later"})
_BEFORE_DATES = frozenset({"on", "in", "at"})
BOUNDING = frozenset({"begin", "close", "end", "finish", "open", "pass", "start"})
"""Verbs of which a length of time may be the object."""
_DETERMINERS = POSSESSIVES | {"the"}


def dates(doc: "Doc") -> Iterator[Arc]:
    """ "Can come on Monday", where the parse has a particle and a time without a preposition."""
    for token in doc[:-1]:
        time = token.nbor()
        told = time.dep_ == "npadvmod" and time.head == token.head and time.ent_type_ in ("DATE", "TIME") and time.left_edge == time
        if token.dep_ in ("prt", "prep") and token.lower_ in _BEFORE_DATES and told and not any(token.children):
            yield token, token.head, "prep"
            yield time, token, "pobj"


def ages(doc: "Doc") -> Iterator[Arc]:
    """ "Died aged 91", where the parse makes the number a time of the verb."""
    for aged in doc[:-1]:
        number = aged.nbor()
        if aged.lower_ == "aged" and number.like_num and number.head == aged.head and number.dep_ == "npadvmod":
            yield number, aged, "npadvmod"


def before_names(doc: "Doc") -> Iterator[Arc]:
    """ "Each September Ada Brock bakes", where the parse takes the time for a part of the name."""
    for first in doc[:-2]:
        time, name = first.nbor(), first.head
        told = first.lower_ in _BEFORE_TIMES and first.dep_ == "det" and time.head == name and time.dep_ == "compound"
        if told and name.pos_ == "PROPN" and name.dep_ in SUBJECTS and time.ent_type_ == "DATE" and name.ent_type_ != "DATE":
            yield first, time, "det"
            yield time, name.head, "npadvmod"


def times_spent(doc: "Doc") -> Iterator[Arc]:
    """ "Ended the year with a loss", "passed her last years", where the parse has a time, not an object."""
    for time in doc:
        verb, first = time.head, time.left_edge
        after = time.dep_ == "npadvmod" and verb.pos_ == "VERB" and first.i == verb.i + 1 and first.lower_ in _DETERMINERS
        if after and verb.lemma_ in BOUNDING and not any(c.dep_ in ("dobj", "ccomp", "xcomp", "nsubjpass") for c in verb.children):
            yield time, verb, "dobj"


def margins(doc: "Doc") -> Iterator[Arc]:
    """ "Opened an hour late", where the parse has an hour that somebody opened."""
    for late in doc[1:]:
        time, verb = late.nbor(-1), late.head
        told = late.lower_ in _TOO and late.dep_ == "advmod" and time.dep_ == "dobj" and time.head == verb
        if told and time.lemma_.lower() in words("duration") and time.left_edge.i == verb.i + 1:
            yield time, late, "npadvmod"


def years_of_amounts(doc: "Doc") -> Iterator[Arc]:
    """ "Fell from 1,127 in 1951 to 438 in 2019", where the parse has a fall in 1951: each year belongs to its amount."""
    for verb in doc:
        if verb.lemma_ not in words("verbs of change") | words("amounts change"):
            continue
        ends = {
            c.lower_: next((t for t in c.children if t.dep_ == "pobj" and t.pos_ == "NUM"), None) for c in verb.children if c.dep_ == "prep"
        }
        amounts = [ends.get("from"), ends.get("to")]
        if None in amounts:
            continue
        for within in (c for c in verb.children if c.lower_ == "in" and c.dep_ == "prep" and c.i > verb.i):
            amount = within.nbor(-1)
            if amount in amounts and any(c.dep_ == "pobj" and c.ent_type_ == "DATE" for c in within.children):
                yield within, amount, "prep"
