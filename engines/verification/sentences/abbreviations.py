"""Words in capitals and what they stand for, by their first letters: "DI Cardew" for "Detective Inspector Cardew", either way round."""

import re
from collections.abc import Iterator

from engines.verification.encoding.reference import EncodedReference
from engines.verification.names.aliases import acronyms
from engines.verification.sentences.word_lists import word_list

_CAPITALS = re.compile(r"\b[A-Z]{2,5}\b")
_NAMED = re.compile(r"\b[A-Z][a-z]+(?: (?:and |for |of |the )*[A-Z][a-z]+)+\b")
_WORD = re.compile(r"[A-Z][a-z]+")
_LONGEST = 5
_LIGHT = word_list("light words")
"""Words that stand in capitals in headings: "SALE OF MILL"."""


def abbreviated(text: str, reference: EncodedReference) -> Iterator[tuple[int, int]]:
    """Where a text abbreviates what a reference spells out in neighbouring words with capitals, or spells out what it abbreviates: start
    and end."""
    short, long = reference.derived(_short), reference.derived(_long)
    yield from ((start, end) for word, start, end in _abbreviations(text) if word in long)
    yield from ((start, end) for known, start, end in _runs(text) if known & short)


def _short(reference: EncodedReference) -> frozenset[str]:
    return frozenset(word for word, _, _ in _abbreviations(reference.text.text))


def _long(reference: EncodedReference) -> frozenset[str]:
    return frozenset(form for known, _, _ in _runs(reference.text.text) for form in known)


def _abbreviations(text: str) -> Iterator[tuple[str, int, int]]:
    """Words in capitals, in small letters, and where they stand."""
    found = ((match[0].lower(), match.start(), match.end()) for match in _CAPITALS.finditer(text))
    return (each for each in found if each[0] not in _LIGHT)


def _runs(text: str) -> Iterator[tuple[frozenset[str], int, int]]:
    """What every two to five neighbouring words with capitals may be abbreviated as, and where they stand."""
    for match in _NAMED.finditer(text):
        words = list(_WORD.finditer(text, match.start(), match.end()))
        for first in range(len(words)):
            for last in range(first + 1, min(len(words), first + _LONGEST)):
                start, end = words[first].start(), words[last].end()
                yield acronyms(text[start:end]), start, end
