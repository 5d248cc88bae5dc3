"""Sentences that people wrote or found right, with gaps: what stands in them is what the reference has in these places."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.cloze import Cloze, clozes
from explorer.training.localizer.cross_encoder.exchanged import NAME, exchanged
from explorer.training.localizer.data import Labelled, labelled

SETS = ("bump", "fib", "summedits", "qasem", "cad", "fool")
_TWICE = 2
"""How often words of a sentence are exchanged for others that leave it true, each time others."""


class Gapped(NamedTuple):
    """A sentence with gaps, and the set that it comes from."""

    set: str
    reference: str
    cloze: Cloze


def rows_of(data: Path) -> list[Labelled]:
    """True texts, and those made of them that say the same in other words."""
    true = [row for row in labelled(data, SETS) if is_true(row)]
    others = exchanged([row for row in true if row.set != "fool"] * _TWICE)
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
        for sentence, alignment in zip(sentences, align(encoded(Text.of(row.reference)), sentences), strict=True):
            if (row.reference, sentence) not in seen:
                seen.add((row.reference, sentence))
                yield from (Gapped(row.set, row.reference, cloze) for cloze in clozes(alignment))
