"""Why a fact is not supported, in one line of plain English, and the passage of the reference that comes closest, in its own words."""

import re
from collections.abc import Mapping, Sequence

from components.markup import escape, shortened
from components.verdicts import PENDING, error_words, state
from engines.results import Document, Unit

LONGEST_FOUND = 80
LONGEST_NEAR = 110
"""Characters of the closest passage that are shown; the row shows what fits in one line."""

LONGEST_PASSAGE = 3000
"""Characters of a passage that are looked at: what has no sentence ends can be as long as the text."""

MOST_MISSING = 3
_WORD = re.compile(r"\w[\w'’-]*")
_ARTICLES = frozenset({"the", "a", "an"})
_SPACE = re.compile(r"\s")
_LEAST_LETTERS = 4
"""Shorter words are mostly function words, and say nothing about where in a long sentence the answer would stand."""


def reason(unit: Unit, reference: Document) -> str:
    """The HTML of the line: what is missing or stands in its place. There for supported facts too, since the threshold can be moved.

    `“Sardona” is not in the reference, which has the Tarnish town of Vell`, or else the kind of error and the closest words.
    """
    if state(unit) == PENDING:
        return ""
    found = unit.extra.get("found")
    instead = str(found.get("text") or "") if isinstance(found, Mapping) else ""
    extrinsic = error_words(unit) == error_words(unit, "extrinsic")
    missing = _missing(unit)
    words = f"“{escape(', '.join(missing))}” is {error_words(unit)}" if missing and extrinsic else error_words(unit)
    if instead and not _says(unit, instead):
        return f'<span class="why">{words}, which has <b class="found">{escape(shortened(instead, LONGEST_FOUND))}</b></span>'
    if missing and not extrinsic:
        words += f", which does not have “{escape(', '.join(missing))}”"
    return f'<span class="why">{words}</span>{_near(unit, reference)}'


def _missing(unit: Unit) -> list[str]:
    """The words that the reference lacks; numbers and names first, since they are what a reader looks for."""
    given = unit.extra.get("missing")
    words = [str(word) for word in given] if isinstance(given, Sequence) and not isinstance(given, str) else []
    exact = [word for word in words if any(c.isdigit() for c in word)]
    return (exact or words)[:MOST_MISSING]


def _says(unit: Unit, words: str) -> bool:
    """Whether the fact itself has what is said to stand in the place of others: then it explains nothing."""
    said = f"{unit.question or ''} {unit.answer.text if unit.answer else unit.statement}".casefold()
    known = set(_WORD.findall(said))
    return words.casefold() in said or all(word in known or word in _ARTICLES for word in _WORD.findall(words.casefold()))


def _near(unit: Unit, reference: Document) -> str:
    """The part of the best passage that has most of the fact's words."""
    if not unit.evidence:
        return ""
    passage = unit.evidence[0]
    start = max(0, passage.start)
    end = min(passage.end, start + LONGEST_PASSAGE, len(reference.text))
    part = excerpt(reference.text[start:end], f"{unit.question or ''} {unit.answer.text if unit.answer else ''} {unit.statement}")
    return f'<span class="closest" dir="auto"><span class="sr">. Closest words: </span>{escape(part)}</span>' if part else ""


def excerpt(text: str, about: str, limit: int = LONGEST_NEAR) -> str:
    """At most `limit` characters of `text` on one line: the stretch of whole words that shares most with `about`."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    wanted = {word.casefold() for word in _WORD.findall(about) if len(word) >= _LEAST_LETTERS}
    places = [(m.start(), m.end()) for m in _WORD.finditer(line) if m[0].casefold() in wanted]
    starts = [0, *(m.end() for m in _SPACE.finditer(line))]
    room = limit - 2
    shared = {start: sum(start <= s and e <= start + room for s, e in places) for start in starts}
    most = max(shared.values())
    # Of stretches that share equally much, the one whose shared words lie in its middle reads best; at the start, the sentence's own.
    best = [start for start in starts if shared[start] == most]
    start = 0 if best[0] == 0 else best[len(best) // 2]
    return ("…" if start else "") + shortened(line[start:], room)
