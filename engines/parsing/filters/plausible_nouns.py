"""Which arguments of a deverbal noun are worth a question in running text.

A noun says less than its verb about who does what: most of what is wrong there are words of the clause around it, or before it, that
have no part in the event. Each rule looks at a noun and one of its arguments and tells whether the argument is to be left out.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engines.english.animacy import is_person, noun_class
from engines.english.deverbal import is_agentive, is_irregular, is_listed, uses, verb_of_noun
from engines.english.lexicon import transitivity, verb_use, words
from engines.english.noun_classes import is_animate, is_place
from engines.parsing.arguments.structures import Argument
from engines.parsing.filters.unreal_nouns import is_itself, is_only_feared, is_to_come, is_where_from
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
_AMOUNTS = frozenset({"CARDINAL", "DATE", "MONEY", "PERCENT", "QUANTITY"})
_THINGS = frozenset({"animal", "artifact", "body", "food", "location", "object", "person", "plant"}) | frozenset(
    {"possession", "quantity", "relation", "substance", "time"}
)
_EVENTS = frozenset({"act", "cognition", "communication", "event", "feeling", "process"})
"""Classes of nouns (`engines.english.animacy.noun_class`) that name things, and such as word formation makes of verbs."""
_SOMETIMES = 0.5
"""Share of its uses as an event from which a noun that is a thing in its first sense may be one."""
_SEEN, _NEVER_ALONE = 8, 0.95
"""Uses of a verb from which its phrases are known, and share of those with an object from which it needs one."""
_CORE = frozenset({"SUBJ", "OBJ"})
_POSSESSING = frozenset({"have", "hold"})
_SHARED_WITH_VERBS = frozenset({"about", "against", "for", "to", "with"})
"""Prepositions that a noun's verb is likely to take too: "her fight with a rival"."""
_STATES = frozenset({"attribute", "possession", "quantity", "relation", "state"})
_CLAUSES = frozenset({"acl", "relcl"})


def is_guess(noun: "Token", argument: Argument) -> bool:
    """Whether only the scorer proposes the argument, neither surely nor from where nouns have their arguments."""
    head = noun.doc[argument.head]
    surely = argument.score >= _SURELY_LEARNED and head.dep_ not in _CLAUSES  # "an injury suffered in Orlo"
    return argument.source == "learned" and not surely and not _is_learned_well(noun, head, argument)


def is_of_denied_event(noun: "Token", argument: Argument) -> bool:
    """ "Did not make any appearances": nobody appeared; "has no plan to leave": nothing is planned."""
    governor = noun.head
    denied = noun.dep_ == "dobj" and any(c.dep_ == "neg" for c in governor.children) and argument.source in ("shared", "learned")
    return denied or any(c.lower_ == "no" for c in noun.children)


def is_argument_of_verb(noun: "Token", argument: Argument) -> bool:
    """Whether the parse takes the noun for a verb: "made her team debut"."""
    head = noun.doc[argument.head]
    return head.head == noun and head.dep_ in ("nsubj", "dobj")


def is_modified_by_noun(noun: "Token", argument: Argument) -> bool:
    """The "experience" of "return experience"."""
    head = noun.doc[argument.head]
    return argument.role == "OBJ" and head == noun.head and noun.dep_ in _MODIFIERS and not is_animate(head)


def is_number(noun: "Token", argument: Argument) -> bool:
    """ "Paintings of 1100", "an increase of 7 %", "a trial of two summers"."""
    head = noun.doc[argument.head]
    return argument.role in ("SUBJ", "OBJ") and (head.pos_ == "NUM" or head.ent_type_ in _AMOUNTS or noun_class(head.lemma_) == "time")


def is_plain_modifier(noun: "Token", argument: Argument) -> bool:
    """Whether a noun before the noun takes no part: "a debut record", "16 team appearances"; it does in "a cancer test"."""
    head = noun.doc[argument.head]
    return head.head == noun and head.dep_ in _MODIFIERS and not _fits_before(noun, head, argument)


