"""Arguments that the clause itself contradicts: a second subject beside the verb's own, a place of "a man-made lake".

The scorer sees words and distances; where syntax already says who or what fills a role, what it proposes for the same role is wrong.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.parsing.arguments import Argument
from engines.parsing.deverbal import is_known, is_verb
from engines.parsing.lexicon import words
from engines.parsing.syntax import NOMINAL, VERBAL, children, is_passive, is_relative_pronoun

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_OWN_SUBJECT = ("nsubj", "nsubjpass")
_FINITE = frozenset({"VBZ", "VBD", "VBP", "MD"})
_TAKING_CLAUSES = ("verbs of saying", "reporting", "verbs of asking", "verbs of the mind")
_QUOTES = frozenset({'"', "“", "”", "'", "’", "‘", "`", "''", "``"})


def without_contradictions(doc: "Doc", predicate: int, arguments: Sequence[Argument]) -> list[Argument]:
    """The arguments of one predicate that its clause does not contradict."""
    verb = doc[predicate]
    kept = [a for a in arguments if not _lost_denial(doc, a) and not _is_no_clause(doc, a)]
    return [a for a in kept if not _contradicted(verb, a)] if verb.pos_ in VERBAL else kept


def _contradicted(verb: "Token", argument: Argument) -> bool:
    return (
        _is_second_subject(verb, argument)
        or _is_outside_modifier(verb, argument)
        or _is_clause_beside(verb, argument)
        or _is_comparison(verb, argument)
    )


def _is_second_subject(verb: "Token", argument: Argument) -> bool:
    """Whether only the scorer proposes a subject and the verb has another one, or is passive and no "by" says who acts."""
    if argument.source != "learned" or argument.role not in ("SUBJ", "OBJ"):
        return False
    own = [subject for subject in children(verb, *_OWN_SUBJECT) if not is_relative_pronoun(subject)]
    if not own or any(argument.start <= subject.i < argument.end for subject in own):
        return False
    if is_passive(verb):
        return argument.role == "SUBJ" and verb.doc[argument.start - 1].lower_ != "by"
    return argument.role == "SUBJ"


def _is_outside_modifier(verb: "Token", argument: Argument) -> bool:
    """Whether a circumstance of a participle before a noun stands outside it: "a man-made lake in the hills" was not made there."""
    if verb.dep_ != "amod" or argument.role not in ("ADJ", "PREP", "XCOMP", "CCOMP") or argument.wh in ("when", "how long"):
        return False
    return not verb.is_ancestor(verb.doc[argument.head])


def _is_clause_beside(verb: "Token", argument: Argument) -> bool:
    """Whether a clause before the verb, parted by a comma only, is taken for its object: "prices fall, wages rise"."""
    head = verb.doc[argument.head]
    if head.pos_ not in VERBAL or head.i > verb.i or argument.role not in ("OBJ", "CCOMP", "SUBJ") or head.dep_ != "ccomp":
        return False
    if head.head != verb or any(verb.lemma_ in words(name) for name in _TAKING_CLAUSES):
        return False
    return not any(token.text in _QUOTES for token in verb.doc[max(0, argument.start - 1) : verb.i])


def _is_comparison(verb: "Token", argument: Argument) -> bool:
    """Whether "as" begins a clause that the parse takes for a noun: "as our reporter writes"."""
    head = verb.doc[argument.head]
    return argument.preposition == "as" and (head.tag_ in _FINITE or any(c.dep_ in ("nsubj", "csubj") for c in head.children))


def _lost_denial(doc: "Doc", argument: Argument) -> bool:
    """Whether the answer leaves out its "no": "no later estimates"."""
    head = doc[argument.head]
    return head.pos_ in NOMINAL and any(child.lower_ == "no" and child.i < argument.start for child in head.children)


def _is_no_clause(doc: "Doc", argument: Argument) -> bool:
    """Whether the clause that answers hangs on a verb that English does not have: "to continental Europe"."""
    head = doc[argument.head]
    if argument.role not in ("ADJ", "XCOMP", "CCOMP") or head.pos_ != "VERB" or not head.is_alpha:
        return False
    return is_known(head.lower_) and not is_verb(head.lemma_.lower())
