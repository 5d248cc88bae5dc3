"""What the reference has in the place of a word, where a rule or a comparison word by word says so."""

from engines.core.spans import Span
from engines.verification.localizer.reading import ReadSentence

_MOST_WORDS = 6
"""A longer gap is another sentence, not another word."""


def alternatives(sentence: ReadSentence) -> dict[int, Span]:
    """For words by their numbers what the reference has instead."""
    case, tree = sentence.case, sentence.tree
    if not len(tree):
        return {}
    text = case.reference.text.text
    places: dict[int, tuple[int, int]] = {}
    for near, difference in zip(case.near, case.differences, strict=True):
        for gap in difference.gaps:
            flanked = gap.before is not None and gap.after is not None
            if flanked and gap.theirs and max(len(gap.mine), len(gap.theirs)) <= _MOST_WORDS:
                for token in gap.mine:
                    places.setdefault(token, near.span(gap.theirs[0], gap.theirs[-1]))
    found: dict[int, Span] = {}
    for i, word in enumerate(tree.words):
        tokens = frozenset(range(word.first, word.last))
        told = next((c.found for c in sentence.counting(tokens) if c.found), None)
        place = told or next((places[t] for t in sorted(tokens) if t in places), None)
        if place:
            found[i] = Span(place[0], place[1], text[place[0] : place[1]])
    return found
