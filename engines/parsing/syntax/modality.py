"""Clauses that leave open whether it was, is or will be so: conditions, what is only thought, and what something else waits for.

"Who might win?" is asked of them, not "Who won?": a question states what it asks about.
"""

from typing import TYPE_CHECKING

from engines.english.inflection import verb_lemma
from engines.english.lexicon import words
from engines.parsing.syntax.dependencies import SUBJECTS, is_condition

if TYPE_CHECKING:
    from spacy.tokens import Token

_OPENING = frozenset({"if", "unless", "whether"})
"""Words that begin clauses of which nobody says that they are so."""


def first_of(verb: "Token") -> "Token":
    """The first of the verbs that are joined with this one, unless it has a conjunction of its own, or a subject and another mood: "fears
    that it may close, and its head left"."""
    while verb.dep_ == "conj" and verb.head.pos_ in ("VERB", "AUX") and not any(c.dep_ == "mark" for c in verb.children):
        if verb.tag_ == "VBD" and any(c.dep_ in SUBJECTS for c in verb.children) and any(c.tag_ == "MD" for c in verb.head.children):
            return verb
        verb = verb.head
    return verb


def is_only_thought(verb: "Token") -> bool:
    """Whether somebody only thinks, hopes, fears or alleges what a clause says: "hopes that she will win", "a claim that he had left",
    "accused them of leaving"."""
    head = verb.head
    if verb.dep_ == "pcomp" and verb.tag_ == "VBG":
        return head.lower_ in ("of", "for") and head.dep_ == "prep" and head.head.lemma_ in words("verbs of suspecting")
    if verb.dep_ == "ccomp" and verb.i > head.i:
        inflected = head.tag_ in ("VBD", "VBG", "VBN", "VBZ")  # "hopes", of which spaCy makes "hop"
        lemma = verb_lemma(head.lower_, head.lemma_.lower(), head.tag_) if inflected else head.lemma_.lower()
        return lemma in words("verbs of only thinking") and any(c.dep_ in SUBJECTS for c in verb.children)
    if verb.dep_ == "relcl" and head.lower_ in ("anybody", "anyone", "anything", "whoever"):  # "anyone who spills it"
        return not any(c.tag_ in ("VBD", "MD") for c in (verb, *verb.children))
    said = verb.dep_ in ("acl", "ccomp", "relcl") and any(c.dep_ == "mark" and c.lower_ == "that" for c in verb.children)
    return said and head.lemma_ in words("nouns of only thinking")


def is_awaited(verb: "Token") -> bool:
    """Whether a clause says when something else may happen, and so has not happened itself: "will stay until they are checked"."""
    stranded = verb.dep_ == "pcomp" and verb.head.dep_ == "prep"  # "will be paid for when it is finished"
    main = verb.head.head if stranded else verb.head
    if not (stranded or verb.dep_ == "advcl") or main.pos_ not in ("VERB", "AUX"):
        return False
    opening = {c.lower_ for c in verb.children if c.i < verb.i and (c.dep_ == "mark" or c.tag_ == "WRB")}
    if opening & {"until", "till"} and any(c.dep_ == "aux" and c.lower_ in ("has", "have") for c in verb.children):
        return True  # "remains until another has run for a month"
    unreal = any(c.dep_ == "aux" and (c.tag_ == "MD" or c.lower_ == "to") for c in main.children)
    return bool(opening & words("conjunctions of time")) and (unreal or (main.tag_ == "VB" and main.dep_ == "ROOT"))


def is_open(verb: "Token") -> bool:
    """Whether a clause leaves open what it says: "asked whether the hall was free", "must decide whether to go", "if you forget it"."""
    first = first_of(verb)
    than = {"than"} if first.tag_ == "VB" else set[str]()  # "would rather walk than take it"
    marks = (child for child in first.children if child.dep_ == "mark" and child.lower_ in _OPENING | than)
    opener = first.head.head if first.dep_ in ("acl", "relcl") else first.head
    provided = first.dep_ in ("acl", "ccomp", "pcomp", "relcl") and is_condition(opener)  # "provided that they approve it"
    return provided or any(not mark.i or mark.nbor(-1).lower_ != "as" for mark in marks)


def is_singled_out(infinitive: "Token") -> bool:
    """Whether an infinitive tells what only the first or last one did: "the first player to score"."""
    nouns = (
        [infinitive.head] if infinitive.dep_ in ("relcl", "acl") else [c for c in infinitive.head.children if c.dep_ in ("attr", "dobj")]
    )
    return any(word.lower_ in words("singled out") for noun in nouns for word in (noun, *noun.children))


def is_unreal(verb: "Token") -> bool:
    """Whether a verb tells what may be or has not been."""
    return any(child.tag_ == "MD" or child.dep_ == "neg" for child in verb.children)


def happened(participle: "Token") -> bool:
    """Whether a participle tells of an event rather than a state: "built by Ana", "born in 1950", not "known as"."""
    told = (c.dep_ == "agent" or (c.dep_ == "prep" and any(g.ent_type_ == "DATE" for g in c.children)) for c in participle.children)
    return participle.lemma_ in words("past participles") or any(told)
