"""Why a fact is not supported, in one line of plain English, and the passage of the reference that comes closest, in its own words."""

import re

from components.html.markdown import without_marks
from components.html.markup import escape, shortened
from components.html.verdicts import PENDING, UNANSWERED, error_words, kind_of, state
from engines.core.digits import has_digit
from engines.core.plain.sources import numbered_sources, source_at
from engines.core.results import Document, Span, Unit

LONGEST_FOUND = 80
LONGEST_NEAR = 110
"""Characters of the closest passage that are shown: about two lines of a row."""

LONGEST_PASSAGE = 3000
"""Characters of a passage that are looked at: what has no sentence ends can be as long as the text."""

MOST_MISSING = 3
_WORD = re.compile(r"\w[\w'’-]*")
_MARGINS = ".,;:!?()[]\"'“”‘’"
_ARTICLES = frozenset({"the", "a", "an"})
_SPACE = re.compile(r"\s")
_LEAST_LETTERS = 4
"""Shorter words are mostly function words, and say nothing about where in a long sentence the answer would stand."""


def reason(unit: Unit, reference: Document) -> str:
    """The HTML of the line: what is missing, or what the reference says in its place. There for supported facts too, since the
    threshold can be moved.

    `“Sardona” is not in the reference, which has the Tarnish town of Vell`, or else the kind of error and the closest words.
    """
    if state(unit) == PENDING:
        return ""
    if state(unit) == UNANSWERED:
        return f'<span class="why">{escape(" ".join(unit.details.notes))}</span>'
    instead, missing, kind = _instead(unit), _missing(unit), error_words(kind_of(unit))
    if kind == error_words("extrinsic"):
        words = f"“{escape(', '.join(missing))}” is {kind}" if missing else kind
        if instead:
            has = escape(shortened(without_marks(instead), LONGEST_FOUND))
            return f'<span class="why">{words}, which has <b class="found">{has}</b></span>'
        return f'<span class="why">{words}</span>{closest(unit, reference)}'
    lacks = f", which does not have “{escape(', '.join(missing))}”" if missing and not instead else ""
    return f'<span class="why">{kind}{lacks}</span>{closest(unit, reference, instead)}'


def _instead(unit: Unit) -> str:
    """What the reference has in the place of the fact's words; nothing where it is what the fact says itself."""
    found = instead_of(unit)
    return "" if found is None or _says(unit, found.text) else found.text


def instead_of(unit: Unit) -> Span | None:
    """What the reference has in the place of a fact's words: what it conflicts with, else what stands there in the same role."""
    return next((conflict.found for conflict in unit.conflicts if conflict.found), unit.details.instead)


def _missing(unit: Unit) -> list[str]:
    """The words that the reference lacks; where numbers are among them, the numbers alone: they are what a reader looks for."""
    words = unit.details.missing
    exact = [word for word in words if has_digit(word)]
    return list(exact or words)[:MOST_MISSING]


def _says(unit: Unit, words: str) -> bool:
    """Whether the fact itself has what is said to stand in the place of others: then it explains nothing."""
    said = f"{unit.question or ''} {unit.answer.text if unit.answer else unit.statement}".casefold()
    known = _plain_words(said)
    return words.casefold() in said or all(word in known or word in _ARTICLES for word in _plain_words(words.casefold()))


def _plain_words(text: str) -> set[str]:
    """The words as they are written, numbers whole: 2.4 has nothing of 4.2."""
    return {word.strip(_MARGINS) for word in text.split()} - {""}


def closest(unit: Unit, reference: Document, instead: str = "") -> str:
    """The part of the best passage that has most of the fact's words, with what stands `instead` of them marked in it."""
    start, end = _passage(unit, reference, instead)
    about = f"{unit.question or ''} {unit.answer.text if unit.answer else ''} {unit.statement}"
    instead = " ".join(shortened(without_marks(instead), LONGEST_FOUND).removesuffix("…").split())
    part = excerpt(without_marks(reference.text[max(0, start) : min(end, start + LONGEST_PASSAGE)]), about, instead)
    before, found, after = part.partition(instead) if instead else (part, "", "")
    shown = f'{escape(before)}<b class="found">{escape(found)}</b>{escape(after)}' if found else escape(part)
    if not part:
        return ""
    source = source_at(numbered_sources(reference.text), start)
    named = f'<span class="source">Source {source.number}</span>' if source else ""
    return f'<span class="closest" dir="auto"><span class="sr">. Closest words: </span>{shown}</span>{named}'


def _passage(unit: Unit, reference: Document, instead: str) -> tuple[int, int]:
    """Start and end of the sentence that has the words `instead`, or else of the best evidence."""
    found = instead_of(unit)
    if instead and found is not None:
        holding = [(start, end) for start, end in reference.sentences if start <= found.start < end]
        if holding:
            return holding[0]
    return (unit.evidence[0].start, unit.evidence[0].end) if unit.evidence else (0, 0)


def excerpt(text: str, about: str, must: str = "", limit: int = LONGEST_NEAR) -> str:
    """At most `limit` characters of `text` on one line: the stretch of whole words that shares most with `about` and has `must`."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    room = limit - 2
    wanted = {word.casefold() for word in _WORD.findall(about) if len(word) >= _LEAST_LETTERS}
    places = [(m.start(), m.end()) for m in _WORD.finditer(line) if m[0].casefold() in wanted]
    at = line.find(must) if must else -1
    needed = (at, at + len(must)) if at >= 0 and len(must) < room else (0, 0)
    starts = [0, *(m.end() for m in _SPACE.finditer(line))]
    shared = {
        start: sum(start <= s and e <= start + room for s, e in places) for start in starts if _holds(needed, start, start + room - 1)
    } or {0: 0}
    most = max(shared.values())
    # Of stretches that share equally much, the one whose shared words lie in its middle reads best; at the start, the sentence's own.
    best = [start for start in shared if shared[start] == most]
    start = 0 if best[0] == 0 else best[len(best) // 2]
    return ("…" if start else "") + shortened(line[start:], room)


def _holds(needed: tuple[int, int], start: int, end: int) -> bool:
    return needed == (0, 0) or (start <= needed[0] and needed[1] <= end)
