"""Answers that cannot stand in the role that the scorer gives them.

What is left out here are the marks of a parse gone astray (a subject that holds a clause of its own, half a title) and roles that the verb
or its construction rules out. Each rule looks at a predicate and one of its arguments and tells whether the argument is to be left out.
"""

from typing import TYPE_CHECKING

from engines.english.animacy import person_share
from engines.english.lexicon import words
from engines.english.noun_classes import is_animate, is_duration
from engines.parsing.arguments.structures import Argument
from engines.parsing.filters import governors
from engines.parsing.filters.neighbours import (
    is_across_colon,
    is_added_object,
    is_added_state,
    is_before_number,
    is_beside_attribute,
    is_denied,
    is_listed_after,
    is_name_beside,
    is_noun_beside,
    is_score,
    is_without_preposition,
)
from engines.parsing.syntax.dependencies import FINITE, NOMINAL, VERBAL, shown_number
from engines.parsing.syntax.passives import is_passive
from engines.parsing.syntax.subjects import has_lost_subject

if TYPE_CHECKING:
    from spacy.tokens import Token

_CLAUSES_OF_NOUNS = frozenset({"relcl", "acl", "appos", "prep", "poss"})
_CORE = frozenset({"SUBJ", "OBJ", "IOBJ", "PREP"})
_COMPLETING = frozenset({"acomp", "advmod", "dobj", "npadvmod", "prep"})
"""What stands behind a verb that shares no object with the next one."""
_SURELY = 0.95
"""Share of its uses from which a noun stands for people."""
_CIRCUMSTANCES = frozenset({"ADJ", "PREP"})


def noun_holds_main_clause(predicate: "Token", argument: Argument) -> bool:
    """Whether the parse hangs a finite clause on the noun that no noun can have: two sentences taken for one."""
    noun = _head(predicate, argument)
    if argument.role not in _CORE or noun.pos_ not in NOMINAL:
        return False
    for child in noun.children:
        if argument.start <= child.i < argument.end and child.dep_ not in _CLAUSES_OF_NOUNS and child.tag_ in FINITE:
            return not any(c.dep_ == "mark" or c.tag_ in ("WDT", "WP", "WRB", "WP$") for c in child.children)
    return False


def begins_with_of(predicate: "Token", argument: Argument) -> bool:
    """ "Of which two were sold", "of the season"."""
    if argument.role == "PREP" and argument.preposition == "of" and argument.source != "relative":  # "of the 96 plots, two were split"
        return argument.start < predicate.i and predicate.pos_ in VERBAL
    return argument.role in ("SUBJ", "OBJ", "ADJ") and _first(predicate, argument).lower_ == "of"


def is_example(predicate: "Token", argument: Argument) -> bool:
    """ "Several trials, including that of the mill": no part of what happened."""
    return argument.preposition == "including"


def is_relative_circumstance(predicate: "Token", argument: Argument) -> bool:
    """ "At which time"."""
    start = argument.start
    return argument.role in _CIRCUMSTANCES and any(t.lower_ in ("which", "whose") for t in predicate.doc[start : start + 2])


def is_relative_core(predicate: "Token", argument: Argument) -> bool:
    """ "One of which"."""
    doc, start = predicate.doc, argument.start
    relative = doc[start].lower_ == "whose" or any(t.lower_ in ("which", "whom") for t in doc[start : start + 3])
    after_of = any(t.lower_ in ("which", "whom") and t.head.lower_ == "of" for t in doc[start : argument.end])  # "the younger of whom"
    return argument.role in _CORE and (relative or after_of)


def is_asked_for(predicate: "Token", argument: Argument) -> bool:
    """ "How many do you sell?", "What made you do it?": what is asked for is no answer."""
    head = _head(predicate, argument)
    interrogative = ("WP", "WDT", "WP$", "WRB")
    return head.pos_ not in VERBAL and _first(predicate, argument).tag_ in interrogative and head.dep_ != "pcomp"


def is_who_needs_time(predicate: "Token", argument: Argument) -> bool:
    """ "It took me three weeks": nobody took me."""
    timed = predicate.lemma_ == "take" and any(is_duration(c) for c in predicate.children if c.dep_ in ("dobj", "npadvmod"))
    needed = timed and any(c.lower_ == "it" and c.dep_ == "nsubj" for c in predicate.children)
    return needed and argument.role in ("OBJ", "IOBJ") and is_animate(_head(predicate, argument))


