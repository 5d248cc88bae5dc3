"""Arguments whose construction says that they have another role than the scorer gives them: "by 4 %" is no agent of a passive verb.

Each rule looks at a predicate and one of its arguments, and gives the argument in the role that it has in fact, None where it has nothing
to say.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from engines.english.animacy import noun_class
from engines.english.calendar import MONTH_NUMBERS
from engines.english.lexicon import transitivity, verb_use, words
from engines.english.noun_classes import is_animate, is_counted_time, is_place, is_time
from engines.parsing.arguments.structures import Argument
from engines.parsing.filters import measures, times
from engines.parsing.syntax.dependencies import NOMINAL, VERBAL, children
from engines.parsing.syntax.passives import is_passive
from engines.parsing.syntax.subjects import actor_of_infinitive

if TYPE_CHECKING:
    from spacy.tokens import Token

_AFTER_PREPOSITION = frozenset({"account", "behalf", "board", "front", "place", "terms", "top"})
_PLACES = frozenset({"location", "object", "body"})
_AMOUNTS = frozenset({"MONEY", "PERCENT", "QUANTITY"})
_COMPLEMENTS = frozenset({"about", "at", "against", "for", "from", "into", "of", "on", "to", "with"})
_OFTEN = 0.25
"""Share of a verb's uses with a preposition from which the phrase belongs to the verb."""
_MOSTLY = 0.6
"""Share from which it does so even where it is a place."""
_OF_PLACES = ("moved somewhere", "placed somewhere", "verbs of coming and going")
_KNOWN = 20
"""Uses from which a verb's prepositions are known."""
_WITH_DEED = frozenset({"cost", "give", "have", "need", "owe", "take", "use"})
"""Verbs whose object is there for a deed: "have a boat to sell", "take a year to build"."""
_THINGS_TOLD = frozenset({"how", "when", "where", "why"})
_ITSELF = frozenset({"tell", "show", "see", "explain", "ask", "know", "wonder", "decide"})


