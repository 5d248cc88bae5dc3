"""Where a text's sentences begin and end, as a reader would say, whatever was pasted."""

import json
import re

from engines.core.digits import begins_with_digit
from engines.core.machine.files import asset

MAX_SENTENCE = 2000
"""Longest sentence in code points; a longer run is cut at the last clause mark or space before it."""

_WORDS = {name: frozenset(words) for name, words in json.loads(asset("text", "abbreviations.json").read_text("utf-8")).items()}
"""Abbreviations that never end a sentence, that may, that need a number after them; and words that usually begin a sentence."""
_TERMINAL = re.compile(r"[.!?…‽。！？｡؟۔।॥]+")
_CLOSERS = re.compile(r"(?:[\"'”’»›)\]}」』]|\s?\[\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\])*")
_SPACED_QUOTE = re.compile(r" (?:[\"”]|'')(?= |$)")
"""A quote set off by a space (tokenised text): a straight one closes a quotation when an odd number were opened before it."""
_UNSPACED = frozenset("。！？｡")
_BULLET = re.compile(r"\s*(?:(?:[-*+•‣◦▪–—·●○■]|#{1,6}|>+|\d{1,3}[.)]|\(?[a-zA-Z]\)|\[[ xX]\])[ \t\u00a0]+)+")
_BREAK = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


def sentences(text: str) -> list[tuple[int, int]]:
    """(start, end) of each sentence of a text, in order, not overlapping, free of surrounding white space and list markers.

    Args:
        text: the plain copy (`engines.core.plain.copying.model_text`).
    """
    found = []
    cased = any(character.isupper() for character in text)
    for start, end in _blocks(text):
        for piece in _split_block(text, start, end, cased):
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


def _split_block(text: str, start: int, end: int, cased: bool) -> list[tuple[int, int]]:
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
        if spaced and (quotes % 2 == 1 or spaced.group() == " ''"):
            after = spaced.end()
        search = max(match.end(), after)
        if _is_boundary(text, position, match, after, end, cased):
            pieces.append((position, after))
            position = after
    pieces.append((position, end))
    return pieces


def _is_boundary(text: str, position: int, match: re.Match[str], after: int, end: int, cased: bool) -> bool:
    mark = match.group()
    if after >= end or mark[-1] in _UNSPACED:
        return True
    following = text[after : min(end, after + 60)]
    if not following[0].isspace():
        return mark == "." and _missing_space(text, match.start(), following)
    following = following.lstrip().lstrip("\"'“‘«([{").lstrip()
    if not following:
        return True
    if following[0] in ".!?…":
        return False
    if mark == "." and text[position : match.start()].rstrip()[-1:] == ".":  # the last of ". . ."
        return not following[0].islower()
    if mark == "." and text[match.start() - 1].isspace():  # as tokenised text ends its sentences, whatever the next letter
        return following[0] not in ",;:"
    if following[0].islower() and (cased or (text[match.end() : after].strip() and mark != ".")):
        return False
    if mark != ".":
        return not following[0].islower() or following.split()[0] in _WORDS["starters"] or text[match.start() - 1].isspace()
    return not _is_abbreviation(text, position, match.start(), following, cased)


def _missing_space(text: str, dot: int, following: str) -> bool:
    before = re.search(r"\S*$", text[max(0, dot - 40) : dot])
    word = before.group() if before else ""
    tail = re.search(r"[a-z]{3,}[\"”’)]?$", word)
    return bool(tail and re.match(r"[A-Z][a-z]+(?:\s|,)", following) and not re.search(r"[/@]|www|\.", word))


def _is_abbreviation(text: str, position: int, dot: int, following: str, cased: bool) -> bool:
    before = re.search(r"(?:[^\W_]|[.&])+$", text[max(position, dot - 30) : dot])
    if before is None:
        return False
    word = before.group().lower()
    at_start = dot - len(word) == position
    next_word = re.match(r"\w+", following)
    starter = bool(cased and next_word and next_word.group().lower() in _WORDS["starters"])
    if at_start and word.isdecimal() and len(word) <= 3:
        return True
    if word in _WORDS["never_last"]:
        return True
    initial = len(word) == 1 and word.isalpha() and word != "i"
    if word in _WORDS["before_a_number"] and not (initial and before.group().isupper()):
        return begins_with_digit(following)
    if initial:
        return (before.group().isupper() or not cased) and not starter
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
