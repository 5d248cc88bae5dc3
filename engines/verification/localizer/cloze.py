"""Sentences of an output with gaps, each beside the passages of the reference that fit what is left of it.

Names, numbers and other content words are left out, a third of them at a time; what stood there is not seen, neither in the choice of the
passages nor in what is told of their words. So whoever fills the gaps says what the *reference* has in these places.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.encoder import piece_ids
from engines.verification.localizer.cross_encoder import CLS, LONGEST, SEP, fitting, passages_of, told_where
from engines.verification.localizer.marks import Mark, marked

MASK = 103
ROUNDS = 3
"""In how many rounds all gaps of a sentence are read, so that enough of it is left each time."""

Gap = tuple[int, ...]
"""The words of a sentence that are left out together: one, or those of a name."""


@dataclass(frozen=True, eq=False)
class Cloze:
    """A sentence, or a part of a long one, with gaps, beside passages.

    Attributes:
        gaps: what is left out.
        ids, types, marks: as of `engines.verification.localizer.cross_encoder.Pair`, with one mask in each gap.
        places: (gaps,) where the masks stand among `ids`.
        candidates: (candidates,) the content words of the passages, by their positions in the reference.
        owners: (pieces of the passages,) the candidate that each piece belongs to, -1 for none.
        fits: (gaps, candidates) which candidates may stand in a gap: numbers for numbers, and other words for other words.
        own: (gaps, candidates) which of these are what the output has there.
    """

    gaps: tuple[Gap, ...]
    ids: NDArray[np.int64]
    types: NDArray[np.int64]
    marks: NDArray[np.int64]
    places: NDArray[np.int64]
    candidates: NDArray[np.int64]
    owners: NDArray[np.int64]
    fits: NDArray[np.bool_]
    own: NDArray[np.bool_]

    @property
    def first(self) -> int:
        """Where the passages begin among `ids`."""
        return len(self.ids) - 1 - len(self.owners)


def gaps_of(alignment: Alignment) -> list[Gap]:
    """What can be left out of a sentence, in order: its content words, those of a name together."""
    words = alignment.words
    chosen = np.flatnonzero(words.content | words.names | words.numbers).tolist()
    named = [bool(words.names[i] and not words.numbers[i]) for i in range(len(words))]
    found: list[list[int]] = []
    for before, word in pairwise([-1, *chosen]):
        together = before >= 0 and before == word - 1 and named[before] and named[word]
        if together and alignment.text[int(words.ends[before]) : int(words.starts[word])] == " ":
            found[-1].append(word)
        else:
            found.append([word])
    return [tuple(gap) for gap in found]


def clozes(alignment: Alignment) -> list[Cloze]:
    """A sentence with all its gaps, some at a time; none where the passages have nothing that could stand in them."""
    if not len(alignment.words):
        return []
    own, owner = np.array(piece_ids([alignment.text])[0], dtype=np.int64), alignment.owner.astype(np.int64)
    gaps = gaps_of(alignment)
    found = []
    for first in range(0, len(own), LONGEST):
        part = slice(first, first + LONGEST)
        inside = [gap for gap in gaps if (owner[part] == gap[0]).any()]
        for number in range(min(ROUNDS, len(inside))):
            cloze = _cloze(alignment, own[part], owner[part], inside[number::ROUNDS])
            if len(cloze.candidates):
                found.append(cloze)
    return found


def _cloze(alignment: Alignment, own: NDArray[np.int64], owner: NDArray[np.int64], gaps: Sequence[Gap]) -> Cloze:
    reference, words = alignment.reference, alignment.words
    weights = np.array(alignment.weights, dtype=np.float64)
    weights[[word for gap in gaps for word in gap]] = 0
    segments = fitting(alignment, weights)
    passages, theirs = passages_of(alignment, segments, weights)
    ids, owners, places = _masked(own, owner, gaps)
    marks, passage_marks = marked(ids.tolist(), passages.tolist(), told_where(alignment, segments, owners).tolist())
    marks[places] = Mark.UNTOLD
    positions = np.unique(theirs[theirs >= 0])
    candidates = positions[(reference.words.content | reference.words.names | reference.words.numbers)[positions]]
    index = np.full(len(reference.words) + 1, -1, dtype=np.int64)
    index[candidates] = np.arange(len(candidates))
    is_number = words.numbers[[gap[0] for gap in gaps]]
    keys = [{words.keys[word] for word in gap} for gap in gaps]
    fits = is_number[:, None] == reference.words.numbers[candidates][None, :]
    same = np.array([[reference.words.keys[at] in known for at in candidates] for known in keys], dtype=bool).reshape(fits.shape)
    nothing = [Mark.PASSAGE]
    return Cloze(
        gaps=tuple(gaps),
        ids=np.concatenate([[CLS], ids, [SEP], passages, [SEP]]).astype(np.int64),
        types=np.repeat([0, 1], [len(ids) + 2, len(passages) + 1]),
        marks=np.concatenate([nothing, marks, nothing, passage_marks, nothing]).astype(np.int64),
        places=places + 1,
        candidates=candidates,
        owners=index[theirs],
        fits=fits,
        own=fits & same,
    )


def _masked(
    own: NDArray[np.int64], owner: NDArray[np.int64], gaps: Sequence[Gap]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The pieces with one mask for each gap, the word of each piece, -1 for masks, and where the masks stand."""
    of = {word: number for number, gap in enumerate(gaps) for word in gap}
    ids: list[int] = []
    owners: list[int] = []
    places: dict[int, int] = {}
    for piece, word in zip(own.tolist(), owner.tolist(), strict=True):
        gap = of.get(word)
        if gap is None:
            ids.append(piece)
            owners.append(word)
        elif gap not in places:
            places[gap] = len(ids)
            ids.append(MASK)
            owners.append(-1)
    return np.array(ids), np.array(owners), np.array([places[number] for number in range(len(gaps))])
