"""Words of one class that are near in meaning, but neither the same nor one of the other's kind: "nurse" and "doctor", "sell" and "expand".

People who write an error into a true text mostly put such a word in. Candidates are the words of the texts themselves.
"""

import random
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from engines.english.inflection import inflect, plural
from engines.verification.sentences.lexical_relations import directions, listed_as_related

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

CLASSES = ("NOUN", "VERB", "ADJ")
_NEAREST, _FARTHEST = 0.58, 0.22
"""Between these cosines two words are neither two names of one thing nor strange to each other."""
_MOST = 16
_COMMON = 3
"""Texts that have a word at least."""
_EMPTY = frozenset(
    {"be", "have", "do", "go", "get", "make", "say", "take", "other", "such", "same", "own", "last", "next", "first", "many", "more"}
)
"""Words that say too little to be exchanged."""
_TAGS = frozenset({"NN", "NNS", "JJ", "VB", "VBD", "VBN", "VBZ", "VBP", "VBG"})


class Sisters:
    """The words of some texts by class, and which are near each other."""

    def __init__(self, docs: Iterable["Doc"]):
        seen: Counter[tuple[str, str]] = Counter()
        for doc in docs:
            seen.update({(token.pos_, token.lemma_.lower()) for token in doc if _plain(token)})
        self._near: dict[tuple[str, str], list[str]] = {}
        for pos in CLASSES:
            words = sorted(lemma for (of, lemma), count in seen.items() if of == pos and count >= _COMMON)
            if not words:
                continue
            vectors = directions(words)
            for word, cosines in zip(words, vectors @ vectors.T, strict=True):
                order = [int(i) for i in np.argsort(-cosines, kind="stable") if _FARTHEST < cosines[i] < _NEAREST]
                self._near[pos, word] = [words[i] for i in order if not listed_as_related(word, words[i])][:_MOST]

    def of(self, token: "Token", draw: random.Random) -> str | None:
        """One of the words near a token, in its form; None where there is none."""
        if not _plain(token) or token.tag_ not in _TAGS or token.dep_ == "compound":
            return None
        here = {other.lemma_.lower() for other in token.doc}
        options = [word for word in self._near.get((token.pos_, token.lemma_.lower()), ()) if word not in here]
        if not options:
            return None
        new = draw.choice(options)
        if token.pos_ == "VERB":
            return inflect(new, token.tag_)
        return plural(new) if token.tag_ == "NNS" else new


def _plain(token: "Token") -> bool:
    return (
        token.pos_ in CLASSES
        and token.is_alpha
        and token.is_lower
        and not token.ent_type_
        and len(token) > 2
        and token.lemma_.lower() not in _EMPTY
    )
