"""How much alike the tokens of a hypothesis and of a premise are."""

import numpy as np
from numpy.typing import NDArray

from engines.verification.rules.case import Case, Premise

Table = NDArray[np.float32]


def likeness(case: Case, premise: Premise) -> Table:
    """(tokens of the hypothesis, tokens of the premise), in [0, 1]: 1 where they share a key, else by their vectors; worked out once."""
    known = case.derived(_tables)
    if premise.number not in known:
        known[premise.number] = _by_keys(case, premise, _by_vectors(case, premise))
    return known[premise.number]


def _tables(case: Case) -> dict[int, Table]:
    return {}


def _by_vectors(case: Case, premise: Premise) -> Table:
    mine, theirs, reference = case.hypothesis, premise.sentence, case.reference.words
    table = np.zeros((len(mine.keys), len(theirs.keys)), dtype=np.float32)
    first = int(np.searchsorted(reference.ends, premise.start, side="right"))
    last = int(np.searchsorted(reference.starts, premise.start + len(theirs.text)))
    if first >= last:
        return table
    beside = case.alignment.beside(first, last)
    rows = np.array([a for a, keys in enumerate(mine.keys) if keys and len(case.words(a))], dtype=np.int64)
    starts, ends = np.array(theirs.spans).T
    overlap = (reference.starts[first:last] - premise.start < ends[:, None]) & (
        reference.ends[first:last] - premise.start > starts[:, None]
    )
    overlap[[b for b, keys in enumerate(theirs.keys) if not keys]] = False
    tokens, words = np.nonzero(overlap)
    if len(rows) and len(tokens):
        own = np.stack([beside[case.words(a)].max(axis=0) for a in rows.tolist()])
        columns, begins = np.unique(tokens, return_index=True)
        table[np.ix_(rows, columns)] = np.maximum.reduceat(own[:, words], begins, axis=1)
    return table


def _by_keys(case: Case, premise: Premise, table: Table) -> Table:
    owners: dict[str, list[int]] = {}
    for b, keys in enumerate(premise.sentence.keys):
        for key in keys:
            owners.setdefault(key, []).append(b)
    for a, keys in enumerate(case.hypothesis.keys):
        for key in keys:
            table[a, owners.get(key, [])] = 1
    return table
