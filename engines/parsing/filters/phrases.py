"""Phrases that the parse takes for places or things and that are neither: "in 57 BC", "at once", "in a bid to stop it".

Each rule looks at a predicate and one of its arguments that is asked for with "where" or a preposition, and gives the argument in the role
that it has in fact, None where it has nothing to say.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from engines.english.animacy import noun_class
from engines.english.deverbal import is_in_complex_preposition
from engines.english.lexicon import verb_use, words
from engines.english.noun_classes import YEAR, is_animate, is_place
from engines.english.pronouns import NAMING_PERSONS
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.dependencies import children
from engines.parsing.syntax.subjects import asked_by_preposition

if TYPE_CHECKING:
    from spacy.tokens import Token

_AMOUNTS = frozenset({"MONEY", "PERCENT", "QUANTITY"})
_GROUNDS = ("in light of ", "in the light of ", "in view of ", "on the grounds of ")
_ABOUT = frozenset({"above", "behind", "below", "between", "on", "over", "under"})
_ABSTRACT = frozenset({"attribute", "cognition", "feeling", "person", "possession", "quantity", "relation", "state"})
"""Classes of nouns (`engines.english.animacy.noun_class`) that are nowhere."""
_STATES = frozenset({"act", "attribute", "cognition", "communication", "event", "feeling", "phenomenon", "possession", "state"})
_STATING = frozenset({"at", "in", "on", "under"})
_LIKE_PLACES = frozenset({"work"})
"""Deeds that are places, too."""
_OFTEN = 0.2
"""Share of a verb's uses from which a preposition is the verb's own."""


def read_again(predicate: "Token", argument: Argument) -> Argument | None:
    """What the first of `RULES` that has something to say makes of an argument; None if none has, or it is no such phrase."""
    if argument.wh != "where" and argument.role != "PREP":
        return None
    return next((found for rule in RULES if (found := rule(predicate, argument)) is not None), None)


def time(predicate: "Token", argument: Argument) -> Argument | None:
    """ "In 57 BC", "right away"."""
    inside = predicate.doc[argument.start : argument.end]
    text = inside.text.lower().replace(" ", "_")
    of_era = inside[-1].lower_ in words("eras") and any(token.like_num for token in inside)
    return replace(argument, role="ADJ", wh="when") if of_era or text in words("phrases of time") else None


def dated(predicate: "Token", argument: Argument) -> Argument | None:
    """ "At the 1931 census": an event with its year tells when."""
    doc, head = predicate.doc, predicate.doc[argument.head]
    if argument.wh != "where" or doc[argument.start].pos_ != "ADP" or head.pos_ not in ("NOUN", "PROPN") or is_place(head):
        return None
    of_year = any(c.i < head.i and c.dep_ in ("nummod", "compound", "nmod") and YEAR.fullmatch(c.text) for c in head.children)
    return replace(argument, role="ADJ", wh="when") if of_year else None


def on_occasion(predicate: "Token", argument: Argument) -> Argument | None:
    """ "On his return": somebody's coming, going or rise tells when."""
    doc, start, head = predicate.doc, argument.start, predicate.doc[argument.head]
    if argument.role == "PREP" and start and doc[start - 1].lower_ == argument.preposition:
        start -= 1
    owned = any(child.dep_ in ("poss", "prep") for child in head.children)
    if doc[start].lower_ not in ("at", "on", "upon") or not owned or head.lemma_.lower() not in words("nouns of occasions"):
        return None
    return replace(argument, start=start, role="ADJ", wh="when", preposition="")


def set_manner(predicate: "Token", argument: Argument) -> Argument | None:
    """ "On purpose", "by chance"."""
    start = argument.start
    if argument.role == "PREP" and start and predicate.doc[start - 1].lower_ == argument.preposition:
        start -= 1
    if predicate.doc[start : argument.end].text.lower().replace(" ", "_") not in words("phrases of manner"):
        return None
    return replace(argument, start=start, role="ADJ", wh="how", preposition="")


