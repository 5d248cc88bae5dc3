"""The auxiliaries of a verb, the clause that it stands in, and whether that is in the present."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.english.auxiliaries import PAST_MODALS

if TYPE_CHECKING:
    from spacy.tokens import Token


def auxiliaries_of(verb: "Token", depth: int = 0) -> list["Token"]:
    """The auxiliaries of a verb, or those it shares with the verb it is conjoined with."""
    own = [child for child in verb.children if child.dep_ in ("aux", "auxpass") and child.i < verb.i + 4]
    if own or verb.dep_ != "conj" or verb.head.pos_ not in ("VERB", "AUX") or depth > 3:
        return own
    if any(child.dep_ in ("nsubj", "nsubjpass", "csubj", "expl") for child in verb.children):
        return own
    head = verb.head
    if verb.tag_ == "VBD" and is_contrasted(verb) and any(child.dep_ == "neg" for child in head.children):  # "was not paid but stayed"
        return own
    shared = auxiliaries_of(head, depth + 1)
    lemmas = {word.lemma_ for word in shared}
    if verb.tag_ == head.tag_ or verb.tag_ == "VB" or (verb.tag_ in ("VBD", "VBN") and lemmas & {"have", "be"}):
        return shared
    return own


def is_contrasted(verb: "Token") -> bool:
    """Whether "but" joins a verb to the one before: what is denied of that one is not denied of it."""
    between = (child for child in verb.head.children if child.dep_ == "cc" and verb.head.i < child.i < verb.i)
    return verb.dep_ == "conj" and any(child.lower_ in ("but", "yet") for child in between)


def clause_above(verb: "Token") -> "Token | None":
    """The verb of the clause that a verb's clause hangs on, None for the first."""
    token = verb
    for _ in range(len(verb.doc)):
        if token.head == token:
            return None
        token = token.head
        if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass"):
            return token
    return None


def is_present_clause(token: "Token") -> bool:
    """Whether the clause that a word stands in is in the present."""
    return is_present(token if token.pos_ in ("VERB", "AUX") else clause_above(token))


def is_present(verb: "Token | None", depth: int = 0) -> bool:
    """Whether the finite clause around `verb` is in the present (a present perfect counts as past)."""
    if verb is None or depth > 8:
        return False
    for word in auxiliaries_of(verb):
        if word.tag_ == "MD":
            return word.lower_ not in PAST_MODALS
        if word.tag_ == "VBD":
            return False
        if word.tag_ in ("VBZ", "VBP"):
            return word.lemma_ != "have"
    if verb.tag_ == "VBD":
        return False
    if verb.tag_ in ("VBZ", "VBP"):
        return True
    return is_present(clause_above(verb), depth + 1)


def is_had(short: "Token", verb: "Token", auxiliaries: Sequence["Token"]) -> bool:
    """Whether "'d" is "had": "been" or the participle alone follows it."""
    later = [word for word in auxiliaries if word.i > short.i]
    return later[0].lower_ == "been" if later else verb.tag_ == "VBN"


def is_parted_be(word: "Token") -> bool:
    """The "m" of "I ' m", whose apostrophe stands alone."""
    return word.lower_ in ("m", "re") and word.i > 0 and word.nbor(-1).text in ("'", "’")
