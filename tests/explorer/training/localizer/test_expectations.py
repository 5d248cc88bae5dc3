"""What the deep check is trained on: a language model is asked about some references of each set, once."""

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


def test_some_references_are_read_and_what_was_said_is_kept(tmp_path: Path) -> None:
    rows = [Labelled("fib", str(number), f"{REFERENCE} {number}.", f"{OUTPUT[:-1]}{number}.", ((23, 27),)) for number in range(3)]
    found = [_labelled(row, _read(row)) for row in rows]
    model = Counting()
    for _ in range(2):
        first, last = with_expectations(found, model, tmp_path)
        assert model.asked == [rows[0].output, rows[2].output] and (first.of, last.of) == (rows[0], rows[2])
        assert first.rows.shape == (len(found[0].spans), len(DEEP_NAMES)) and np.isfinite(first.rows).all()
        assert (first.rows[:, : len(NAMES)] == found[0].rows).all()
    own = dict(zip(DEEP_NAMES, first.rows[0], strict=True))
    assert own["language:probability_first"] == -1 and own["language:unread_probability_first"] == -2
