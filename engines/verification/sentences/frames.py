"""Predicates and who does what in them, in the words of the verifier: what roles are compared by."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engines.core.language import parse_strings
from engines.verification.encoding.words import Words, key, lexicon

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_CORE = {"SUBJ": "subject", "OBJ": "object", "ATTR": "object", "IOBJ": "other"}


@dataclass(frozen=True)
class RoleFiller:
    """One argument: `role` is subject, object or other, `words` are indices of its words, `pronoun` if it only refers to something."""

    role: str
    words: tuple[int, ...]
    pronoun: bool


@dataclass(frozen=True)
class RoleFrame:
    """One predicate: its word, what it is recognised by, its arguments, whether it is negated or hedged."""

    word: int
    key: str
    kind: str
    fillers: tuple[RoleFiller, ...]
    negated: bool
    modal: bool


MOST_FILLERS = 40
"""So many arguments of a predicate are looked at: each is held against each of another predicate's, with all the others beside it."""


def frames(strings: Sequence[str], words: Sequence[Words]) -> list[tuple[RoleFrame, ...]]:
    """The frames of each string; word indices count `words` of that string, whose offsets are into it.

    They are kept with the parse: the chunks of a long reference share sentences, and every chunk asks for the same hypotheses.
    """
    found = []
    for doc, own in zip(parse_strings(strings), words, strict=True):
        place = f"frames {own.starts.tobytes().hex()}"
        if place not in doc.user_data:
            doc.user_data[place] = _frames(doc, own)
        found.append(doc.user_data[place])
    return found


def _frames(doc: "Doc", words: Words) -> tuple[RoleFrame, ...]:
    from engines.parsing.arguments.verbs import verb_arguments

    word_of = _token_words(doc, words)
    found = []
    for token in doc:
        kind = _kind(token)
        if not kind or word_of[token.i] < 0:
            continue
        fillers = []
        for argument in verb_arguments(token):
            inside = tuple(dict.fromkeys(int(i) for i in word_of[argument.start : argument.end] if i >= 0 and i != word_of[token.i]))
            if inside:
                pronoun = len(inside) <= 2 and words.keys[inside[0]] in lexicon().pronouns
                fillers.append(RoleFiller(_CORE.get(argument.role, "other"), inside, pronoun))
        looked_at = tuple(fillers[:MOST_FILLERS])
        found.append(RoleFrame(int(word_of[token.i]), key(token.lemma_), kind, looked_at, _negated(token), _modal(token)))
    return tuple(found)


def _kind(token: "Token") -> str:
    """Verbs and copulas; nominal predicates have too few arguments of their own to compare roles by."""
    if token.dep_ in ("aux", "auxpass"):
        return ""
    return {"VERB": "verb", "AUX": "copula"}.get(token.pos_, "")


def _token_words(doc: "Doc", words: Words) -> np.ndarray:
    """The word that each token overlaps, -1 for punctuation."""
    if not len(words):
        return np.full(len(doc), -1)
    starts, lengths = doc.to_array(["IDX", "LENGTH"]).astype(np.int64).T if len(doc) else np.empty((2, 0), dtype=np.int64)
    ends = starts + lengths
    index = np.clip(np.searchsorted(words.ends, starts, side="right"), 0, len(words) - 1)
    hit = (words.starts[index] < ends) & (words.ends[index] > starts)
    return np.where(hit, index, -1)


def _negated(token: "Token") -> bool:
    """Denied here, or the complement of a verb that denies it: "did not come", "never came", "failed to come"."""
    negations = lexicon().negations
    above = (auxiliary for auxiliary in token.children if auxiliary.dep_ in ("aux", "auxpass"))  # "has not, so far, answered"
    beside = [child for each in (token, *above) for child in each.children]
    if any(child.dep_ == "neg" or (child.dep_ in ("advmod", "det") and key(child.text) in negations) for child in beside):
        return True
    if token.dep_ == "xcomp" and key(token.head.lemma_) in negations:
        return True
    subjects = [child for child in token.children if child.dep_ in ("nsubj", "nsubjpass")]
    return any(key(s.text) in negations or any(c.dep_ == "det" and key(c.text) in negations for c in s.children) for s in subjects)


def _modal(token: "Token") -> bool:
    """Hedged or planned: a modal auxiliary, an adverb such as "possibly", the complement of "plan" or "hope"."""
    modals = lexicon().modals
    if any(child.dep_ in ("aux", "advmod", "mark") and key(child.text) in modals for child in token.children):
        return True
    return token.dep_ == "xcomp" and key(token.head.lemma_) in modals
