"""What the signals say of every word of the labelled outputs, read once and kept."""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.reading import read_output
from engines.verification.localizer.signals.base import Array
from engines.verification.localizer.signals.registry import NAMES, signal_rows
from explorer.training.localizer.data import SETS, Labelled, labelled
from explorer.training.lss.train import kept_by


@dataclass(frozen=True, eq=False)
class Item:
    """A labelled output with its words.

    Attributes:
        spans: (start, end) of every word in the output.
        rows: (words, len(NAMES)).
        wrong: (words,) how wrong people found each word, [0, 1]; of an output that was only judged whole zeros.
        weight: (words,) what the label of a word counts.
    """

    of: Labelled
    spans: tuple[tuple[int, int], ...]
    rows: Array
    wrong: NDArray[np.float64]
    weight: NDArray[np.float64]


def items(data: Path, sets: Sequence[str] = SETS, kept: Path | None = None) -> list[Item]:
    """Every output of the sets with its words; about a fifth of a second each, more when the reference is new.

    Args:
        data: folder of the development data.
        kept: a folder that keeps them between runs; made anew when the signals or the rows have changed.
    """
    return [item for name in sets for item in _of_set(list(labelled(data, [name])), kept and kept / f"localizer-{name}.pickle")]


def _of_set(rows: Sequence[Labelled], kept: Path | None) -> list[Item]:
    key = (NAMES, tuple(row.id for row in rows))
    if kept is not None and kept.exists():
        with kept.open("rb") as stream:
            known, found = pickle.load(stream)
        if known == key:
            return list(found)
    found = [_item(row) for row in rows]
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with kept.open("wb") as stream:
            pickle.dump((key, found), stream)
    return found


def _item(row: Labelled) -> Item:
    output = Text.of(row.output)
    reading = read_output(encoded(Text.of(row.reference)), output)
    spans = tuple(
        (start + word.start, start + word.end)
        for sentence, (start, _) in zip(reading.sentences, output.sentences, strict=True)
        for word in sentence.tree.words
    )
    parts = signal_rows(reading)
    rows = np.concatenate(parts) if parts else np.zeros((0, len(NAMES)), dtype=np.float32)
    wrong, weight = np.zeros(len(spans)), np.ones(len(spans))
    if row.kept:
        trees = [sentence.tree for sentence in reading.sentences]
        wrong = 1 - np.mean([kept_by(trees, lss) for lss in row.kept], axis=0)
    elif row.wrong is None:
        weight[:] = 0
    else:
        wrong = touching(spans, row.wrong).astype(float)
        weight[wrong > 0] = row.sure
        weight[touching(spans, row.unknown)] = 0
    return Item(row, spans, rows.astype(np.float32), wrong, weight)


def touching(spans: Sequence[tuple[int, int]], ranges: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    """(spans,) which spans share a character with one of the ranges."""
    return np.array([any(start < last and first < end for first, last in ranges) for start, end in spans], dtype=bool)
