"""A reading copy of each sentence, which the parse understands better than the sentence itself.

Brackets are left out and read on their own, a quoted title is one word, as is a word with hyphens, and a comma follows a date that
opens the sentence ("In 2015 Green made her debut"). Every token of the copy knows which characters of the sentence it stands for.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from engines.core.digits import begins_with_digit
from engines.core.language import parse_tokenized, tokenized, with_pipeline
from engines.core.machine.recent import Recent
from engines.core.text import Text
from engines.decomposition.lexicon import words
from engines.decomposition.normalization.clause_commas import run_in_clause
from engines.english.calendar import MONTH_PATTERN
from engines.english.number_words import UNITS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_TITLE = "X"
"""What the parse sees for a quoted title: a name, whatever the title says."""
_PLACES = "places"
_SURFACES = "surfaces"
_QUOTES = frozenset('"“”')
_OPEN, _CLOSE = frozenset("(["), frozenset(")]")
_MONTH = MONTH_PATTERN
_COUNTS = "|".join(word.capitalize() for word in UNITS[1:13])
_DATE = rf"(?:\d{{1,2}} {_MONTH},? \d{{4}}|{_MONTH} \d{{1,2}}, \d{{4}}|{_MONTH},? \d{{4}}|\d{{1,2}} {_MONTH}|{_MONTH} \d{{1,2}}|\d{{4}})"
_PERIOD = r"(?:day|night|week|weekend|month|year|season|decade|century|morning|evening|summer|winter|spring|autumn)"
_GOES_ON = r"(?:and|or|to|until|till|through|for|with|by|as|at|in|on|of|from|when|after|before|but|while|that|which|alone|onwards)"
_NEXT = (
    r"(?= (?:(?:[a-z]+ )?[A-Z][a-z]|[A-Z][\w.-]*[A-Z\d]|\d+ [a-z]"
    rf"|(?!{_GOES_ON}\b)[a-z]+ \d+ |(?:he|she|it|they|we|the|his|her|its|their|a|an|there)\b))"
)
_OPENING = re.compile(
    rf"(?:(?:On|In|By|Since|During|Around|From|Until) (?:early |late |mid-)?{_DATE}"
    rf"|(?:In )?[Tt]he (?:following|next|previous|same) {_PERIOD}"
    rf"|(?:A|{_COUNTS}|Some|Several|Many|A few|\d+) {_PERIOD}s? (?:later|earlier|afterwards|before))" + _NEXT
)
_LATER_OPENING = re.compile(
    rf"\b(?i:and|but|although|though|while|that|whereas|because) (?:on|in) (?:early |late |mid-)?{_DATE}{_NEXT}"
    rf"|(?<=[a-z] )(?:on|in) {_DATE}(?<=\d{{4}})(?= [A-Z][a-z]+ [A-Z][a-z])"
)
"""A date that a clause inside the sentence begins with: "although in 2016 service 9 was stopped"."""
_HYPHENS = frozenset({"-", "‐", "‑"})
_LEFT_OVER = frozenset(")],;:.")
"""Marks that no sentence begins with: left over from what was cut off before it."""
_MARKS = frozenset(".!?;:,")
REMEMBERED_TOKENS = 25_000
"""Readings of sentences of so many tokens together are kept: about 18 MB."""
_lock = Lock()


@dataclass(frozen=True, eq=False)
class Parenthetical:
    """What stands in brackets: its own parse, and the index of the token of the copy that it follows."""

    doc: "Doc"
    after: int


@dataclass(frozen=True, eq=False)
class Reading:
    """The parse of a sentence's reading copy, and its brackets."""

    doc: "Doc"
    parentheticals: tuple[Parenthetical, ...]


_read: Recent[str, Reading] = Recent(REMEMBERED_TOKENS, lambda reading: len(reading.doc) + sum(len(p.doc) for p in reading.parentheticals))


@with_pipeline
def forget() -> None:
    """Free the readings that are remembered."""
    with _lock:
        _read.clear()


@dataclass(frozen=True)
class _Word:
    """A word of the copy: what the parse sees, the characters that it stands for, whether a space follows."""

    text: str
    start: int
    end: int
    space: bool


def place(token: "Token") -> tuple[int, int]:
    """The characters of the sentence that a token stands for; empty for a comma that is only in the copy."""
    places = token.doc.user_data.get(_PLACES)
    return places[token.i] if places else (token.idx, token.idx + len(token.text))


