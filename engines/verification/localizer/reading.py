"""An output beside its reference, as the signals of the localizer read it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engines.core.findings import Expectations
from engines.core.language import parse_sentences
from engines.core.plain.copying import model_text
from engines.core.roles import LanguageModel
from engines.core.text import Text
from engines.verification.encoding.alignment import Alignment, align
from engines.verification.encoding.derived import Derived, Remembered
from engines.verification.encoding.reference import EncodedReference
from engines.verification.rules.base import Conflict
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import counting, trace
from engines.verification.sentences.context import best_sentences, premises
from engines.verification.word_support.evidence import Support, support
from engines.verification.word_support.tree import WordTree, word_tree

T = TypeVar("T")
_MOST_WORDS = 800
"""Words of a reference that a language model reads."""
_BEFORE = 3
"""How many sentences before one of the output are read for its pronouns."""


class ReadSentence(Derived):
    """A sentence of an output beside the reference: its words with their tree, their alignment, and the sentences looked up for it.

    Its `key` is the same for the same sentence whose pronouns stand for the same; `before` is the sentence before it.
    """

    def __init__(self, tree: WordTree, alignment: Alignment, before: tuple[str, ...]):
        self.tree = tree
        self.alignment = alignment
        self.case = Case(alignment, before)
        self.key = (tree.doc.text, *self.case.key)
        self.before = before[-1] if before else ""

    @cached_property
    def known(self) -> Support:
        """How far each word is found in each passage."""
        return support(self.tree, self.alignment)

    @cached_property
    def seen(self) -> tuple[Conflict, ...]:
        """Every conflict that a rule sees."""
        return trace(self.case) if len(self.tree) else ()

    def counting(self, tokens: frozenset[int]) -> tuple[Conflict, ...]:
        """Those of the conflicts that count for some of the sentence's tokens."""
        return counting(self.seen, tokens, [premise.words for premise in self.case.near]) if self.seen else ()

    @cached_property
    def inside(self) -> tuple[NDArray[np.int64], ...]:
        """For each word of the tree the words of the alignment inside it, by their numbers."""
        return tuple(np.flatnonzero(self.alignment.words.inside(word.start, word.end)) for word in self.tree.words)


@dataclass(frozen=True, eq=False)
class Reading:
    """An output beside its reference, sentence by sentence; what a language model expected of it, where one was asked."""

    output: Text
    reference: EncodedReference
    sentences: tuple[ReadSentence, ...]
    expected: Expectations | None = None

    def worked_out(self, make: Callable[[ReadSentence], T], sentence: ReadSentence, in_its_place: bool = False) -> T:
        """What `make` makes of a sentence; made once for the reference, also when the sentence comes again in another output.

        Args:
            in_its_place: whether it reads the sentence before, too.
        """
        key = (make, sentence.key, sentence.before if in_its_place else None)
        return self.reference.derived(Remembered).of(key, len(sentence.tree), lambda: make(sentence))


def read_output(reference: EncodedReference, output: Text, language_model: LanguageModel | None = None) -> Reading:
    """Align and parse every sentence of an output; its words are those of the parse, the parts of compounds each for itself.

    Args:
        language_model: reads the reference, of a long one the passages that fit the output, and then the output.
    """
    docs = parse_sentences(output)
    texts = [model_text(doc.text) for doc in docs]
    alignments = align(reference, [doc.text for doc in docs])
    # All that will be looked up is parsed in one batch, which is several times as fast as one by one.
    premises(reference, [sentence for alignment in alignments for sentence in best_sentences(alignment)])
    sentences = tuple(
        ReadSentence(word_tree(doc, compounds=False), alignment, tuple(texts[max(0, i - _BEFORE) : i]))
        for i, (doc, alignment) in enumerate(zip(docs, alignments, strict=True))
    )
    premises(reference, [i for sentence in sentences if len(sentence.tree) for i in sentence.case.clause_sentences])
    expected = None if language_model is None else language_model.expectations(passages(reference, alignments), output.text)
    return Reading(output, reference, sentences, expected)


def passages(reference: EncodedReference, alignments: Sequence[Alignment]) -> str:
    """The reference as a language model is given it: whole, or of a long one the sentences that fit an output best, in their order."""
    text = reference.text
    if text.words <= _MOST_WORDS:
        return text.model_text
    return " ".join(text.model_text[slice(*text.sentences[i])] for i in fitting(reference, alignments))


def fitting(reference: EncodedReference, alignments: Sequence[Alignment]) -> list[int]:
    """The sentences of the reference that a language model is given: all, or of a long one those that fit an output best, in order."""
    text = reference.text
    if text.words <= _MOST_WORDS:
        return list(range(len(text.sentences)))
    fits: dict[int, float] = {}
    for alignment in alignments:
        scores = alignment.weights @ (0.5 * alignment.degrees + 0.5 * alignment.exact) / max(float(alignment.weights.sum()), 1e-9)
        for sentence, score in zip(reference.segments[:, 2].tolist(), scores.tolist(), strict=True):
            fits[sentence] = max(fits.get(sentence, 0.0), score)
    chosen: list[int] = []
    words = 0
    for sentence in sorted(fits, key=lambda i: -fits[i]):
        words += len(text.model_text[slice(*text.sentences[sentence])].split())
        if words > _MOST_WORDS:
            break
        chosen.append(sentence)
    return sorted(chosen)