def is_told_by_participle(predicate: "Token", argument: Argument) -> bool:
    """ "Raised by her aunt, she moved to Orlo": the participle's own questions say it, and it tells not how she moved."""
    head = _head(predicate, argument)
    before = head.tag_ == "VBN" and head.dep_ == "advcl" and argument.start < predicate.i and _first(predicate, argument) == head
    return argument.role == "ADJ" and argument.wh == "how" and before


def disagrees(predicate: "Token", argument: Argument) -> bool:
    """ "They admit that the pallet was dropped and have paid": what the verb shares with another one is not of its number."""
    head = _head(predicate, argument)
    if argument.role != "SUBJ" or argument.own or predicate.dep_ != "conj" or head.tag_ not in ("NN", "NNS"):
        return False
    if any(c.dep_ == "conj" for c in head.children) or head.lemma_.lower() in words("collectives") | words("quantified"):
        return False
    shown = shown_number(predicate)
    return (shown == "plural" and head.tag_ == "NN") or (shown == "singular" and head.tag_ == "NNS")


def belongs_to_other_noun(predicate: "Token", argument: Argument) -> bool:
    """ "As promised, we …", "it has debts in Orlo, caused by the war": a participle whose subject is not that of the main clause."""
    if argument.own or argument.role not in ("SUBJ", "OBJ") or predicate.tag_ != "VBN" or predicate.dep_ != "advcl":
        return False
    if any(c.dep_ == "mark" and c.lower_ == "as" for c in predicate.children):
        return True
    comma = predicate.left_edge.i - 1
    if comma < 1 or predicate.doc[comma].text != ",":
        return False
    before = predicate.doc[comma - 1]
    return before.pos_ in NOMINAL and before.i >= argument.end and predicate.i > predicate.head.i


def is_clause_without_verb(predicate: "Token", argument: Argument) -> bool:
    """ "That a new": the parse lost the clause."""
    first = _first(predicate, argument)
    if first.lower_ not in ("that", "whether") or first.tag_ == "DT":
        return False
    return not any(t.pos_ in VERBAL for t in predicate.doc[argument.start : argument.end])


def is_nobody(predicate: "Token", argument: Argument) -> bool:
    """ "No charges were filed … about them": "them" stands for nothing."""
    return argument.source == "antecedent" and any(c.lower_ == "no" for c in _head(predicate, argument).children)


def is_date_of_relative_clause(predicate: "Token", argument: Argument) -> bool:
    """ "A mill from the 19th century which has two wheels"."""
    return argument.source == "relative" and argument.role in ("SUBJ", "OBJ") and _head(predicate, argument).ent_type_ == "DATE"


def is_purpose_of_noun(predicate: "Token", argument: Argument) -> bool:
    """ "Targeting rules", "the returning officer", which do not target or return; but "growing costs" grow."""
    if predicate.tag_ != "VBG" or predicate.dep_ != "amod" or argument.role != "SUBJ":
        return False
    return predicate.lower_ not in words("participles of what goes on")


def is_clause_without_subject(predicate: "Token", argument: Argument) -> bool:
    """ "Said were safe"."""
    return argument.role == "CCOMP" and _first(predicate, argument).tag_ in FINITE


def cannot_include(predicate: "Token", argument: Argument) -> bool:
    """ "They visited three towns in May, including Orlo": what is included is asked, not in what, which may stand anywhere before."""
    return predicate.lower_ == "including" and predicate.tag_ == "VBG" and argument.role != "OBJ"


def is_agent_of_other_verb(predicate: "Token", argument: Argument) -> bool:
    """ "He was told to leave by the board": of an active verb, "by" and a person belong to a passive one nearby."""
    by = argument.preposition == "by" or (argument.wh == "how" and _first(predicate, argument).lower_ == "by")
    head = _head(predicate, argument)
    if argument.role not in _CIRCUMSTANCES or not by or head.pos_ not in NOMINAL or predicate.pos_ not in VERBAL or is_passive(predicate):
        return False
    return head.ent_type_ in ("PERSON", "ORG", "NORP") or is_animate(head) or person_share(head) >= _SURELY


def is_cut_from_title(predicate: "Token", argument: Argument) -> bool:
    """Whether a phrase is torn from a title: "Between Hills" or "on Walk" of "on Walk Between Hills"."""
    if argument.role not in _CIRCUMSTANCES:
        return False
    doc, first = predicate.doc, _first(predicate, argument)
    if first.pos_ == "ADP" and first.is_title and argument.start and doc[argument.start - 1].is_title:
        return True
    around = doc[argument.end - 1 : argument.end + 2]
    return len(around) == 3 and around[1].pos_ == "ADP" and all(token.is_title for token in around)