def written(token: "Token") -> str:
    """A token as the sentence has it."""
    surfaces = token.doc.user_data.get(_SURFACES)
    return str(surfaces.get(token.i, token.text)) if surfaces else token.text


def is_title(token: "Token") -> bool:
    """Whether a token stands for a quoted title."""
    return token.i in token.doc.user_data.get(_SURFACES, {})


def readings(text: Text) -> list[Reading]:
    """The reading of each sentence of `text`, in order; remembered by the sentence's characters."""
    strings = [text.model_text[start:end] for start, end in text.sentences]
    with _lock:
        known = {s: reading for s in dict.fromkeys(strings) if (reading := _read.get(s)) is not None}
    new = [s for s in dict.fromkeys(strings) if s not in known]
    copies = [_copied(doc) for doc in tokenized(new)]
    parsed = _mended(parse_tokenized([doc for copy, inside in copies for doc in (copy, *(each.doc for each in inside))]))
    at = 0
    for string, (_, inside) in zip(new, copies, strict=True):
        docs = parsed[at : at + 1 + len(inside)]
        at += len(docs)
        known[string] = Reading(docs[0], tuple(Parenthetical(doc, each.after) for doc, each in zip(docs[1:], inside, strict=True)))
    with _lock:
        for string in new:
            _read.keep(string, known[string])
    return [known[s] for s in strings]


def _mended(docs: Sequence["Doc"]) -> list["Doc"]:
    """The copies, parsed again with a comma where the parse took the subject of a later clause for a part of the one before."""
    commas = {n: at for n, doc in enumerate(docs) if (at := run_in_clause(doc)) is not None}
    again = parse_tokenized([_with_comma(docs[n], at) for n, at in commas.items()]) if commas else []
    found = dict(zip(commas, again, strict=True))
    return [found.get(n, doc) for n, doc in enumerate(docs)]


def _with_comma(doc: "Doc", at: int) -> "Doc":
    """A copy with a comma before the token `at`."""
    from spacy.tokens import Doc

    words = [t.text for t in doc[:at]] + [","] + [t.text for t in doc[at:]]
    spaces = [bool(t.whitespace_) for t in doc[: at - 1]] + [False, True] + [bool(t.whitespace_) for t in doc[at:]]
    made = Doc(doc.vocab, words=words, spaces=spaces)
    places = list(doc.user_data[_PLACES])
    made.user_data[_PLACES] = [*places[:at], (places[at - 1][1], places[at - 1][1]), *places[at:]]
    made.user_data[_SURFACES] = {n + (n >= at): surface for n, surface in doc.user_data[_SURFACES].items()}
    return made


def _copied(doc: "Doc") -> tuple["Doc", list[Parenthetical]]:
    """The reading copy of a tokenized sentence, not parsed yet, with its brackets."""
    titles = _titles(doc)
    brackets = [(first, last) for first, last in _brackets(doc) if not any(a < first and last < b for a, b in titles.items())]
    inside = {i for first, last in brackets for i in range(first, last + 1)}
    kept = [i for i in range(len(doc)) if i not in inside and not _is_link_mark(doc, i) and not doc[i].is_space]
    while len(kept) > 1 and doc[kept[0]].text in _LEFT_OVER:
        kept.pop(0)
    if not any(doc[i].text.isalnum() for i in kept):
        return _made(doc, _joined(doc, range(len(doc)), {})), []
    copy = _with_opening(doc.text, _joined(doc, kept, titles))
    parentheticals = []
    for first, last in brackets:
        content = [i for i in range(first + 1, last) if not doc[i].is_space]
        before = [n for n, word in enumerate(copy) if word.end <= doc[first].idx and word.end > word.start]
        if content and before:
            parentheticals.append(Parenthetical(_made(doc, _joined(doc, content, {})), before[-1]))
    return _made(doc, copy), parentheticals


def _made(doc: "Doc", copy: Sequence[_Word]) -> "Doc":
    from spacy.tokens import Doc

    text = doc.text  # put together anew each time that it is asked for
    made = Doc(doc.vocab, words=[w.text for w in copy], spaces=[w.space for w in copy])
    made.user_data[_PLACES] = [(w.start, w.end) for w in copy]
    made.user_data[_SURFACES] = {n: text[w.start : w.end] for n, w in enumerate(copy) if w.end > w.start + len(w.text)}
    return made


