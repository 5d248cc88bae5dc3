"""Arguments that the clause itself contradicts: a second subject beside the verb's own, a place of "a man-made lake".

The scorer sees words and distances; where syntax already says who or what fills a role, what it proposes for the same role is wrong.
Each rule looks at a predicate and one of its arguments and tells whether the argument is to be left out.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.english.animacy import noun_class
from engines.english.lexicon import words
from engines.english.noun_classes import is_animate, is_duration, is_time
from engines.english.word_forms import lemmas
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.dependencies import FINITE, NOMINAL, VERBAL, children, is_relative_pronoun
from engines.parsing.syntax.passives import is_passive
from engines.parsing.syntax.subjects import is_stand

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_OWN_SUBJECT = ("nsubj", "nsubjpass")
_AMOUNTS = frozenset({"CARDINAL", "MONEY", "PERCENT", "QUANTITY"})
_OPENING = frozenset({"ADP", "SCONJ", "ADV"})
_TIMED = frozenset({"time", "event"})
_CONCERNING = frozenset({"about", "against", "by", "over"})
_TAKING_CLAUSES = ("verbs of saying", "reporting", "verbs of asking", "verbs of the mind")
_QUOTES = frozenset({'"', "“", "”", "'", "’", "‘", "`", "''", "``"})


def without_clause_conflicts(doc: "Doc", predicate: int, arguments: Sequence[Argument]) -> list[Argument]:
    """The arguments of one predicate that its clause does not contradict."""
    token = doc[predicate]
    kept = [a for a in arguments if not any(rule(token, a) for rule in RULES)]
    if token.pos_ in VERBAL:
        return [a for a in kept if not any(rule(token, a) for rule in VERB_RULES)]
    return [a for a in kept if not any(rule(token, a) for rule in NOUN_RULES) and not any(is_filled_by(token, a, other) for other in kept)]


def is_filled_by(noun: "Token", argument: Argument, filled: Argument) -> bool:
    """Whether the noun's own complement has the role that the scorer gives to a word elsewhere: "concerns over the impact of frost"."""
    if argument.source != "learned" or filled.source == "learned" or argument.role != "OBJ":
        return False  # of subjects "of" does not tell: "she is a graduate of the school"
    return filled.role == argument.role and noun.is_ancestor(noun.doc[filled.head]) and not noun.is_ancestor(noun.doc[argument.head])


def is_no_participant(noun: "Token", argument: Argument) -> bool:
    """ "The witness said that …": what a person says is not asked of the noun for the person."""
    head = noun.doc[argument.head]
    return head.dep_ == "ccomp" and noun.dep_ == "nsubj" and head.head == noun.head and is_animate(noun)


def is_no_time(predicate: "Token", argument: Argument) -> bool:
    """Whether a bare noun that names no time is said to tell when."""
    doc = predicate.doc
    head = doc[argument.head]
    if argument.role == "ADJ" and argument.wh == "how long" and any(c.lower_ == "from" and not _is_counted(c) for c in head.children):
        return True  # "twenty minutes from Orlo"
    if argument.wh == "when" and predicate.head == head and predicate.tag_ == "VB":  # "time to think", "with eleven minutes to play"
        own = {c.dep_ for c in head.children}
        if (head.lower_ == "time" and own.isdisjoint(("amod", "det", "nummod"))) or (is_duration(head) and "nummod" in own):
            return True
    if argument.wh == "when" and argument.start and doc[argument.start - 1].text in _QUOTES and doc[argument.start].is_title:
        return True  # the song "Never Again"
    if argument.wh != "when" or argument.role != "ADJ" or head.pos_ not in ("NOUN", "PROPN") or doc[argument.start].pos_ in _OPENING:
        return False
    if argument.start and doc[argument.start - 1].pos_ in _OPENING:
        return False
    dated = any(token.ent_type_ in ("DATE", "TIME") for token in doc[argument.start : argument.end])
    return not dated and not is_time(head) and noun_class(head.lemma_) not in _TIMED


def _is_counted(preposition: "Token") -> bool:
    return any(is_time(inner) for inner in preposition.children)


def is_absolute(predicate: "Token", argument: Argument) -> bool:
    """Whether a participle with a subject of its own is said to tell how: "…, the work ending in May", "…, with the mill being old"."""
    doc = predicate.doc
    head = doc[argument.head]
    first = doc[argument.start]
    if argument.role in ("ADJ", "PREP") and "with" in (first.lower_, argument.preposition) and first.i > predicate.i:
        start = argument.start - (first.lower_ != "with")
        inside = doc[argument.start : argument.end]
        if argument.role == "PREP" and start and doc[start - 1].text == ",":
            return True
        goes_on = any(
            t.tag_ in ("VBG", "VBN") and t.dep_ in ("pcomp", "acl") and (t.head.lower_ == "with" or t.head == head) for t in inside
        )
        if goes_on and start and doc[start - 1].text == ",":
            return True
    if argument.role != "ADJ" or argument.wh != "how" or head.tag_ not in ("VBG", "VBN") or doc[argument.start].pos_ in _OPENING:
        return False
    return any(child.dep_ in _OWN_SUBJECT for child in head.children)


