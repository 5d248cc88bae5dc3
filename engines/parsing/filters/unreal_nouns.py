"""Nouns of deeds that nobody says were done, and of doers that name themselves or where they come from.

Each rule looks at a noun and one of its arguments and tells whether the argument is to be left out.
"""

from typing import TYPE_CHECKING

from engines.english.animacy import noun_class
from engines.english.deverbal import is_agentive
from engines.english.lexicon import words
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.dependencies import VERBAL, children
from engines.parsing.syntax.verb_groups import verb_group

if TYPE_CHECKING:
    from spacy.tokens import Token


def is_to_come(governor: "Token") -> bool:
    """Whether what a verb says is yet to happen: "will obtain confirmation", "asked her to do the work"."""
    return any(child.tag_ in ("MD", "TO") for child in governor.children)


def is_only_feared(noun: "Token", argument: Argument) -> bool:
    """ "Faces rationing", "was acquitted of laundering", "the delivery was put off": what a verb leaves open or denies did not happen to
    anybody."""
    place = noun.head if noun.dep_ == "pobj" else noun
    governor = place.head if place.dep_ in ("dobj", "nsubjpass", "prep") else None
    if governor is not None:
        named = {governor.lemma_, *(f"{governor.lemma_}_{particle.lower_}" for particle in children(governor, "prt"))}
        if named & words("verbs of what has not happened"):
            return True
    asked = place.dep_ == "prep" and place.lower_ == "for" and governor is not None and governor.lemma_ in ("appeal", "ask", "call", "wait")
    return asked or any(child.lower_ in words("nouns of the future") for child in noun.children) or _is_in_future(noun)


def _is_in_future(noun: "Token") -> bool:
    """Whether a noun is the subject or object of what may or will be: "the findings will be published"."""
    verb = noun.head
    if noun.dep_ not in ("dobj", "nsubj", "nsubjpass") or verb.pos_ not in VERBAL:
        return False
    return verb_group(noun.doc, verb.i).modal in ("might", "should", "will", "would")


def is_itself(noun: "Token", argument: Argument) -> bool:
    """ "Its founders" founded it: a noun for a person answers nothing with itself, nor is its owner done to."""
    if not is_agentive(noun.lemma_.lower()):
        return False
    own = argument.start <= noun.i < argument.end and bool(children(noun, "poss"))
    return own or (argument.role == "OBJ" and noun.doc[argument.head].dep_ == "poss")


def is_where_from(noun: "Token", argument: Argument) -> bool:
    """ "A swimmer from Orlo": where a person comes from is not where they do what they are called after."""
    return (
        (is_agentive(noun.lemma_.lower()) or noun_class(noun.lemma_) == "person")
        and argument.wh == "where"
        and noun.doc[argument.start].lower_ == "from"
    )
