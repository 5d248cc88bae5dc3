"""Words as they are compared between a text and what a model wrote about it."""

import json
import re
from functools import cache, lru_cache
from typing import Any

from engines.core.machine.files import asset

_WORD = re.compile(r"[^\W_]+(?:[.,:](?=\d)\d+)*(?:['’][^\W\d_]+)?")
_POSSESSIVE = re.compile(r"['’]s?$")


def spotted(text: str) -> list[tuple[int, int, str]]:
    """(start, end, stem) of every word."""
    return [(m.start(), m.end(), stem(m.group())) for m in _WORD.finditer(text)]


@lru_cache(10_000)
def stem(word: str) -> str:
    """What two forms of a word share."""
    plain = _POSSESSIVE.sub("", word.casefold())
    return str(_stemmer().stemWord(plain))


def content(text: str) -> list[str]:
    """The stems of the words that say something."""
    return [s for _, _, s in spotted(text) if s not in _function_stems()]


def is_content(stemmed: str) -> bool:
    """Whether a stem says something by itself."""
    return stemmed not in _function_stems()


@cache
def _stemmer() -> Any:
    from snowballstemmer import stemmer

    return stemmer("english")


@cache
def _function_stems() -> frozenset[str]:
    words = json.loads(asset("text", "function_words.json").read_text("utf-8"))["english"]
    return frozenset(stem(word) for word in [*words, "a", "an", "to", "in", "as", "do", "that", "s"])