def is_user_of_noun(noun: "Token", argument: Argument) -> bool:
    """ "User requirements": nobody requires the users. "Sales consultants": nobody consults the sales."""
    head = noun.doc[argument.head]
    if argument.role != "OBJ" or head.head != noun or head.dep_ not in _MODIFIERS:
        return False
    usual = verb_use(verb_of_noun(noun.lemma_.lower()) or "").obj
    person = noun_class(head.lemma_) == "person"
    return usual is not None and (usual < _MOSTLY if person else usual >= _MOSTLY and _is_person(noun) and not is_animate(head))


def is_adjective(noun: "Token", argument: Argument) -> bool:
    """ "The preferred citation", but "the Dutch invasion"."""
    head = noun.doc[argument.head]
    before_other = any(t.dep_ == "compound" and t.head == noun for t in noun.doc[head.i + 1 : noun.i])  # "a Dutch harbour fire"
    if head.dep_ in ("amod", "compound") and head.tag_ == "VBG":  # "operating costs"
        return True
    return head.dep_ == "amod" and (head.ent_type_ != "NORP" or before_other)


def is_possessive(noun: "Token", argument: Argument) -> bool:
    """ "Who worked? His": nobody is named."""
    return argument.end - argument.start == 1 and noun.doc[argument.start].tag_ == "PRP$"


def is_of_thing(noun: "Token", argument: Argument) -> bool:
    """Whether the noun names a thing more often than an event: "a drink", "the falls"."""
    lemma = noun.lemma_.lower()
    known = uses(lemma)
    if is_agentive(lemma):
        return False
    if is_irregular(lemma):
        return noun_class(lemma) in _THINGS - {"possession", "quantity"}
    if known is None and not is_listed(lemma):  # made by word formation alone: in a bakery somebody bakes, but it is no baking
        return noun_class(lemma) not in _EVENTS
    return noun_class(lemma) in _THINGS and (known is None or known.event < _SOMETIMES)


def is_without_support(noun: "Token", argument: Argument) -> bool:
    """Whether somebody outside the noun's phrase is said to act, and no verb lends the noun its subject: "the firm has a mix of"."""
    head = noun.doc[argument.head]
    inside = (argument.own and argument.source == "own") or noun.is_ancestor(head)
    if argument.role not in _CORE or inside or _is_person(noun):
        return False
    governor = noun.head if noun.dep_ in ("dobj", "nsubjpass") else None
    if governor is None or children(governor, "prt"):  # "put the collapse down to frost"
        return True
    lends = governor.lemma_ in words("support verbs") - _POSSESSING
    undergoes = governor.lemma_ in words("undergoing")
    acts = argument.role == "SUBJ"
    if not lends and (acts or not undergoes):  # "accepted her offer": it was not they that offered
        return True
    return is_to_come(governor) or (acts and not undergoes and _wants_object(noun))


def _wants_object(noun: "Token") -> bool:
    """Whether a noun's verb would be said of another deed without an object: who "made changes" has not changed."""
    verb = verb_of_noun(noun.lemma_.lower()) or ""
    alone = transitivity(verb) == "intransitive" or verb in words("verbs of people")
    return not alone and not any(child.dep_ in ("poss", "prep", "acl", "ccomp", "compound") for child in noun.children)


def is_no_doer(noun: "Token", argument: Argument) -> bool:
    """ "A graduate of the school", "the lesson with a coach": of a noun for a person, neither a school nor a lesson is the person."""
    head = noun.doc[argument.head]
    if argument.role == "SUBJ" and verb_of_noun(noun.lemma_.lower()) in words("verbs of people"):  # "the work of the engine"
        return not is_person(head)
    if argument.role != "SUBJ" or not _is_person(noun):
        return False
    return (head.head.lower_ == "of" and head.head.head == noun) or not is_person(head)


