"""Where two sentences that say nearly the same differ: their words aligned in order, and the gaps between what they share.

A copy with one thing changed has the rest of the sentence on both sides of the change, so what stands in a gap of one sentence stands
instead of what is in the same gap of the other. This needs no correct parse of a long or badly spelt sentence.
"""

from dataclasses import dataclass
from itertools import pairwise

from engines.verification.names.aliases import fold
from engines.verification.sentences.parsed import ParsedSentence, counts

_VERB, _CONTENT, _FUNCTION = 3.0, 2.0, 1.0
"""What a shared word is worth to the alignment: verbs most, so that names are what is seen to move around them."""
MOST_COMPARED = 250_000
"""Pairs of words of two sentences; more take too long for what their comparison can show."""
_NEXT = 0.1
"""What it is worth that two shared words follow each other in both sentences."""


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands between two shared words, punctuation left out.

    Attributes:
        mine, theirs: tokens of the hypothesis and of the sentence; one of them may be empty.
        before, after: the tokens of the hypothesis that are shared on either side, None at its ends.
        before_theirs, after_theirs: the same of the sentence.
    """

    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    before: int | None
    after: int | None
    before_theirs: int | None
    after_theirs: int | None


@dataclass(frozen=True, eq=False)
class Difference:
    """Two sentences side by side.

    Attributes:
        pairs: (token of the hypothesis, token of the sentence) that are shared, in order.
        gaps: what stands between them, in order.
        shared: share of the hypothesis' content words that are shared in order, [0, 1].
    """

    pairs: tuple[tuple[int, int], ...]
    gaps: tuple[Gap, ...]
    shared: float


def difference(mine: ParsedSentence, theirs: ParsedSentence) -> Difference:
    """Align the words of two sentences in order, so that the most is shared."""
    first = [t for t, keys in enumerate(mine.keys) if keys]
    second = [t for t, keys in enumerate(theirs.keys) if keys]
    pairs = _aligned(mine, theirs, first, second)
    content = [t for t in first if counts(mine, t)]
    shared = {a for a, _ in pairs}
    share = sum(t in shared for t in content) / len(content) if content else 0.0
    return Difference(tuple(pairs), tuple(_gaps(pairs, first, second, theirs)), share)


def _worth(mine: ParsedSentence, token: int) -> float:
    if not counts(mine, token):
        return _FUNCTION
    return _VERB if token in mine.verbs else _CONTENT


def _aligned(mine: ParsedSentence, theirs: ParsedSentence, first: list[int], second: list[int]) -> list[tuple[int, int]]:
    """The common subsequence of most worth (Needleman and Wunsch, 1970, without costs of gaps)."""
    rows, columns = len(first), len(second)
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    step = [[0] * (columns + 1) for _ in range(rows + 1)]
    theirs_keys = [theirs.keys[t] for t in second]
    for i in range(1, rows + 1):
        keys, worth = mine.keys[first[i - 1]], _worth(mine, first[i - 1])
        above, row, was = best[i - 1], best[i], step[i - 1]
        for j in range(1, columns + 1):
            score, move = (above[j], 1) if above[j] >= row[j - 1] else (row[j - 1], 2)
            if not keys.isdisjoint(theirs_keys[j - 1]) and _same(mine, first[i - 1], theirs, second[j - 1]):
                both = above[j - 1] + worth + _NEXT * (was[j - 1] == 3)
                if both > score:
                    score, move = both, 3
            row[j], step[i][j] = score, move
    pairs = []
    i, j = rows, columns
    while i and j:
        move = step[i][j]
        if move == 3:
            pairs.append((first[i - 1], second[j - 1]))
        i -= move in (1, 3)
        j -= move in (2, 3)
    return pairs[::-1]


def _same(mine: ParsedSentence, a: int, theirs: ParsedSentence, b: int) -> bool:
    """Whether one of the words is what they share. Two names beside the same noun ("his brother Konrad") only share that noun."""
    if mine.lemmas[a] == theirs.lemmas[b]:
        return True
    return any(key[0] in "=@" or key in _own(mine, a) or key in _own(theirs, b) for key in mine.keys[a] & theirs.keys[b])


def _own(sentence: ParsedSentence, token: int) -> tuple[str, str]:
    return sentence.lemmas[token], fold(sentence.text[slice(*sentence.spans[token])])


def _gaps(pairs: list[tuple[int, int]], first: list[int], second: list[int], theirs: ParsedSentence) -> list[Gap]:
    found = []
    edges = [(-1, -1), *pairs, (10**9, 10**9)]
    for (a, b), (c, d) in pairwise(edges):
        own, other = tuple(t for t in first if a < t < c), tuple(t for t in second if b < t < d)
        if c == 10**9:
            other = _before_next_clause(theirs, own, other)
        if own or other:
            found.append(Gap(own, other, a if a >= 0 else None, c if c < 10**9 else None, b if b >= 0 else None, d if d < 10**9 else None))
    return found


def _before_next_clause(theirs: ParsedSentence, own: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """What stands at the end of a sentence up to a clause that it goes on with: of "was sold, and she did" only "sold" stands where the
    hypothesis ends with "was built"."""
    joint = next((i for i, t in enumerate(other) if theirs.classes[t] == "CCONJ"), None) if own else None
    further = joint is not None and any(theirs.classes[t] in ("VERB", "AUX") for t in other[joint:])
    return other[:joint] if joint and further else other
