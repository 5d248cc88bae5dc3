"""Sentences of an output with gaps, each beside the passages of the reference that fit what is left of it.

Names, numbers and other content words are left out, some of them at a time; what stood there is not seen, neither in the choice of the
passages nor in what is told of their words, only of which kind it was. So whoever fills the gaps says what the *reference* has in these
places. The sentence before stands ahead, whole: who "she" is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from hashlib import blake2b
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engines.english.animacy import lexicon
from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.encoder import piece_ids
from engines.verification.encoding.words import key
from engines.verification.localizer.cross_encoder import CLS, LONGEST, SEP, fitting, passages_of, told_where
from engines.verification.localizer.marks import Mark, marked
from engines.verification.sentences.thesaurus import entry, forms, is_listed

MASK = 103
ROUNDS = 3
"""In how many rounds all gaps of a sentence are read in training, so that enough of it is left each time."""
_ROOM, _BEFORE = 150, 40
"""Pieces of the reference that stand beside a sentence, about; and of the sentence before, its last ones."""

Gap = tuple[int, ...]
"""The words of a sentence that are left out together: one, or those of a name."""


class Kind(IntEnum):
    """What is told of a gap, and of the sentence before; beyond the marks of the cross-encoder."""

    WORD = len(Mark)
    NAME = WORD + 1
    NUMBER = WORD + 2
    BEFORE = WORD + 3


KINDS = len(Mark) + len(Kind)
"""All that can be told of a piece."""


@dataclass(frozen=True, eq=False)
class Cloze:
    """A sentence, or a part of a long one, with gaps, beside passages.

    Attributes:
        gaps: what is left out.
        ids, types, marks: as of `engines.verification.localizer.cross_encoder.Pair`, with one mask in each gap; the marks of masks and of
            the sentence before are a `Kind`.
        places: (gaps,) where the masks stand among `ids`.
        candidates: (candidates,) the content words of the passages, by their positions in the reference.
        owners: (pieces of the passages,) the candidate that each piece belongs to, -1 for none.
        fits: (gaps, candidates) which candidates may stand in a gap: numbers for numbers, and other words for other words.
        own: (gaps, candidates) which of these are what the output has there, or say or imply the same by the thesaurus.
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

    @property
    def digest(self) -> bytes:
        """Of all that the network sees of it: what it says is the same where this is the same."""
        seen = (self.ids, self.types, self.marks, self.places, self.owners, self.fits)
        return blake2b(b"".join(part.tobytes() for part in (np.array([len(of) for of in seen]), *seen)), digest_size=16).digest()


def names_of(alignment: Alignment) -> NDArray[np.bool_]:
    """(words,) which words are written as names; at the head of a sentence a word of the thesaurus is none, unless it is a first name."""
    names = alignment.words.names.copy()
    first = alignment.words.surfaces[0].lower() if len(names) and names[0] else ""
    if first and is_listed(forms(first)) and first not in lexicon().first_names:
        names[0] = False
    return names


def gaps_of(alignment: Alignment) -> list[Gap]:
    """What can be left out of a sentence, in order: its content words, those of a name together."""
    words = alignment.words
    chosen = np.flatnonzero(words.content | words.names | words.numbers).tolist()
    named = (names_of(alignment) & ~words.numbers).tolist()
    found: list[list[int]] = []
    for before, word in pairwise([-1, *chosen]):
        together = before >= 0 and before == word - 1 and named[before] and named[word]
        if together and alignment.text[int(words.ends[before]) : int(words.starts[word])] == " ":
            found[-1].append(word)
        else:
            found.append([word])
    return [tuple(gap) for gap in found]


def clozes(alignment: Alignment, before: str = "", without: Sequence[int] = (), rounds: int = ROUNDS) -> list[Cloze]:
    """A sentence with all its gaps, some at a time; none where the passages have nothing that could stand in them.

    Args:
        before: the sentence before it.
        without: segments that the reference is taken not to have.
        rounds: in how many all gaps are read.
    """
    if not len(alignment.words):
        return []
    own, owner = np.array(piece_ids([alignment.text])[0], dtype=np.int64), alignment.owner.astype(np.int64)
    gaps = gaps_of(alignment)
    found = []
    for first in range(0, len(own), LONGEST):
        part = slice(first, first + LONGEST)
        inside = [gap for gap in gaps if (owner[part] == gap[0]).any()]
        for number in range(min(rounds, len(inside))):
            cloze = _cloze(alignment, _ahead(before), own[part], owner[part], inside[number::rounds], without)
            if len(cloze.candidates):
                found.append(cloze)
    return found


