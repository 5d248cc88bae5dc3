"""Comparisons that say the same from either side."""

from engines.verification.sentences.parsed import ParsedSentence, counts


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


def _parts(sentence: ParsedSentence, than: int) -> tuple[range, range]:
    """What stands before "than", and the next words after it up to a comma."""
    end = next((t for t in range(than + 1, len(sentence.lemmas)) if not sentence.keys[t]), len(sentence.lemmas))
    return range(than), range(than + 1, end)
