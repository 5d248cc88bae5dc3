"""Where a sentence needs a comma for the parse to see that a new clause begins."""

from typing import TYPE_CHECKING

from engines.parsing.syntax.dependencies import FINITE

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_IN_NOUN_PHRASE = frozenset({"DET", "ADJ", "NOUN", "PROPN", "NUM"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl", "csubj"})


def run_in_clause(doc: "Doc") -> int | None:
    """The index of an "and" with a noun phrase and a finite verb after it that has no subject in the parse; None if there is none.

    "The sale was completed in May and Reed Boats was dissolved" is often read as "in May and Reed Boats".
    """
    return next((joint.i for joint in doc[1:-2] if _begins_clause(joint)), None)


def _begins_clause(joint: "Token") -> bool:
    doc = joint.doc
    if joint.dep_ != "cc" or joint.lower_ not in ("and", "but") or joint.nbor(-1).is_punct:
        return False
    at = joint.i + 1
    while at < len(doc) and (doc[at].pos_ in _IN_NOUN_PHRASE or doc[at].tag_ in ("PRP$", "POS", "RBS", "RBR") or doc[at].lower_ == "of"):
        at += 1
    if at == joint.i + 1 or at >= len(doc) or doc[at].tag_ not in FINITE or doc[at - 1].pos_ not in ("NOUN", "PROPN"):
        return False
    verb = doc[at].head if doc[at].dep_ in ("aux", "auxpass") else doc[at]
    if verb.dep_ != "conj" or any(c.dep_ in _SUBJECTS for c in verb.children) or verb.head.i > joint.i:
        return False
    noun = doc[at - 1]
    return verb.head.is_ancestor(noun) and not any(t.dep_ in _SUBJECTS for t in (noun, *noun.ancestors))
