"""Which arguments of a deverbal noun are worth a question in running text.

A noun says less than its verb about who does what: most of what is wrong there are words of the clause around it, or before it, that
have no part in the event. Each rule looks at a noun and one of its arguments and tells whether the argument is to be left out.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from engines.english.deverbal import is_agentive, is_irregular, uses, verb_of_noun
from engines.english.lexicon import words
from engines.english.noun_classes import is_animate
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.dependencies import VERBAL, children, clause_verb

if TYPE_CHECKING:
    from spacy.tokens import Token

_MOSTLY = 0.6
"""Share of its uses in which a noun names an event, or a person, from which its modifiers are its arguments."""
_OF_CLAUSE = frozenset({"nsubj", "nsubjpass"})
_TAKES_PLACE = frozenset(
    {"be", "begin", "cease", "come", "continue", "end", "finish", "follow", "happen", "last", "occur", "resume", "start", "stop", "take"}
)
_AROUND_EVENTS = frozenset(
    {"after", "amid", "before", "because", "despite", "during", "following", "over", "pending", "since", "until", "without"}
)
_MODIFIERS = frozenset({"compound", "nmod"})
_SURELY_LEARNED = 0.7
"""Probability from which what only the scorer proposes is believed wherever it stands: one QA in three hundred of running text."""
_CLAUSES = frozenset({"acl", "relcl"})


def is_guess(noun: "Token", argument: Argument) -> bool:
    """Whether only the scorer proposes the argument, neither surely nor from where nouns have their arguments."""
    head = noun.doc[argument.head]
    surely = argument.score >= _SURELY_LEARNED and head.dep_ not in _CLAUSES  # "an injury suffered in Orlo"
    return argument.source == "learned" and not surely and not _is_learned_well(noun, head, argument)


def is_of_denied_event(noun: "Token", argument: Argument) -> bool:
    """ "Did not make any appearances": nobody appeared."""
    governor = noun.head
    denied = noun.dep_ == "dobj" and any(c.dep_ == "neg" for c in governor.children)
    return argument.source in ("shared", "learned") and (denied or any(c.lower_ == "no" for c in noun.children))


def is_argument_of_verb(noun: "Token", argument: Argument) -> bool:
    """Whether the parse takes the noun for a verb: "made her team debut"."""
    head = noun.doc[argument.head]
    return head.head == noun and head.dep_ in ("nsubj", "dobj")


def is_modified_by_noun(noun: "Token", argument: Argument) -> bool:
    """The "experience" of "return experience"."""
    head = noun.doc[argument.head]
    return argument.role == "OBJ" and head == noun.head and noun.dep_ in _MODIFIERS and not is_animate(head)


def is_number(noun: "Token", argument: Argument) -> bool:
    """ "Paintings of 1100"."""
    head = noun.doc[argument.head]
    return argument.role in ("SUBJ", "OBJ") and (head.pos_ == "NUM" or head.ent_type_ == "DATE")


def is_plain_modifier(noun: "Token", argument: Argument) -> bool:
    """Whether a noun before the noun takes no part: "a debut record", "16 team appearances"; it does in "a cancer test"."""
    head = noun.doc[argument.head]
    return head.head == noun and head.dep_ in _MODIFIERS and not _fits_before(noun, head, argument)


def is_adjective(noun: "Token", argument: Argument) -> bool:
    """ "The preferred citation", but "the Dutch invasion"."""
    head = noun.doc[argument.head]
    return head.dep_ == "amod" and head.ent_type_ != "NORP"


def _is_learned_well(noun: "Token", head: "Token", argument: Argument) -> bool:
    """Whether what only the scorer proposes is a part of the noun's phrase, or the subject of its clause and no bystander."""
    if head.pos_ in VERBAL:  # "a speech marking the end": not what was spoken
        return argument.role in ("XCOMP", "CCOMP")
    if head.dep_ == "compound" and argument.wh in ("when", "how long"):  # "a two-year extension"
        return False
    same_clause = clause_verb(head) == clause_verb(noun)
    if noun.is_ancestor(head):
        return same_clause or argument.role != "ADJ"
    if argument.role == "ADJ":
        return same_clause and _shares_circumstances(noun)
    if argument.role not in ("SUBJ", "OBJ") or head.dep_ not in _OF_CLAUSE or not same_clause:
        return False
    return not (noun.dep_ == "pobj" and noun.head.lower_ in _AROUND_EVENTS)


def _shares_circumstances(noun: "Token") -> bool:
    """Whether the time or place of a clause is that of the noun: "made two appearances last season", "the strike ended in May"."""
    governor = noun.head
    if noun.dep_ == "dobj":
        return governor.lemma_ in words("support verbs")
    return noun.dep_ == "nsubj" and governor.lemma_ in _TAKES_PLACE


def exchanged(noun: "Token", argument: Argument) -> Argument:
    """The argument of a noun that names whom something is done to: "an employee of the mill" is employed by it, and of what
    people think: "the thoughts of everyone"."""
    head = noun.doc[argument.head]
    minds = argument.role == "OBJ" and (verb_of_noun(noun.lemma_.lower()) or "") in words("verbs of the mind") and is_animate(head)
    passive = argument.source == "learned" and argument.role == "SUBJ" and head.dep_ == "nsubjpass" and not is_agentive(noun.lemma_.lower())
    if passive:  # "the drawing was meant as a gift": it was given
        return replace(argument, role="OBJ")
    if argument.role not in ("SUBJ", "OBJ") or not (minds or noun.lemma_.lower() in words("undergoers")):
        return argument
    return replace(argument, role="OBJ" if argument.role == "SUBJ" else "SUBJ")


def _fits_before(noun: "Token", modifier: "Token", argument: Argument) -> bool:
    """Whether a noun before the noun takes part: "a cancer test", but not "a debut record" or "16 team appearances"."""
    lemma = noun.lemma_.lower()
    if _is_seldom_event(lemma) or modifier.lower_ in words("ranks"):
        return False
    if argument.role != "SUBJ":
        return modifier.ent_type_ != "PERSON"  # "Varga update:"
    if children(noun, "poss") or (noun.dep_ == "dobj" and noun.head.lemma_ in words("support verbs")):
        return False
    return (verb_of_noun(lemma) or lemma) in words("intransitive") or is_animate(modifier) or bool(modifier.ent_type_)


def _is_seldom_event(noun: str) -> bool:
    known = uses(noun)
    return known is not None and known.event < _MOSTLY and known.person < _MOSTLY and not is_irregular(noun)


RULES = (is_guess, is_of_denied_event, is_argument_of_verb, is_modified_by_noun, is_number, is_plain_modifier, is_adjective)
