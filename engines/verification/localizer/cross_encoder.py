"""A small encoder that reads a sentence of the output and what fits it of the reference together, and says of each word how wrong it looks.

The encoder of the verifier reads every sentence by itself. This one is the same network trained on: the sentence stands before the passages
of the reference that fit it best, so that every word is read beside what the reference says there, and is told of each word what
`engines.verification.localizer.marks` knows of it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.core.errors import UnavailableError
from engines.core.machine.files import asset
from engines.core.machine.threads import threads, threads_for
from engines.english.pronouns import PLAIN
from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.encoder import layers, narrowed, piece_ids, word_embeddings
from engines.verification.encoding.reference import EncodedReference
from engines.verification.localizer.marks import Mark, marked
from engines.verification.localizer.model import CROSS_ENCODER, FOLDER
from engines.verification.localizer.reading import ReadSentence

ROOM, LONGEST = 110, 120
"""Pieces of the reference that stand beside a sentence, about; and of the sentence, a longer one is read in parts."""
_MOST, _WIDEST = 6, 350
"""Segments of the reference beside a sentence; and pieces of one that are read, where it is as long as a table or a list."""
CLS, SEP = 101, 102
SHARE, LEAST, SHIFT = 0.3, -1.0, 0.4
"""What its log-odds count beside those of the localizer's other models, from where on they count, and what is taken off the sum, so that as
many true texts raise an alarm as without it (assets/localizer/CARD.md)."""


class Pair(NamedTuple):
    """A sentence, or a part of a long one, beside passages.

    Attributes:
        own: the numbers of its pieces.
        words: for each of them the word of the sentence that it belongs to, -1 for marks of punctuation.
        passages: the numbers of the pieces of the reference.
        marks, passage_marks: a `Mark` for each piece.
    """

    own: NDArray[np.int64]
    words: NDArray[np.int64]
    passages: NDArray[np.int64]
    marks: NDArray[np.int64]
    passage_marks: NDArray[np.int64]

    @property
    def ids(self) -> NDArray[np.int64]:
        """All pieces in the order in which they are read."""
        return np.concatenate([[CLS], self.own, [SEP], self.passages, [SEP]])

    @property
    def types(self) -> NDArray[np.int64]:
        """0 for the sentence, 1 for the passages."""
        return np.repeat([0, 1], [len(self.own) + 2, len(self.passages) + 1])

    @property
    def all_marks(self) -> NDArray[np.int64]:
        """What is told of all pieces."""
        nothing = [Mark.PASSAGE]
        return np.concatenate([nothing, self.marks, nothing, self.passage_marks, nothing])


def pairs(alignment: Alignment) -> list[Pair]:
    """A sentence as the cross-encoder reads it; none without words."""
    if not len(alignment.words):
        return []
    own = np.array(piece_ids([alignment.text])[0], dtype=np.int64)
    chosen = fitting(alignment, alignment.weights)
    passages, _ = passages_of(alignment, chosen, alignment.weights)
    owner = alignment.owner.astype(np.int64)
    told = told_where(alignment, chosen, owner)
    found = []
    for first in range(0, len(own), LONGEST):
        part = slice(first, first + LONGEST)
        marks, passage_marks = marked(own[part].tolist(), passages.tolist(), told[part].tolist())
        found.append(Pair(own[part], owner[part], passages, marks, passage_marks))
    return found


def fitting(alignment: Alignment, weights: NDArray[np.floating], room: int = ROOM, without: Collection[int] = ()) -> list[int]:
    """The segments that fit a sentence best and have room together, in their order.

    Args:
        weights: (words,) how much each word of the sentence counts.
        room: for so many pieces, about.
        without: segments that are not taken.
    """
    offsets = alignment.reference.piece_offsets
    scores = weights @ (0.5 * alignment.degrees + 0.5 * alignment.exact)
    chosen: list[int] = []
    by_score = (segment for segment in np.argsort(-scores, kind="stable").tolist() if segment not in without)
    for segment in islice(by_score, _MOST):
        pieces = int(offsets[segment + 1] - offsets[segment])
        if not chosen or pieces <= room:
            chosen.append(segment)
            room -= pieces
    return sorted(chosen)


def passages_of(
    alignment: Alignment, segments: Sequence[int], weights: NDArray[np.floating]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The pieces of segments by their numbers, and the word of the reference that each belongs to, -1 for none.

    Args:
        weights: as in `fitting`; of a segment that is too long to be read the part is taken that has most of these words.
    """
    reference = alignment.reference
    of, offsets = reference.derived(_segment_ids), reference.piece_offsets
    nothing = np.zeros(0, dtype=np.int64)
    pieces, words = [nothing], [nothing]
    for segment in segments:
        own = reference.piece_words[offsets[segment] : offsets[segment + 1]].astype(np.int64)
        first = _first(alignment, own, weights) if len(own) > _WIDEST else 0
        pieces.append(of[segment][first : first + _WIDEST])
        words.append(own[first : first + _WIDEST])
    return np.concatenate(pieces), np.concatenate(words)


