"""Verbs, adjectives and nouns of planning: what depends on them is to happen, and may not have happened ("plans to open", "is due to
open", "a plan to open")."""

from typing import TYPE_CHECKING

from engines.english.lexicon import closed_class

if TYPE_CHECKING:
    from spacy.tokens import Token

INTENDING = frozenset({"aim", "expect", "hope", "intend", "plan", "want"})
"""Somebody has it in mind, nothing more."""
_COMMITTED = frozenset({"agree", "decide", "due", "pledge", "prepare", "promise", "schedule", "set", "vow"})
FORTHCOMING = _COMMITTED | INTENDING - {"aim", "want"} | {"go"}
"""It is settled, promised or expected, so that one may ask when it *will* happen; "go" as in "is going to open"."""
PLANNING = INTENDING | _COMMITTED | {
    "able", "ask", "attempt", "consider", "demand", "hop", "like", "likely", "offer", "order", "propose", "ready", "recommend", "seek",
    "suggest", "threaten", "try", "urge", "wish",
}  # fmt: skip
"""It is planned, wished, tried or asked for, in whatever way; "hop" is the lemma that spaCy gives "hopes"."""


def deed_to_come(infinitive: "Token") -> "Token | None":
    """The noun whose deed an infinitive tells where the parse has it tell what the verb is done for: "rejected a proposal to empty it"."""
    verb = infinitive.head
    marked = any(child.dep_ == "aux" and child.lower_ == "to" for child in infinitive.children)
    if infinitive.dep_ not in ("advcl", "xcomp") or infinitive.tag_ != "VB" or not marked or verb.i > infinitive.i:
        return None
    noun = next((child for child in verb.children if child.dep_ == "dobj"), None)
    if noun is None or not verb.i < noun.i < infinitive.i or noun.lemma_ not in closed_class("nouns of deeds to come"):
        return None
    between = infinitive.doc[noun.i + 1 : infinitive.left_edge.i]
    return noun if not any(token.is_punct or token.pos_ in ("VERB", "AUX", "CCONJ") for token in between) else None
