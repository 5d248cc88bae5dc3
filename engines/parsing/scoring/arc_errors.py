"""How likely each arc of a parse is to be wrong.

A small network looks at a word and its head as the pipeline's encoder sees them, their labels and what stands between them. It was
taught (`explorer.training.parser.arcs`) where a second English pipeline, trained apart from this one, draws another arc: where two
parsers disagree at least one of them is wrong, and answers read off such arcs are wrong four times as often as others.
"""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engines.core.machine.files import asset
from engines.parsing.scoring.features import VECTOR_SIZE, symbol

if TYPE_CHECKING:
    from spacy.tokens import Doc

WEIGHTS = ("parser", "arcs.safetensors")
_VERBS = frozenset({"VERB", "AUX"})
_NOUNS = frozenset({"NOUN", "PROPN", "PRON"})
_MOST_CERTAIN = 0.98
"""No arc counts as more doubtful than this."""


class Arcs(NamedTuple):
    """The arcs of a sentence, one for each token.

    Attributes:
        vectors: (tokens, VECTOR_SIZE) contextual vectors of the pipeline.
        head: index of each token's head, its own for a root.
        numbers: (tokens, NUMBERS) what stands between the two.
        label, tag: hashes (`engines.parsing.scoring.features.symbol`) of each token's dependency label and part of speech.
        punctuation: whether each token is a punctuation mark; its arc says nothing.
    """

    vectors: np.ndarray
    head: np.ndarray
    numbers: np.ndarray
    label: np.ndarray
    tag: np.ndarray
    punctuation: np.ndarray


NUMBERS = 8
"""Distance, head to the right, root, verbs, nouns and marks between, length of the sentence, capital letter."""


def arcs_of(doc: "Doc") -> Arcs | None:
    """The arcs of a parsed sentence; None for a pipeline without vectors of the right size."""
    size = len(doc)
    if not size or doc.tensor.ndim != 2 or doc.tensor.shape != (size, VECTOR_SIZE):
        return None
    tokens = list(doc)
    head = np.fromiter((token.head.i for token in tokens), np.int64, size)
    punctuation = np.fromiter((token.is_punct for token in tokens), bool, size)
    own = np.arange(size)
    low = np.minimum(own, head) + 1
    high = np.maximum(np.maximum(own, head), low)

    def between(flags: np.ndarray, most: int) -> np.ndarray:
        total = np.concatenate(([0], np.cumsum(flags)))
        return np.minimum(total[high] - total[low], most)

    verbs = np.fromiter((token.pos_ in _VERBS for token in tokens), np.int64, size)
    nouns = np.fromiter((token.pos_ in _NOUNS for token in tokens), np.int64, size)
    numbers = np.stack(
        [
            np.log1p(np.abs(own - head)),
            own < head,
            own == head,
            between(verbs, 4),
            between(nouns, 6),
            between(punctuation.astype(np.int64), 4),
            np.full(size, np.log(size)),
            np.fromiter((token.text[:1].isupper() for token in tokens), bool, size),
        ],
        axis=1,
    ).astype(np.float32)
    label = np.fromiter((symbol(token.dep_) for token in tokens), np.uint32, size)
    tag = np.fromiter((symbol(token.pos_) for token in tokens), np.uint32, size)
    return Arcs(np.asarray(doc.tensor, np.float32), head, numbers, label, tag, punctuation)


def arc_surprise(doc: "Doc") -> np.ndarray | None:
    """-ln(1 - P(wrong)) of each token's arc, (len(doc),), from 0 up; None for a pipeline whose vectors do not fit."""
    arcs = arcs_of(doc)
    if arcs is None:
        return None
    w = _weights()
    hidden = arcs.vectors @ w["vectors"] + (arcs.vectors @ w["head_vectors"])[arcs.head] + arcs.numbers @ w["numbers"] + w["bias"]
    tags = codes(arcs.tag, w["tag_names"])
    hidden += w["labels"][codes(arcs.label, w["label_names"])] + w["tags"][tags] + w["head_tags"][tags[arcs.head]]
    margin = np.maximum(hidden, 0) @ w["output"] + w["output_bias"]
    wrong = np.minimum(1 / (1 + np.exp(-margin)), _MOST_CERTAIN)
    return np.where(arcs.punctuation, 0.0, -np.log(1 - wrong))


def codes(names: np.ndarray, known: np.ndarray) -> np.ndarray:
    """The row of each hash in a table for the sorted hashes `known`; the last row is that of all others."""
    place = np.minimum(np.searchsorted(known, names), len(known) - 1)
    return np.where(known[place] == names, place, len(known))


@cache
def _weights() -> dict[str, np.ndarray]:
    from safetensors.numpy import load_file

    arrays = load_file(asset(*WEIGHTS))
    return {name: array if name.endswith("_names") else array.astype(np.float32) for name, array in arrays.items()}
