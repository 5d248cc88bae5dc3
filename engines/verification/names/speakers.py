"""Who speaks when in a text, with a label before each turn or without.

An interview without labels introduces somebody, and then paragraphs that are questions stand between others, in which "I" answers: that is
whoever was introduced. So what they say of themselves is told of them, as where their name stands before each answer.
"""

import re
from functools import lru_cache

from engines.core.plain.turns import Turn, letters, turns
from engines.english.animacy import lexicon
from engines.english.pronouns import YOU, I
from engines.verification.names.aliases import place_of
from engines.verification.names.finding import Name, find_names

_BLANK_LINE = re.compile(r"\n[ \t]*\r?\n")
_BLOCK = re.compile(r"\S(?:.*?\S)?(?=[ \t]*\r?\n[ \t]*\r?\n|\s*\Z)", re.DOTALL)
_LINE = re.compile(r"\S(?:[^\n]*\S)?")
_WORD = re.compile(r"[^\W\d_]+")
_CLOSERS = " \t*_\"'”’"
_QUESTIONS, _ANSWERED = 3, 2
"""How many questions there are at least, and of how many the answer says "I"."""
_OF_PARAGRAPHS = 0.2
"""The share of the paragraphs, from the first question on, that are questions at least: pages of the web ask their readers now and then."""
_LONGEST_INTRODUCTION = 800
"""Characters before the first question."""
_LONGEST_QUESTION = 60
"""Words; what is longer and ends in a question is part of an answer."""
_I, _YOU = frozenset(I), frozenset(YOU)


def spoken(text: str) -> tuple[Turn, ...]:
    """The turns of a text in which several people speak, in order, with labels or without; none where nobody speaks in turn."""
    return turns(text) or interview(text)


@lru_cache(maxsize=16)
def speakers(text: str) -> frozenset[str]:
    """The names, as they are written, of those who speak for themselves in a text: in turn, or as the senders of letters."""
    return frozenset(turn.speaker for turn in (*spoken(text), *letters(text)) if turn.speaker)


@lru_cache(maxsize=16)
def interview(text: str) -> tuple[Turn, ...]:
    """The turns of an interview without labels, in order: questions, of nobody by name, and answers; none for any other text.

    After a short introduction every fifth paragraph or more is a question, at least three are, one of them put to "you", and of two the
    answer says "I". Who answers is whom the introduction names first, and is named there.
    """
    blocks = list((_BLOCK if _BLANK_LINE.search(text) else _LINE).finditer(text))
    asked = [number for number, block in enumerate(blocks) if _is_question(block.group())]
    if len(asked) < max(_QUESTIONS, _OF_PARAGRAPHS * (len(blocks) - asked[0] if asked else 0)):
        return ()
    introduction = text[: blocks[asked[0]].start()]
    name = _introduced(introduction) if len(introduction) <= _LONGEST_INTRODUCTION else None
    answered = [number for number in asked if number + 1 < len(blocks) and _has(blocks[number + 1].group(), _I)]
    if name is None or len(answered) < _ANSWERED or not any(_has(blocks[number].group(), _YOU) for number in asked):
        return ()
    found: list[Turn] = []
    starts = [block.start() for block in blocks] + [len(text)]
    for number in range(asked[0], len(blocks)):
        start, end = starts[number], starts[number + 1]
        if number in asked:
            found.append(Turn("", start, start, start, end))
        elif found[-1].speaker:
            found[-1] = Turn(name.surface, found[-1].start, name.start, found[-1].said, end, text[name.start : name.end])
        else:
            found.append(Turn(name.surface, start, name.start, start, end, text[name.start : name.end]))
    return tuple(found)


def _is_question(block: str) -> bool:
    return block.rstrip(_CLOSERS).endswith("?") and len(_WORD.findall(block)) <= _LONGEST_QUESTION


def _has(block: str, words: frozenset[str]) -> bool:
    return any(word.lower() in words for word in _WORD.findall(block))


def _introduced(text: str) -> Name | None:
    """The first name of somebody, by first and last name; where no first name is known the first of two words or more that is no place."""
    names = [name for name in find_names(text) if len(name.words) > 1 and not place_of(name.surface)]
    known = lexicon().first_names
    return next((name for name in names if name.words[0] in known), names[0] if names else None)
