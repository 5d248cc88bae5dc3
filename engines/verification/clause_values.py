"""A long sentence with one wrong value: of its clauses, one says nearly what the reference says, with another number, date or amount.

A sentence is seldom near to one sentence of the reference as a whole, so that a wrong year in one of its clauses passes unseen. Its
clauses, taken apart as the content units of ACUEval are, come near enough to be compared. Only conflicts about values are believed
of them: cut short, a clause comes near to sentences about something else.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.text import Text, model_text
from engines.verification.alignment import Alignment, align
from engines.verification.contradictions import contradictions, is_copy, weight
from engines.verification.reference import EncodedReference

BELIEVED = frozenset({"value"})
"""Kinds of conflict that count for a clause whose sentence as a whole agrees. Of 13 others in labelled sentences (LSS, QASemConsistency
dev), eight were of supported ones; of 28 about values four."""


def clauses_without_conflict(reference: EncodedReference, sentences: Sequence[Alignment]) -> NDArray[np.float64]:
    """(sentences,) what is left of the probability of each after the conflicts of its clauses about values, [0, 1]."""
    from engines.decomposition.writer import decompose

    left = np.ones(len(sentences))
    clauses: list[str] = []
    owner: list[int] = []
    for i, sentence in enumerate(sentences):
        if not is_copy(sentence):
            found = [model_text(unit.statement) for unit in decompose(Text.of(sentence.text))]
            clauses += found
            owner += [i] * len(found)
    distinct = list(dict.fromkeys(clauses))
    aligned = dict(zip(distinct, align(reference, distinct), strict=True))
    for i, clause in zip(owner, clauses, strict=True):
        kinds = contradictions(aligned[clause], [None])[0] & BELIEVED
        left[i] = min(left[i], 1 - weight(kinds, "statement"))
    return left
