"""The scorer's arithmetic: bit-mask trees agree with walking the trees, and the selection leaves no overlaps."""

import numpy as np

from engines.core.language import parse_strings
from engines.parsing.arguments.structures import overlap
from engines.parsing.arguments.verbs import verb_arguments
from engines.parsing.models.trees import Trees
from engines.parsing.scoring.features import NUMBERS, SYMBOLS, build_rows
from engines.parsing.scoring.scorer import load_scorer
from engines.parsing.scoring.selection import BEST, MOST_OVERLAP, Thresholds, select


def _stump(kind: str) -> Trees:
    """Two tests, three leaves: (a <= 2) left, else (b in {7, 9}) left."""
    arrays = {
        "feature": np.array([1, 0], np.int16),
        "tree": np.zeros(2, np.int16),
        "mask": np.array([0b001, 0b010], np.uint16),
        "threshold": np.array([2.0, 0.0], np.float32),
        "codes": np.array([1, 3], np.int16),
        "codes_at": np.array([0, 0, 2], np.int32),
        "leaves": np.array([[10.0, 20.0, 30.0] + [0.0] * 13], np.float32),
        "vocabulary": np.array([7, 8, 9], np.uint32),
        "vocabulary_at": np.array([0, 3], np.int32),
        "bias": np.array([0.5], np.float32),
    }
    return Trees(arrays, 1, 1)


def test_masks_reach_the_right_leaf():
    symbols = np.array([[7], [7], [8], [9], [99]], np.uint32)
    numbers = np.array([[2], [3], [3], [3], [3]], np.float32)
    assert _stump("").margins(symbols, numbers).tolist() == [10.5, 20.5, 30.5, 20.5, 30.5]


def _rows():
    docs = parse_strings(["Ana Orlo sold the old boat to a dealer from Lenz because it leaked.", "Piet, who had built it, wept."])
    batch = []
    for doc in docs:
        rules = {t.i: verb_arguments(t) for t in doc if t.pos_ == "VERB"}
        batch.append((doc, sorted(rules), rules))
    return build_rows(batch)


def test_features_have_one_column_each():
    rows = _rows()
    assert rows.symbols.shape == (len(rows), len(SYMBOLS))
    assert rows.numbers.shape == (len(rows), len(NUMBERS))
    assert np.isfinite(rows.numbers).all()


def test_a_row_is_scored_the_same_in_any_company():
    rows = _rows()
    scores = load_scorer().probabilities(rows)
    part = rows.predicate == rows.predicate[-1]
    np.testing.assert_allclose(load_scorer().probabilities(rows.subset(part)), scores[part], rtol=1e-4)


def test_selected_spans_are_apart():
    rows = _rows()
    by_predicate: dict[int, list[tuple[int, int]]] = {}
    for row, _ in select(rows, load_scorer().probabilities(rows), Thresholds(0.05, 0.05, 0.0, 0.0)):
        by_predicate.setdefault(int(rows.predicate[row]), []).append((int(rows.start[row]), int(rows.end[row])))
    for spans in by_predicate.values():
        assert all(overlap(a, b) < MOST_OVERLAP for k, a in enumerate(spans) for b in spans[:k])


def test_no_sentence_is_no_rows():
    assert len(build_rows([])) == 0
    assert load_scorer().arguments([], BEST) == []
