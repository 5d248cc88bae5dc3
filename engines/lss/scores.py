"""How much of an output its longest supported subsequence keeps: BLEU, ROUGE and word overlap (LSS paper, section 6).

The output stands where a metric has its reference, the LSS where it has its hypothesis, as in the paper's public code: everything
deleted lowers the brevity penalty and recall, every gap the longer n-grams. All values lie in [0, 1].
"""

import math
import re
from collections import Counter
from collections.abc import Hashable, Sequence

ORDERS = 4
"""Longest n-grams that BLEU counts."""
_SMOOTHING = 5.0
"""The constant K of smoothing method 4."""
_WORD = re.compile(r"[^\W_]+")


def bleu(reference: Sequence[Hashable], hypothesis: Sequence[Hashable]) -> float:
    """Sentence BLEU with up to 4-grams and smoothing method 4 (Chen and Cherry 2014, "A Systematic Comparison of Smoothing Techniques").

    An n-gram order without a match counts as 1 / (2^i K / ln l) matches, i = 1 for the first such order, l the length
    of the hypothesis: short hypotheses get less. Orders that the hypothesis is too short for have a denominator of 1.
    """
    if not hypothesis or not set(hypothesis) & set(reference):
        return 0.0
    logarithms, unmatched = 0.0, 0
    for order in range(1, ORDERS + 1):
        ours, theirs = _ngrams(hypothesis, order), _ngrams(reference, order)
        matches: float = sum((ours & theirs).values())
        if not matches:
            if len(hypothesis) == 1:
                continue
            unmatched += 1
            matches = math.log(len(hypothesis)) / (2**unmatched * _SMOOTHING)
        logarithms += math.log(matches / max(1, sum(ours.values()))) / ORDERS
    brevity = 1.0 if len(hypothesis) > len(reference) else math.exp(1 - len(reference) / len(hypothesis))
    return brevity * math.exp(logarithms)


def rouge_n(reference: Sequence[Hashable], hypothesis: Sequence[Hashable], order: int) -> float:
    """F1 of shared n-grams (Lin 2004); two texts too short for any are compared as wholes."""
    ours, theirs = _ngrams(hypothesis, order), _ngrams(reference, order)
    if not ours and not theirs:
        return float(tuple(reference) == tuple(hypothesis))
    return _f1(sum((ours & theirs).values()), sum(ours.values()), sum(theirs.values()))


def rouge_l(reference: Sequence[Hashable], hypothesis: Sequence[Hashable]) -> float:
    """F1 of the longest common subsequence (Lin 2004)."""
    return _f1(_common_subsequence(reference, hypothesis), len(hypothesis), len(reference)) if reference or hypothesis else 1.0


def words_of(text: str) -> list[str]:
    """Words for overlap: letters and digits in lower case, punctuation left out."""
    return [word.lower() for word in _WORD.findall(text)]


def overlap(reference: Sequence[Hashable], hypothesis: Sequence[Hashable]) -> tuple[float, float, float]:
    """Precision, recall and F1 of the hypothesis' words, each counted as often as it occurs; two empty texts agree fully."""
    if not reference and not hypothesis:
        return 1.0, 1.0, 1.0
    shared = sum((Counter(reference) & Counter(hypothesis)).values())
    return (
        shared / len(hypothesis) if hypothesis else 0.0,
        shared / len(reference) if reference else 0.0,
        _f1(shared, len(hypothesis), len(reference)),
    )


def lss_scores(output: str, lss: str, prefix: str = "lss") -> dict[str, float]:
    """Every score of an LSS against the output that it was taken from.

    Names: `<prefix>_bleu`, `_rouge1`, `_rouge2`, `_rougeL`, `_precision`, `_recall`, `_f1`, `_ratio` (words kept / words).
    BLEU splits at white space, as the paper's code does; the others compare lower-cased words without punctuation.
    """
    theirs, ours = words_of(output), words_of(lss)
    precision, recall, f1 = overlap(theirs, ours)
    values = {
        "bleu": bleu(output.split(), lss.split()),
        "rouge1": rouge_n(theirs, ours, 1),
        "rouge2": rouge_n(theirs, ours, 2),
        "rougeL": rouge_l(theirs, ours),
        "precision": precision,
        "recall": recall,
        "f1": f1,
        "ratio": len(ours) / len(theirs) if theirs else 1.0,
    }
    return {f"{prefix}_{name}": value for name, value in values.items()}


def _ngrams(words: Sequence[Hashable], order: int) -> Counter[tuple[Hashable, ...]]:
    return Counter(tuple(words[i : i + order]) for i in range(len(words) - order + 1))


def _f1(shared: int, ours: int, theirs: int) -> float:
    return 2 * shared / (ours + theirs) if ours + theirs else 0.0


def _common_subsequence(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    row = [0] * (len(second) + 1)
    for item in first:
        diagonal = 0
        for j, other in enumerate(second, 1):
            above = row[j]
            row[j] = diagonal + 1 if item == other else max(above, row[j - 1])
            diagonal = above
    return row[-1]
