"""What the signals say of every word of the labelled outputs, read once and kept."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.core.language import parse_sentences
from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.reading import read_output
from engines.verification.localizer.signals.base import Array
from engines.verification.localizer.signals.registry import NAMES, signal_rows
from engines.verification.word_support.tree import word_tree
from explorer.training.localizer.data import SETS, Labelled, labelled
from explorer.training.localizer.pronouns import NAME as PRONOUNS
from explorer.training.localizer.pronouns import pronoun_errors
from explorer.training.lss.train import kept_by

TRUE = ("fib", "summedits")
"""Sets whose true texts are changed."""


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
        kept: a folder that keeps what was read between runs; read anew when the signals or the rows have changed.
    """
    found = []
    for name in sets:
        rows = list(pronoun_errors([*labelled(data, TRUE)]) if name == PRONOUNS else labelled(data, [name]))
        found += _of_set(rows, kept and kept / f"localizer-{name}.npz")
    return found


def _of_set(rows: Sequence[Labelled], kept: Path | None) -> list[Item]:
    key = hashlib.sha256(repr((NAMES, [(row.id, row.output) for row in rows])).encode()).hexdigest()
    if kept is not None and kept.exists():
        with np.load(kept) as stored:
            if str(stored["key"]) == key:
                ends = stored["ends"]
                parts = zip(np.split(stored["rows"], ends), np.split(stored["spans"], ends), strict=True)
                return [_labelled(row, *part) for row, part in zip(rows, parts, strict=True)]
    read = [_read(row) for row in rows]
    if kept is not None and read:
        kept.parent.mkdir(parents=True, exist_ok=True)
        columns, spans = (np.concatenate(parts) for parts in zip(*read, strict=True))
        np.savez(kept, key=key, ends=np.cumsum([len(part) for part, _ in read])[:-1], rows=columns, spans=spans)
    return [_labelled(row, *part) for row, part in zip(rows, read, strict=True)]


def _read(row: Labelled) -> tuple[Array, NDArray[np.int64]]:
    """(words, len(NAMES)) and (words, 2): what the signals say of every word, and where it stands in the output."""
    output = Text.of(row.output)
    reading = read_output(encoded(Text.of(row.reference)), output)
    spans = [
        (start + word.start, start + word.end)
        for sentence, (start, _) in zip(reading.sentences, output.sentences, strict=True)
        for word in sentence.tree.words
    ]
    parts = [np.zeros((0, len(NAMES)), dtype=np.float32), *signal_rows(reading)]
    return np.concatenate(parts).astype(np.float32), np.array(spans, dtype=np.int64).reshape(-1, 2)


def _labelled(row: Labelled, rows: Array, where: NDArray[np.int64]) -> Item:
    spans = tuple((int(start), int(end)) for start, end in where)
    wrong, weight = np.zeros(len(spans)), np.ones(len(spans))
    if row.kept:
        trees = [word_tree(doc, compounds=False) for doc in parse_sentences(Text.of(row.output))]
        wrong = 1 - np.mean([kept_by(trees, lss) for lss in row.kept], axis=0)
    elif row.wrong is None:
        weight[:] = 0
    else:
        wrong = touching(spans, row.wrong).astype(float)
        weight[wrong > 0] = row.sure
        weight[touching(spans, row.unknown)] = 0
    return Item(row, spans, rows, wrong, weight)


def touching(spans: Sequence[tuple[int, int]], ranges: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    """(spans,) which spans share a character with one of the ranges."""
    return np.array([any(start < last and first < end for first, last in ranges) for start, end in spans], dtype=bool)
