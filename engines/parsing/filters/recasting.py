"""Arguments put into the role that they have in fact."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from engines.english.animacy import noun_class
from engines.english.lexicon import transitivity, verb_use, words
from engines.english.noun_classes import is_counted_time, is_place, is_time
from engines.parsing.arguments.structures import Argument
from engines.parsing.filters import constructions
from engines.parsing.filters.phrases import read_again
from engines.parsing.filters.plausible_nouns import exchanged
from engines.parsing.repairs.times import BOUNDING
from engines.parsing.syntax.dependencies import VERBAL, children
from engines.parsing.syntax.passives import is_passive, is_predicative_participle
from engines.parsing.syntax.verb_groups import verb_group

if TYPE_CHECKING:
    from spacy.tokens import Token

_AMOUNTS = frozenset({"MONEY", "PERCENT", "QUANTITY"})
_SOLID = frozenset({"artifact", "object", "substance"})
_ALMOST_ALWAYS = 0.8
"""Share of a verb's uses with a preposition from which the two are one."""
_CAUSES = re.compile(r"(?:\w+ly )?(?:as a (?:consequence|result) of|on account of|owing to|thanks to) ")
_IN_STEAD = frozenset({"antecedent", "relative"})
_HARDLY = 0.1
"""Share of people among its objects up to which a verb has none."""


def recast(predicate: "Token", argument: Argument) -> Argument:
    """An argument in the role that it has in fact."""
    found = next((found for rule in RULES if (found := rule(predicate, argument)) is not None), argument)
    found = cause(predicate, found) or at_time(predicate, found) or found
    return exchanged(predicate, found) if predicate.pos_ == "NOUN" else found


def undergone(predicate: "Token", argument: Argument) -> Argument | None:
    """ "The trip was highly anticipated", "an actor born in Orlo", "the mill underwent a renovation": whom or what it is done to."""
    if argument.role != "SUBJ":
        return None
    if is_predicative_participle(predicate) or (predicate.pos_ in VERBAL and _has_no_agent(predicate, argument)):
        return replace(argument, role="OBJ")
    shared = predicate.pos_ == "NOUN" and argument.source == "shared"
    undergoes = predicate.dep_ == "dobj" and predicate.head.lemma_ in words("undergoing")
    return replace(argument, role="OBJ") if shared and undergoes else None


def _has_no_agent(verb: "Token", argument: Argument) -> bool:
    """Whether the scorer takes for the agent of a passive verb what no "by" introduces."""
    always = verb.lower_ in words("always passive")
    if (argument.source not in ("learned", "participle") and not always) or not (is_passive(verb) or always):
        return False
    head = verb.doc[argument.head]
    before = verb.doc[argument.start - 1].lower_ if argument.start else ""
    return before != "by" and head.head.lower_ != "by"


