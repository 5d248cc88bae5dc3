"""The trained head rises with every evidence feature, so that evidence never counts against a word."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.verification.word_support.features import EVIDENCE, NAMES
from engines.verification.word_support.head import Trees, load_head


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, len(EVIDENCE) - 1), st.floats(0, 1))
def test_more_evidence_never_lowers_a_word(seed: int, feature: int, rise: float) -> None:
    draw = np.random.default_rng(seed)
    rows = draw.random((8, len(NAMES)), dtype=np.float32)
    more = rows.copy()
    more[:, feature] += np.float32(rise)
    head = load_head()
    assert (head.log_odds(more) >= head.log_odds(rows) - 1e-5).all()


def test_a_row_falls_through_each_tree_to_one_leaf() -> None:
    tree = Trees(
        roots=np.array([0], dtype=np.int32),
        feature=np.array([1, -1, -1], dtype=np.int16),
        threshold=np.array([0.5, 0, 0], dtype=np.float32),
        left=np.array([1, 0, 0], dtype=np.int32),
        right=np.array([2, 0, 0], dtype=np.int32),
        value=np.array([0, -1.0, 2.0], dtype=np.float32),
    )
    assert tree.log_odds(np.array([[9, 0.5], [0, 0.6]], dtype=np.float32)).tolist() == [-1.0, 2.0]