def is_second_subject(verb: "Token", argument: Argument) -> bool:
    """Whether only the scorer proposes a subject and the verb has another one, or is passive and no "by" says who acts."""
    if argument.source != "learned" or argument.role not in ("SUBJ", "OBJ"):
        return False
    own = [subject for subject in children(verb, *_OWN_SUBJECT) if not is_relative_pronoun(subject)]
    if not own or any(argument.start <= subject.i < argument.end for subject in own):
        return False
    if is_passive(verb):
        before = argument.role == "OBJ" and argument.end <= own[0].left_edge.i
        return before or (argument.role == "SUBJ" and verb.doc[argument.start - 1].lower_ != "by")
    return argument.role == "SUBJ"


def is_outside_modifier(verb: "Token", argument: Argument) -> bool:
    """Whether what belongs to a participle before a noun stands outside it: "a man-made lake in the hills" was not made there."""
    if verb.dep_ == "amod" and argument.role in ("SUBJ", "OBJ") and argument.source == "learned":
        return not verb.is_ancestor(verb.doc[argument.head])  # "the county has 59 protected areas": not by the county
    if verb.dep_ != "amod" or argument.role not in ("ADJ", "PREP", "XCOMP", "CCOMP"):
        return False
    if verb.tag_ == "VBN" and argument.wh in ("when", "how long"):
        return False
    return not verb.is_ancestor(verb.doc[argument.head])


def is_clause_beside(verb: "Token", argument: Argument) -> bool:
    """Whether a clause before the verb, parted by a comma only, is taken for its object: "prices fall, wages rise"."""
    head = verb.doc[argument.head]
    if head.pos_ not in VERBAL or head.i > verb.i or argument.role not in ("OBJ", "CCOMP", "SUBJ") or head.dep_ != "ccomp":
        return False
    if head.head != verb or any(verb.lemma_ in words(name) for name in _TAKING_CLAUSES):
        return False
    return not any(token.text in _QUOTES for token in verb.doc[max(0, argument.start - 1) : verb.i])


def is_comparison(verb: "Token", argument: Argument) -> bool:
    """Whether "as" begins a clause that the parse takes for a noun: "as our reporter writes"."""
    head = verb.doc[argument.head]
    return argument.preposition == "as" and (head.tag_ in FINITE or any(c.dep_ in ("nsubj", "csubj") for c in head.children))


def is_no_amount(verb: "Token", argument: Argument) -> bool:
    """ "One last question, do you …": a counted noun beside the clause is no amount of what is done."""
    head = verb.doc[argument.head]
    if argument.wh != "how much" or head.dep_ != "npadvmod" or head.ent_type_ in _AMOUNTS:
        return False
    return head.pos_ == "NOUN" and noun_class(head.lemma_) not in ("quantity", "time", "possession", "", "cognition", "location")


def is_object_of_main_verb(verb: "Token", argument: Argument) -> bool:
    """ "The stalls that stayed provide a living": what stands behind the verb of the sentence is no object of a clause in its subject."""
    noun = verb.head
    if verb.dep_ != "relcl" or argument.role != "OBJ" or argument.source != "learned" or noun.dep_ not in _OWN_SUBJECT:
        return False
    return verb.i < noun.head.i < argument.head


def lost_negation(predicate: "Token", argument: Argument) -> bool:
    """Whether the answer leaves out its "no": "no later estimates"."""
    head = predicate.doc[argument.head]
    return head.pos_ in NOMINAL and any(child.lower_ == "no" and child.i < argument.start for child in head.children)


def is_no_clause(predicate: "Token", argument: Argument) -> bool:
    """Whether the clause that answers hangs on a verb that English does not have: "to continental Europe"."""
    head = predicate.doc[argument.head]
    if argument.role not in ("ADJ", "XCOMP", "CCOMP") or head.pos_ != "VERB" or not head.is_alpha:
        return False
    known = lemmas(head.lower_)
    return bool(known) and "VERB" not in known


def is_subject_of_stance(verb: "Token", argument: Argument) -> bool:
    """ "Voted against moving the collection": who takes a stand on a deed does not do it."""
    if argument.role != "SUBJ" or verb.dep_ != "pcomp" or not is_stand(verb.head):
        return False
    return argument.head not in (c.i for c in verb.children)


def goes_along(verb: "Token", argument: Argument) -> bool:
    """Whether a clause in -ing is set off by a comma: it tells what else somebody did, and seldom how: "left, citing her health"."""
    doc, head = verb.doc, verb.doc[argument.head]
    if argument.wh != "how" or head.tag_ != "VBG" or head.dep_ not in ("advcl", "xcomp", "conj") or head.lower_ == "owing":
        return False
    if any(child.dep_ in ("mark", "prep", *_OWN_SUBJECT) for child in head.lefts):
        return False
    before, after = doc[argument.start - 1 : argument.start].text, doc[argument.end : argument.end + 1].text
    return "," in ((before,) if argument.start > verb.i else (before, after))


RULES = (lost_negation, is_no_clause)
VERB_RULES = (
    is_second_subject,
    is_outside_modifier,
    is_clause_beside,
    is_comparison,
    is_no_time,
    is_absolute,
    is_no_amount,
    goes_along,
    is_subject_of_stance,
    is_object_of_main_verb,
)
NOUN_RULES = (is_no_participant,)
"""Whether an argument is to be left out: of any predicate, of a verb, of a noun; see also `is_filled_by`."""
