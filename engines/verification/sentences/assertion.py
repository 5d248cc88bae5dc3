"""Whether a verb is asserted: negated ("did not", "no one", "failed to"), planned or only possible."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.english.planning import PLANNING
from engines.verification.sentences.word_lists import word_list

if TYPE_CHECKING:
    from spacy.tokens import Token

_NOBODY = word_list("negative subjects")
_NEGATING = word_list("negating verbs")
_RAISING = word_list("raising words")
"""Whose negation is that of what depends on them: what is not expected to rise will not rise."""
POSSIBLE = word_list("words of possibility")
_UNREAL = frozenset({"could", "might", "should", "would"})
_AGAINST = word_list("denied by against")
_SHORT_OF = frozenset({"almost", "nearly"})
_COMPARING = frozenset({"more", "less", "fewer", "later", "longer", "earlier"})
"""After which words "no" negates nothing: "no more than three were hurt"."""
NEGATIVE = word_list("negating adverbs")


@dataclass(frozen=True, slots=True)
class Verb:
    """How a verb is asserted.

    Attributes:
        negated: whether it is denied.
        doubt: 0 as a fact, 1 planned or future, 2 possible or conditional.
    """

    negated: bool
    doubt: int


def _compares(token: "Token") -> bool:
    """Whether a word stands before a comparative; a word without any after it does not."""
    return token.i + 1 < len(token.doc) and token.nbor().lower_ in _COMPARING


def asserted(verb: "Token") -> Verb:
    """How a verb of a parsed sentence is asserted, with what its subject, auxiliaries and governor say."""
    negated = _is_negated(verb)
    for child in verb.children:
        if child.dep_ in ("nsubj", "nsubjpass", "dobj", "attr") and (
            child.lower_ in _NOBODY or any(g.lower_ in ("no", "neither") and not _compares(g) for g in child.children)
        ):
            negated = not negated
    if _is_joined_by_nor(verb):
        negated = True
    doubt = 2 if _is_inverted(verb) else 0
    for child in verb.children:
        if child.dep_ == "aux" and child.lower_ in ("will", "wo", "shall", "'ll", "’ll"):
            doubt = max(doubt, 1)
        elif (child.dep_ in ("aux", "advmod") and child.lower_ in POSSIBLE) or (
            child.dep_ == "mark" and child.lower_ in ("if", "unless", "whether")
        ):
            doubt = 2
        if child.dep_ == "advmod" and child.lower_ in _SHORT_OF:
            doubt = 2
        if child.dep_ == "mark" and child.lower_ == "unless":  # "unless it snows" is "if it does not"
            negated = not negated
    governor = verb.head
    if (
        verb.dep_ in ("xcomp", "ccomp", "acl", "pcomp", "advcl")
        and governor.i < verb.i
        and (_is_infinite(verb) or governor.lemma_ in PLANNING or governor.lemma_ == "have")
    ):
        lemma = governor.lemma_.lower()
        if lemma in _NEGATING and verb.dep_ == "xcomp":
            negated = not negated
        if lemma in PLANNING:
            doubt = max(doubt, 1)
        if lemma in _RAISING and _is_negated(governor):
            negated = not negated
        if governor.lower_ == "without":
            negated = not negated
        if lemma == "have" and any(c.lower_ == "yet" and c.dep_ == "advmod" for c in governor.children):  # "has yet to be approved"
            negated = not negated
    if verb.dep_ == "ccomp" and governor.lemma_ == "deny":
        negated = not negated
    if verb.dep_ == "conj" and governor != verb and governor.pos_ in ("VERB", "AUX") and verb.tag_ == "VB":
        before = asserted(governor)
        doubt = max(doubt, before.doubt)
        negated = negated or (before.negated and not any(c.dep_ == "cc" and c.lower_ == "but" for c in governor.children))
    return Verb(negated, doubt)


def _is_infinite(verb: "Token") -> bool:
    """Whether a verb is an infinitive or a gerund, a passive one too: "to be recorded"."""
    return verb.tag_ in ("VB", "VBG") or any(c.dep_ in ("aux", "auxpass") and c.tag_ == "VB" for c in verb.children)


def _is_joined_by_nor(verb: "Token") -> bool:
    """Whether "nor" joins a verb to what was said before it, or "neither" to what follows: "nor has it asked", "neither ate nor drank"."""
    holder = verb.head if verb.dep_ == "conj" else verb
    joining = [child.lower_ for child in holder.children if child.dep_ in ("cc", "preconj") and child.i < verb.i]
    return joining[-1:] in (["nor"], ["neither"])


def _is_inverted(verb: "Token") -> bool:
    """Whether a clause is a condition by its order: "had the dam failed"."""
    above = verb.head  # where "had" is read as a verb of its own: "it would have died had the winter been cold"
    if verb.tag_ == "VBN" and verb.dep_ == "ccomp" and above.lower_ == "had" and above.dep_ in ("ccomp", "xcomp"):
        unreal = any(c.dep_ == "aux" and c.lower_ in _UNREAL for c in above.head.children)
        return unreal and not any(c.dep_ == "aux" for c in above.children)
    first = verb.left_edge
    asked = first.dep_ in ("aux", "auxpass") and first.head == verb and first.lower_ in ("had", "should", "were")
    return asked and verb.dep_ in ("advcl", "ccomp")


def _is_negated(word: "Token") -> bool:
    """Whether a verb, or the verb "be" of an adjective, has a negation of its own."""
    holder = word.head if word.dep_ == "acomp" else word
    above = (auxiliary for auxiliary in holder.children if auxiliary.dep_ in ("aux", "auxpass"))  # "has not, so far, answered"
    return any(_denies(child) for each in (holder, *above) for child in each.children)


def _denies(child: "Token") -> bool:
    """Whether what hangs on a verb denies it: "not", "hardly", "no longer", "against" of what one advises against."""
    if child.dep_ == "prep" and child.lower_ == "against":
        return child.head.lemma_.lower() in _AGAINST
    ended = child.lower_ == "longer" and child.i > 0 and child.nbor(-1).lower_ == "no"
    if child.dep_ == "det" and child.lower_ == "no":  # "despite no scoring"
        return child.head.tag_ == "VBG"
    return child.dep_ == "neg" or (child.dep_ == "advmod" and (ended or child.lower_ in NEGATIVE))
