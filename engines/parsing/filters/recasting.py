"""Arguments put into the role that they have in fact."""

from dataclasses import replace
from typing import TYPE_CHECKING

from engines.english.lexicon import words
from engines.english.noun_classes import is_animate, is_time
from engines.english.pronouns import NAMING_PERSONS
from engines.parsing.arguments.structures import Argument
from engines.parsing.filters.plausible_nouns import exchanged
from engines.parsing.syntax.verb_groups import is_predicative_participle

if TYPE_CHECKING:
    from spacy.tokens import Token


def recast(predicate: "Token", argument: Argument) -> Argument:
    """An argument in the role that it has in fact."""
    head = predicate.doc[argument.head]
    if argument.role == "SUBJ" and is_predicative_participle(predicate):
        return replace(argument, role="OBJ")  # "the trip was highly anticipated"
    if argument.wh == "when" and head.dep_ == "dobj" and head.head == predicate and any(c.lower_ == "of" for c in head.children):
        return replace(argument, role="OBJ", wh="")  # "ordered a third season of the series"
    if argument.wh == "where" and argument.role == "ADJ" and (rest := _beside_person(predicate, argument)) is not None:
        return rest  # "cheered on Ana Ruiz", "turned on them": no place
    first = predicate.doc[argument.start]
    if argument.wh == "when" and first.lower_ == "about" and not any(t.like_num for t in predicate.doc[argument.start : argument.end]):
        return replace(argument, start=argument.start + 1, role="PREP", wh="", preposition="about")  # "lie about their age"
    if argument.role == "ATTR" and is_time(head) and predicate.lemma_ != "become":
        return replace(argument, role="ADJ", wh="when")  # "arrests were made sunday"
    if argument.wh == "when" and first.lower_ == "if" and predicate.lemma_ in words("verbs of asking"):
        return replace(argument, role="CCOMP", wh="what")  # "cannot verify if he was there"
    undergone = predicate.dep_ == "dobj" and predicate.head.lemma_ in words("undergoing")
    if predicate.pos_ == "NOUN" and argument.role == "SUBJ" and argument.source == "shared" and undergone:
        return replace(argument, role="OBJ")  # "the mill underwent a renovation": it was renovated
    return exchanged(predicate, argument) if predicate.pos_ == "NOUN" else argument


def _beside_person(predicate: "Token", argument: Argument) -> Argument | None:
    """The person of a phrase such as "on Ana Ruiz", asked for with its preposition."""
    first, head = predicate.doc[argument.start], predicate.doc[argument.head]
    if first.pos_ != "ADP" or argument.end - argument.start < 2 or first.lower_ == "at":
        return None
    left_behind = first.lower_ == "behind" and is_animate(head)
    if not (left_behind or head.ent_type_ == "PERSON" or (head.pos_ == "PRON" and head.lower_ in NAMING_PERSONS)):
        return None
    return replace(argument, start=argument.start + 1, role="PREP", wh="who", preposition=first.lower_)
