"""Whether a verb is asserted: negated ("did not", "no one", "failed to"), planned, only possible, or what somebody claims."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

_NOBODY = frozenset({"nobody", "nothing", "none", "neither"})
_NEGATING = frozenset({"fail", "refuse", "decline", "deny", "forget", "neglect", "omit", "avoid", "stop", "prevent"})
_RAISING = frozenset({"expect", "likely", "due", "set", "suppose", "seem", "appear"})
"""Whose negation is that of what depends on them: what is not expected to rise will not rise."""
POSSIBLE = frozenset(
    {"may", "might", "could", "can", "would", "should", "perhaps", "possibly", "probably", "likely", "allegedly", "reportedly"}
)
PLANNED = frozenset(
    {
        "plan",
        "hope",
        "want",
        "intend",
        "aim",
        "wish",
        "promise",
        "threaten",
        "propose",
        "seek",
        "ask",
        "try",
        "attempt",
        "expect",
        "consider",
    }
    | {"recommend", "suggest", "urge", "demand", "offer", "agree", "decide", "order", "like", "prepare", "likely", "able", "due", "ready"}
    | {"pledge", "vow", "hop"}  # the lemma that spaCy gives "hopes"
)
_COMPARING = frozenset({"more", "less", "fewer", "later", "longer", "earlier"})
"""After which words "no" negates nothing: "no more than three were hurt"."""
CLAIMING = frozenset(
    {"claim", "believe", "think", "allege", "suspect", "accuse", "suggest", "doubt", "deny", "fear", "argue", "speculate"}
    | {"suppose", "assume", "dispute", "contend", "hint", "imply", "worry", "blame"}
)
"""Verbs whose clause is the word of somebody, who may be wrong: unlike what is said, reported or found."""
NEGATIVE = frozenset({"not", "n't", "n’t", "never", "hardly", "barely", "no", "neither", "nor", "rarely", "seldom"})


@dataclass(frozen=True, slots=True)
class Verb:
    """How a verb is asserted.

    Attributes:
        negated: whether it is denied.
        doubt: 0 as a fact, 1 planned or future, 2 possible or conditional.
        past: whether it is told as done.
        claimed: whether it is only what somebody claims, believes or suspects.
    """

    negated: bool
    doubt: int
    past: bool = False
    claimed: bool = False


def asserted(verb: "Token") -> Verb:
    """How a verb of a parsed sentence is asserted, with what its subject, auxiliaries and governor say."""
    negated = _is_negated(verb)
    for child in verb.children:
        if child.dep_ in ("nsubj", "nsubjpass", "dobj", "attr") and (
            child.lower_ in _NOBODY or any(g.lower_ in ("no", "neither") and g.nbor().lower_ not in _COMPARING for g in child.children)
        ):
            negated = not negated
    doubt = 0
    for child in verb.children:
        if child.dep_ == "aux" and child.lower_ in ("will", "wo", "shall", "'ll", "’ll"):
            doubt = max(doubt, 1)
        elif (child.dep_ in ("aux", "advmod") and child.lower_ in POSSIBLE) or (
            child.dep_ == "mark" and child.lower_ in ("if", "unless", "whether")
        ):
            doubt = 2
    governor = verb.head
    if (
        verb.dep_ in ("xcomp", "ccomp", "acl", "pcomp", "advcl")
        and governor != verb
        and (verb.tag_ in ("VB", "VBG") or governor.lemma_ in PLANNED)
    ):
        lemma = governor.lemma_.lower()
        if lemma in _NEGATING and verb.dep_ == "xcomp":
            negated = not negated
        if lemma in PLANNED:
            doubt = max(doubt, 1)
        if lemma in _RAISING and _is_negated(governor):
            negated = not negated
        if governor.lower_ == "without":
            negated = not negated
    if verb.dep_ == "ccomp" and governor.lemma_ == "deny":
        negated = not negated
    if verb.dep_ == "conj" and governor != verb and governor.pos_ in ("VERB", "AUX") and verb.tag_ == "VB":
        before = asserted(governor)
        doubt = max(doubt, before.doubt)
        negated = negated or (before.negated and not any(c.dep_ == "cc" and c.lower_ == "but" for c in governor.children))
    return Verb(negated, doubt, _is_past(verb), _is_claimed(verb))


def _is_past(verb: "Token") -> bool:
    """Whether the verb or its first auxiliary is in the past or the perfect."""
    auxiliaries = [child for child in verb.children if child.dep_ in ("aux", "auxpass") and child.i < verb.i]
    first = auxiliaries[0] if auxiliaries else verb
    return first.tag_ == "VBD" or (first.lemma_ == "have" and first.tag_ in ("VBZ", "VBP") and verb.tag_ == "VBN")


def _is_claimed(verb: "Token") -> bool:
    first = verb
    while first.dep_ == "conj" and first.head.pos_ in ("VERB", "AUX") and first.head != first:
        first = first.head
    governor = first.head.head if first.dep_ == "pcomp" else first.head if first.dep_ in ("ccomp", "xcomp") else first
    own = any(child.dep_ == "nsubj" and child.lower_ in ("i", "we") for child in governor.children)
    return governor != first and governor.lemma_.lower() in CLAIMING and not own


def _is_negated(word: "Token") -> bool:
    """Whether a verb, or the verb "be" of an adjective, has a negation of its own."""
    holder = word.head if word.dep_ == "acomp" else word
    return any(child.dep_ == "neg" or (child.dep_ == "advmod" and child.lower_ in NEGATIVE) for child in holder.children)
