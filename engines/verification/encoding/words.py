"""Words of any text with exact offsets and a key by which the same word is recognised elsewhere.

The same rules read the reference and the hypothesis, so that "2017–2022" and "2017 – 2022", "did n't" and "didn't",
"1500 m" and "1500m", "Sept." and "September", "five" and "5" become the same keys.
"""

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from engines.core.digits import begins_with_digit, has_digit, plain_digits
from engines.core.machine.files import asset

_WORD = re.compile(
    r"""
      (?:\d{1,2}(?:[ ]?,[ ]\d{3})+|\d{3}(?:[ ]?,[ ]000)+)(?!\d)    # 5 , 000 and 5, 000 in tokenised text, but not the list 120, 340
    | \d+(?:[.,]\d+)*(?:(?=(?:st|nd|rd|th|s)\b))?     # 5,000  3.5  (an ordinal's ending is skipped below)
    | (?:[^\W\d_]\.){2,}                              # U.S.
    | (?:n['’]t)\b
    | ['’](?:s|re|ve|ll|d|m)\b
    | can(?=not\b) | not(?<=cannot)\b
    | [^\W\d_]+?(?=n['’]t\b)
    | [^\W\d_]+(?:['’](?!(?:s|re|ve|ll|d|m|t)\b)[^\W\d_]+)?
    | [%&]
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ORDINAL_ENDING = re.compile(r"(?:st|nd|rd|th|s)\b", re.IGNORECASE)
_DROPPED = frozenset({"'s", "’s", "s", "st", "nd", "rd", "th", "'d", "’d", "'m", "’m", "'re", "’re", "'ve", "’ve", "'ll", "’ll"})
_GAP_HYPHEN = re.compile(r"\s?[-‐‑–]\s?")


@dataclass(frozen=True)
class Lexicon:
    """Closed word classes (assets/verifier/lexicon.json), as keys."""

    stop: frozenset[str]
    question: frozenset[str]
    pronouns: frozenset[str]
    negations: frozenset[str]
    modals: frozenset[str]


@dataclass(frozen=True)
class Words:
    """The words of one text.

    Attributes:
        starts, ends: offsets into the text, code points.
        surfaces: the words as written.
        keys: what each word is recognised by.
        content: neither a function word nor a pronoun.
        names: written with a capital and not a function word.
        numbers: contains a digit, or is a number word.
        hyphened: joined to the next word by a hyphen.
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    surfaces: tuple[str, ...]
    keys: tuple[str, ...]
    content: NDArray[np.bool_]
    names: NDArray[np.bool_]
    numbers: NDArray[np.bool_]
    hyphened: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.keys)

    def part(self, first: int, last: int, base: int) -> "Words":
        """Words `first` to `last` (exclusive), their offsets counted from character `base`."""
        rows = slice(first, last)
        return Words(
            self.starts[rows] - base,
            self.ends[rows] - base,
            self.surfaces[rows],
            self.keys[rows],
            self.content[rows],
            self.names[rows],
            self.numbers[rows],
            self.hyphened[rows],
        )

    def inside(self, start: int, end: int) -> NDArray[np.bool_]:
        """Which words overlap the characters from `start` to `end`."""
        return (self.starts < end) & (self.ends > start)


@cache
def _data() -> dict[str, dict[str, str]]:
    raw = json.loads(asset("verifier", "lexicon.json").read_text(encoding="utf-8"))
    raw["numbers"] = {word: str(value) for word, value in raw["numbers"].items()}
    return raw


@cache
def lexicon() -> Lexicon:
    """The word classes, loaded once."""
    raw = _data()
    classes = {
        name: frozenset(key(word) for word in str(raw[name]).split()) for name in ("stop", "question", "pronouns", "negations", "modals")
    }
    return Lexicon(**classes)


@cache
def _stemmer() -> object:
    import snowballstemmer

    return snowballstemmer.stemmer("english")


@lru_cache(maxsize=10_000)
def key(word: str) -> str:
    """What `word` is recognised by: stem, digits without separators, full month name, plain letters."""
    lowered = word.lower()
    if lowered in _DROPPED:
        return ""
    data = _data()
    for table in ("spellings", "numbers", "months"):
        lowered = data[table].get(lowered.rstrip(".") if table == "months" else lowered, lowered)
    if begins_with_digit(lowered):
        return plain_digits(lowered).replace(",", "").replace(" ", "")
    plain = "".join(c for c in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(c)).replace("’", "'")
    if len(plain) <= 3 or "." in plain or not plain.isalpha():
        return plain
    return str(_stemmer().stemWord(plain))  # type: ignore[attr-defined]


def split(text: str) -> Words:
    """The words of `text`; punctuation and possessive endings are left out."""
    starts, ends, surfaces, keys, hyphened = [], [], [], [], []
    position = 0
    while match := _WORD.search(text, position):
        start, position = match.span()
        surface = match.group()
        word_key = key(surface)
        if begins_with_digit(surface):
            ending = _ORDINAL_ENDING.match(text, position)
            position = ending.end() if ending else position
        if word_key:
            starts.append(start)
            ends.append(match.end())
            surfaces.append(surface)
            keys.append(word_key)
            gap = _GAP_HYPHEN.match(text, match.end())
            hyphened.append(gap is not None and text[gap.end() : gap.end() + 1].isalnum())
    return _words(starts, ends, surfaces, keys, hyphened)


def _words(starts: Sequence[int], ends: Sequence[int], surfaces: Sequence[str], keys: Sequence[str], hyphened: Sequence[bool]) -> Words:
    stop = lexicon().stop if keys else frozenset()
    pronouns = lexicon().pronouns if keys else frozenset()
    content = np.array([k not in stop and k not in pronouns for k in keys], dtype=bool)
    names = np.array([s[0].isupper() for s in surfaces], dtype=bool) & content
    numbers = np.array([has_digit(k) for k in keys], dtype=bool)
    return Words(
        np.array(starts, dtype=np.int64),
        np.array(ends, dtype=np.int64),
        tuple(surfaces),
        tuple(keys),
        content,
        names,
        numbers,
        np.array(hyphened, dtype=bool),
    )
