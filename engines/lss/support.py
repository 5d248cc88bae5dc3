"""How sure it is that the reference supports each word, in log-odds: from the trained head, or from a verifier's verdicts."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.core.machine.threads import threads, threads_for
from engines.core.results import Unit
from engines.core.roles import Verdict
from engines.core.text import Text
from engines.lss.conflicts import conflict_bounds
from engines.verification.encoding.alignment import Alignment, align
from engines.verification.encoding.reference import encoded
from engines.verification.word_support.features import features, unstated
from engines.verification.word_support.head import Head
from engines.verification.word_support.tree import WordTree

_MOST = 4.0
"""Log-odds are kept within ± this: no single word decides about a sentence."""
_UNSTATED = -1.0
"""Log-odds that a name, number or date has at most when it stands nowhere in the reference: people keep one in ten (`lss.jsonl`)."""


def trained_support(head: Head, reference: Text, trees: Sequence[WordTree]) -> list[NDArray[np.float64]]:
    """The head's log-odds for every word of every sentence, within bounds (see `bounded` and `engines.lss.conflicts`)."""
    alignments = align(encoded(reference), [tree.doc.text for tree in trees])
    with threads(threads_for(0)):
        return [_support(head, tree, alignment) for tree, alignment in zip(trees, alignments, strict=True)]


def _support(head: Head, tree: WordTree, alignment: Alignment) -> NDArray[np.float64]:
    if not len(tree):
        return np.zeros(0)
    rows = features(tree, alignment)
    values = bounded(tree, head.log_odds(rows), rows)
    return np.minimum(values, conflict_bounds(tree, alignment))


def bounded(tree: WordTree, values: NDArray[np.float32], rows: NDArray[np.float32]) -> NDArray[np.float64]:
    """Log-odds of a sentence's words, given their features: within ± _MOST, at most _UNSTATED for what the reference does not state.

    In a sentence that is otherwise copied all the words around a wrong value are found, and trees that saw few such sentences trust it.
    """
    return np.clip(values.astype(np.float64), -_MOST, np.where(unstated(tree, rows), _UNSTATED, _MOST))


def verdict_support(
    trees: Sequence[WordTree], starts: Sequence[int], units: Sequence[Unit], verdicts: Sequence[Verdict]
) -> list[NDArray[np.float64]]:
    """Log-odds from the verdicts on QAs: a word is as sure as the surest QA whose answer it heads or, inside an answer, the
    narrowest one; a predicate as its surest QA; other words as the word that they depend on."""
    support = []
    for number, (tree, start) in enumerate(zip(trees, starts, strict=True)):
        mine = [(u, v) for u, v in zip(units, verdicts, strict=True) if u.details.sentence == number]
        support.append(_from_verdicts(tree, start, mine))
    return support


def _from_verdicts(tree: WordTree, start: int, judged: Sequence[tuple[Unit, Verdict]]) -> NDArray[np.float64]:
    narrowest = [math.inf] * len(tree)
    values = [math.nan] * len(tree)
    for unit, verdict in judged:
        if verdict.probability is None:
            continue
        odds = _log_odds(verdict.probability)
        for i, word in enumerate(tree.words):
            first, last = word.start + start, word.end + start
            if unit.answer is not None and unit.answer.start < last and unit.answer.end > first:
                length = unit.answer.end - unit.answer.start
            elif unit.predicate is not None and unit.predicate.start < last and unit.predicate.end > first:
                length = 0
            else:
                continue
            if length < narrowest[i] or (length == narrowest[i] and odds > values[i]):
                narrowest[i], values[i] = length, odds
    for i in tree.from_root if len(tree) else ():
        if math.isnan(values[i]):
            values[i] = values[tree.parents[i]] if tree.parents[i] >= 0 else 0.0
    return np.array(values, dtype=np.float64)


def _log_odds(probability: float) -> float:
    safe = min(max(probability, 1e-4), 1 - 1e-4)
    return min(max(math.log(safe / (1 - safe)), -_MOST), _MOST)
