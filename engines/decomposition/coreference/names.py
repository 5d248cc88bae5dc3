"""Which nouns are names of people or groups, and what a noun is called when a pronoun is named after it."""

from typing import TYPE_CHECKING

from engines.decomposition.lexicon import words
from engines.decomposition.normalization.sentences import is_title, written
from engines.decomposition.wording.phrases import is_detached, phrase
from engines.english.word_forms import lemmas

if TYPE_CHECKING:
    from spacy.tokens import Token

NO_PERSON = frozenset({"GPE", "LOC", "DATE", "TIME", "EVENT", "LAW", "LANGUAGE", "MONEY"})
"""Kinds of names that are no people."""
_NO_NAME = NO_PERSON - {"GPE", "LOC"}
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})


def is_name(noun: "Token") -> bool:
    """Whether the words that a sentence begins with are a person's name, whatever they were taken for: one of them is in no dictionary."""
    before = list(noun.lefts)
    if any(c.dep_ not in ("compound", "amod", "nmod") for c in before) or noun.left_edge.i or noun.i > 3 or not noun.doc[0].is_title:
        return False
    return any(not lemmas(t.lower_) and t.ent_type_ in ("", "PERSON") and t.is_alpha for t in (noun, *before))


def may_be_name(noun: "Token") -> bool:
    """Whether a subject can be the name of a person, whatever it was taken for; a firm or a date cannot."""
    if noun.tag_ not in ("NNP", "NN") or not noun.is_title or has_article(noun) or noun.ent_type_ in _NO_NAME:
        return False
    if noun.tag_ == "NN" and (not noun.ent_type_ or any(True for _ in noun.lefts)):
        return False
    parts = {noun.lower_, *(c.lower_ for c in noun.children if c.dep_ == "compound")}
    return not parts & (words("groups") | words("organisations and places") | words("titles of firms"))


def is_vague(noun: "Token") -> bool:
    """Whether a noun names nobody in particular: "one person"."""
    return noun.lemma_.lower() in ("person", "people", "one", "member", "someone")


def is_plural_name(noun: "Token") -> bool:
    """ "The Mirava Rowers": a group by its name."""
    named = noun.pos_ == "PROPN" and noun.lower_.endswith("s") and noun.ent_type_ not in NO_PERSON
    return named and any(c.dep_ == "det" and c.lower_ == "the" for c in noun.children)


def has_article(name: "Token") -> bool:
    """ "The Mirava Dictionary" and quoted titles are no people."""
    return is_title(name) or any(c.dep_ == "det" for c in name.children)


def has_title(noun: "Token") -> bool:
    return any(c.dep_ == "compound" and c.lower_.rstrip(".") in words("plain titles") for c in noun.children)


def has_age(noun: "Token") -> bool:
    """ "Ana Lind, 44,": only people have their age put behind their name."""
    return any(c.dep_ == "appos" and c.text.isdecimal() and len(c.text) < 3 for c in noun.children)


def is_bare_name(noun: "Token") -> bool:
    """Two words without an article as the subject: a name, whatever its letters ("ana lind has left")."""
    before = [c for c in noun.children if c.i < noun.i]
    named = bool(before) and all(c.dep_ == "compound" and c.i >= noun.i - 2 and c.tag_ in ("NN", "NNP") for c in before)
    group = noun.lemma_.lower() in words("groups") | words("organisations and places")
    return named and noun.dep_ in _SUBJECTS and noun.tag_ in ("NN", "NNP") and noun.ent_type_ in ("", "PERSON") and not group


def short_name(noun: "Token", alone: bool = False) -> str:
    """The noun phrase of an antecedent without what is only said about it; `alone` leaves its conjuncts out."""
    drop = [c for c in noun.children if is_detached(c) or c.dep_ in ("relcl", "acl", "appos", "case")]
    if alone:
        drop += [c for c in noun.children if c.dep_ in ("cc", "conj", "preconj")]
    group = not alone and any(c.dep_ == "conj" for c in noun.children)
    if noun.pos_ == "PROPN" and not group:
        drop += [c for c in noun.children if c.dep_ in ("cc", "conj", "punct") or (c.dep_ == "prep" and c.lower_ != "of")]
    tokens = phrase(noun, drop)
    if len(tokens) > 8 and not group:
        tokens = phrase(noun, [*drop, *(c for c in noun.children if c.dep_ in ("prep", "cc", "conj", "punct"))])
    if not tokens or len(tokens) > 12 or any(t.pos_ == "PRON" and t.tag_ in ("PRP", "PRP$") for t in tokens):
        return ""
    name = "".join(_inside(t) + _space(t, following) for t, following in zip(tokens, [*tokens[1:], None], strict=True)).strip()
    for indefinite in ("a ", "an "):
        if name.startswith(indefinite):
            return "the " + name[len(indefinite) :]
    return name


def _inside(token: "Token") -> str:
    """A word as it reads inside a sentence."""
    common = token.i == 0 and token.is_title and not is_title(token) and token.pos_ != "PROPN" and not token.ent_type_
    return token.lower_ if common else written(token)


def _space(token: "Token", following: "Token | None") -> str:
    if following is None:
        return ""
    return token.whitespace_ if following.i == token.i + 1 else " "
