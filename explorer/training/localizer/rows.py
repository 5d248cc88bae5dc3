"""What the signals say of every word of the labelled outputs, read once and kept."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.core.language import parse_sentences
from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.counterparts import COSINES, Counterparts, counterparts
from engines.verification.localizer.reading import read_output
from engines.verification.localizer.signals.base import Array
from engines.verification.localizer.signals.registry import NAMES, signal_rows
from engines.verification.word_support.tree import word_tree
from explorer.training.localizer.changed import NAME as CHANGED
from explorer.training.localizer.changed import changed
from explorer.training.localizer.data import SETS, Labelled, labelled
from explorer.training.localizer.invented import NAME as INVENTED
from explorer.training.localizer.invented import invented
from explorer.training.localizer.planted import NAME as PLANTED
from explorer.training.localizer.planted import planted
from explorer.training.localizer.pronouns import NAME as PRONOUNS
from explorer.training.localizer.pronouns import pronoun_errors
from explorer.training.lss.train import kept_by

GENERATED: dict[str, tuple[Callable[[Sequence[Labelled]], Iterator[Labelled]], tuple[str, ...]]] = {
    PRONOUNS: (pronoun_errors, ("fib", "summedits")),
    CHANGED: (changed, ("bump", "fib", "summedits", "wice", "qasem")),
    PLANTED: (planted, ("bump", "fib", "summedits", "qasem")),
    INVENTED: (invented, ("bump", "fib", "summedits", "wice", "qasem")),
}
"""Sets that are made of the texts of others."""
_LINKING = [NAMES.index(f"evidence:pos={pos}") for pos in ("DET", "ADP", "CCONJ", "SCONJ", "PART", "AUX")]
"""Words of these classes link what others say; where an answer is wrong, it is not for them."""


@dataclass(frozen=True, eq=False)
class Item:
    """A labelled output with its words.

    Attributes:
        spans: (start, end) of every word in the output.
        rows: (words, len(NAMES)).
        others: each word as the encoder reads it, and its counterparts in the reference.
        wrong: (words,) how wrong people found each word, [0, 1]; of an output that was only judged whole zeros.
        weight: (words,) what the label of a word counts.
        groups: words of which one at least is wrong, by their places.
    """

    of: Labelled
    spans: tuple[tuple[int, int], ...]
    rows: Array
    others: Counterparts
    wrong: NDArray[np.float64]
    weight: NDArray[np.float64]
    groups: tuple[NDArray[np.intp], ...] = ()


def items(data: Path, sets: Sequence[str] = SETS, kept: Path | None = None) -> list[Item]:
    """Every output of the sets with its words; about a fifth of a second each, more when the reference is new.

    Args:
        data: folder of the development data.
        kept: a folder that keeps what was read between runs; read anew when the signals or the rows have changed.
    """
    found = []
    for name in sets:
        found += _of_set(list(_rows(data, name)), kept and kept / f"localizer-{name}.npz")
    return found


def _rows(data: Path, name: str) -> Iterator[Labelled]:
    if name not in GENERATED:
        return labelled(data, [name])
    make, sets = GENERATED[name]
    return make([*labelled(data, sets)])


def _of_set(rows: Sequence[Labelled], kept: Path | None) -> list[Item]:
    key = hashlib.sha256(repr((NAMES, COSINES, [(row.id, row.output) for row in rows])).encode()).hexdigest()
    if kept is not None and kept.exists():
        with np.load(kept) as stored:
            if str(stored["key"]) == key:
                ends = stored["ends"]
                parts = zip(*(np.split(stored[name], ends) for name in _Read._fields), strict=True)
                return [_labelled(row, _Read(*part)) for row, part in zip(rows, parts, strict=True)]
    read = [_read(row) for row in rows]
    if kept is not None and read:
        kept.parent.mkdir(parents=True, exist_ok=True)
        ends = np.cumsum([len(part.rows) for part in read])[:-1]
        columns, vectors, cosines, spans = (np.concatenate(of) for of in zip(*read, strict=True))
        np.savez(kept, key=key, ends=ends, rows=columns, vectors=vectors, cosines=cosines, spans=spans)
    return [_labelled(row, part) for row, part in zip(rows, read, strict=True)]


class _Read(NamedTuple):
    """Of every word what the signals say, its vectors and cosines (`Counterparts`), and where it stands in the output, (words, 2)."""

    rows: Array
    vectors: NDArray[np.float16]
    cosines: Array
    spans: NDArray[np.int64]


def _read(row: Labelled) -> _Read:
    output = Text.of(row.output)
    reading = read_output(encoded(Text.of(row.reference)), output)
    spans = [
        (start + word.start, start + word.end)
        for sentence, (start, _) in zip(reading.sentences, output.sentences, strict=True)
        for word in sentence.tree.words
    ]
    parts = [np.zeros((0, len(NAMES)), dtype=np.float32), *signal_rows(reading)]
    others = [Counterparts.none(), *(counterparts(sentence) for sentence in reading.sentences)]
    vectors, cosines = (np.concatenate(of) for of in zip(*others, strict=True))
    return _Read(np.concatenate(parts).astype(np.float32), vectors, cosines, np.array(spans, dtype=np.int64).reshape(-1, 2))


def _labelled(row: Labelled, read: _Read) -> Item:
    spans = tuple((int(start), int(end)) for start, end in read.spans)
    wrong, weight = np.zeros(len(spans)), np.ones(len(spans))
    if row.kept:
        trees = [word_tree(doc, compounds=False) for doc in parse_sentences(Text.of(row.output))]
        wrong = 1 - np.mean([kept_by(trees, lss) for lss in row.kept], axis=0)
    elif row.wrong is None:
        weight[:] = touching(spans, row.right)
    else:
        wrong = touching(spans, row.wrong).astype(float)
        weight[wrong > 0] = row.sure
        weight[touching(spans, row.unknown)] = 0
    telling = read.rows[:, _LINKING].max(axis=1, initial=0) == 0
    groups = tuple(_group(touching(spans, ranges), weight > 0, telling) for ranges in row.somewhere)
    for group in groups:
        weight[group] = 0
    return Item(
        row, spans, read.rows, Counterparts(read.vectors, read.cosines), wrong, weight, tuple(group for group in groups if len(group))
    )


def _group(inside: NDArray[np.bool_], right: NDArray[np.bool_], telling: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The places of the words inside that say something and are not known to be right; of more of them where there are none such."""
    for of in (inside & telling & ~right, inside & telling, inside):
        if of.any():
            return np.flatnonzero(of)
    return np.zeros(0, dtype=np.intp)


def touching(spans: Sequence[tuple[int, int]], ranges: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    """(spans,) which spans share a character with one of the ranges."""
    return np.array([any(start < last and first < end for first, last in ranges) for start, end in spans], dtype=bool)
