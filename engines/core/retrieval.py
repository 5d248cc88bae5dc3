"""Evidence by tree search (SCALE, section 3.2): descend from the whole reference to the sentence that bears a hypothesis out.

The sentences are split into `branches` runs, each run is scored against the hypothesis, and the search goes on below
the best one (or the best `beam`) until single sentences are left: O(branches · log n) scores instead of n. All
hypotheses are searched in step, so that each level is one batch for the verifier. Every run looked at is kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Protocol, runtime_checkable

from engines.core.errors import InputError
from engines.core.results import Evidence, TraceNode
from engines.core.roles import Hypothesis, Verifier
from engines.core.text import Text


@dataclass(frozen=True)
class SearchSettings:
    """How to search.

    Attributes:
        branches: parts that a run of sentences is split into, 2 or more.
        beam: how many runs of a level the search goes on below; 1 is the greedy search of the paper.
        window: sentences on either side of the best one that are given as evidence with it.
        exhaustive: score every sentence instead of descending; n scores, the upper line of what search can find.
        reference_compatible: split runs as the public implementation of SCALE does, with a further part for what is left over.
    """

    branches: int = 2
    beam: int = 1
    window: int = 0
    exhaustive: bool = False
    reference_compatible: bool = False

    def __post_init__(self) -> None:
        if self.branches < 2 or self.beam < 1 or self.window < 0:
            raise InputError("A search needs at least 2 branches, a beam of at least 1 and a window of 0 or more.")


@dataclass(frozen=True)
class Retrieved:
    """What a search found: the index of the best sentence, its score, the number of scores asked for, and every run looked at."""

    sentence: int
    score: float
    calls: int
    trace: tuple[TraceNode, ...]


@runtime_checkable
class RemembersSearches(Protocol):
    """A verifier that keeps whole searches, where keeping each level would take longer than scoring it."""

    def known_searches(self, reference: Text, hypotheses: Sequence[Hypothesis], settings: SearchSettings) -> list[Any]:
        """The scores of each level of the search for each hypothesis, as they were kept; None where there are none."""
        ...

    def keep_searches(
        self, reference: Text, hypotheses: Sequence[Hypothesis], settings: SearchSettings, levels: Sequence[list[list[float]]]
    ) -> None:
        """Keep the scores of each level of the search for each hypothesis."""
        ...


@dataclass(frozen=True)
class _Frontier:
    first: int
    last: int
    parent: int | None


def split(first: int, last: int, branches: int) -> list[tuple[int, int]]:
    """Split the run of sentences [first, last) into at most `branches` consecutive runs of nearly equal length."""
    count = last - first
    parts = min(branches, count)
    edges = [first + round(i * count / parts) for i in range(parts + 1)]
    return list(pairwise(edges))


def published_split(first: int, last: int, branches: int) -> list[tuple[int, int]]:
    """The split of `scale-score` 0.1.0: runs of equal length rounded down, and one more run for what is left over."""
    length = max(1, (last - first) // branches)
    return [(start, min(start + length, last)) for start in range(first, last, length)]


def retrieve(
    verifier: Verifier, reference: Text, hypotheses: Sequence[Hypothesis], settings: SearchSettings | None = None
) -> list[Retrieved]:
    """The sentence of `reference` that best supports each hypothesis, in order.

    Raises:
        InputError: the reference has no sentences.
    """
    settings = settings or SearchSettings()
    count = len(reference.sentences)
    if not count:
        raise InputError("The reference has no sentences to search. Paste a reference with words in it.")
    remembered = verifier if isinstance(verifier, RemembersSearches) else None
    known = remembered.known_searches(reference, hypotheses, settings) if remembered else [None] * len(hypotheses)
    searches = [_replayed(reference, settings, levels) for levels in known]
    new = [i for i, search in enumerate(searches) if search.pending]
    while active := [i for i, search in enumerate(searches) if search.pending]:
        scores = verifier.score_ranges(reference, [hypotheses[i] for i in active], [searches[i].pending for i in active])
        for i, values in zip(active, scores, strict=True):
            searches[i].descend(values)
    if remembered and new:
        remembered.keep_searches(reference, [hypotheses[i] for i in new], settings, [searches[i].levels for i in new])
    return [search.result() for search in searches]


def _replayed(reference: Text, settings: SearchSettings, levels: Any) -> "_Search":
    """A search as far as its scores are known; from its beginning where what was kept are no scores of it."""
    search = _Search(reference, settings)
    for scores in levels if isinstance(levels, list) else ():
        if not (isinstance(scores, list) and len(scores) == len(search.pending) and all(isinstance(s, float) for s in scores)):
            return _Search(reference, settings)
        search.descend(scores)
    return search


class _Search:
    """One hypothesis on its way down; `levels` are the scores that it was given so far."""

    def __init__(self, reference: Text, settings: SearchSettings) -> None:
        self.levels: list[list[float]] = []
        self._reference = reference
        self._settings = settings
        self._trace: list[TraceNode] = []
        self._best: tuple[float, int, int] | None = None
        self._level = 0
        count = len(reference.sentences)
        if settings.exhaustive:
            self._frontier = [_Frontier(i, i + 1, None) for i in range(count)]
        else:
            self._frontier = self._below(0, count, None)

    @property
    def pending(self) -> list[tuple[int, int]]:
        """The runs whose scores are wanted next; empty when the search has ended."""
        return [(node.first, node.last) for node in self._frontier]

    def descend(self, scores: Sequence[float]) -> None:
        """Take the scores of the pending runs and choose where to go on; of equal scores the earlier run wins."""
        self.levels.append([float(score) for score in scores])
        order = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
        kept = set(order[: self._settings.beam])
        offset = len(self._trace)
        below: list[_Frontier] = []
        for i, (node, score) in enumerate(zip(self._frontier, scores, strict=True)):
            self._trace.append(self._node(node, score, i in kept))
            if node.last - node.first == 1:
                candidate = (score, -node.first, offset + i)
                if self._best is None or candidate[:2] > self._best[:2]:
                    self._best = candidate
        for i in order[: self._settings.beam]:
            node = self._frontier[i]
            if node.last - node.first > 1:
                below.extend(self._below(node.first, node.last, offset + i))
        self._frontier = below
        self._level += 1

    def result(self) -> Retrieved:
        """The best single sentence among those looked at."""
        assert self._best is not None
        score, negative_index, position = self._best
        trace = [replace(node, kept=node.kept and not self._settings.exhaustive) for node in self._trace]
        trace[position] = replace(trace[position], kept=True)
        return Retrieved(-negative_index, score, len(trace), tuple(trace))

    def _below(self, first: int, last: int, parent: int | None) -> list[_Frontier]:
        cut = published_split if self._settings.reference_compatible else split
        parts = cut(first, last, self._settings.branches)
        return [_Frontier(start, end, parent) for start, end in parts]

    def _node(self, node: _Frontier, score: float, kept: bool) -> TraceNode:
        start = self._reference.sentences[node.first][0]
        end = self._reference.sentences[node.last - 1][1]
        return TraceNode(node.first, node.last, start, end, float(score), self._level, kept, node.parent)


def evidence(reference: Text, found: Retrieved, window: int = 0) -> tuple[Evidence, ...]:
    """The sentence found as evidence, then its neighbours up to `window` on either side, nearest first."""
    indices = [found.sentence]
    for distance in range(1, window + 1):
        indices += [i for i in (found.sentence - distance, found.sentence + distance) if 0 <= i < len(reference.sentences)]
    return tuple(sentence_evidence(reference, i, found.score) for i in indices)


def sentence_evidence(reference: Text, index: int, score: float) -> Evidence:
    """Sentence `index` of the reference as evidence."""
    start, end = reference.sentences[index]
    return Evidence(start, end, reference.text[start:end], score, index)
