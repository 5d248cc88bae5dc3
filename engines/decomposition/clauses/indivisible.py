"""Clauses that are given as a whole, because a part of them would say something else."""

from typing import TYPE_CHECKING

from engines.decomposition.clauses.clause import Clause
from engines.decomposition.wording.phrases import Items, own_tokens, trimmed
from engines.english.noun_classes import is_time
from engines.parsing.syntax.dependencies import SUBJECTS, VERBAL, children

if TYPE_CHECKING:
    from spacy.tokens import Token


def is_indivisible(clause: Clause) -> bool:
    """Whether a clause may not be taken apart.

    "It was the mayor who called" says nothing about "it", "was sold or burnt" not which of the two, and "2015 saw the club move"
    not that a year can see.
    """
    return _is_cleft(clause) or bool(alternatives(clause.verb)) or has_time_as_subject(clause)


def undivided(clause: Clause) -> Items:
    """Subject, verb and all that follows it, without the clauses coordinated with it."""
    first = min((t.i for t in clause.group), default=clause.verb.i)
    subject = {t.i for t in own_tokens(clause.subject or [])}
    apart = [c for c in clause.verb.children if c.dep_ == "conj" and c not in alternatives(clause.verb)]
    left_out = {t.i for c in apart for t in c.subtree}
    rest = [t for t in clause.verb.subtree if t.i >= first and t.i not in subject and t.i not in left_out and not t.is_space]
    return [*(clause.subject or []), *clause.borrowed, *trimmed(sorted(rest, key=lambda t: t.i))]


def alternatives(verb: "Token") -> list["Token"]:
    """The verbs that "or" joins to a verb and that share its subject."""
    if not any(c.dep_ == "cc" and c.lower_ in ("or", "nor") for c in verb.children):
        return []
    return [c for c in verb.children if c.dep_ == "conj" and c.pos_ in VERBAL and not children(c, *SUBJECTS)]


def has_time_as_subject(clause: Clause) -> bool:
    """Whether a time is said to see something: "29 June saw the club sign a goalkeeper"."""
    head = clause.head
    if head is None or clause.verb.lemma_ not in ("see", "witness", "bring", "mark"):
        return False
    return head.ent_type_ in ("DATE", "TIME") or is_time(head)


def _is_cleft(clause: Clause) -> bool:
    """ "It was Ana Lind, the mayor, who called"."""
    if clause.verb.lemma_ != "be" or clause.head is None or clause.head.lower_ != "it":
        return False
    attributes = [c for c in clause.complements if c.dep_ == "attr"]
    clauses = [t for a in attributes for t in a.subtree if t.dep_ == "relcl"]
    return any(c.tag_ in ("WDT", "WP") and c.lower_ in ("that", "who", "whom") for t in clauses for c in t.subtree)
