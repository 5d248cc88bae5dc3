"""Who does what to whom: whether the reference has a word in the same relations, and what it has in its place.

Every word is held against the sentences that fit its own best. *Attachment* asks for the word with the word that it depends on, *frame*
for a word with its own dependents, *filler* for what else stands in its place; *gap* tells of words that a sentence of the reference, put
beside this one in order, has otherwise.
"""

from collections.abc import Sequence

import numpy as np

from engines.verification.localizer.reading import ReadSentence
from engines.verification.localizer.signals.base import Array, Signal, by_sentence
from engines.verification.localizer.signals.comparison import AGAINST, Comparison, comparisons
from engines.verification.localizer.signals.comparison import COLUMNS as COMPARED
from engines.verification.localizer.signals.likeness import likeness
from engines.verification.rules.case import Case
from engines.verification.sentences.edits import Gap

EDITS = (
    "near_words",
    "near_frame",
    "near_back",
    "in_order",
    "gap_mine",
    "gap_theirs",
    "gap_flanked",
    "gap_same_class",
    "gap_alike",
)
COLUMNS = (*EDITS, *COMPARED)
_MOST_WORDS = 10
"""Longer gaps count as so long."""


def _of_sentence(sentence: ReadSentence) -> Array:
    """(words, len(COLUMNS))."""
    case, tree = sentence.case, sentence.tree
    found = np.zeros((len(tree), len(COLUMNS)), dtype=np.float32)
    if not len(tree):
        return found
    compared = comparisons(case)
    edits = _edits(case)
    for i, word in enumerate(tree.words):
        tokens = [t for t in range(word.first, word.last) if case.hypothesis.keys[t]] or [word.head]
        token = word.head if word.head in tokens else tokens[-1]
        columns = {**edits[token], **_joined(compared, token)}
        found[i] = [columns.get(name, 0.0) for name in COLUMNS]
    return found


def _joined(compared: Sequence[Comparison], token: int) -> dict[str, float]:
    """The most that a premise says for a word; what speaks against it counts where the word fits best."""
    if not compared:
        return {}
    every = [comparison.of(token) for comparison in compared]
    best = max(compared, key=lambda comparison: comparison.worth(token)).of(token)
    return {name: best[name] if name in AGAINST else max(of[name] for of in every) for name in COMPARED}


def _edits(case: Case) -> list[dict[str, float]]:
    """For each token: how near the nearest premise is, whether a premise has the token in order, and the gap that it is in."""
    found: list[dict[str, float]] = [{} for _ in case.hypothesis.keys]
    if not case.near:
        return found
    near = {
        "near_words": max(premise.words for premise in case.near),
        "near_frame": max(premise.frame for premise in case.near),
        "near_back": max(premise.back for premise in case.near),
    }
    in_order = {token for difference in case.differences for token, _ in difference.pairs}
    for token, columns in enumerate(found):
        columns |= {**near, "in_order": float(token in in_order)}
    place = max(range(len(case.near)), key=lambda p: case.differences[p].shared)
    for gap in case.differences[place].gaps:
        for token in gap.mine:
            found[token] |= _in_gap(case, place, gap, token)
    return found


def _in_gap(case: Case, place: int, gap: Gap, token: int) -> dict[str, float]:
    premise = case.near[place]
    alike, classes = likeness(case, premise), premise.sentence.classes
    return {
        "gap_mine": float(min(len(gap.mine), _MOST_WORDS)),
        "gap_theirs": float(min(len(gap.theirs), _MOST_WORDS)),
        "gap_flanked": float((gap.before is not None) + (gap.after is not None)),
        "gap_same_class": float(any(case.hypothesis.classes[token] == classes[other] for other in gap.theirs)),
        "gap_alike": max((float(alike[token, other]) for other in gap.theirs), default=0.0),
    }


SIGNAL = Signal("relations", COLUMNS, by_sentence(_of_sentence))
