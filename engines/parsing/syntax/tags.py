"""Verbs of which the tagger takes one form for another."""

from typing import TYPE_CHECKING

from engines.english.inflection import inflect
from engines.english.word_forms import lemmas
from engines.parsing.syntax.dependencies import SUBJECTS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def mistagged(doc: "Doc") -> dict[int, str]:
    """The right tags of verbs that have another, by their places."""
    found = {}
    for token in doc:
        if token.tag_ in ("VB", "VBP") and _is_past(token):
            found[token.i] = "VBD"
        elif token.tag_ in ("VBD", "VBN") and _is_bare(token):
            found[token.i] = "VB"
    return found


def _is_past(verb: "Token") -> bool:
    """Whether a verb that is tagged as present can only be past: "she swam the lake"."""
    known = lemmas(verb.lower_).get("VERB", ())
    return bool(known) and verb.lower_ not in known and not verb.lower_.endswith("s") and inflect(known[0], "VBD") == verb.lower_


def _is_bare(verb: "Token") -> bool:
    """Whether a verb with one form for past and infinitive is joined with an infinitive: "will clear the shed and put it there"."""
    head = verb.head
    if verb.dep_ != "conj" or head.tag_ != "VB" or any(c.dep_ in ("aux", "auxpass", "mark", *SUBJECTS) for c in verb.children):
        return False
    one_form = verb.lower_ in lemmas(verb.lower_).get("VERB", ()) and inflect(verb.lower_, "VBD") == verb.lower_
    return one_form and any(c.tag_ == "MD" for c in head.children)
