"""What the deep check is trained on: a language model is asked about the sets that it reads, once, and of others nothing is known."""

from pathlib import Path

import numpy as np

from engines.core.findings import Expectations
from engines.verification.localizer.signals.registry import DEEP_NAMES, NAMES
from explorer.training.localizer.data import Labelled
from explorer.training.localizer.rows import _labelled, _read, with_expectations

REFERENCE = "Ilse Varga was born in Hallam Bay in 1931. The board paid 310 crowns for the repairs."
OUTPUT = "Ilse Varga was born in 1947."


class Counting:
    """A language model that expects nothing in particular, and counts how often it is asked."""

    name = identity = "counting"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def expectations(self, reference: str, output: str) -> Expectations:
        self.asked.append(output)
        spans = np.array([[i, i + 1] for i in range(len(output))])
        table = np.full((len(output), 4), -1.0, dtype=np.float32)
        return Expectations(spans, table, 2 * table, ("the",) * len(output))


def test_only_some_sets_are_read_and_what_was_said_is_kept(tmp_path: Path) -> None:
    rows = [Labelled(name, "1", REFERENCE, OUTPUT, ((23, 27),)) for name in ("bump", "summedits")]
    found = [_labelled(row, *_read(row)) for row in rows]
    model = Counting()
    for _ in range(2):
        read, unread = with_expectations(found, model, tmp_path)
        assert model.asked == [OUTPUT]
        assert read.rows.shape == unread.rows.shape == (len(found[0].spans), len(DEEP_NAMES))
        assert np.isfinite(read.rows).all() and (read.rows[:, : len(NAMES)] == found[0].rows).all()
        assert np.isnan(unread.rows[:, len(NAMES) :]).all()
    own = dict(zip(DEEP_NAMES, read.rows[0], strict=True))
    assert own["language:probability_first"] == -1 and own["language:unread_probability_first"] == -2
