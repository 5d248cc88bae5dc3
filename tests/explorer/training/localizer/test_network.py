"""The networks of the localizer: what torch trains is what numpy computes, and they learn from words and from whole texts."""

from dataclasses import replace

import numpy as np
import pytest

from engines.verification.localizer.counterparts import COSINES, Counterparts
from engines.verification.localizer.network import WordNetwork
from engines.verification.localizer.signals.registry import NAMES
from explorer.training.localizer import network
from explorer.training.localizer.data import Labelled
from explorer.training.localizer.rows import Item
from explorer.training.localizer.words import Words

WORDS = 12


def item(number: int, labelled: bool = True) -> Item:
    """A text of which the words with a high first signal are wrong; every second text has one."""
    draw = np.random.RandomState(number)
    rows = draw.randn(WORDS, len(NAMES)).astype(np.float32)
    rows[:, 0] = -1
    wrong = np.zeros(WORDS)
    if number % 2:
        at = draw.randint(WORDS)
        rows[at, 0], wrong[at] = 1, 1
    others = Counterparts(
        draw.randn(WORDS, 1 + len(COSINES), 384).astype(np.float16) / 20, draw.rand(WORDS, len(COSINES)).astype(np.float32)
    )
    of = Labelled("bump" if labelled else "fib", str(number), f"reference {number}", "output", ((0, 1),), supported=None)
    spans = tuple((i, i + 1) for i in range(WORDS))
    if labelled:
        return Item(of, spans, rows, others, wrong, np.ones(WORDS))
    supported = not number % 2
    of = replace(of, wrong=() if supported else None, supported=supported)
    groups = () if supported else (np.arange(WORDS),)
    return Item(of, spans, rows, others, np.zeros(WORDS), np.full(WORDS, float(supported)), groups)


def chosen(words: Words) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    return np.ones(len(words.wrong), dtype=bool)


def test_numpy_computes_what_torch_trained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "EPOCHS", 1)
    words = Words([item(number) for number in range(8)])
    of = network.prepared(words, chosen(words))
    layers = network.trained(words, of, chosen(words))
    expected = network.said(words, of, layers, chosen(words))
    own = WordNetwork(network.exported(layers, of))
    for i, first in enumerate(words.ends[:-1]):
        at = slice(first, words.ends[i + 1])
        assert own.log_odds(words.rows[at], words.vectors[at], words.cosines[at]) == pytest.approx(expected[at], abs=2e-4)


def test_training_again_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "EPOCHS", 1)
    words = Words([item(number) for number in range(4)])
    of = network.prepared(words, chosen(words))
    first, second = (network.exported(network.trained(words, of, chosen(words), seed=3), of) for _ in range(2))
    assert all((first[name] == second[name]).all() for name in first)


@pytest.mark.parametrize("labelled", [True, pytest.param(False, marks=pytest.mark.thorough)])
def test_wrong_words_and_texts_are_told_apart(labelled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("EPOCHS", 40), ("BATCH", 120), ("RATE", 4e-3)):
        monkeypatch.setattr(network, name, value)
    words = Words([item(number, labelled) for number in range(60)])
    of = network.prepared(words, chosen(words))
    odds = network.said(words, of, network.trained(words, of, chosen(words)), chosen(words))
    worst = np.array([values.max() for values in words.split(odds)])
    false = np.arange(len(worst)) % 2 == 1
    assert worst[false].min() > worst[~false].max()
    if labelled:
        marked = [int(values.argmax()) for values in words.split(odds)]
        assert all(words.items[i].wrong[marked[i]] == 1 for i in np.flatnonzero(false))
