"""What the deep check is trained on: a language model is asked about some references of each set, once, on top of log-odds from before."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from engines.core.findings import Exchange, Expectations, Preference
from engines.verification.localizer.second_look import COLUMNS, SecondLook
from explorer.training.localizer.data import Labelled
from explorer.training.localizer.deep.weights import asked_about, balanced, cross_validated, fitted, read
from explorer.training.localizer.rows import Item, _labelled, _read
from explorer.training.localizer.train import ALARMS, cross_validated_odds
from explorer.training.localizer.words import Words

REFERENCE = "Ilse Varga was born in Hallam Bay in 1931. The board paid 310 crowns for the repairs."
OUTPUT = "Ilse Varga was born in 1947."
YEAR = (23, 27)


class Counting:
    """A language model that would rather read the years of the reference, and counts how often it is asked."""

    name = identity = "counting"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def expectations(self, reference: str, output: str) -> Expectations:
        self.asked.append(output)
        spans = np.array([[i, i + 1] for i in range(len(output))])
        table = np.full((len(output), 4), -1.0, dtype=np.float32)
        return Expectations(spans, table, 2 * table, ("the",) * len(output))

    def preferences(self, reference: str, output: str, exchanges: Sequence[Exchange]) -> list[Preference | None]:
        return [Preference(5.0, 1.0) if one.text == "1931" else None for one in exchanges]


@pytest.fixture
def found() -> list[Item]:
    rows = []
    for number in range(6):
        for kind, output in (("wrong", OUTPUT), ("right", OUTPUT.replace("1947", "1931"))):
            wrong = (YEAR,) if kind == "wrong" else ()
            rows.append(Labelled("bump", f"{number}-{kind}", f"{REFERENCE} It was day {number}.", output, wrong))
    return [_labelled(row, _read(row)) for row in rows]


def test_some_references_are_read_and_what_was_said_is_kept(found: list[Item], tmp_path: Path) -> None:
    chosen = asked_about(found, 2)
    assert chosen == [0, 1, 4, 5, 8, 9]
    items, odds = [found[i] for i in chosen], [np.zeros(len(found[i].spans)) for i in chosen]
    model = Counting()
    for _ in range(2):
        rows = read("bump", items, odds, model, tmp_path)
        assert len(model.asked) == len(chosen)
        for item, of in zip(items, rows, strict=True):
            assert of.shape == (len(item.spans), len(COLUMNS)) and np.isfinite(of).all()
            assert of[-1, COLUMNS.index("prefers_value")] == (4.0 if "1947" in item.of.output else 0.0)


def test_what_is_preferred_is_learned(found: list[Item], tmp_path: Path) -> None:
    before = [np.zeros(len(item.spans)) for item in found]
    rows, odds = np.concatenate(read("bump", found, before, Counting(), tmp_path)), np.concatenate(before)
    words = Words(found)
    look = fitted(words, rows, odds, np.ones(len(rows), dtype=bool))
    assert look.weights[COLUMNS.index("prefers_value")] > 0
    added = cross_validated(words, rows, odds)
    assert added[words.wrong > 0.5].min() > added[words.wrong < 0.5].max()


def test_the_threshold_is_where_as_many_true_texts_raise_an_alarm(found: list[Item]) -> None:
    words = Words(found)
    random = np.random.RandomState(3)
    odds, rows = random.normal(-3, 2, len(words.wrong)), random.normal(size=(len(words.wrong), len(COLUMNS)))
    before = SecondLook(np.linspace(-0.5, 1, len(COLUMNS)), 0.3, -np.inf)
    look, together = balanced(words, before, before.together(rows, odds) - odds, odds)
    worst = [values.max() for item, values in zip(words.items, words.split(together), strict=True) if item.of.wrong == ()]
    assert np.quantile(worst, 1 - ALARMS) == pytest.approx(0)
    assert look.together(rows, odds) == pytest.approx(together) and (together - odds).min() == pytest.approx(look.least)


def test_log_odds_are_those_of_the_same_items(found: list[Item], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="--kept"):
        cross_validated_odds(tmp_path, "bump", found)
    np.savez(tmp_path / "odds.npz", bump=np.arange(sum(len(item.spans) for item in found)))
    parts = cross_validated_odds(tmp_path, "bump", found)
    assert [len(part) for part in parts] == [len(item.spans) for item in found] and parts[1][0] == len(parts[0])
    with pytest.raises(ValueError, match="no log-odds of these items"):
        cross_validated_odds(tmp_path, "bump", found[1:])
