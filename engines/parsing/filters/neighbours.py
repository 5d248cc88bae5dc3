"""Answers that only stand beside a verb: called out before it, listed after it, parted from it by a colon.

Each rule looks at a predicate and one of its arguments and tells whether the argument is to be left out.
"""

from typing import TYPE_CHECKING

from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.passives import is_passive

if TYPE_CHECKING:
    from spacy.tokens import Token


def is_name_beside(predicate: "Token", argument: Argument) -> bool:
    """ "Priya, I've attached the offers": a name tells neither how nor why nor when."""
    inside = predicate.doc[argument.start : argument.end]
    named = argument.role == "ADJ" and argument.wh in ("how", "why", "when") and all(t.pos_ == "PROPN" for t in inside)
    return named and inside[0].ent_type_ in ("PERSON", "ORG", "NORP", "")


def is_noun_beside(predicate: "Token", argument: Argument) -> bool:
    """ "The youngest of five, he grew up in Orlo": a noun without a preposition tells neither how nor why."""
    head = predicate.doc[argument.head]
    bare = predicate.doc[argument.start].pos_ in ("DET", "NOUN", "PRON") and predicate.doc[argument.start - 1].pos_ not in ("ADP", "SCONJ")
    beside = argument.role == "ADJ" and argument.wh in ("how", "why") and argument.start < predicate.i and bare
    return beside and head.dep_ in ("nsubj", "nsubjpass", "dep", "appos", "ccomp", "advcl", "npadvmod", "attr") and head.pos_ != "VERB"


def is_across_colon(predicate: "Token", argument: Argument) -> bool:
    """Whether a colon or semicolon parts an argument from its verb: two pieces of a catalogue or a chat."""
    if not (argument.role == "SUBJ" or (argument.role == "OBJ" and argument.own)):
        return False
    low, high = sorted((predicate.i, argument.head))
    return any(t.text in (":", ";") for t in predicate.doc[low:high])


def is_beside_attribute(predicate: "Token", argument: Argument) -> bool:
    """ "She became the first to swim across the bay": an infinitive after what she became belongs to that."""
    attributes = (c for c in predicate.children if c.dep_ in ("attr", "acomp"))
    return argument.role == "XCOMP" and predicate.lemma_ != "be" and any(c.i < argument.start for c in attributes)


def is_listed_after(predicate: "Token", argument: Argument) -> bool:
    """ "It is reached by boat, mail coach, and rail": no second object of a passive verb."""
    after = argument.role == "OBJ" and argument.head > predicate.i and argument.start > 0 and is_passive(predicate)
    return after and predicate.doc[argument.start - 1].lower_ in (",", "and", "or")


def is_before_number(predicate: "Token", argument: Argument) -> bool:
    """ "An estimated 300 people": nobody estimated the people."""
    return predicate.dep_ == "amod" and predicate.i + 1 < len(predicate.doc) and predicate.nbor().pos_ == "NUM"