def alone(alignment: Alignment, gap: Gap, before: str = "", as_name: bool = False) -> Cloze | None:
    """A sentence, or the part of a long one that has them, with these words alone left out, all else as it is; None where nothing fits.

    Args:
        as_name: whether it is told that a name is missing there, and only names fit: where a pronoun stands.
    """
    own, owner = np.array(piece_ids([alignment.text])[0], dtype=np.int64), alignment.owner.astype(np.int64)
    places = np.flatnonzero(np.isin(owner, gap))
    if not len(places):
        return None
    first = int(places[0]) // LONGEST * LONGEST
    part = slice(first, first + LONGEST)
    inside = tuple(word for word in gap if (owner[part] == word).any())
    cloze = _cloze(alignment, _ahead(before), own[part], owner[part], [inside], ())
    if as_name:
        cloze.marks[cloze.places] = Kind.NAME
    if as_name or names_of(alignment)[inside[0]]:
        cloze.fits[:] &= alignment.reference.words.names[cloze.candidates]
    return cloze if cloze.fits.any() else None


def _ahead(before: str) -> NDArray[np.int64]:
    """The last pieces of the sentence before."""
    return np.array(piece_ids([before])[0][-_BEFORE:] if before else [], dtype=np.int64)


def _cloze(
    alignment: Alignment,
    ahead: NDArray[np.int64],
    own: NDArray[np.int64],
    owner: NDArray[np.int64],
    gaps: Sequence[Gap],
    without: Sequence[int],
) -> Cloze:
    reference, words = alignment.reference, alignment.words
    weights = np.array(alignment.weights, dtype=np.float64)
    weights[[word for gap in gaps for word in gap]] = 0
    segments = fitting(alignment, weights, _ROOM, without)
    passages, theirs = passages_of(alignment, segments, weights)
    ids, owners, places = _masked(own, owner, gaps)
    where = told_where(alignment, segments, owners, without)
    marks, passage_marks = marked(ids.tolist(), passages.tolist(), where.tolist())
    first = [gap[0] for gap in gaps]
    is_number, is_name = words.numbers[first], names_of(alignment)[first]
    marks[places] = np.where(is_number, Kind.NUMBER, np.where(is_name, Kind.NAME, Kind.WORD))
    positions = np.unique(theirs[theirs >= 0])
    candidates = positions[(reference.words.content | reference.words.names | reference.words.numbers)[positions]]
    index = np.full(len(reference.words) + 1, -1, dtype=np.int64)
    index[candidates] = np.arange(len(candidates))
    fits = is_number[:, None] == reference.words.numbers[candidates][None, :]
    begin = [[CLS], ahead, [SEP]] if len(ahead) else [[CLS]]
    begin_marks = [[Mark.PASSAGE], np.full(len(ahead), Kind.BEFORE), [Mark.PASSAGE]] if len(ahead) else [[Mark.PASSAGE]]
    every = np.concatenate([*begin, ids, [SEP], passages, [SEP]]).astype(np.int64)
    offset = len(every) - len(ids) - len(passages) - 2
    return Cloze(
        gaps=tuple(gaps),
        ids=every,
        types=np.repeat([0, 1], [offset + len(ids) + 1, len(passages) + 1]),
        marks=np.concatenate([*begin_marks, marks, [Mark.PASSAGE], passage_marks, [Mark.PASSAGE]]).astype(np.int64),
        places=places + offset,
        candidates=candidates,
        owners=index[theirs],
        fits=fits,
        own=fits & _same(alignment, gaps, candidates),
    )


def _same(alignment: Alignment, gaps: Sequence[Gap], candidates: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(gaps, candidates) which words of the reference are a word of the gap, or of a longer form of its name, or say or imply the same by
    the thesaurus."""
    words, theirs = alignment.words, alignment.reference.words
    named = names_of(alignment)
    of = [(theirs.keys[at], theirs.surfaces[at].lower()) for at in candidates.tolist()]
    found = np.zeros((len(gaps), len(candidates)), dtype=bool)
    for row, gap in zip(found, gaps, strict=True):
        keys = {words.keys[word] for word in gap}
        if named[gap[0]]:
            surface = alignment.text[int(words.starts[gap[0]]) : int(words.ends[gap[-1]])]
            keys |= {key(part) for mention in alignment.reference.names.mentions(surface) for part in mention.words}
        row[:] = [known in keys for known, _ in of]
        if len(gap) == 1 and not named[gap[0]] and not words.numbers[gap[0]]:
            told = entry(forms(words.surfaces[gap[0]].lower()))
            related = told.same | told.implying
            row |= np.array([not related.isdisjoint(forms(surface)) for _, surface in of], dtype=bool)
    return found


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
