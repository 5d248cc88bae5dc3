"""Words that may stand for people or things, and what else tells which."""

from typing import TYPE_CHECKING

from engines.english.animacy import lexicon, noun_class, person_share
from engines.english.pronouns import THEY
from engines.parsing.syntax.dependencies import NOMINAL

if TYPE_CHECKING:
    from spacy.tokens import Token

SURELY = 0.9
"""Share from which a word stands for people, whatever its verb."""


def is_language(head: "Token") -> bool:
    """Whether the word for a people stands for what it speaks: "read Turkish", but "met a Turk", "met the Turkish"."""
    return head.ent_type_ in ("NORP", "LANGUAGE") and head.tag_ in ("JJ", "NN", "NNP") and not any(head.children)


def may_be_either(head: "Token") -> bool:
    """Whether a word may stand for people or things: a group or a role that may be an animal's, "they", "those"."""
    if head.lower_ == "one":
        return True
    if head.pos_ == "NOUN":
        return head.lemma_.lower() in lexicon().groups or 0.1 < person_share(head) < SURELY
    return head.pos_ in ("DET", "ADJ", "NUM") or head.lower_ in THEY.plain


def is_who(noun: "Token") -> bool:
    """Whether a relative clause says "who" of a noun or name."""
    clauses = (child for child in noun.children if child.dep_ == "relcl" and noun.pos_ in NOMINAL)
    return any(c.lower_ in ("who", "whom") and c.dep_ in ("nsubj", "nsubjpass", "dobj") for clause in clauses for c in clause.children)


def is_group(head: "Token") -> bool:
    """Whether a noun may stand for the people in it: "the court", "the board"."""
    return head.pos_ == "NOUN" and (noun_class(head.lemma_) == "group" or head.lemma_.lower() in lexicon().groups)
