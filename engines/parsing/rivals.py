"""How a candidate stands among the other candidates of its predicate, given first probabilities."""

import numpy as np

from engines.parsing.features import Rows

RIVAL_NUMBERS = (
    "probability",
    "best overlapping",
    "best of same head",
    "best containing",
    "best inside",
    "best containing, loosely",
    "best inside, loosely",
    "best elsewhere",
    "rank",
    "better overlapping",
    "taken",
    "taken in all",
    "probability taken",
    "probability taken elsewhere",
    "overlapping in all",
    "taken containing",
    "taken inside",
    "taken before",
    "taken after",
    "best in all",
    "lead over overlapping",
    "overlap with taken",
)
"""Names of the columns; "taken" means that a greedy selection by the first probabilities takes it."""
_OVERLAP = 0.3
_LEAST = 0.3
_MOST_CELLS = 4_000_000


def rival_numbers(rows: Rows, first: np.ndarray) -> np.ndarray:
    """(rows, len(RIVAL_NUMBERS)) float32; rows of one predicate are consecutive."""
    result = np.zeros((len(rows), len(RIVAL_NUMBERS)), np.float32)
    edges = np.flatnonzero(np.diff(rows.predicate, prepend=-1, append=-1)) if len(rows) else np.zeros(0, int)
    for begin, end in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        if (end - begin) ** 2 <= _MOST_CELLS:
            result[begin:end] = _of_predicate(first[begin:end], rows.head[begin:end], rows.start[begin:end], rows.end[begin:end])
    return result


def _of_predicate(score: np.ndarray, head: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    size = len(score)
    length = end - start
    shared = np.maximum(np.minimum(end[:, None], end) - np.maximum(start[:, None], start), 0)
    overlap = shared / (length[:, None] + length - shared)
    other = ~np.eye(size, dtype=bool)
    close, touching = (overlap >= _OVERLAP) & other, shared > 0
    containing = (start <= start[:, None]) & (end >= end[:, None]) & other
    inside = (start >= start[:, None]) & (end <= end[:, None]) & other
    order = np.argsort(-score, kind="stable")
    taken = _taken(score, close, order)
    rank = np.empty(size)
    rank[order] = np.arange(size)
    apart = taken & ~close & other

    def best(mask: np.ndarray) -> np.ndarray:
        return np.where(mask, score, 0).max(axis=1)

    best_close = best(close)
    columns = (
        score,
        best_close,
        best((head[:, None] == head) & other),
        best(containing),
        best(inside),
        best(containing & ~close),
        best(inside & ~close),
        best(~touching),
        rank,
        (close & (score > score[:, None])).sum(axis=1),
        taken,
        np.full(size, taken.sum()),
        np.full(size, score[taken].sum()),
        np.where(apart, score, 0).sum(axis=1),
        np.where(close, score, 0).sum(axis=1),
        (containing & taken).sum(axis=1),
        (inside & taken).sum(axis=1),
        (apart & (end <= start[:, None])).sum(axis=1),
        (apart & (start >= end[:, None])).sum(axis=1),
        np.full(size, score.max()),
        score - best_close,
        np.where(taken, overlap, 0).max(axis=1),
    )
    return np.column_stack(columns)


def _taken(score: np.ndarray, close: np.ndarray, order: np.ndarray) -> np.ndarray:
    taken = np.zeros(len(score), bool)
    for candidate in order.tolist():
        if score[candidate] < _LEAST:
            break
        taken[candidate] = not (close[candidate] & taken).any()
    return taken
