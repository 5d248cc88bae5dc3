"""One hypothesis beside one reference: everything that rules read of the two, worked out once when it is first asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engines.core.plain.copying import model_text
from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.derived import Derived
from engines.verification.encoding.reference import EncodedReference
from engines.verification.encoding.words import split
from engines.verification.sentences.context import best_for, best_sentences, hypothesis_after, hypothesis_of, premises, tokens_of, words_of
from engines.verification.sentences.edits import MOST_COMPARED, Difference, difference
from engines.verification.sentences.parsed import ParsedSentence, antecedents, clauses, counts, is_prose
from engines.verification.word_support.support import word_support

LEAST = 0.6
"""Share of the words of a hypothesis that a sentence must have to say nearly the same."""
_IN_ORDER = 0.4
"""The share of content words that a sentence must have in the order of the hypothesis, for what differs to be compared place by place."""


@dataclass(frozen=True, eq=False)
class Premise:
    """A sentence of the reference, taken apart.

    Attributes:
        number: of the sentence.
        start: its first character in the reference.
    """

    number: int
    start: int
    sentence: ParsedSentence

    def span(self, first: int, last: int) -> tuple[int, int]:
        """(start, end) in the reference of the tokens from `first` to `last`, both included."""
        return self.start + self.sentence.spans[first][0], self.start + self.sentence.spans[last][1]


@dataclass(frozen=True, eq=False)
class Near(Premise):
    """A premise that says nearly the same, with shares of content words in [0, 1].

    Attributes:
        place: its place in `Case.near`.
        words: of the hypothesis that the premise has.
        frame: the same without names and values, which a false copy may have replaced.
        back: of the premise's words that the hypothesis has, without names and values; high only where nothing was left out.
    """

    place: int
    words: float
    frame: float
    back: float

    @property
    def much_the_same(self) -> bool:
        """Whether the hypothesis is the premise with little changed, not a shorter account of it."""
        return self.frame >= 0.7 and self.back >= 0.75


class Case(Derived):
    """A hypothesis aligned with a reference, its parse, the sentences looked up for it, and what was worked out about them."""

    def __init__(self, alignment: Alignment, before: tuple[str, ...] = ()):
        """`before`: the sentences before the hypothesis, where its pronouns are looked up."""
        self.alignment = alignment
        self.before = before
        self._words: dict[int, NDArray[np.int64]] = {}
        self._near_degrees: dict[int, NDArray[np.float32]] = {}

    @cached_property
    def key(self) -> tuple[str, tuple[tuple[int, str], ...]]:
        """The same for the same hypothesis whose pronouns stand for the same, whatever stands before it."""
        return self.alignment.text, antecedents(model_text(self.alignment.text), self.before)

    @property
    def reference(self) -> EncodedReference:
        """The encoded reference."""
        return self.alignment.reference

    @cached_property
    def hypothesis(self) -> ParsedSentence:
        """The hypothesis taken apart."""
        return hypothesis_of(self.alignment) if not self.before else hypothesis_after(self.alignment, self.before)

    @cached_property
    def content(self) -> tuple[int, ...]:
        """The tokens of the hypothesis that carry meaning of their own."""
        return tuple(t for t in range(len(self.hypothesis.keys)) if counts(self.hypothesis, t))

    @cached_property
    def is_copy(self) -> bool:
        """Whether a sentence of the reference has the very words of the hypothesis, whatever their case and spacing."""
        alignment, text = self.alignment, self.reference.text
        if not len(alignment.words) or alignment.runs[-1] < len(alignment.words):
            return False
        keys = tuple(alignment.words.keys)
        return any(tuple(split(text.model_text[slice(*text.sentences[i])]).keys) == keys for i in best_sentences(alignment))

    @cached_property
    def premises(self) -> tuple[Premise, ...]:
        """The sentences of the reference that fit best, best first."""
        return self.read(best_sentences(self.alignment))

    @cached_property
    def clause_sentences(self) -> tuple[int, ...]:
        """The sentences, by their numbers, that fit a clause of the hypothesis best: what it tells besides may stand elsewhere."""
        mine, found = self.hypothesis, list[int]()
        for clause in clauses(mine) if len(mine.verbs) > 1 else ():
            words = np.zeros(len(self.alignment.words), dtype=bool)
            for token in clause:
                words[self.words(token)] = True
            if words.any():
                found += best_for(self.alignment, words)
        return tuple(dict.fromkeys(found))

    @cached_property
    def clause_premises(self) -> tuple[Premise, ...]:
        """The premises, and behind them the sentences that fit a clause best."""
        known = set(best_sentences(self.alignment))
        return (*self.premises, *self.read([i for i in self.clause_sentences if i not in known]))

    @cached_property
    def near(self) -> tuple[Near, ...]:
        """The premises that say nearly the same."""
        found: list[Near] = []
        for premise in self.premises:
            words, frame = (shared(self.hypothesis, premise.sentence, without) for without in (False, True))
            if max(words, frame) >= LEAST:
                back = shared(premise.sentence, self.hypothesis, True)
                found.append(Near(premise.number, premise.start, premise.sentence, len(found), words, frame, back))
        return tuple(found)

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """How the hypothesis differs from each near premise; nothing where the premise has too few of its words in order.

        "Sentences" of hundreds of words, lists and the like, are not compared place by place.
        """
        nothing = Difference((), (), 0.0)
        found = []
        for near in self.near:
            fits = len(self.hypothesis.keys) * len(near.sentence.keys) <= MOST_COMPARED
            between = difference(self.hypothesis, near.sentence) if fits else nothing
            found.append(between if between.shared >= _IN_ORDER else nothing)
        return tuple(found)

    @cached_property
    def support(self) -> NDArray[np.float64]:
        """(words,) log-odds that people would keep each word (the head of the LSS engine), NaN for what is no word of its own."""
        return word_support(self.alignment)

    def words(self, token: int) -> NDArray[np.int64]:
        """The words of the alignment, by their numbers, that a token is."""
        if token not in self._words:
            self._words[token] = words_of(self.alignment, self.hypothesis, token)
        return self._words[token]

    def tokens(self, mask: NDArray[np.bool_] | None) -> frozenset[int]:
        """The tokens that the words of a mask are; all of them for None."""
        return tokens_of(self.alignment, self.hypothesis, mask)

    def inside(self, start: int, end: int) -> frozenset[int]:
        """The tokens that overlap the characters from `start` to `end` of the hypothesis, punctuation left out."""
        mine = self.hypothesis
        return frozenset(t for t, (first, last) in enumerate(mine.spans) if start < last and first < end and mine.keys[t])

    def degrees_near(self, sentence: int, first: int, weights: NDArray[np.float32]) -> NDArray[np.float32]:
        """(words, words read) the degrees to which the words of the reference from `first` to the end of a sentence are the hypothesis'
        words, each times its weight; worked out once for each sentence."""
        if sentence not in self._near_degrees:
            self._near_degrees[sentence] = self.alignment.beside(first, first + len(weights)) * weights[None, :]
        return self._near_degrees[sentence]

    def read(self, sentences: Sequence[int]) -> tuple[Premise, ...]:
        """Sentences of the reference, by their numbers, taken apart; those that are no prose are left out."""
        starts = self.reference.text.sentences
        read = premises(self.reference, sentences)
        return tuple(Premise(i, starts[i][0], sentence) for i, sentence in zip(sentences, read, strict=True) if is_prose(sentence))


def shared(of: ParsedSentence, found_in: ParsedSentence, frame: bool) -> float:
    """The share of a sentence's content words that another one has, [0, 1]; with `frame` without names and values."""
    words = [t for t in range(len(of.keys)) if counts(of, t)]
    if frame:
        plain = [t for t in words if t not in of.named and not any(v.start < of.spans[t][1] and of.spans[t][0] < v.end for v in of.values)]
        words = plain or words
    present = frozenset(key for keys in found_in.keys for key in keys)
    return sum(bool(of.keys[t] & present) for t in words) / len(words) if words else 0.0
