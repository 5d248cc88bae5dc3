"""Comparisons that say the same from either side."""

from itertools import pairwise

from engines.verification.sentences.parsed import ParsedSentence, counts

_WHAT_IS_TOLD = frozenset({"it", "that", "this", "which"})
_NOMINAL = frozenset({"ADJ", "NOUN", "NUM", "PROPN"})


def turned_round(mine: ParsedSentence, theirs: ParsedSentence) -> bool:
    """Whether two comparisons have each other's sides: "A is older than B" for "B is younger than A"."""
    sides = []
    for sentence in (mine, theirs):
        than = next((t for t, lemma in enumerate(sentence.lemmas) if lemma == "than"), None)
        if than is None:
            return False
        before, after = (frozenset().union(*(sentence.keys[t] for t in part if counts(sentence, t))) for part in _parts(sentence, than))
        sides.append((before, after))
    (own, other), (first, second) = sides
    return bool(other & first) and bool(second & own) and not (other & second)


def counts_from_what_is_told(sentence: ParsedSentence, token: int) -> bool:
    """Whether "that" or "it" stands behind a word and is all that does: in "two years after that she left" what was told before is."""
    lemmas, behind = sentence.lemmas, sentence.classes[token + 2 : token + 3]
    return token + 1 < len(lemmas) and lemmas[token + 1] in _WHAT_IS_TOLD and _NOMINAL.isdisjoint(behind)


def only_compared(mine: ParsedSentence, token: int, theirs: ParsedSentence, there: int) -> bool:
    """Whether a word belongs only to what the other one is compared with: "the shorter way" for "the way rather than the longer road"."""
    return _is_behind(theirs, there) and not _is_behind(mine, token)


def _is_behind(sentence: ParsedSentence, token: int) -> bool:
    """Whether "than" or "instead of" stands before a word, in the same part of its sentence."""
    first = next((t + 1 for t in reversed(range(token)) if not any(map(str.isalnum, sentence.lemmas[t]))), 0)
    before = sentence.lemmas[first:token]
    return "than" in before or any(pair == ("instead", "of") for pair in pairwise(before))


def _parts(sentence: ParsedSentence, than: int) -> tuple[range, range]:
    """What stands before "than", and the next words after it up to a comma."""
    end = next((t for t in range(than + 1, len(sentence.lemmas)) if not sentence.keys[t]), len(sentence.lemmas))
    return range(than), range(than + 1, end)