def takes_no_such_phrase(noun: "Token", argument: Argument) -> bool:
    """ "Announcements from the firm", "faster than before": a phrase of the noun that its verb does not have."""
    if argument.role == "PREP":
        usual = _is_person(noun) or verb_use(verb_of_noun(noun.lemma_.lower()) or "").seen >= _SEEN
        known = argument.preposition in _SHARED_WITH_VERBS and usual and noun_class(noun.lemma_) not in _STATES
        return not known or is_transitive_alone(noun, argument) or (argument.preposition == "with" and _is_person(noun))
    return argument.wh == "how" and noun.doc[argument.start].lower_ in ("than", "per")


def is_transitive_alone(noun: "Token", argument: Argument) -> bool:
    """Whether the noun's verb needs an object, and the noun has no phrase for one."""
    verb = verb_of_noun(noun.lemma_.lower()) or ""
    needs = transitivity(verb) == "transitive" or (verb_use(verb).completed or 0.0) >= _NEVER_ALONE
    return needs and not any(c.lower_ == "of" or c.dep_ in ("poss", "compound") for c in noun.children)


def is_circumstance_of_clause(noun: "Token", argument: Argument) -> bool:
    """ "In 2017 the firm launched support": the clause's own verb is asked when, and how or why is seldom told of a noun."""
    head = noun.doc[argument.head]
    if argument.role != "ADJ":
        return False
    inside = noun.is_ancestor(head)
    place = argument.wh == "where" and (is_place(head) or any(is_place(c) for c in head.children))
    return not inside or not (place or argument.wh in ("when", "how long", "how often"))


def without_core(noun: "Token", arguments: Sequence[Argument]) -> list[Argument]:
    """No arguments at all, if none says who acts, or whom or what it is done to: when and where somebody "hit" is no question about a
    "designated hitter"."""
    others = (a for a in arguments if not a.start <= noun.i < a.end)  # "Who studied? A student" says nothing
    told = any(a.role not in ("ADJ", "PREP") or (a.role == "PREP" and not _is_person(noun)) for a in others)
    return list(arguments) if told else []


def _is_person(noun: "Token") -> bool:
    return is_agentive(noun.lemma_.lower()) or noun_class(noun.lemma_) == "person"


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
    if argument.role == "OBJ" and noun.lemma_.lower() in words("nouns of doers") and head.head.lower_ == "of":
        return replace(argument, role="SUBJ")  # "the impact of frost"
    if argument.role not in ("SUBJ", "OBJ") or not (minds or noun.lemma_.lower() in words("undergoers")):
        return argument
    return replace(argument, role="OBJ" if argument.role == "SUBJ" else "SUBJ")


def _fits_before(noun: "Token", modifier: "Token", argument: Argument) -> bool:
    """Whether a noun before the noun takes part: "a cancer test", but not "a debut record" or "16 team appearances"."""
    lemma = noun.lemma_.lower()
    if _is_seldom_event(lemma) or modifier.lower_ in words("ranks"):
        return False
    if argument.role != "SUBJ":  # "Varga update:", "draft guidance", "credit losses"
        needed = transitivity(verb_of_noun(lemma) or lemma) == "transitive" and noun_class(lemma) != "possession"
        thing = modifier.ent_type_ != "PERSON" and noun_class(modifier.lemma_) not in ("group", "location")  # "school productions"
        return thing and (argument.role != "OBJ" or needed)
    if children(noun, "poss") or (noun.dep_ == "dobj" and noun.head.lemma_ in words("support verbs")):
        return False
    return is_animate(modifier) and modifier.ent_type_ != "PERSON"  # "police investigation", but "Zoom presentation"


def _is_seldom_event(noun: str) -> bool:
    known = uses(noun)
    return known is not None and known.event < _MOSTLY and known.person < _MOSTLY and not is_irregular(noun)


RULES = (
    is_guess,
    is_of_denied_event,
    is_argument_of_verb,
    is_modified_by_noun,
    is_number,
    is_plain_modifier,
    is_user_of_noun,
    is_adjective,
    is_possessive,
    is_of_thing,
    is_without_support,
    is_no_doer,
    takes_no_such_phrase,
    is_circumstance_of_clause,
    is_only_feared,
    is_itself,
    is_where_from,
)
