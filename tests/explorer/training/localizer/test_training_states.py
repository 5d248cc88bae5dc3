"""The probe of states is trained on texts that a language model reads once, and learns what wrong words have in common."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from engines.core.findings import Exchange, Expectations, Preference
from explorer.training.localizer.data import Labelled
from explorer.training.localizer.deep.states import cross_validated, states_of
from explorer.training.localizer.rows import Item, _labelled, _read
from explorer.training.localizer.words import Words

REFERENCE = "Ilse Varga was born in Hallam Bay in 1931."
WIDTH = 4


class Telling:
    """A language model whose states are higher in one place where a text says 1947; counts how often it is asked."""

    name = identity = "telling"
    states = True

    def __init__(self) -> None:
        self.asked: list[str] = []

    def expectations(self, reference: str, output: str) -> Expectations:
        self.asked.append(output)
        spans = np.array([[i, i + 1] for i in range(len(output))])
        table = np.full((len(output), 4), -1.0, dtype=np.float32)
        states = np.random.RandomState(len(self.asked)).normal(size=(len(output), WIDTH)).astype(np.float32)
        if "1947" in output:
            states[output.index("1947") : output.index("1947") + 4, 1] += 4
        told = Expectations(spans, table, table, ("the",) * len(output))
        if not self.states:
            return told
        return Expectations(spans, table, table, told.likeliest, states, np.ones(WIDTH, dtype=np.float32))

    def preferences(self, reference: str, output: str, exchanges: Sequence[Exchange]) -> list[Preference | None]:
        raise AssertionError("only what it expects is asked for")


@pytest.fixture
def found() -> list[Item]:
    rows = []
    for number in range(10):
        for year, wrong in (("1947", ((23, 27),)), ("1931", ())):
            output = f"Ilse Varga was born in {year}."
            rows.append(Labelled("bump", f"{number}-{year}", f"{REFERENCE} It was day {number}.", output, wrong))
    return [_labelled(row, _read(row)) for row in rows]


def test_texts_are_read_once_and_wrong_words_told_apart(found: list[Item], tmp_path: Path) -> None:
    model, words = Telling(), Words(found)
    for _ in range(2):
        rows, scale = states_of(found, model, tmp_path)
        assert len(model.asked) == len(found) and scale.tolist() == [1.0] * WIDTH
        assert rows.shape == (len(words.wrong), 2 * WIDTH)
    wrong = words.wrong > 0.5
    odds = cross_validated(words, np.nan_to_num(rows), wrong)
    assert odds[wrong].min() > np.quantile(odds[~wrong], 0.9)


def test_a_model_that_tells_no_states_is_refused(found: list[Item], tmp_path: Path) -> None:
    model = Telling()
    model.states = False
    with pytest.raises(SystemExit, match="does not tell its states"):
        states_of(found[:1], model, tmp_path)
