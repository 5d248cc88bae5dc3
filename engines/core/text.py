"""Sentences with exact offsets, whatever was pasted.

Offsets are Unicode code points, start inclusive and end exclusive, into the text exactly as given. Nothing is
normalised: models are handed `model_text`, a copy of the same length in which only what breaks tokenizers is
replaced one for one, so that every offset found in the copy holds in the original.
"""

import json
import re
import threading
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from engines.core.digits import begins_with_digit
from engines.core.machine.files import asset
from engines.core.machine.recent import Recent

MAX_SENTENCE = 2000
"""Longest sentence in code points; a longer run is cut at the last clause mark or space before it."""

_WORDS = {name: frozenset(words) for name, words in json.loads(asset("text", "abbreviations.json").read_text("utf-8")).items()}
"""Abbreviations that never end a sentence, that may, that need a number after them; and words that usually begin a sentence."""
_TERMINAL = re.compile(r"[.!?…‽。！？｡؟۔।॥]+")
_CLOSERS = re.compile(r"(?:[\"'”’»›)\]}」』]|\s?\[\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\])*")
_SPACED_QUOTE = re.compile(r" [\"”](?= |$)")
"""A straight quote set off by a space (tokenised text): it closes a quotation when an odd number were opened before it."""
_UNSPACED = frozenset("。！？｡")
_BULLET = re.compile(r"\s*(?:(?:[-*+•‣◦▪–—·●○■]|#{1,6}|>+|\d{1,3}[.)]|\(?[a-zA-Z]\)|\[[ xX]\])[ \t\u00a0]+)+")
_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_BREAK = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True)
class Text:
    """A text with its sentences.

    Attributes:
        text: exactly what was given.
        sentences: (start, end) of each sentence, in order, not overlapping, free of surrounding white space and list markers.
        model_text: same length as `text`, safe for every tokenizer.
    """

    text: str
    sentences: tuple[tuple[int, int], ...]
    model_text: str = field(repr=False, compare=False)

    @classmethod
    def of(cls, text: str) -> "Text":
        """Segment `text`; equal texts share one cached result."""
        return _segmented(text)

    def sentence(self, index: int) -> str:
        """The exact text of sentence `index`."""
        start, end = self.sentences[index]
        return self.text[start:end]

    def sentence_at(self, offset: int) -> int | None:
        """The sentence that contains `offset`, or the last one that begins before it; None before the first."""
        low, high = 0, len(self.sentences)
        while low < high:
            middle = (low + high) // 2
            if self.sentences[middle][0] <= offset:
                low = middle + 1
            else:
                high = middle
        return low - 1 if low else None

    @property
    def words(self) -> int:
        """Number of words separated by white space."""
        return len(self.text.split())


