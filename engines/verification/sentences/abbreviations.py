"""Words in capitals and what they stand for, by their first letters: "DI Cardew" for "Detective Inspector Cardew", either way round."""

import re
from collections.abc import Iterator

from engines.verification.encoding.reference import EncodedReference

_CAPITALS = re.compile(r"\b[A-Z]{2,5}\b")
_NAMED = re.compile(r"\b[A-Z][a-z]+(?: (?:and |for |of |the )*[A-Z][a-z]+)+\b")
_WORD = re.compile(r"[A-Z][a-z]+")
_LONGEST = 5


def abbreviated(text: str, reference: EncodedReference) -> Iterator[tuple[int, int]]:
    """Where a text abbreviates what a reference spells out in neighbouring words with capitals, or spells out what it abbreviates: start
    and end."""
    short, long = reference.derived(_short), reference.derived(_long)
    yield from (match.span() for match in _CAPITALS.finditer(text) if match[0] in long)
    yield from ((start, end) for initials, start, end in _runs(text) if initials in short)


def _short(reference: EncodedReference) -> frozenset[str]:
    return frozenset(_CAPITALS.findall(reference.text.text))


def _long(reference: EncodedReference) -> frozenset[str]:
    return frozenset(initials for initials, _, _ in _runs(reference.text.text))


def _runs(text: str) -> Iterator[tuple[str, int, int]]:
    """The first letters of every two to five neighbouring words with capitals, and where they stand."""
    for match in _NAMED.finditer(text):
        words = list(_WORD.finditer(text, match.start(), match.end()))
        for first in range(len(words)):
            for last in range(first + 1, min(len(words), first + _LONGEST)):
                yield "".join(word[0][0] for word in words[first : last + 1]), words[first].start(), words[last].end()
