"""How a word may be told otherwise, and what easily stands in its place but says something else, by a list (assets/verifier/thesaurus.txt).

Every line of the list tells of one headword: with what else the same may be told, wider words that are true whenever it is, words that say
something else, narrower ones. What it says of two words is read from either side.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cache, lru_cache
from typing import NamedTuple

from engines.core.machine.files import asset
from engines.english.word_forms import lemmas

FILE = "thesaurus.txt"
_LONGEST = 3
"""Words of a phrase of the list."""
_SIGN = re.compile(r"\s*([=>!<])\s*")
_WIDER_THAN = {"=": "=", ">": "<", "!": "!", "<": ">"}
"""What a line that has a word after a sign makes of the headword, for that word."""


class Told(IntEnum):
    """What a word of the reference makes of a word of the output; higher is better."""

    OTHERWISE = -2
    """Something else stands there."""
    UNRELATED = -1
    """The list has both, and not for each other."""
    UNKNOWN = 0
    NARROWER = 1
    """The reference has something wider."""
    WIDER = 2
    """What the reference has implies it."""
    SAME = 3


class Entry(NamedTuple):
    """Words and phrases by what they make of a word, when the reference has them."""

    same: frozenset[str]
    implying: frozenset[str]
    wider: frozenset[str]
    other: frozenset[str]


@cache
def _lines() -> dict[str, str]:
    """What stands behind each headword."""
    found: dict[str, str] = {}
    for line in asset("verifier", FILE).read_text("utf-8").splitlines():
        head, is_line, rest = line.partition(" =")
        if is_line and not line.startswith("#"):
            found[head] = f"{found[head]} ={rest}" if head in found else f"={rest}"
    return found


@cache
def _owners() -> dict[str, list[str]]:
    """The headwords in whose lines a word or phrase stands."""
    found: dict[str, list[str]] = {}
    for head, line in _lines().items():
        for part in _SIGN.split(line)[::2]:
            for word in part.split(", ") if part else ():
                found.setdefault(word, []).append(head)
    return found


@lru_cache(maxsize=4_000)
def _fields(head: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The signs of a line and what stands behind each."""
    parts = _SIGN.split(_lines().get(head, ""))[1:]
    return tuple((sign, frozenset(words.split(", "))) for sign, words in zip(parts[::2], parts[1::2], strict=True) if words)


@lru_cache(maxsize=8_000)
def _entry(word: str) -> Entry:
    found: dict[str, set[str]] = {sign: set() for sign in _WIDER_THAN}
    for sign, words in _fields(word):
        found[sign] |= words
    for head in _owners().get(word, ()):
        for sign, words in _fields(head):
            if word in words:
                found[_WIDER_THAN[sign]].add(head)
    both = found[">"] & found["<"]  # each implies the other
    same = (found["="] - found[">"] - found["<"]) | both
    implying, wider = found["<"] - both, found[">"] - both
    return Entry(*(frozenset(words) for words in (same, implying, wider, found["!"] - same - implying - wider)))


@lru_cache(maxsize=8_000)
def entry(words: frozenset[str]) -> Entry:
    """What the list has of a word by all its forms (`forms`)."""
    found = [_entry(word) for word in words]
    same, implying, wider, other = (frozenset[str]().union(*(each[k] for each in found)) for k in range(len(Entry._fields)))
    return Entry(same, implying, wider, other - same - implying - wider)


def wider(words: frozenset[str]) -> frozenset[str]:
    """What is wider than a word, by all its forms, or than what else it is called."""
    found = entry(words)
    return found.wider.union(*(_entry(other).wider for other in found.same))


@lru_cache(maxsize=20_000)
def forms(word: str) -> frozenset[str]:
    """The dictionary forms of a word in small letters, itself among them."""
    return frozenset({word, *(lemma for found in lemmas(word).values() for lemma in found)})


def is_listed(words: Iterable[str]) -> bool:
    """Whether one of these is a headword: with what else it may be told is on the list."""
    return any(word in _lines() for word in words)


def is_phrase(words: Iterable[str]) -> bool:
    """Whether the list has one of these, as a headword or as what one may be told with."""
    return any(word in _lines() or word in _owners() for word in words)


def told(words: frozenset[str], others: frozenset[str]) -> Told:
    """What a word of the reference makes of a word, both by their forms; or the best that all words and phrases of a passage do
    (`phrases`)."""
    of = entry(words)
    for code, related in ((Told.SAME, of.same), (Told.WIDER, of.implying), (Told.NARROWER, of.wider), (Told.OTHERWISE, of.other)):
        if not related.isdisjoint(others):
            return code
    return Told.UNRELATED if is_listed(words) and is_listed(others) else Told.UNKNOWN


def phrases(words: Sequence[frozenset[str]]) -> Iterator[str]:
    """Every word of a passage by its forms, and every phrase of two or three words."""
    for i, first in enumerate(words):
        yield from first
        begun: Iterable[str] = first
        for following in words[i + 1 : i + _LONGEST]:
            begun = [f"{a} {b}" for a in begun for b in following]
            yield from begun
