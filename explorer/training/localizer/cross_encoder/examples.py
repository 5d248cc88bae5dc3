"""Sentences of labelled outputs as the cross-encoder reads them, with what is known of their words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from engines.core.language import parse_sentences
from engines.core.text import Text
from engines.verification.encoding.alignment import Alignment, align
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.cross_encoder import Pair, pairs
from engines.verification.word_support.tree import word_tree
from explorer.training.localizer.changed import changed
from explorer.training.localizer.cross_encoder.exchanged import exchanged
from explorer.training.localizer.data import Labelled, labelled
from explorer.training.localizer.planted import planted
from explorer.training.localizer.pronouns import pronoun_errors
from explorer.training.localizer.rows import touching
from explorer.training.lss.train import kept_by

SEEDS = (0, 1, 2, 3)
"""Of each true summary texts are made with so many draws."""
_MOST_OF_REFERENCE = 40
"""Texts made with each draw after the first."""
SETS = ("bump", "wice", "lss", "fib", "summedits", "cad", "fool")
_MANY = {"summedits": 0.4, "planted": 0.25}
"""The share of sentences without an error that is read, where texts differ in one sentence."""


@dataclass(frozen=True, eq=False)
class Example:
    """A sentence, or a part of a long one.

    Attributes:
        set, reference: where it comes from.
        output, start: the text that it stands in, and where.
        spans: (words, 2) its words, in the text.
        wrong, weight: (words,) how wrong people found each word, and what that counts.
        somewhere: words of which one at least is wrong; empty where nothing such is known.
    """

    set: str
    reference: str
    output: str
    pair: Pair
    spans: NDArray[np.int64]
    wrong: NDArray[np.float32]
    weight: NDArray[np.float32]
    somewhere: NDArray[np.intp]


def rows_of(data: Path) -> list[Labelled]:
    """Every labelled text that the cross-encoder is trained on, those made of others included."""
    by_set = {name: list(labelled(data, [name])) for name in (*SETS, "qasem")}
    true = [row for name in ("bump", "fib", "summedits", "qasem") for row in by_set[name]]
    found = [row for name in SETS for row in by_set[name]]
    found += pronoun_errors([*by_set["fib"], *by_set["summedits"]])
    found += changed([*true, *by_set["wice"]])
    for seed in SEEDS:
        found += planted(true, seed, _MOST_OF_REFERENCE) if seed else planted(true)
    return [*found, *exchanged([*true, *by_set["cad"]])]


def examples(rows: Sequence[Labelled], sparing: bool = True) -> Iterator[Example]:
    """The sentences of texts; of those made by a change in one sentence, and of edited ones, only some others, if `sparing`."""
    draw = Random(0)
    for row in sorted(rows, key=lambda row: row.reference):
        output = Text.of(row.output)
        sentences = [output.text[start:end] for start, end in output.sentences]
        told = _told(row, output)
        for (start, end), alignment in zip(output.sentences, align(encoded(Text.of(row.reference)), sentences), strict=True):
            if sparing and not _is_wrong(row, start, end) and draw.random() > _MANY.get(row.set, 1.0):
                continue
            yield from _examples(row, alignment, start, told)


def _is_wrong(row: Labelled, start: int, end: int) -> bool:
    return any(first < end and start < last for first, last in row.wrong or ())


@dataclass(frozen=True, eq=False)
class _Told:
    """Words of a text with what people found of each."""

    spans: list[tuple[int, int]]
    wrong: NDArray[np.float64]


def _told(row: Labelled, output: Text) -> _Told | None:
    """What people kept of a text, word by word; None where ranges are labelled."""
    if not row.kept:
        return None
    trees = [word_tree(doc, compounds=False) for doc in parse_sentences(output)]
    wrong = 1 - np.mean([kept_by(trees, lss) for lss in row.kept], axis=0)
    places = zip(trees, output.sentences, strict=True)
    return _Told([(start + word.start, start + word.end) for tree, (start, _) in places for word in tree.words], wrong)


def _examples(row: Labelled, alignment: Alignment, start: int, told: _Told | None) -> Iterator[Example]:
    words = alignment.words
    spans = np.stack([words.starts + start, words.ends + start], axis=1).astype(np.int64).reshape(-1, 2)
    places = [(int(first), int(last)) for first, last in spans]
    weight = np.ones(len(places), dtype=np.float32)
    somewhere = np.zeros(0, dtype=np.intp)
    if told is not None:
        wrong = np.array([_worst(told, *place) for place in places], dtype=np.float32)
    elif row.wrong is None:
        wrong, weight[:] = np.zeros(len(places), dtype=np.float32), 0
        somewhere = np.flatnonzero(words.content) if len(places) else somewhere
    else:
        wrong = touching(places, row.wrong).astype(np.float32)
        weight[wrong > 0] = row.sure
        weight[touching(places, row.unknown)] = 0
    whole = Example(row.set, row.reference, row.output, Pair(*[np.zeros(0, dtype=np.int64)] * 5), spans, wrong, weight, somewhere)
    for pair in pairs(alignment):
        here = np.unique(pair.words[pair.words >= 0])
        unread = np.ones(len(places), dtype=bool)
        unread[here] = False
        yield replace(
            whole, pair=pair, weight=np.where(unread, 0, weight).astype(np.float32), somewhere=somewhere[np.isin(somewhere, here)]
        )


def _worst(told: _Told, start: int, end: int) -> float:
    return max((wrong for (first, last), wrong in zip(told.spans, told.wrong, strict=True) if first < end and start < last), default=0.0)