def amount_of_change(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Earnings, raised by 4 %", "won by 0.3 seconds", "reduced by a quarter": by how much, "approved by six votes": how, not by whom."""
    doc, head = predicate.doc, predicate.doc[argument.head]
    if argument.role != "SUBJ" or predicate.pos_ not in VERBAL or not argument.start or doc[argument.start - 1].lower_ != "by":
        return None
    if head.lemma_ in words("counted votes"):
        return replace(argument, start=argument.start - 1, role="ADJ", wh="how")
    measured = head.ent_type_ in _AMOUNTS or is_counted_time(head)
    changed = predicate.lemma_ in words("from one amount to another")
    measured = measured or (changed and head.lower_ in words("parts of one thing") and not children(head, "prep"))
    return replace(argument, start=argument.start - 1, role="ADJ", wh="how much") if measured else None


def in_event(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Was found in a rescue operation": where, of a verb that takes no "in"."""
    if argument.role != "PREP" or argument.preposition != "in" or not argument.start or predicate.pos_ not in VERBAL:
        return None
    takes = verb_use(predicate.lemma_)
    happening = noun_class(predicate.doc[argument.head].lemma_) in ("act", "event")
    if not happening or takes.seen < _KNOWN or "in" in takes.prepositions or predicate.doc[argument.start - 1].lower_ != "in":
        return None
    return replace(argument, start=argument.start - 1, role="ADJ", wh="where", preposition="")


def field_of_study(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Graduated in mathematics": neither where nor how."""
    doc, head = predicate.doc, predicate.doc[argument.head]
    within = argument.role == "ADJ" and argument.wh in ("where", "how") and doc[argument.start].lower_ == "in"
    named = head.lower_ in words("fields of study") and not children(head, "det", "poss")
    return replace(argument, start=argument.start + 1, role="PREP", wh="what", preposition="in") if within and named else None


def distance(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Is located about 30 km from Orlo"."""
    head = predicate.doc[argument.head]
    placed = predicate.lemma_ in words("placed somewhere") and is_passive(predicate) and argument.start > predicate.i
    return replace(argument, role="ADJ", wh="where") if placed and head.ent_type_ == "QUANTITY" and argument.role != "PREP" else None


def told(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Nobody could tell me when it will open": what is told, not when."""
    doc, head = predicate.doc, predicate.doc[argument.head]
    if argument.role != "ADJ" or predicate.lemma_ not in _ITSELF or argument.start < predicate.i or head.pos_ not in VERBAL:
        return None
    if doc[argument.start].lower_ not in _THINGS_TOLD or not children(head, "nsubj", "nsubjpass"):
        return None
    others = (c for c in children(predicate, "dobj", "ccomp", "xcomp") if not is_animate(c) and c.i != head.i)
    return None if any(others) else replace(argument, role="CCOMP", wh="what")


def spent(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Spent eleven months mapping glaciers": how long, and what doing."""
    head = predicate.doc[argument.head]
    if predicate.lemma_ not in words("verbs of time spent") or argument.role not in ("OBJ", "IOBJ"):
        return None
    if is_time(head) and predicate.i < head.i and argument.end - argument.start > 1:  # "spent time" tells not how long
        return replace(argument, role="ADJ", wh="how long")
    first = predicate.doc[argument.start]
    doing = argument.role == "OBJ" and first.lower_.endswith("ing") and (first.tag_ == "VBG" or first.dep_ in ("compound", "amod"))
    return replace(argument, head=argument.start, role="XCOMP", wh="what") if doing else None


def gerund_after_particle(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Put off deciding": what is put off, not how."""
    head = predicate.doc[argument.head]
    particle = predicate.doc[predicate.i + 1 : argument.start]
    if argument.role != "ADJ" or argument.wh != "how" or head.tag_ != "VBG" or head.i != argument.start or len(particle) != 1:
        return None
    alone = particle[0].dep_ == "prt" and not children(predicate, "dobj")
    return replace(argument, role="XCOMP", wh="what") if alone else None


def object_of_adjective(predicate: "Token", argument: Argument) -> Argument | None:
    """ "The remote is easy to operate": it is operated."""
    adjective = predicate.head
    infinitive = predicate.dep_ in ("xcomp", "advcl", "ccomp", "pcomp") and (
        any(c.lower_ == "to" and c.dep_ == "aux" for c in predicate.children) or (predicate.tag_ == "VBG" and adjective.lower_ == "worth")
    )
    if argument.role != "SUBJ" or argument.own or not infinitive or adjective.lemma_ not in words("adjectives of the object"):
        return None
    if transitivity(predicate.lemma_) == "intransitive" or children(predicate, "dobj", "ccomp", "xcomp", "prep"):
        return None
    return replace(argument, role="OBJ")


def without_actor(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Buy a new one" of "let him buy a new one": what he does is the answer."""
    head = predicate.doc[argument.head]
    actor = actor_of_infinitive(predicate, head) if argument.role == "CCOMP" else None
    after = actor.right_edge.i + 1 if actor is not None else 0
    return replace(argument, start=after) if argument.start < after <= head.i else None


def undated(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Otis Lindqvist" of "On 12 January Otis Lindqvist wrote", where the parse takes date and name for one phrase."""
    doc, start = predicate.doc, argument.start
    if argument.role not in ("SUBJ", "OBJ") or doc[argument.head].pos_ != "PROPN":
        return None
    while start < argument.head and (
        doc[start].like_num or doc[start].lower_ in MONTH_NUMBERS or (start > argument.start and doc[start].text == ",")
    ):
        start += 1
    dated = any(token.text.isdecimal() for token in doc[argument.start : start])
    return replace(argument, start=start) if start > argument.start and dated and doc[start].is_title else None


def complement_of_verb(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Reunited with a ring": a preposition that often follows the verb is asked with it."""
    doc, head, start = predicate.doc, predicate.doc[argument.head], argument.start
    if argument.role != "ADJ" or argument.wh not in ("how", "where", "when") or predicate.pos_ not in VERBAL or start < predicate.i:
        return None
    start += doc[start].pos_ == "ADP"
    first = doc[start - 1]
    if first.head != predicate or first.lower_ not in _COMPLEMENTS or argument.end <= start:
        return None
    if head.pos_ not in NOMINAL and head.tag_ != "VBG":
        return None
    if argument.wh == "when" and head.tag_ != "VBG":
        return None
    if doc[start].lower_ in _AFTER_PREPOSITION:  # "on board the ship"
        return None
    placed = is_place(head) or predicate.lemma_ in words("placed somewhere") or noun_class(head.lemma_) in _PLACES
    placed = placed and head.tag_ != "VBG"  # "kept the boat from landing"
    share = verb_use(predicate.lemma_).prepositions.get(first.lower_, 0.0)
    owed = share >= _MOSTLY and bool(children(predicate, "dobj")) and not any(predicate.lemma_ in words(name) for name in _OF_PLACES)
    if argument.wh == "where" and placed and not owed:  # "attributed the noise to the quarry"
        return None
    hindered = head.tag_ == "VBG" and first.lower_ == "from" and predicate.lemma_ in words("hindering")
    if is_time(head) or (share < _OFTEN and not hindered):
        return None
    return replace(argument, start=start, role="PREP", wh="", preposition=first.lower_)


def related(predicate: "Token", argument: Argument) -> Argument | None:
    """ "The interface through which users work": asked for with the preposition, which the answer does not have."""
    if argument.source != "relative" or argument.role != "ADJ" or argument.wh not in ("how", "why"):
        return None
    for child in children(predicate, "prep"):
        if any(inner.tag_ in ("WDT", "WP") for inner in children(child, "pobj")):
            return replace(argument, role="PREP", wh="", preposition=child.lower_)
    return None


def named_at_birth(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Ana Ruiz (born Ana Varga)": a name after "born" is what somebody was called."""
    head = predicate.doc[argument.head]
    named = predicate.lower_ in words("always passive") and argument.start == predicate.i + 1 and head.pos_ == "PROPN"
    if not named or argument.role not in ("OBJ", "SUBJ", "ATTR") or not is_animate(head):
        return None
    return replace(argument, role="PREP", wh="what", preposition="as")


def told_person(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Officers" of "told officers he had seen it", where the parse takes what was told for a relative clause."""
    head = predicate.doc[argument.head]
    if predicate.lemma_ not in words("told of something") | {"tell"} or argument.role not in ("OBJ", "IOBJ") or not is_animate(head):
        return None
    for clause in children(head, "relcl"):
        first = clause.left_edge
        own = any(c.dep_ == "nsubj" and c.left_edge == first for c in clause.children) and first.tag_ not in ("WP", "WDT")
        if own and argument.start < first.i < argument.end:
            return replace(argument, end=first.i)
    return None


def asked_what_to_do(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Decided what to do": a question in the infinitive is what is decided."""
    first = predicate.doc[argument.start]
    return replace(argument, role="CCOMP", wh="what") if argument.role == "XCOMP" and first.tag_ in ("WP", "WRB", "WDT") else None


def taken(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Collected 6,000 beetles, among them a new species": the first of two objects that a comma parts receives nothing."""
    head = predicate.doc[argument.head]
    if argument.role != "IOBJ" or head.dep_ != "dobj":
        return None
    later = (c.left_edge.i for c in children(predicate, "dobj") if c.i > head.i)
    return replace(argument, role="OBJ", preposition="") if any(predicate.doc[first - 1].text == "," for first in later) else None


def appointed(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Elected her a fellow": who is elected, and what."""
    objects = [c for c in children(predicate, "dative", "dobj") if c.pos_ in NOMINAL]
    if predicate.lemma_ not in words("naming") or len(objects) != 2 or argument.role not in ("IOBJ", "OBJ"):
        return None
    somebody, rank = objects
    if noun_class(rank.lemma_) != "person" or not is_animate(somebody) or rank.left_edge.i != somebody.right_edge.i + 1:
        return None
    if argument.head == somebody.i:
        return replace(argument, role="OBJ", wh="who", preposition="")
    return replace(argument, role="ATTR", wh="what", preposition="") if argument.head == rank.i else None


def purpose_beside_object(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Left school to work in a loft": of a verb that makes nobody do anything, what stands after its object says what for."""
    head = predicate.doc[argument.head]
    marked = argument.role == "XCOMP" and any(c.lower_ == "to" and c.dep_ == "aux" for c in head.children)
    objects = [c for c in children(predicate, "dobj") if predicate.i < c.i < argument.start]
    if not marked or head.head != predicate or not objects or is_passive(predicate) or any(is_animate(o) for o in objects):
        return None
    takes = any(predicate.lemma_ in words(name) for name in ("object control", "verbs of asking to act", "verbs with to"))
    return None if takes or predicate.lemma_ in _WITH_DEED else replace(argument, role="ADJ", wh="why")


RULES = (
    *measures.RULES,
    times.time_of_passive,
    amount_of_change,
    in_event,
    field_of_study,
    times.means,
    times.far_from,
    times.how_quickly,
    times.point_in_time,
    times.time_meant,
    times.time_or_manner,
    times.aged,
    times.lasting,
    times.once,
    distance,
    times.how_often,
    times.more_often,
    times.time_taken,
    times.time_given,
    told,
    spent,
    gerund_after_particle,
    object_of_adjective,
    without_actor,
    undated,
    complement_of_verb,
    related,
    named_at_birth,
    times.number_before_time,
    times.time_told,
    times.length_of_time,
    taken,
    appointed,
    purpose_beside_object,
    told_person,
    asked_what_to_do,
    times.time_undergone,
)
