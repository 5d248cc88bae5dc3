"""Whether what a question rests on stays when the parse is made again with a part of every token's vector left out.

Dropping units of a network at random while it predicts, and looking at how far the predictions agree, tells how sure it is (Gal and
Ghahramani 2016, *Dropout as a Bayesian Approximation*). The pipeline's tagger and parser read one vector a token; where they depend on a
few units of it, the parse is a guess, and a question made from it is often wrong though the scorer is sure of it.
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.core import language
from engines.parsing.scoring.features import VECTOR_SIZE

if TYPE_CHECKING:
    from spacy.tokens import Doc

PARSES = 16
LONGEST = 200
DROPPED = 0.3
"""The share of units that are left out."""
_FUNCTION_WORDS = frozenset({"aux", "auxpass", "neg", "prt"})
"""Labels of the words that make a verb's form, denial and particle."""
Marks = NDArray[np.bool_]


class Steadiness(NamedTuple):
    """The parses of one sentence of `size` tokens, spaces not counted: the first as it is, then those with units left out.

    Attributes:
        heads: (1 + PARSES, size) index of each token's head, its own for a root.
        labels, tags: (1 + PARSES, size) hashes of each token's dependency label and tag.
        functions: (1 + PARSES, size) which tokens are a part of a verb's form.
        punctuation: (size,) which tokens are marks; their arcs say nothing.
        before: (tokens + 1,) how many of the `size` stand before each token of the document, and in all.
    """

    heads: NDArray[np.int64]
    labels: NDArray[np.uint64]
    tags: NDArray[np.uint64]
    functions: Marks
    punctuation: Marks
    before: NDArray[np.int64]

    def of(self, predicate: int, start: int, end: int) -> float:
        """In which share of the parses, [0, 1], all is as it is that a question with an answer from start to before end rests on.

        That is the predicate's tag and the words of its form, the arcs that lead from the answer to the predicate, and where the answer
        begins and ends.
        """
        predicate, start, end = (int(self.before[place]) for place in (predicate, start, end))
        inside = np.zeros(self.heads.shape[1], dtype=bool)
        inside[start : max(end, start + 1)] = True
        same = self._same_arcs([token for token in self._path(predicate, self._top(inside)) if not inside[token]])
        same &= self.tags[:, predicate] == self.tags[0, predicate]
        same &= self._alike((self.heads == predicate) & self.functions)
        return float((same & self._same_borders(inside))[1:].mean())

    def _top(self, inside: Marks) -> int:
        """The first token of the answer whose head is not in it."""
        own = np.flatnonzero(inside)
        out = own[~inside[self.heads[0, own]] | (self.heads[0, own] == own)]
        return int(out[0] if len(out) else own[0])

    def _path(self, predicate: int, answer: int) -> list[int]:
        up, down = self._above(answer), self._above(predicate)
        return sorted(set(up) ^ set(down))

    def _above(self, token: int) -> list[int]:
        chain = [token]
        while (head := int(self.heads[0, chain[-1]])) != chain[-1] and len(chain) <= self.heads.shape[1]:
            chain.append(head)
        return chain

    def _same_arcs(self, tokens: Sequence[int]) -> Marks:
        same = (self.heads[:, tokens] == self.heads[0, tokens]) & (self.labels[:, tokens] == self.labels[0, tokens])
        return np.asarray(same.all(axis=1))

    def _same_borders(self, inside: Marks) -> Marks:
        """Whether the answer hangs on the same words outside, as the same, and no others hang on it; within it the parse may change."""
        across = inside[self.heads] != inside
        leaving = (across | (self.heads == np.arange(len(inside)))) & inside & ~self.punctuation
        hangs = [
            frozenset(zip(heads[out], labels[out], strict=True))
            for heads, labels, out in zip(self.heads, self.labels, leaving, strict=True)
        ]
        return np.array([each == hangs[0] for each in hangs]) & self._alike(across & ~inside & ~self.punctuation)

    @staticmethod
    def _alike(marks: Marks) -> Marks:
        return np.asarray((marks == marks[0]).all(axis=1))


def steadiness(docs: Sequence["Doc"]) -> list[Steadiness | None]:
    """The parses of each sentence, in order; the same sentence always gets the same ones.

    None for a sentence of more than LONGEST tokens, and for a pipeline without token vectors of the known size.
    """
    known = [doc.tensor.ndim == 2 and doc.tensor.shape == (len(doc), VECTOR_SIZE) for doc in docs]
    told = [np.fromiter((not token.is_space for token in doc), bool, len(doc)) for doc in docs]
    fitting = [number for number, fits in enumerate(known) if fits and 0 < told[number].sum() <= LONGEST]
    anew = language.parsed_anew([docs[n] for n in fitting], [_left_out(docs[n].tensor[told[n]]) for n in fitting])
    found: list[Steadiness | None] = [None] * len(docs)
    for number, parses in zip(fitting, anew, strict=True):
        found[number] = _steadiness(docs[number], told[number], parses)
    return found


def _steadiness(doc: "Doc", told: Marks, parses: Sequence["Doc"]) -> Steadiness:
    from spacy.attrs import DEP, HEAD, TAG

    columns, before = [DEP, TAG], np.concatenate(([0], np.cumsum(told)))
    own = before[[token.head.i for token in doc]][told]
    heads = [own, *(each.to_array([HEAD]).reshape(-1).astype(np.int64) + np.arange(len(each)) for each in parses)]
    marked = np.stack([doc.to_array(columns)[told], *(each.to_array(columns) for each in parses)])
    functions = [language.pipeline().vocab.strings[name] for name in sorted(_FUNCTION_WORDS)]
    punctuation = np.fromiter((token.is_punct for token in doc), bool, len(doc))[told]
    return Steadiness(np.stack(heads), marked[:, :, 0], marked[:, :, 1], np.isin(marked[:, :, 0], functions), punctuation, before)


def _left_out(vectors: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """The vectors of a sentence, PARSES times, each time without other units."""
    return [np.where(kept[: len(vectors)], vectors / (1 - DROPPED), 0).astype(np.float32) for kept in _kept()]


@cache
def _kept() -> Marks:
    """(PARSES, LONGEST, VECTOR_SIZE) which units are kept."""
    return np.asarray(np.random.default_rng(0).random((PARSES, LONGEST, VECTOR_SIZE)) >= DROPPED)
