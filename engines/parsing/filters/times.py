"""Times, and phrases that the parse takes for places and things and that are times: "by Monday" is no agent, "at dawn" no place.

Each rule looks at a predicate and one of its arguments, and gives the argument in the role that it has in fact, None where it has nothing
to say.
"""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from engines.english.animacy import noun_class
from engines.english.lexicon import transitivity, verb_use, words
from engines.english.noun_classes import is_animate, is_duration, is_place, is_time
from engines.english.number_words import ORDINALS, UNITS
from engines.english.planning import PLANNING
from engines.parsing.arguments.structures import Argument
from engines.parsing.repairs.times import BOUNDING
from engines.parsing.syntax.dependencies import VERBAL, children
from engines.parsing.syntax.passives import is_passive

if TYPE_CHECKING:
    from spacy.tokens import Token

_NO_PLACES = frozenset({"attribute", "cognition", "feeling", "motive", "possession", "quantity", "relation", "state"})
_AMOUNTS = frozenset({"MONEY", "PERCENT", "QUANTITY"})
_OF_MANNER = frozenset({"at", "beyond", "in", "on", "under", "within"})
_SOME_TIME = frozenset({"first", "last", "moment", "now", "time"})
_USUALLY = 0.8
_LENGTHS = frozenset({"amount", "length", "period", "span"})
_HOURS = frozenset((*UNITS[1:13], *(str(hour) for hour in range(1, 25))))
_POINTING = frozenset({"last", "next", "this"})
_CLOCK = re.compile(r"\d{1,2}[.:]\d\d")
_DAY = re.compile(r"\d{1,2}(?:st|nd|rd|th)")