def result(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Evolved parallel to it", "moving slowly eastwards": neither adjective nor adverb is an object."""
    head = predicate.doc[argument.head]
    alone = argument.role == "OBJ" and argument.end - argument.start == 1
    directed = head.lower_.endswith("wards") or (alone and head.lower_ in words("adverbs of place"))  # "shipped downriver"
    if argument.role == "OBJ" and directed and not children(head, "det", "poss"):
        return replace(argument, role="ADJ", wh="where")
    return replace(argument, role="ADJ", wh="how") if alone and head.pos_ in ("ADJ", "ADV") and head.dep_ in ("acomp", "advmod") else None


def amount_reached(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Went to 10", whose preposition the parse takes for a part of the number: to what, no object."""
    doc, start = predicate.doc, argument.start
    if argument.role != "OBJ":
        return None
    upwards = argument.end - start > 2 and doc[start].lower_ == "up" and transitivity(predicate.lemma_) == "intransitive"  # "went up to 10"
    at = start + 1 if upwards else start - bool(start and doc[start].pos_ in ("NUM", "SYM"))
    if doc[at].dep_ != "quantmod" or doc[at].lower_ not in ("from", "to") or argument.end - at < 2:
        return None
    return replace(argument, start=at + 1, role="PREP", wh="", preposition=f"up {doc[at].lower_}" if upwards else doc[at].lower_)


def cause(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Fell mainly as a result of the strike"."""
    said = predicate.doc[argument.start : argument.end].text.lower()
    return replace(argument, wh="why") if argument.role == "ADJ" and argument.wh == "how" and _CAUSES.match(said) else None


def at_time(predicate: "Token", argument: Argument) -> Argument | None:
    """ "In quiet hours", "the winter in which they died": a time, taken for a place."""
    first, head = predicate.doc[argument.start], predicate.doc[argument.head]
    inner = next((c for c in head.children if c.dep_ == "pobj"), head) if head == first else head
    if argument.wh != "where" or inner.pos_ != "NOUN" or not is_time(inner):
        return None
    return replace(argument, wh="when") if argument.source in _IN_STEAD or first.lower_ in ("during", "in") else None


def by_how_much(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Advanced by six minutes" tells no time; "closed 2.1 per cent lower", "left it conveniently free" no reason."""
    first, head = predicate.doc[argument.start], predicate.doc[argument.head]
    if argument.role == "ADJ" and argument.wh in ("when", "how long") and first.lower_ == "by" and is_counted_time(head):
        return replace(argument, wh="how much")
    state = head.pos_ == "ADJ" and not any(c.pos_ not in ("ADV", "ADJ") for c in head.children) and first.pos_ in ("ADJ", "ADV")
    unreasoned = first.pos_ == "NUM" or state
    return replace(argument, wh="how") if argument.role == "ADJ" and argument.wh == "why" and unreasoned else None


def manner(predicate: "Token", argument: Argument) -> Argument | None:
    """What is asked for with "how" or "why" and answers something else: "as families have changed", "beginning in May", "by 4 %",
    "asked for it to be dimmed"."""
    first, head = predicate.doc[argument.start].lower_, predicate.doc[argument.head]
    if argument.wh == "why" and first == "like":
        return replace(argument, wh="how")
    wanted = words("verbs of asking for") | words("verbs of waiting")
    if (
        argument.wh == "why"
        and first == "for"
        and predicate.lemma_ in wanted
        and any(c.dep_ == "mark" and c.lower_ == "for" for c in head.children)
    ):
        return replace(argument, start=argument.start + 1, role="PREP", wh="what", preposition="for")  # "asked for it to be dimmed"
    if argument.wh in ("how", "why") and first == "where" and argument.end - argument.start > 1:
        return replace(argument, wh="where")
    if argument.wh == "why" and first == "since" and verb_group(predicate.doc, predicate.i).perfect and head.pos_ in VERBAL:
        inner = verb_group(predicate.doc, head.i)
        return argument if inner.present or inner.perfect else replace(argument, wh="when")  # "has risen since it was built"
    if argument.wh != "how":
        return None
    named = head.pos_ == "PROPN" and head.ent_type_ != "PERSON"  # "runs through Nether Holt"
    moved = first == "through" and predicate.lemma_ in words("placed somewhere") and noun_class(head.lemma_) in _SOLID
    if moved or (first in ("across", "along", "past", "through") and named):
        return replace(argument, wh="where")
    if argument.end - argument.start == 1 and first in words("degrees") and argument.role == "ADJ":
        return replace(argument, wh="how much")  # "slowed slightly"
    changed = first == "as" and any(c.dep_ in ("aux", "auxpass") for c in head.children)
    if changed or first in ("beginning", "starting"):
        return replace(argument, wh="when")
    risen = predicate.lemma_ in words("amounts change") and predicate.doc[argument.start].like_num
    return replace(argument, wh="how much") if (first == "by" or risen) and head.ent_type_ in _AMOUNTS else None


def no_time(predicate: "Token", argument: Argument) -> Argument | None:
    """What is asked for with "when" and is no time: "thanked him for his time", "a third season of it", "lie about their age", "if"."""
    doc = predicate.doc
    first, head = doc[argument.start].lower_, doc[argument.head]
    received = predicate.lemma_ in words("given to somebody") | words("said to somebody")
    if argument.wh == "where" and first == "to" and received and argument.end - argument.start > 1:
        return replace(argument, start=argument.start + 1, role="PREP", wh="", preposition="to")  # "left it to the museum"
    if argument.wh not in ("when", "how long"):
        return None
    if argument.end - argument.start > 1 and first == "for" and any(c.dep_ == "poss" for c in head.children):
        return replace(argument, start=argument.start + 1, role="PREP", wh="what", preposition="for")
    taken = head.dep_ == "dobj" and head.head == predicate and transitivity(predicate.lemma_) != "intransitive"
    bounded = predicate.lemma_ in BOUNDING and doc[argument.start].lower_ == "the"  # "ended the year with a loss"
    if argument.wh == "when" and taken and (bounded or any(c.lower_ == "of" for c in head.children)):
        return replace(argument, role="OBJ", wh="")
    punished = first == "to" and predicate.lemma_ in words("verbs of blame and hindrance")  # "was sentenced to 80 years"
    onward = first in ("into", "toward", "towards") and head.ent_type_ not in ("DATE", "TIME")
    if (punished or onward) and argument.end - argument.start > 1:
        return replace(argument, start=argument.start + 1, role="PREP", wh="", preposition=first)  # "towards a brighter future"
    if first == "about" and not any(t.like_num for t in doc[argument.start : argument.end]):
        return replace(argument, start=argument.start + 1, role="PREP", wh="", preposition="about")
    if first == "if" and predicate.lemma_ in words("verbs of asking"):
        return replace(argument, role="CCOMP", wh="what")
    start = argument.start - (argument.start > 0 and doc[argument.start - 1].lower_ == "at")
    inside = doc[start : argument.end]
    if inside[0].lower_ == "at" and head.pos_ == "PROPN" and not any(t.like_num or t.lower_ in words("time") for t in inside):
        return replace(argument, start=start, wh="where")  # "was born at Brunnhaven", which the parse takes for a date
    return None


def at_amount(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Is estimated at 1,800", "was enlarged at a cost of two million": neither a place nor a time."""
    first, head = predicate.doc[argument.start], predicate.doc[argument.head]
    if first.lower_ != "at" or argument.wh not in ("when", "where") or argument.end - argument.start < 2:
        return None
    inner = next((c for c in head.children if c.dep_ == "pobj"), head)
    if "," in inner.text and inner.like_num:  # no hour, no age and no year
        return replace(argument, start=argument.start + 1, role="PREP", wh="what", preposition="at")
    return replace(argument, wh="how") if noun_class(inner.lemma_) == "possession" else None


def work_of_maker(predicate: "Token", argument: Argument) -> Argument | None:
    """ "A novel by Ana Ruiz published in 1946": what is never done to people was done to the noun before "by"."""
    head = predicate.doc[argument.head]
    if argument.role != "OBJ" or predicate.dep_ != "acl" or predicate.tag_ != "VBN" or head != predicate.head or head.pos_ != "PROPN":
        return None
    by, usual = head.head, verb_use(predicate.lemma_).obj
    if by.lower_ != "by" or by.head.pos_ != "NOUN" or usual is None or usual > _HARDLY:
        return None
    return replace(argument, head=by.head.i, start=by.head.left_edge.i)


def phrasal(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Came across an old map", "went through the figures", "belongs to the family": what, not where, as it is no place, and not how."""
    first, head = predicate.doc[argument.start], predicate.doc[argument.head]
    if argument.wh not in ("how", "where") or first.i != predicate.i + 1 or first.dep_ != "prep" or argument.end - argument.start < 2:
        return None
    inner = next((c for c in first.children if c.dep_ == "pobj"), head)
    often = argument.wh == "where" and verb_use(predicate.lemma_).prepositions.get(first.lower_, 0.0) >= _ALMOST_ALWAYS
    if not (often or f"{predicate.lemma_}_{first.lower_}" in words("verbs with prepositions")) or is_place(inner):
        return None
    return replace(argument, start=argument.start + 1, role="PREP", wh="", preposition=first.lower_)


def back_then(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Was invented back in 1965", "came late on Monday": "back" or "late" and the time are one."""
    first, last = predicate.doc[argument.start], predicate.doc[argument.end - 1]
    if (
        argument.wh == "when"
        and first.lower_ in ("in", "on")
        and first.i
        and first.nbor(-1).lower_ in ("back", "early", "late")
        and last.i > first.i
    ):
        return replace(argument, start=argument.start - 1)
    return None


def gerund_before_noun(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Improves decoding performance": a participle before a noun is no deed that the verb takes."""
    first, head = predicate.doc[argument.start], predicate.doc[argument.head]
    if argument.role not in ("XCOMP", "CCOMP") or head.tag_ != "VBG" or first != head or predicate.pos_ not in VERBAL:
        return None
    takes = (predicate.lemma_ in words(name) for name in ("gerund complements", "verbs of time spent", "perceiving", "bare infinitives"))
    following = predicate.doc[head.i + 1] if head.i + 1 < argument.end else head
    noun = next((c for c in head.children if c.dep_ == "dobj" and c.pos_ == "NOUN"), None)
    if any(takes) or noun is None or following.left_edge != noun.left_edge or any(c.dep_ in ("det", "poss") for c in noun.children):
        return None
    return replace(argument, head=noun.i, role="OBJ", wh="")


def open_question(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Whether it works" of "tested whether it works", "whether to go": without its first word it would be a fact."""
    start = argument.start - 1
    if argument.role not in ("CCOMP", "XCOMP") or start <= predicate.i:
        return None
    if argument.role == "XCOMP" and predicate.doc[start].lower_ == "to":
        start -= 1
    opened = predicate.doc[start].lower_ == "whether" or (argument.role == "CCOMP" and predicate.doc[start].lower_ == "if")
    return replace(argument, start=start, role="CCOMP", wh="what") if opened else None


def circumstance(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Was sold where it was made", "arrests were made sunday", "allows it if they are checked": neither what is said nor what something
    becomes."""
    first = predicate.doc[argument.start].lower_
    if argument.role == "ATTR" and is_time(predicate.doc[argument.head]) and predicate.lemma_ != "become":
        return replace(argument, role="ADJ", wh="when")
    asks = any(predicate.lemma_ in words(name) for name in ("verbs of asking", "verbs of saying", "verbs of the mind", "perceiving"))
    if argument.role != "CCOMP" or asks or first not in ("if", "unless", "when", "where"):
        return None
    return replace(argument, role="ADJ", wh="where" if first == "where" else "when")


RULES = (
    at_amount,
    *constructions.RULES,
    undergone,
    amount_reached,
    read_again,
    result,
    manner,
    no_time,
    back_then,
    phrasal,
    work_of_maker,
    gerund_before_noun,
    circumstance,
    open_question,
    by_how_much,
)
