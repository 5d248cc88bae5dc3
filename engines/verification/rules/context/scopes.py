"""How many of them: "all of the crew" where some of them did it, "both machines" where only one will run.

The words for how many of a hypothesis are held against those of the reference by what stands around them, as values are
(`engines.verification.rules.context.values_in_place`), whatever else the two sentences share.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engines.verification.encoding.alignment import Alignment
from engines.verification.sentences.edits import Change, Mistaken
from engines.verification.sentences.parsed import Facts, counts
from engines.verification.sentences.surroundings import told_around, words_around

_TOLD, _MARGIN = 0.65, 0.1
"""The share of what stands around the words of the hypothesis that those of the reference must have, and how much less any others that
bear them out."""
_BESIDE = 0.3
"""The share that must stand right beside them."""
_REACH = 3
"""So many words after a word for how many may its noun stand."""
_SAME = 0.6
_OF = re.compile(r"\bof\b", re.IGNORECASE)
_NUMBER = r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,3})"
_ALL, _MOST, _SOME, _NONE = 5, 4, 2, 0
_WORDS: tuple[tuple[str, int], ...] = (
    (r"\b(?:all|everyone|everybody|everything) (?:but|except|bar|apart)\b", _MOST),
    (r"\b(?:nearly|almost|virtually|practically|not quite) (?:all|every|everyone|everybody|the whole)\b", _MOST),
    (r"\bnot (?:all|every|everyone|everybody|everything)\b", _SOME),
    (r"\b(?:at|above|after|of) all\b|\ball (?:day|night|year|along|over|the more|round|around|time|in all)\b", -1),
    (r"\b(?:all|both|everyone|everybody|each of|every one of|the whole|the entire)\b", _ALL),
    (r"\b(?:the (?:vast )?majority of|(?<!the )(?<!at )most(?= of| [a-z]+s\b))\b", _MOST),
    (r"\b(?:some|several|a few|many|half|a third|a quarter|a handful|part|parts) of\b", _SOME),
    (r"\b(?:only|just) (?:the )?(?:[a-z]+ )?(?:one|a few|some|two|three|a handful|a few)\b", _SOME),
    (rf"\b(?:one|{_NUMBER}) (?:of|out of) (?:the|its|their|his|her|these|those)\b(?: [a-z]+)? ?", _SOME),
    (r"(?<!at least )(?<!more than )\b(?:some|several|a few)(?= (?:[a-z]+ )?[a-z]+s\b)", _SOME),
    (r"\b(?:none|neither|no one|nobody)\b", _NONE),
)
_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), level) for pattern, level in _WORDS)


@dataclass(frozen=True, slots=True)
class _Scope:
    """A word for how many: its characters, and how much it says, 0 none to 5 all."""

    start: int
    end: int
    level: int


def other_scopes(alignment: Alignment, mine: Facts) -> Iterator[Mistaken]:
    """The words for how many of a hypothesis that say more, or none, of what the reference says of some or most."""
    for said in _scopes(mine.text):
        if said.level not in (_ALL, _MOST, _NONE):
            continue
        tokens = frozenset(t for t, (start, _) in enumerate(mine.spans) if said.start <= start < said.end and mine.keys[t])
        noun = _noun(mine, max(tokens)) if tokens else None
        if noun is None:
            continue
        known = [scope for scope in _scopes(alignment.reference.text.model_text) if _is_of(alignment, scope, mine.spans[noun])]
        others = [scope for scope in known if _is_more(said.level, scope.level)]
        same = [scope for scope in known if not _is_more(said.level, scope.level)]
        weights = words_around(alignment, mine, said.start, said.end)
        if not others or not weights.any():
            continue
        shares = told_around(alignment, weights, [scope.start for scope in others])
        beside = told_around(alignment, weights, [scope.start for scope in others], nearest=True)
        best = max(range(len(others)), key=lambda i: shares[i] + beside[i])
        alike = max(told_around(alignment, weights, [scope.start for scope in same], nearest=True), default=0.0)
        if shares[best] >= _TOLD and beside[best] >= _BESIDE and alike <= beside[best] - _MARGIN:
            yield Mistaken(Change("quantity", tokens, beside=frozenset({noun})), (others[best].start, others[best].end))


def _noun(mine: Facts, token: int) -> int | None:
    """The noun after a word for how many: the last of the next nouns in a row."""
    nouns = [t for t in range(token + 1, len(mine.keys)) if mine.classes[t] in ("NOUN", "PROPN") and counts(mine, t)]
    return next((t for t in nouns if t + 1 not in nouns), None)


def _is_of(alignment: Alignment, scope: _Scope, noun: tuple[int, int]) -> bool:
    """Whether a word for how many of the reference stands beside the noun, or has none of its own ("only one will run")."""
    words = alignment.reference.words
    first = int(np.searchsorted(words.starts, scope.end))
    last = min(first + _REACH, len(words))
    if first >= last or not words.content[first]:
        following = (
            [i for i in range(first, last) if words.content[i]][:1]
            if _OF.search(alignment.reference.text.text[scope.start : scope.end])
            else []
        )
        if not following:
            return True
        last = following[0] + 2
    own = alignment.words.inside(*noun)
    return bool((alignment.beside(first, min(last, len(words)))[own] >= _SAME).any())


@lru_cache(maxsize=64)
def _scopes(text: str) -> tuple[_Scope, ...]:
    found: list[_Scope] = []
    for pattern, level in _PATTERNS:
        for match in pattern.finditer(text):
            if not any(scope.start < match.end() and match.start() < scope.end for scope in found):
                found.append(_Scope(match.start(), match.end(), level))
    return tuple(sorted((scope for scope in found if scope.level >= 0), key=lambda scope: scope.start))


def _is_more(said: int, known: int) -> bool:
    return said > known if said else known > 0