def is_no_manner(predicate: "Token", argument: Argument) -> bool:
    """A noun used as an adverb says how something is done only if it is a noun of manner: "her way", "door to door"."""
    head = _head(predicate, argument)
    adverbial = argument.role == "ADJ" and argument.wh == "how" and head.dep_ == "npadvmod" and head.pos_ in ("NOUN", "PROPN")
    return adverbial and head.lemma_.lower() not in words("nouns of manner")


def is_person_after_particle(predicate: "Token", argument: Argument) -> bool:
    """ "Dropped off the boy": no place."""
    head = _head(predicate, argument)
    particle = argument.wh == "where" and _first(predicate, argument).lower_ in ("off", "out", "up", "down")
    return particle and is_animate(head) and head.ent_type_ not in ("ORG", "NORP")


def is_subject_of_first_verb(predicate: "Token", argument: Argument) -> bool:
    """ "Some are sold in shops and others are given away": not the same ones."""
    return argument.role in ("SUBJ", "OBJ") and not argument.own and argument.head < predicate.i and has_lost_subject(predicate)


def is_excepted(predicate: "Token", argument: Argument) -> bool:
    """ "Fees rose, except for small boats": of which it is not said."""
    before = {token.lower_ for token in predicate.doc[max(0, argument.start - 2) : argument.start + 1]}
    return argument.role in _CIRCUMSTANCES and not before.isdisjoint(words("words of exception"))


def belongs_to_later_verb(predicate: "Token", argument: Argument) -> bool:
    """ "Agreed to use traps", "will stay outside and note the times": the object of the second verb, which the first does not share."""
    head = _head(predicate, argument)
    other = head.head
    if argument.role != "OBJ" or head.dep_ != "dobj" or other.pos_ not in VERBAL or not predicate.i < other.i < argument.start:
        return False
    if other.head != predicate:
        return False
    if other.dep_ == "xcomp":
        return any(child.dep_ == "aux" and child.lower_ == "to" for child in other.children)
    return other.dep_ == "conj" and any(child.dep_ in _COMPLETING and predicate.i < child.i < other.i for child in predicate.children)


def is_nominal_clause(predicate: "Token", argument: Argument) -> bool:
    """ "Saw 50 patients, 20 of them children": what is added after a comma without a verb is not what was seen."""
    head = _head(predicate, argument)
    added = argument.role == "CCOMP" and head.pos_ in NOMINAL and predicate.doc[argument.start - 1].text == ","
    return added and not any(token.pos_ in VERBAL for token in predicate.doc[argument.start : argument.end])


def holds_own_conjunction(predicate: "Token", argument: Argument) -> bool:
    """ "After twice" of "after twice failing to turn it": the word that opens the verb's own clause."""
    inside = predicate.doc[argument.start : argument.end]
    opening = (t for t in inside if t.tag_ == "IN" and t.dep_ in ("advmod", "mark") and not any(t.children))
    return argument.end <= predicate.i and any(t.head == predicate or (t.head in inside and t.head.pos_ == "ADV") for t in opening)


def is_since(predicate: "Token", argument: Argument) -> bool:
    """ "Found a filter unchanged since autumn": what happened once did not happen since a time."""
    timed = argument.role == "ADJ" and argument.wh in ("when", "how long") and _first(predicate, argument).lower_ == "since"
    return timed and argument.start > predicate.i and predicate.tag_ == "VBD" and not any(c.dep_ == "aux" for c in predicate.children)


def _head(predicate: "Token", argument: Argument) -> "Token":
    return predicate.doc[argument.head]


def _first(predicate: "Token", argument: Argument) -> "Token":
    return predicate.doc[argument.start]


RULES = (
    *governors.RULES,
    noun_holds_main_clause,
    begins_with_of,
    is_example,
    is_relative_circumstance,
    is_relative_core,
    is_asked_for,
    is_name_beside,
    disagrees,
    is_who_needs_time,
    is_told_by_participle,
    is_noun_beside,
    belongs_to_other_noun,
    is_clause_without_verb,
    is_nobody,
    is_date_of_relative_clause,
    is_purpose_of_noun,
    is_across_colon,
    is_clause_without_subject,
    cannot_include,
    is_agent_of_other_verb,
    is_cut_from_title,
    is_no_manner,
    is_person_after_particle,
    is_subject_of_first_verb,
    is_beside_attribute,
    is_listed_after,
    is_added_object,
    is_before_number,
    is_added_state,
    is_denied,
    is_score,
    is_without_preposition,
    is_excepted,
    belongs_to_later_verb,
    is_nominal_clause,
    holds_own_conjunction,
    is_since,
)