def asked_of(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Called on China to stop": who is called on."""
    first, asked = predicate.doc[argument.start], asked_by_preposition(predicate, len(predicate.doc))
    if asked is None or argument.head != asked.i or argument.role != "ADJ" or first.pos_ != "ADP" or not children(predicate, "xcomp"):
        return None
    return replace(argument, start=argument.start + 1, role="PREP", wh="", preposition=first.lower_)


def year_before_name(predicate: "Token", argument: Argument) -> Argument | None:
    """ "In 2017" of "In 2017 Ana Ruiz won", where the parse takes year and name for one phrase."""
    doc, year = predicate.doc, argument.start + 1
    if argument.end - argument.start < 3 or not YEAR.fullmatch(doc[year].text) or not doc[year + 1].is_title:
        return None
    return replace(argument, head=year, end=year + 1, role="ADJ", wh="when", preposition="")


def complex_preposition(predicate: "Token", argument: Argument) -> Argument | None:
    """ "In preference to it"."""
    known = is_in_complex_preposition(argument.preposition, predicate.doc[argument.head].lemma_.lower())
    if argument.role != "PREP" or not known or not argument.start:
        return None
    return replace(argument, start=argument.start - 1, role="ADJ", wh="how", preposition="")


def grounds(predicate: "Token", argument: Argument) -> Argument | None:
    """ "In view of these results", "thanks to a bequest"."""
    doc, start = predicate.doc, argument.start
    if argument.preposition == "to" and start > 1 and doc[start - 2].lower_ == "thanks" and doc[start - 1].lower_ == "to":
        return replace(argument, start=start - 2, role="ADJ", wh="why", preposition="")
    said = doc[start : argument.end].text.lower()
    asked = said.startswith("at ") and doc[argument.head].lemma_.lower() in words("nouns of asking")  # "at her request"
    return replace(argument, wh="why") if argument.role == "ADJ" and (asked or said.startswith(_GROUNDS)) else None


def made_into(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Was turned into a kitchen": what it becomes, though it be a place."""
    first = predicate.doc[argument.start]
    becomes = argument.role == "ADJ" and first.lower_ == "into" and argument.end - argument.start > 1
    if not becomes or predicate.lemma_ not in words("made into something"):
        return None
    return replace(argument, start=argument.start + 1, role="PREP", wh="what", preposition="into")


def attempt(predicate: "Token", argument: Argument) -> Argument | None:
    """ "In a bid to stop it"."""
    doc = predicate.doc
    wanted = doc[argument.start].lower_ == "in" and doc[argument.head].lemma_ in words("nouns of attempts")
    return replace(argument, wh="why") if wanted else None


def opening(predicate: "Token", argument: Argument) -> Argument | None:
    """ "In a play by Varga, a ghost engages in trade": what stands before the subject is where all of it happens."""
    opens = argument.role == "PREP" and argument.start == 1 and predicate.doc[0].lower_ == argument.preposition == "in"
    after = any(c.dep_ in ("nsubj", "nsubjpass") and argument.end <= c.i < predicate.i for c in predicate.children)
    return replace(argument, start=0, role="ADJ", wh="where", preposition="") if opens and after else None


def amount(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Starts at $ 40"."""
    first, inner = predicate.doc[argument.start], predicate.doc[argument.start + 1 : argument.end]
    counted = predicate.doc[argument.head].lemma_.lower() in words("currencies")
    if argument.wh != "where" or first.pos_ != "ADP" or not (counted or any(token.ent_type_ in _AMOUNTS for token in inner[:2])):
        return None
    return replace(argument, start=argument.start + 1, role="PREP", wh="what", preposition=first.lower_)


def nowhere(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Between old and new forms", "on any of them"."""
    doc = predicate.doc
    first, head = doc[argument.start], doc[argument.head]
    if argument.wh != "where" or argument.end - argument.start < 2 or first.lower_ not in _ABOUT:
        return None
    abstract = head.pos_ == "NOUN" and not is_place(head) and noun_class(head.lemma_) in _ABSTRACT
    if not (abstract or head.pos_ == "PRON" or head.lower_ in words("quantifiers")):
        return None
    return replace(argument, start=argument.start + 1, role="PREP", wh="", preposition=first.lower_)


def adverbial(predicate: "Token", argument: Argument) -> Argument | None:
    """ "At once", "in full": a preposition with an adjective or adverb that is no place."""
    doc, start = predicate.doc, argument.start
    if argument.role == "PREP" and start and doc[start - 1].lower_ == argument.preposition:
        start -= 1
    first, last = doc[start], doc[argument.end - 1]
    if argument.end - start != 2 or first.pos_ != "ADP" or last.pos_ not in ("ADJ", "ADV", "SCONJ"):
        return None
    if last.lower_ in words("adverbs of place"):
        return None
    wh = "when" if last.lower_ in words("adverbs of time") else "how"
    return replace(argument, start=start, role="ADJ", wh=wh, preposition="")


def beside_person(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Cheered on Ana Ruiz", "turned on them": asked for with the preposition."""
    first, head = predicate.doc[argument.start], predicate.doc[argument.head]
    if argument.role != "ADJ" or first.pos_ != "ADP" or argument.end - argument.start < 2 or first.lower_ == "at":
        return None
    if first.lower_ == "in" and head.pos_ == "PROPN":  # "in Portnevin", taken for a person
        return None
    left_behind = first.lower_ == "behind" and is_animate(head)
    if not (left_behind or head.ent_type_ == "PERSON" or (head.pos_ == "PRON" and head.lower_ in NAMING_PERSONS)):
        return None
    return replace(argument, start=argument.start + 1, role="PREP", wh="who", preposition=first.lower_)


def state(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Ended in defeat", "came at short notice": what is nowhere, said without an article, is how; where the verb does not ask for it."""
    first, head = predicate.doc[argument.start], predicate.doc[argument.head]
    if argument.wh != "where" or first.lower_ not in _STATING or head.tag_ != "NN" or head.lower_ in _LIKE_PLACES or is_place(head):
        return None
    alone = not children(head, "det", "poss", "nummod", "compound", "prep")
    own = verb_use(predicate.lemma_).prepositions.get(first.lower_, 0.0) >= _OFTEN
    return replace(argument, wh="how") if alone and not own and noun_class(head.lemma_) in _STATES else None


RULES = (
    asked_of,
    time,
    dated,
    on_occasion,
    set_manner,
    year_before_name,
    complex_preposition,
    attempt,
    grounds,
    made_into,
    opening,
    beside_person,
    amount,
    nowhere,
    state,
    adverbial,
)
