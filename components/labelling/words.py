"""An output as words that can be chosen one by one, by mouse or by keyboard."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

from components.html.markup import escape
from engines.units.alignment import words_of

Words = Sequence[tuple[int, int]]


def words_cut(text: str, places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The words of a text as (start, end) in code points, cut where one of the places begins or ends within them."""
    edges = sorted({edge for place in places for edge in place})
    found = []
    for start, end in words_of(text).spans:
        inner = edges[bisect_right(edges, start) : bisect_left(edges, end)]
        cuts = [start, *inner, end]
        found += [(first, last) for first, last in pairwise(cuts) if any(c.isalnum() for c in text[first:last])]
    return found


def words_text(text: str, words: Words) -> str:
    """The text escaped, with an element for every word (`w`) and for all that lies between words (`g`), numbered alike."""
    pieces, at = [], 0
    for number, (start, end) in enumerate(words):
        pieces += [f'<span class="g" data-g="{number}">{escape(text[at:start])}</span>' if at < start else ""]
        pieces += [f'<span class="w" data-w="{number}">{escape(text[start:end])}</span>']
        at = end
    return "".join([*pieces, escape(text[at:])])


def words_in(words: Words, start: int, end: int) -> list[int]:
    """The first and the last of the words that a place touches; none where it touches none."""
    first = bisect_right([word[1] for word in words], start)
    last = bisect_left([word[0] for word in words], end) - 1
    return [first, last] if first <= last else []
