"""References that are numbered sources, and which of them a sentence cites.

A source begins where a line begins with its number: "[2] The harbour report …", "Source 2: …", "Document [2] (Title: …)". Sources are
numbered from one on, and there are at least two.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from engines.core.plain.citations import cited

_HEAD = re.compile(
    r"^[ \t>*#-]*(?:\[(\d{1,3})\]|"
    r"(?:source|document|doc\.?|passage|reference|result)[ \t]*[\[(#]?(\d{1,3})[\])]?(?=[ \t]*(?:[:.)–—(-]|$)))",
    re.IGNORECASE | re.MULTILINE,
)
FEWEST = 2


@dataclass(frozen=True)
class Source:
    """A numbered source: its number, and its first character and the one after its last in the reference."""

    number: int
    start: int
    end: int


@lru_cache(maxsize=16)
def numbered_sources(reference: str) -> tuple[Source, ...]:
    """The sources of a reference, in order; none where it is not made of numbered sources."""
    heads: list[tuple[int, int]] = []
    for match in _HEAD.finditer(reference):
        number = int(match[1] or match[2])
        if number == len(heads) + 1:
            heads.append((number, match.start()))
    if len(heads) < FEWEST:
        return ()
    ends = [start for _, start in heads[1:]] + [len(reference)]
    return tuple(Source(number, start, end) for (number, start), end in zip(heads, ends, strict=True))


def source_at(sources: tuple[Source, ...], offset: int) -> Source | None:
    """The source that has a character of the reference; None before the first."""
    index = bisect_right([source.start for source in sources], offset) - 1
    return sources[index] if index >= 0 else None


def citations(output: str, sentences: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """For each sentence the numbers of the sources that it cites, in it or right after it."""
    spans = list(sentences)
    following = [start for start, _ in spans[1:]] + [len(output)]
    return [cited(output[start:until]) for (start, _), until in zip(spans, following, strict=True)]