def _first(alignment: Alignment, words: NDArray[np.int64], weights: NDArray[np.floating]) -> int:
    """Where the part of a long segment begins that has most of a sentence's words."""
    worth = dict(zip(alignment.words.keys, weights.tolist(), strict=True))
    keys = alignment.reference.words.keys
    values = [worth.get(keys[word], 0.0) if word >= 0 else 0.0 for word in words.tolist()]
    until = np.concatenate([[0.0], np.cumsum(values)])
    return int((until[_WIDEST:] - until[:-_WIDEST]).argmax())


def told_where(alignment: Alignment, segments: Sequence[int], owners: NDArray[np.int64], without: Sequence[int] = ()) -> NDArray[np.int64]:
    """For each piece of a sentence `BESIDE`, `ELSEWHERE` or `NOWHERE`: where the reference has its word, those of no word `BESIDE`.

    Args:
        segments: those beside the sentence.
        owners: the word of each piece, -1 for none.
        without: segments that the reference is taken not to have.
    """
    beside = alignment.exact[:, segments].any(axis=1)
    elsewhere = np.delete(alignment.exact, without, axis=1).any(axis=1)
    where = np.where(beside, Mark.BESIDE, np.where(elsewhere, Mark.ELSEWHERE, Mark.NOWHERE))
    return np.where(owners >= 0, where[owners], Mark.BESIDE)


def _segment_ids(reference: EncodedReference) -> list[NDArray[np.int64]]:
    """The pieces of each segment of a reference, by their numbers."""
    text = reference.text.model_text
    return [np.array(ids, dtype=np.int64) for ids in piece_ids([text[start:end] for start, end, _ in reference.segments.tolist()])]


@dataclass(frozen=True, eq=False)
class CrossEncoder:
    """The trained encoder.

    Attributes:
        weights: by the names of a BERT checkpoint without word embeddings, which are the encoder's own; `marks` (13, 384) are added to the
            embeddings, `first` and `last` make log-odds of a piece.
    """

    weights: Mapping[str, Any]

    def log_odds(self, of: Sequence[Pair], words: int) -> NDArray[np.float64]:
        """(words,) of a sentence: the mean of each word's pieces; 0 for words without any."""
        sums, counts = np.zeros(words), np.zeros(words)
        for pair in of:
            inside = pair.words >= 0
            np.add.at(sums, pair.words[inside], self._read(pair)[inside])
            np.add.at(counts, pair.words[inside], 1)
        return sums / np.maximum(counts, 1)

    def _read(self, pair: Pair) -> NDArray[np.float64]:
        """(pieces of the sentence,) log-odds."""
        import torch
        from torch.nn import functional

        weights, length = self.weights, len(pair.ids)
        ids, types, told = (torch.from_numpy(of) for of in (pair.ids, pair.types, pair.all_marks))
        with torch.inference_mode(), threads(threads_for(0)):
            hidden = word_embeddings()[ids] + weights["embeddings.position_embeddings.weight"][:length]
            hidden += weights["embeddings.token_type_embeddings.weight"][types] + weights["marks"][told]
            read = layers(hidden, [length], weights, alone=True)[1 : len(pair.own) + 1]
            inner = functional.gelu(functional.linear(read, weights["first.weight"], weights["first.bias"]))
            return np.asarray(functional.linear(inner, weights["last.weight"], weights["last.bias"])[:, 0].double().numpy())


def read(sentence: ReadSentence) -> NDArray[np.float64]:
    """(words of the tree,) what the cross-encoder adds to the log-odds of each word: that of the likeliest of the words inside it.

    It may speak against a word and never for one: what it learned of errors carries over to other texts better than what it learned of what
    is right. Of pronouns it says nothing, since who they stand for is told by the sentences before.
    """
    alignment, words, text = sentence.alignment, sentence.tree.words, sentence.tree.doc.text
    odds = added(load_cross_encoder().log_odds(pairs(alignment), len(alignment.words)))
    against = [
        odds[inside].max() if len(inside) and text[word.start : word.end].lower() not in PLAIN else 0.0
        for word, inside in zip(words, sentence.inside, strict=True)
    ]
    return np.array(against, dtype=np.float64) - SHIFT


def added(odds: NDArray[np.floating]) -> NDArray[np.float64]:
    """What log-odds of the cross-encoder count, before what is taken off the sum."""
    return np.asarray(SHARE * np.maximum(odds - LEAST, 0), dtype=np.float64)


@lru_cache(maxsize=1)
def load_cross_encoder() -> CrossEncoder:
    """The bundled cross-encoder, loaded once.

    Raises:
        UnavailableError: the weights are missing.
    """
    from safetensors import safe_open

    path = asset(FOLDER, CROSS_ENCODER)
    if not path.exists():
        raise UnavailableError(f"assets/{FOLDER}/{CROSS_ENCODER} is missing. Run: python -m explorer.training cross_encoder")
    with safe_open(str(path), "torch") as stored:
        weights = {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
    return CrossEncoder(narrowed(weights))