def union(spans: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The characters that any of the spans covers, as spans in order that neither overlap nor touch."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def _segmented(text: str) -> Text:
    with _lock:
        known = _remembered.get(text)
    if known is None:
        safe = model_text(text)
        known = Text(text, tuple(_sentences(safe)), safe)
        with _lock:
            _remembered.keep(text, known)
    return known


REMEMBERED_CHARACTERS = 4_000_000
"""Segmented texts of so many characters together are kept: up to 30 MB, twice the longest pair that is analysed."""
_lock = threading.Lock()
_remembered: Recent[str, Text] = Recent(REMEMBERED_CHARACTERS, lambda text: len(text.text))


def whole_characters(text: str) -> str:
    """The text with each surrogate pair that came as two code points as the one character that it stands for.

    JSON cannot tell the two apart: saved and read back, such a text would be shorter, and every later offset wrong.
    """
    return text if text.isascii() else _SURROGATE_PAIR.sub(_character, text)


def _character(pair: re.Match[str]) -> str:
    return pair.group().encode("utf-16", "surrogatepass").decode("utf-16")


def model_text(text: str) -> str:
    """A copy of the same length for tokenizers: lone surrogates become U+FFFD, control characters and exotic spaces become a space."""
    if text.isascii() and text.isprintable():
        return text
    return text.translate(_REPLACEMENTS)


def _replacements() -> dict[int, str]:
    table = dict.fromkeys(range(55296, 57344), "�")
    for code in range(0x3100):
        category = unicodedata.category(chr(code))
        if category in ("Cc", "Zs") and chr(code) not in "\n\r\t\v\f\x1c\x1d\x1e\x85":
            table[code] = " "
    return table


_REPLACEMENTS = _replacements()


def _sentences(text: str) -> list[tuple[int, int]]:
    found = []
    for start, end in _blocks(text):
        for piece in _split_block(text, start, end):
            found.extend(_bounded(text, *piece))
    return found


def _blocks(text: str) -> list[tuple[int, int]]:
    """Runs of lines that may hold a sentence across their line breaks: a line each, except in hard-wrapped paragraphs."""
    blocks: list[tuple[int, int]] = []
    paragraph: list[tuple[int, int]] = []
    position = 0
    for line_break in [*_BREAK.finditer(text), None]:
        end = line_break.start() if line_break else len(text)
        if text[position:end].strip():
            paragraph.append((position, end))
        else:
            blocks.extend(_join_lines(text, paragraph))
            paragraph = []
        position = line_break.end() if line_break else end
    blocks.extend(_join_lines(text, paragraph))
    return blocks


def _join_lines(text: str, lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
    if len(lines) < 2:
        return lines
    lengths = [end - start for start, end in lines[:-1]]
    wrapped = min(lengths) >= 40 and max(lengths) <= 130 and max(lengths) - min(lengths) <= 25
    joined = [lines[0]]
    for start, end in lines[1:]:
        before = text[joined[-1][0] : joined[-1][1]].rstrip()
        first = text[start:end].lstrip()[:1]
        continues = wrapped or (first.islower() and len(before) >= 20 and before[-1] not in ".!?:;|")
        if continues and not _BULLET.match(text, start, end) and "|" not in text[start:end]:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _split_block(text: str, start: int, end: int) -> list[tuple[int, int]]:
    marker = _BULLET.match(text, start, end)
    if marker:
        start = marker.end()
    pieces = []
    position = search = counted = start
    quotes = 0
    while match := _TERMINAL.search(text, search, end):
        closers = _CLOSERS.match(text, match.end(), end)
        after = closers.end() if closers else match.end()
        quotes += text.count('"', counted, after)
        counted = after
        spaced = _SPACED_QUOTE.match(text, after, end)
        if spaced and quotes % 2 == 1:
            after = spaced.end()
        search = max(match.end(), after)
        if _is_boundary(text, position, match, after, end):
            pieces.append((position, after))
            position = after
    pieces.append((position, end))
    return pieces


def _is_boundary(text: str, position: int, match: re.Match[str], after: int, end: int) -> bool:
    mark = match.group()
    if after >= end or mark[-1] in _UNSPACED:
        return True
    following = text[after : min(end, after + 60)]
    if not following[0].isspace():
        return mark == "." and _missing_space(text, match.start(), following)
    following = following.lstrip().lstrip("\"'“‘«([{").lstrip()
    if not following:
        return True
    if following[0].islower():
        return False
    if mark != ".":
        return True
    return not _is_abbreviation(text, position, match.start(), following)


def _missing_space(text: str, dot: int, following: str) -> bool:
    before = re.search(r"\S*$", text[max(0, dot - 40) : dot])
    word = before.group() if before else ""
    tail = re.search(r"[a-z]{3,}[\"”’)]?$", word)
    return bool(tail and re.match(r"[A-Z][a-z]+(?:\s|,)", following) and not re.search(r"[/@]|www|\.", word))


def _is_abbreviation(text: str, position: int, dot: int, following: str) -> bool:
    before = re.search(r"(?:[^\W_]|[.&])+$", text[max(position, dot - 30) : dot])
    if before is None:
        return False
    word = before.group().lower()
    at_start = dot - len(word) == position
    next_word = re.match(r"\w+", following)
    starter = bool(next_word and next_word.group().lower() in _WORDS["starters"])
    if at_start and word.isdecimal() and len(word) <= 3:
        return True
    if word in _WORDS["never_last"]:
        return True
    if word in _WORDS["before_a_number"]:
        return begins_with_digit(following)
    if len(word) == 1 and word.isalpha() and word != "i":
        return before.group().isupper() and not starter
    return (word in _WORDS["may_be_last"] or re.fullmatch(r"(?:[a-z]\.)+[a-z]", word) is not None) and not starter


def _bounded(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Trim white space, drop pieces without a letter or digit, cut what is longer than MAX_SENTENCE."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    pieces = []
    while end - start > MAX_SENTENCE:
        window = text[start : start + MAX_SENTENCE]
        cut = max(window.rfind("; "), window.rfind(", ")) + 1
        if cut < MAX_SENTENCE // 2:
            cut = max(window.rfind(" "), window.rfind("\n"))
        if cut < MAX_SENTENCE // 2:
            cut = MAX_SENTENCE
        pieces.extend(_bounded(text, start, start + cut))
        start += cut
        while start < end and text[start].isspace():
            start += 1
    if any(character.isalnum() for character in text[start:end]):
        pieces.append((start, end))
    return pieces