def time_of_passive(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Should be delivered by December"."""
    doc, head = predicate.doc, predicate.doc[argument.head]
    if argument.preposition == "by" and _CLOCK.fullmatch(doc[argument.start : argument.end].text):  # "by 7.30"
        return replace(argument, start=argument.start - 1, role="ADJ", wh="when", preposition="")
    if argument.role != "SUBJ" or predicate.pos_ not in VERBAL or not argument.start or doc[argument.start - 1].lower_ != "by":
        return None
    if not (is_time(head) or noun_class(head.lemma_) == "time") or is_animate(head):
        return None
    if (head.tag_ == "NNS" and head.is_alpha) or any(c.lower_ in ("a", "an") for c in children(head, "det")):
        return None  # "caused by long years of neglect", "supplied by a spring": no time is many, or any
    return replace(argument, start=argument.start - 1, role="ADJ", wh="when")


def point_in_time(predicate: "Token", argument: Argument) -> Argument | None:
    """ "By 7.30", "on the 7th", "at half-term", "borrowed it last term", "in Tuesday's storm": neither a place nor a manner."""
    doc, head = predicate.doc, predicate.doc[argument.head]
    if argument.role != "ADJ" or argument.wh not in ("where", "how"):
        return None
    first, last = doc[argument.start].lower_, doc[argument.end - 1].text
    clock = first in ("at", "around", "by") and bool(_CLOCK.fullmatch(last)) and head.ent_type_ not in _AMOUNTS
    day = first in ("by", "on") and bool(_DAY.fullmatch(last)) and argument.end - argument.start == 3
    part = head.i > 1 and doc[head.i - 1].text == "-" and doc[head.i - 2].lower_ in ("half", "mid")
    parted = part and (head.lower_ == "term" or is_time(head))
    pointed = first in _POINTING and head.dep_ == "npadvmod" and argument.end - argument.start == 2
    dated = first == "in" and any(c.dep_ == "poss" and is_time(c) for c in head.children)
    return replace(argument, wh="when") if clock or day or parted or pointed or dated else None


def means(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Bookings were made by telephone": that is how, not by whom."""
    doc = predicate.doc
    named = argument.end - argument.start == 1 and doc[argument.head].lower_ in words("means") and argument.start > 0
    if argument.role not in ("SUBJ", "PREP") or not named or doc[argument.start - 1].lower_ != "by":
        return None
    return replace(argument, start=argument.start - 1, role="ADJ", wh="how", preposition="")


def far_from(predicate: "Token", argument: Argument) -> Argument | None:
    """ "May be built far from the stream": the distance is no origin."""
    doc = predicate.doc
    first = argument.start if doc[argument.start].lower_ == "from" else argument.start - 1
    if first < 1 or doc[first].lower_ != "from" or doc[first - 1].lower_ not in ("far", "away") or argument.role not in ("PREP", "ADJ"):
        return None
    far = argument.preposition in ("", "from") and doc[first - 1].lower_ == "far" and doc[max(0, first - 2)].lower_ != "so"
    return replace(argument, start=first - 1, role="ADJ", wh="where", preposition="") if far else None


def how_quickly(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Found it in less than six minutes": how long it took, not when it was."""
    inside = [token.lower_ for token in predicate.doc[argument.start : argument.end]]
    short = inside[:3] == ["in", "less", "than"] or (inside[:1] == ["in"] and inside[1:2] in (["just"], ["only"], ["under"]))
    counted = short and is_duration(predicate.doc[argument.head])
    return replace(argument, wh="how quickly") if argument.role == "ADJ" and argument.wh in ("when", "how long") and counted else None


def time_meant(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Was moved to Sunday", "had been intended for autumn": the day is what it was moved to, not when it was moved."""
    doc, head = predicate.doc, predicate.doc[argument.head]
    if argument.role != "ADJ" or argument.wh != "when" or argument.end - argument.start < 2 or is_duration(head):
        return None
    first = doc[argument.start].lower_
    moved = first == "to" and predicate.lemma_ in words("verbs of moving a date")
    counted = any(c.ent_type_ == "ORDINAL" or c.lower_ in ORDINALS for c in head.children)  # "for the second year running"
    named = head.lemma_.lower() not in words("partitives") | words("parts of one thing") | _SOME_TIME
    meant = first == "for" and named and not counted and predicate.lemma_ in PLANNING | words("verbs of fixing a date")
    awaited = first == "for" and predicate.lemma_ in words("verbs of waiting") and head.lemma_ not in _SOME_TIME and not counted
    if not (moved or meant or awaited) or head.head.i not in (argument.start, predicate.i):
        return None
    dated = head.ent_type_ in ("DATE", "TIME") or noun_class(head.lemma_) == "time"
    return replace(argument, start=argument.start + 1, role="PREP", wh="when" if dated and not awaited else "what", preposition=first)


def time_or_manner(predicate: "Token", argument: Argument) -> Argument | None:
    """ "At dawn", "at his own expense", "within budget": neither is a place; "in the economy" may be one."""
    doc, head = predicate.doc, predicate.doc[argument.head]
    first = next((t for t in doc[argument.start : argument.end] if t.pos_ != "ADV"), doc[argument.start])  # "even in small amounts"
    if argument.wh in ("where", "how") and first.lower_ == "in" and head.lemma_ in words("times of life") and not children(head, "prep"):
        return replace(argument, wh="when")  # "in later life"
    clock = first.lower_ in ("at", "around", "by") and doc[argument.end - 1].pos_ == "NUM" and head.ent_type_ not in _AMOUNTS
    opening = argument.wh == "how" and argument.end <= predicate.i and doc[argument.end - 1].lower_ in _HOURS
    if clock and (argument.wh == "where" or opening):
        return replace(argument, wh="when")  # "at about nine", "By ten the hall was full"
    if argument.wh == "how" and first.lower_ == "by" and head.pos_ == "NOUN" and noun_class(head.lemma_) == "time" and not any(head.lefts):
        return replace(argument, wh="when")  # "by nightfall"
    if argument.wh != "where" or head.pos_ != "NOUN" or head.ent_type_ or is_place(head) or first.lower_ not in _OF_MANNER:
        return None
    known = noun_class(head.lemma_)
    if known == "time":
        return replace(argument, wh="when")
    pointed = any(child.lower_ in ("that", "this") for child in children(head, "det"))  # "in this sense"
    bare = not any(c.lower_ != "no" for c in children(head, "det"))  # "at no cost"
    own = pointed or (bare and not children(head, "prep"))
    return replace(argument, wh="how") if own and (known in _NO_PLACES or (pointed and known == "communication")) else None


def aged(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Was bullied aged nine", "was closed for longer than two days", "floated for two winters"."""
    inside = predicate.doc[argument.start : argument.end]
    lasting = (
        inside[0].lower_ == "for"
        and predicate.doc[argument.head].lower_ != "time"
        and any(is_duration(token) or (token.tag_ == "NNS" and is_time(token) and children(token, "nummod")) for token in inside)
    )
    if argument.role == "ADJ" and argument.wh == "when" and lasting:  # but "for the first time in two years"
        return replace(argument, wh="how long")
    numbered = len(inside) == 2 and inside[0].lower_ == "aged" and inside[1].pos_ == "NUM"
    if argument.wh == "how long" and predicate.lemma_ == "spend" and children(predicate.doc[argument.head], "poss"):
        return replace(argument, role="OBJ", wh="what")  # "spend their nights there"
    return replace(argument, role="ADJ", wh="when") if numbered and predicate.pos_ in VERBAL else None


def lasting(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Lasted from 1974 to 2004"."""
    spans = argument.role == "ADJ" and argument.wh == "when" and predicate.doc[argument.start].lower_ in ("for", "from")
    return replace(argument, wh="how long") if spans and predicate.lemma_ == "last" else None


def once(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Fell once the gate was locked"."""
    first = predicate.doc[argument.start].lower_
    return replace(argument, wh="when") if argument.wh == "how" and first == "once" and argument.end - argument.start > 2 else None


def how_often(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Was arrested several times"."""
    head = predicate.doc[argument.head]
    if argument.wh == "when" and argument.start > predicate.i and predicate.doc[argument.end - 1].lower_ in ("once", "thrice", "twice"):
        return replace(argument, wh="how often") if argument.end - argument.start <= 2 else None  # "only once"
    counted = head.lower_ == "times" and (argument.role == "OBJ" or (argument.role == "ADJ" and argument.wh in ("when", "how long", "how")))
    return (
        replace(argument, role="ADJ", wh="how often")
        if counted and head.left_edge.i == argument.start and children(head, "amod", "nummod")
        else None
    )


def more_often(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Is caught more often than others"."""
    compared = argument.role == "ADJ" and argument.wh in ("when", "how") and predicate.doc[argument.start].lower_ in ("more", "less", "as")
    often = any(t.lower_ in ("often", "frequently", "rarely", "seldom") for t in predicate.doc[argument.start : argument.start + 2])
    return replace(argument, wh="how often") if compared and often else None


def time_taken(predicate: "Token", argument: Argument) -> Argument | None:
    """ "It took me three weeks", "the repairs took a year": how long it took."""
    head = predicate.doc[argument.head]
    needed = predicate.lemma_ == "take" and is_duration(head) and not children(predicate, "prt")
    if not needed or argument.role not in ("OBJ", "ADJ"):
        return None
    impersonal = any(c.lower_ == "it" for c in children(predicate, "nsubj"))
    return replace(argument, role="ADJ" if impersonal else "OBJ", wh="how long")


def time_given(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Notice is given 30 days in advance": no second object of a passive verb."""
    head = predicate.doc[argument.head]
    after = argument.role == "OBJ" and argument.start > predicate.i and is_passive(predicate)
    return replace(argument, role="ADJ", wh="when") if after and is_duration(head) and head.dep_ == "dobj" else None


def time_told(predicate: "Token", argument: Argument) -> Argument | None:
    """ "We were told six weeks": how long it would take is what they were told."""
    told = predicate.lemma_ in ("promise", "tell") and argument.role == "ADJ" and argument.wh == "how long" and argument.start > predicate.i
    return replace(argument, role="OBJ", wh="what") if told and not children(predicate, "dobj", "ccomp", "xcomp") else None


def length_of_time(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Sat for the same length of time"."""
    doc, head = predicate.doc, predicate.doc[argument.head]
    if argument.role != "PREP" or argument.preposition != "for" or not argument.start or doc[argument.start - 1].lower_ != "for":
        return None
    long = head.lemma_ in _LENGTHS or head.lower_ in words("partitives")  # "for much of the century"
    timed = long and any(is_time(t) for t in doc[argument.head : argument.end])
    return replace(argument, start=argument.start - 1, role="ADJ", wh="how long", preposition="") if timed else None


def number_before_time(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Last year" of "we had 165 last year"."""
    doc, start = predicate.doc, argument.start
    if argument.wh != "when" or argument.end - start < 3 or not doc[start].like_num or doc[start + 1].lower_ not in _POINTING:
        return None
    return replace(argument, start=start + 1)


def time_undergone(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Survive another winter": a time may be an object."""
    head = predicate.doc[argument.head]
    if argument.role != "ADJ" or argument.wh != "when" or head.dep_ != "dobj" or head.head != predicate or is_passive(predicate):
        return None
    use = verb_use(predicate.lemma_)
    needs = transitivity(predicate.lemma_) == "transitive" or (use.seen > 0 and (use.completed or 0.0) >= _USUALLY)
    spent = predicate.lemma_ in BOUNDING and children(head, "poss")  # "passed her last years"
    return replace(argument, role="OBJ", wh="what") if spent or (needs and children(head, "det")) else None
