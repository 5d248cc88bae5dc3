"""Answers that only stand beside a verb: called out before it, listed after it, parted from it by a colon.

Each rule looks at a predicate and one of its arguments and tells whether the argument is to be left out.
"""

from typing import TYPE_CHECKING

from engines.english.lexicon import words
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
    """Whether a colon or semicolon parts an argument from its verb: two pieces of a catalogue or a chat, or two sentences in one."""
    marks: tuple[str, ...] = ()
    if argument.role == "CCOMP":  # "he said: …"
        marks = (";",) if predicate.lemma_ in words("verbs of saying") else (":", ";")
    elif argument.role == "SUBJ" or (argument.role == "OBJ" and argument.own):
        marks = (":", ";")
    low, high = sorted((predicate.i, argument.head))
    return any(t.text in marks for t in predicate.doc[low:high])


def is_beside_attribute(predicate: "Token", argument: Argument) -> bool:
    """ "She became the first to swim across the bay": an infinitive after what she became belongs to that."""
    attributes = (c for c in predicate.children if c.dep_ in ("attr", "acomp"))
    return argument.role == "XCOMP" and predicate.lemma_ != "be" and any(c.i < argument.start for c in attributes)


def is_listed_after(predicate: "Token", argument: Argument) -> bool:
    """ "It is reached by boat, mail coach, and rail", "was published in May in the journal Inland Waters", "can be kept, six at most": no
    second object of a passive verb."""
    after = argument.role in ("OBJ", "ATTR") and argument.head > predicate.i and argument.start > 0 and is_passive(predicate)
    between = any(c.dep_ == "prep" and predicate.i < c.i < argument.start for c in predicate.children)
    return after and (between or predicate.doc[argument.start - 1].lower_ in (",", "and", "or"))


def is_added_object(predicate: "Token", argument: Argument) -> bool:
    """ "Collected 6,000 beetles, among them a new species": what is added after a comma is no second object."""
    head = predicate.doc[argument.head]
    first = head.left_edge.i
    earlier = any(c.dep_ == "dobj" and c.i < first for c in predicate.children)
    return argument.role == "OBJ" and head.dep_ == "dobj" and head.head == predicate and earlier and predicate.doc[first - 1].text == ","


def is_before_number(predicate: "Token", argument: Argument) -> bool:
    """ "An estimated 300 people": nobody estimated the people."""
    return predicate.dep_ == "amod" and predicate.i + 1 < len(predicate.doc) and predicate.nbor().pos_ == "NUM"


def is_added_state(predicate: "Token", argument: Argument) -> bool:
    """ "Costs £4, payable in advance": an adjective after a comma says nothing of what is done."""
    comma = argument.start > predicate.i and predicate.doc[argument.start - 1].text == ","
    return argument.role == "ATTR" and comma and predicate.doc[argument.head].pos_ == "ADJ" and predicate.lemma_ != "be"


def is_denied(predicate: "Token", argument: Argument) -> bool:
    """ "Was broken by the courier, not by a fault": what is denied is no answer."""
    doc, start = predicate.doc, argument.start
    start -= start > 0 and doc[start - 1].pos_ == "ADP" and doc[start].pos_ != "ADP"
    before = start > predicate.i + 1 and doc[start - 1].lower_ == "not"
    return before and doc[start - 2].text in (",", "and", "but", "–", "—", "-")


def is_without_preposition(predicate: "Token", argument: Argument) -> bool:
    """ "November" of "ends in November": a time after a preposition that belongs to another word."""
    doc, head = predicate.doc, predicate.doc[argument.head]
    if argument.role != "ADJ" or head.dep_ != "pobj" or not argument.start or head.head.i != argument.start - 1:
        return False
    return argument.source == "learned" and not predicate.is_ancestor(head) and doc[argument.start].pos_ != "ADP"


def is_score(predicate: "Token", argument: Argument) -> bool:
    """ "By seven votes to four": the second number goes with the first."""
    doc, head = predicate.doc, predicate.doc[argument.head]
    if argument.role != "PREP" or argument.preposition != "to" or head.pos_ != "NUM" or argument.end - argument.start > 1:
        return False
    return any(t.lower_ == "by" for t in doc[max(0, argument.start - 4) : argument.start])