def _brackets(doc: "Doc") -> list[tuple[int, int]]:
    """The outermost pairs of brackets with a space or a mark around them: "(born 1907)", not "f(x)"."""
    found: list[tuple[int, int]] = []
    stack: list[int] = []
    for token in doc:
        if token.text in _OPEN:
            stack.append(token.i)
        elif token.text in _CLOSE and stack:
            first = stack.pop()
            if not stack and (first == 0 or doc[first - 1].whitespace_):
                found.append((first, token.i))
    return [pair for pair in found if not _is_link_mark(doc, pair[0])]


def _is_link_mark(doc: "Doc", i: int) -> bool:
    """Whether a token is one of the doubled square brackets that a wiki puts around a link, which belongs to the sentence."""
    if doc[i].text not in ("[", "]", "[[", "]]"):
        return False
    text, at = doc.text, doc[i].idx
    return text[at : at + 2] in ("[[", "]]") or text[max(0, at - 1) : at + 1] in ("[[", "]]")


def _titles(doc: "Doc") -> dict[int, int]:
    """First and last token of each quoted title, its quotation marks included: nearly all of its words have a capital."""
    marks = [t.i for t in doc if t.text in _QUOTES]
    found = {}
    for opening, closing in zip(marks[::2], marks[1::2], strict=False):
        inner = [doc[i] for i in range(opening + 1, closing) if any(c.isalnum() for c in doc[i].text)]
        content = [t for t in inner if t.lower_ not in words("small words of titles")]
        capitals = sum(t.text[0].isupper() or begins_with_digit(t.text) for t in content)
        whole = inner and inner[0] == doc[opening + 1] and not doc[opening].whitespace_ and not doc[closing - 1].whitespace_
        whole = whole and doc[closing - 1].text not in _MARKS - {"!", "?"} and inner[-1].lower_ not in ("a", "an", "the", "of", "and")
        starts = bool(inner) and (inner[0].text[0].isupper() or begins_with_digit(inner[0].text))
        if whole and len(inner) <= 20 and starts and content and capitals >= 0.75 * len(content):
            found[opening] = closing
    return found


def _joined(doc: "Doc", kept: Sequence[int], titles: dict[int, int]) -> list[_Word]:
    """The kept tokens with titles and hyphenated words as one word each."""
    copy: list[_Word] = []
    text, n = doc.text, 0
    while n < len(kept):
        first = kept[n]
        last = titles.get(first, first)
        title = last > first
        while n + 1 < len(kept) and kept[n + 1] <= last:
            n += 1
        while not title and n + 2 < len(kept) and kept[n + 2] == last + 2 and _is_hyphenated(doc, first, last + 1):
            last, n = last + 2, n + 2
        if not title and doc[first].text == "`" and n + 1 < len(kept) and kept[n + 1] == first + 1 and doc[first + 1].text == "`":
            last, n = first + 1, n + 1
        start, end = doc[first].idx, doc[last].idx + len(doc[last].text)
        space = bool(doc[last].whitespace_) or (n + 1 < len(kept) and kept[n + 1] > last + 1 and doc[kept[n + 1]].text not in _MARKS)
        if copy and copy[-1].space and doc[first].text in _MARKS and first > 0 and not doc[first - 1].whitespace_:
            copy[-1] = _Word(copy[-1].text, copy[-1].start, copy[-1].end, False)
        copy.append(_Word(_TITLE if title else text[start:end], start, end, space))
        n += 1
    return copy


def _is_hyphenated(doc: "Doc", first: int, hyphen: int) -> bool:
    """A prefix that is no word ("re-elected"), a name ("Tehreek-e-Insaf") or a result ("3-1"), tied to what follows by a hyphen."""
    before, after = doc[hyphen - 1], doc[hyphen + 1]
    if doc[hyphen].text not in _HYPHENS or before.whitespace_ or doc[hyphen].whitespace_:
        return False
    if before.is_digit and after.is_digit:
        return True
    if not after.is_alpha or not before.is_alpha:
        return False
    if first == hyphen - 1 and before.lower_ in words("prefixes"):
        return True
    named = doc[first].text[0].isupper()
    return named and (after.text[0].isupper() or len(after.text) <= 2 or len(before.text) <= 2)


def _with_opening(text: str, copy: list[_Word]) -> list[_Word]:
    """A comma after a date or time that a sentence or clause begins with, where it goes on without one."""
    matches = [_LATER_OPENING.search(text), _OPENING.match(text)]
    for match in matches:
        at = next((n for n, word in enumerate(copy) if word.end == match.end()), None) if match is not None else None
        if at is not None:
            word = copy[at]
            copy = [*copy[:at], _Word(word.text, word.start, word.end, False), _Word(",", word.end, word.end, True), *copy[at + 1 :]]
    return copy
