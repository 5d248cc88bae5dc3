"""A clause or phrase added to what the reference tells: "and now runs evening classes", "with a legacy from his uncle".

The rest of the sentence is told nearly whole in one place of the reference, of this hardly a word anywhere. A paraphrase, in which the
rest has other words too, is left alone.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engines.core.language import parse_strings
from engines.english.animacy import noun_class
from engines.verification.encoding.alignment import Alignment
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.registry import rule

if TYPE_CHECKING:
    from spacy.tokens import Token

_TOLD = 0.9
"""The share of the rest, by weight, that two neighbouring sentences must have."""
_LEAST = 2
"""So many words of the clause must be nowhere in the reference, and so many of the rest must there be."""
_NEW = 0.5
"""The share of its words that must be nowhere."""
_LIKE = 0.56
"""The mean cosine, in context, with the words of the reference that are nearest, at most."""
_DOUBTED = 0.35
"""The mean log-odds that people would keep its words (the head of the LSS engine), at most."""
_HEADS = frozenset({"conj", "relcl", "acl", "advcl", "appos", "prep"})


@rule("added clause", ConflictKind.ADDITION, "clauses and phrases nearly all new, beside a rest that one place tells nearly whole")
def added_clause(case: Case) -> Iterator[Conflict]:
    """The content words of clauses and phrases that were added."""
    alignment = case.alignment
    if not alignment.reference.segments.size or (alignment.words.content & ~alignment.found).sum() < _LEAST:
        return
    doc = parse_strings([alignment.text])[0]
    for head in doc:
        if head.dep_ not in _HEADS or _tells_when(head):
            continue
        mask = _inside(alignment, head)
        if _is_new(alignment, mask):
            known = mask & ~np.isnan(case.support)
            if known.any() and float(case.support[known].mean()) <= _DOUBTED:
                yield Conflict(ConflictKind.ADDITION, case.tokens(known))


def _tells_when(head: "Token") -> bool:
    """Whether a phrase says when, which may be said in many ways: "before half-time"."""
    return head.dep_ == "prep" and any(noun_class(token.lemma_.lower()) == "time" for token in head.children)


def _inside(alignment: Alignment, head: "Token") -> NDArray[np.bool_]:
    """(words,) the content words of what depends on a word, with it."""
    tokens = list(head.subtree)
    within = alignment.words.inside(tokens[0].idx, tokens[-1].idx + len(tokens[-1]))
    return within & alignment.words.content


def _is_new(alignment: Alignment, mask: NDArray[np.bool_]) -> bool:
    """Whether hardly a word of these is in the reference, and the rest nearly whole in one place of it."""
    rest = alignment.words.content & ~mask
    missing = int((mask & ~alignment.found).sum())
    if missing < max(_LEAST, _NEW * mask.sum()) or rest.sum() < _LEAST or alignment.likeness[mask].mean() > _LIKE:
        return False
    weights = alignment.weights * rest
    return float((weights @ alignment.degrees2).max(initial=0.0)) >= _TOLD * max(float(weights.sum()), 1e-9)
