"""Sentences that are true, with gaps: what stands in them is what the reference has in these places.

Sentences that people wrote or found right; and those of the references themselves, beside what is left of their reference.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.cloze import Cloze, clozes
from explorer.training.localizer.cross_encoder.exchanged import NAME, exchanged
from explorer.training.localizer.data import Labelled, labelled

SETS = ("bump", "fib", "summedits", "qasem", "cad", "fool")
WITHIN = "within"
"""The set of the references' own sentences."""
_REFERENCES = ("bump", "fib", "summedits", "qasem", "lss", "wice")
_FEWEST_WORDS, _MOST_SENTENCES = 8, 25
"""Words of a reference's sentence that is read; and how many sentences of one are."""
_FILLED, _ALONE = 0.5, 0.5
"""How many of the gaps of such a sentence something fills, at least; and how many are read without the sentence before."""


class Gapped(NamedTuple):
    """A sentence with gaps, and the set that it comes from."""

    set: str
    reference: str
    cloze: Cloze


def rows_of(data: Path) -> list[Labelled]:
    """True texts, and those made of them that say the same in other words."""
    true = [row for row in labelled(data, SETS) if is_true(row)]
    others = exchanged([row for row in true if row.set != "fool"])
    return [*true, *(row for row in others if is_true(row))]


def is_true(row: Labelled) -> bool:
    """Whether every word of a text is known to be right."""
    return row.wrong == () and not row.kept


def gapped(rows: Sequence[Labelled]) -> Iterator[Gapped]:
    """Every sentence once for each reference, with all its gaps; texts come by their references, those exchanged after their sources."""
    seen: set[tuple[str, str]] = set()
    for row in sorted(rows, key=lambda row: (row.reference, row.set == NAME)):
        output = Text.of(row.output)
        sentences = [output.text[start:end] for start, end in output.sentences]
        every = zip(["", *sentences], sentences, align(encoded(Text.of(row.reference)), sentences), strict=False)
        for before, sentence, alignment in every:
            if (row.reference, sentence) not in seen:
                seen.add((row.reference, sentence))
                yield from (Gapped(row.set, row.reference, cloze) for cloze in clozes(alignment, before))


def references_of(data: Path) -> list[str]:
    """Every reference whose own sentences are read, once."""
    return sorted({row.reference for row in labelled(data, _REFERENCES)})


def within(references: Sequence[str]) -> Iterator[Gapped]:
    """Sentences of references with gaps that the rest of their reference fills; with the one before them, this is left out of it, too."""
    draw = Random(0)
    for text in references:
        reference = encoded(Text.of(text))
        sentences = [text[start:end] for start, end in reference.text.sentences]
        long = [i for i, sentence in enumerate(sentences) if len(sentence.split()) >= _FEWEST_WORDS]
        drawn = sorted(draw.sample(long, min(len(long), _MOST_SENTENCES)))
        for i, alignment in zip(drawn, align(reference, [sentences[i] for i in drawn]), strict=True):
            before = i > 0 and draw.random() >= _ALONE
            left_out = np.flatnonzero(np.isin(reference.segments[:, 2], [i - 1, i] if before else [i])).tolist()
            if len(left_out) < len(reference.segments):
                found = clozes(alignment, sentences[i - 1] if before else "", left_out)
                yield from (Gapped(WITHIN, text, cloze) for cloze in found if cloze.own.any(1).mean() >= _FILLED)
