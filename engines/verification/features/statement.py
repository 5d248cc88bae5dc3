"""What the verifier measures of a statement: a sentence, an atomic content unit, a claim.

Besides the coverage of its words, a statement is laid beside the passage of the reference that fits it best: which words, names
and numbers are missing there, whether the rest stands in the same order, and whether one side negates or hedges what the other does not.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.words import lexicon
from engines.verification.features.qa import Columns, best, share

_LOW = 0.5
"""A content word found to a lower degree than this counts as missing."""


def statement_features(alignments: Sequence[Alignment]) -> Columns:
    """Columns of one value per alignment; each alignment is one statement."""
    rows = [_measures(alignment) for alignment in alignments]
    return {name: np.array([row[name] for row in rows], dtype=np.float64) for name in (rows[0] if rows else ())}


def _measures(al: Alignment) -> dict[str, float]:
    words = al.words
    everything = np.ones((1, len(words)), dtype=np.float32)
    content = words.content if words.content.any() else np.ones(len(words), dtype=bool)
    row = {**_coverage(al, everything, everything * content), **_weakest(al, content), **_forms(al)}
    return {**row, **_beside(al, content)}


def _coverage(al: Alignment, everything: NDArray[np.float32], content: NDArray[np.float32]) -> dict[str, float]:
    found = al.found.astype(np.float32)
    ones = np.ones_like(al.weights)
    return {
        "doc": float(share(content, al.weights, found)[0]),
        "docu": float(share(content, ones, found)[0]),
        "bestx": float(best(share(content, al.weights, al.exact))[0]),
        "win3x": float(best(share(content, al.weights, al.exact3))[0]),
        "best": float(best(share(everything, al.weights, al.degrees))[0]),
        "win2": float(best(share(everything, al.weights, al.degrees2))[0]),
        "win3": float(best(share(everything, al.weights, al.degrees3))[0]),
        "bestu": float(best(share(content, ones, al.degrees))[0]),
        "win3u": float(best(share(content, ones, al.degrees3))[0]),
        "like": float(share(everything, ones, al.likeness)[0]),
        "like_content": float(share(content, ones, al.likeness)[0]),
        "like_weighted": float(share(content, al.weights, al.likeness)[0]),
        "like_best": float(best(share(everything, ones, al.cosine))[0]),
        "like_best_content": float(best(share(content, ones, al.cosine))[0]),
        "pairs": float(al.neighbours.mean()) if len(al.neighbours) else float(found.mean() if len(found) else 0),
        "run": float(al.runs.max(initial=0)) / max(1, len(al.words)),
    }


def _weakest(al: Alignment, content: NDArray[np.bool_]) -> dict[str, float]:
    likeness = np.sort(al.likeness[content]) if content.any() else np.zeros(1)
    degree = np.sort(al.degrees.max(axis=1, initial=0.0)[content]) if content.any() else np.zeros(1)
    three = np.sort(_at_best(al, al.degrees3)[content]) if content.any() else np.zeros(1)
    return {
        "like_least": float(likeness[0]),
        "like_least2": float(likeness[:2].mean()),
        "like_least4": float(likeness[:4].mean()),
        "degree_least": float(degree[0]),
        "degree_least3": float(degree[:3].mean()),
        "at_least": float(three[0]),
        "at_least2": float(three[:2].mean()),
        "at_least4": float(three[:4].mean()),
    }


def _at_best(al: Alignment, degrees: NDArray[np.float32]) -> NDArray[np.float32]:
    """How well each word is found in the segment or window that fits the whole statement best."""
    if not degrees.shape[1] or not len(al.words):
        return np.zeros(len(al.words), dtype=np.float32)
    everything = np.ones((1, len(al.words)), dtype=np.float32)
    return degrees[:, int(share(everything, al.weights, degrees)[0].argmax())]


def _forms(al: Alignment) -> dict[str, float]:
    words = al.words
    missing = ~al.found
    return {
        "missing": float((missing & words.content).sum()),
        "missing_rarest": float((al.weights * missing).max(initial=0.0)),
        "names_missing": float((missing & words.names).sum()),
        "numbers_missing": float((missing & words.numbers).sum()),
        "values_missing": float(al.equivalents.values_missing.sum()),
        "values_contrary": float(al.equivalents.values_contrary.sum()),
        "name_lacks": float(al.equivalents.names_missing.max(initial=0.0)),
        "name_lacks_sum": float(al.equivalents.names_missing.sum()),
        "names": float(words.names.sum()),
        "numbers": float(words.numbers.sum()),
        "words": float(len(words)),
        "content_words": float(words.content.sum()),
        "reference_size": float(np.log1p(len(al.reference.vocabulary))),
        "segments": float(np.log1p(len(al.reference.segments))),
    }


def _beside(al: Alignment, content: NDArray[np.bool_]) -> dict[str, float]:
    """The statement beside the best run of up to three segments: what is missing there, in what order the rest comes, polarity."""
    reference = al.reference
    exact = _at_best(al, al.degrees3) >= 1 if len(reference.segments) else np.zeros(len(al.words), dtype=bool)
    degrees = _at_best(al, al.degrees3)
    low = degrees < _LOW
    passage = _best_passage(al)
    mine = [reference.vocabulary.get(k, -1 - i) for i, k in enumerate(al.words.keys)]
    theirs = reference.ids[passage]
    matched = common_subsequence(np.array(mine, dtype=np.int64), theirs)
    matched_content = int(sum(content[i] for i, _ in matched))
    negations, modals = lexicon().negations, lexicon().modals
    span = range(matched[0][1], matched[-1][1] + 1) if matched else range(0)
    their_keys = [reference.words.keys[p] for p in passage]
    mine_matched, theirs_matched = {i for i, _ in matched}, {j for _, j in matched}
    exact_content = int((exact & content).sum())
    return {
        "at_low": float((low & content).sum()),
        "at_low_share": float((low & content).sum()) / max(1, int(content.sum())),
        "at_names_low": float((low & al.words.names).sum()),
        "at_numbers_low": float(((degrees < 1) & al.words.numbers).sum()),
        "order": len(matched) / max(1, len(mine)),
        "order_content": matched_content / max(1, int(content.sum())),
        "disorder": (exact_content - matched_content) / max(1, exact_content) if exact_content > matched_content else 0.0,
        "negation_added": float(sum(k in negations for i, k in enumerate(al.words.keys) if i not in mine_matched)),
        "negation_lost": float(sum(their_keys[j] in negations for j in span if j not in theirs_matched)),
        "modal_added": float(sum(k in modals for i, k in enumerate(al.words.keys) if i not in mine_matched)),
        "modal_lost": float(sum(their_keys[j] in modals for j in span if j not in theirs_matched)),
        "skipped": float(np.log1p(max(0, len(span) - len(matched)))),
    }


def _best_passage(al: Alignment) -> NDArray[np.int64]:
    """Positions of the words of the best run of up to three segments."""
    reference = al.reference
    if not len(reference.segments) or not len(al.words):
        return np.empty(0, dtype=np.int64)
    everything = np.ones((1, len(al.words)), dtype=np.float32)
    first = int(share(everything, al.weights, al.degrees3)[0].argmax())
    low, high = np.searchsorted(reference.word_segments, [first, min(first + 3, len(reference.segments))])
    return np.arange(low, high)


def common_subsequence(first: NDArray[np.integer], second: NDArray[np.integer]) -> list[tuple[int, int]]:
    """A longest common subsequence as pairs of positions, in order."""
    lengths = np.zeros((len(first) + 1, len(second) + 1), dtype=np.int32)
    for i, number in enumerate(first):
        diagonal = np.where(second == number, lengths[i, :-1] + 1, lengths[i, 1:])
        np.maximum.accumulate(diagonal, out=lengths[i + 1, 1:])
    pairs = []
    i, j = len(first), len(second)
    while i and j:
        if lengths[i, j] == lengths[i - 1, j]:
            i -= 1
        elif lengths[i, j] == lengths[i, j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            pairs.append((i, j))
    return pairs[::-1]
