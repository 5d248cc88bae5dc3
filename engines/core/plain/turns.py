"""Texts in which several people speak in turn: interviews, transcripts, questions and answers.

A turn begins where a line begins with who speaks, and perhaps when: "Petra Lunn: …", "[00:14] Host (laughing): …", "Q: …". There are at
least three turns, and somebody speaks twice; lists of names and values have a name once each, and the heads of letters are known.
"""

import json
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engines.core.machine.files import asset

_WORD = r"[^\W\d_][\w.'’-]*"
_NAME_WORD = r"(?-i:[^\W\d_a-z])[\w.'’-]*"
_HEAD = re.compile(
    r"^[ \t>*_]*(?:[\[(]?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?[\])]?[ \t]*(?:[-–—][ \t]*)?[*_]*)?"
    rf"({_WORD}(?:[ \t]{_WORD}){{0,4}})"
    r"(?:[ \t]*[(\[][^()\[\]\n]{1,40}[)\]])?[ \t]*[*_]*:[*_]*(?=[ \t]|\r?$)",
    re.MULTILINE,
)
_SENDER = re.compile(rf"^[ \t>*_]*(?:From|Sender)[*_]*:[*_]*[ \t]*({_WORD}(?:[ \t]{_WORD}){{0,4}})", re.MULTILINE)
_GREETING = re.compile(r"\s*(?:dear|hello|hi|greetings|good (?:morning|afternoon|evening))\b[^\n.]{0,80}[,:!]?[ \t]*\r?\n", re.IGNORECASE)
_SIGNED = re.compile(
    rf"\n[ \t]*[^\W\d_][^\n]{{0,60}},[ \t]*\r?\n\s*({_NAME_WORD}(?:[ \t]{_NAME_WORD}){{0,3}})"  # "Yours," and below it the name
    r"[ \t]*(?:[,(][^\n]{0,80})?(?:\r?\n[^\n]{0,80}){0,3}\s*\Z"
)
_SIGNATURE = 400
"""Characters at the end of a letter in which its signature stands, with whatever is below it."""
_FEWEST = 3
_MOST_INITIALS = 4
_ARTICLES = frozenset({"A", "An", "The"})
_LABELS = {name: frozenset(listed) for name, listed in json.loads(asset("text", "labels.json").read_text("utf-8")).items()}
"""Words before a colon that name no speaker, those that stand for the one who asks or answers, and neutral verbs of saying."""
SAYING = _LABELS["verbs"]
"""What a turn may be told with, without a word of how sure or willing the speaker is."""


@dataclass(frozen=True)
class Turn:
    """What one person says before another does.

    Attributes:
        speaker: their name as it is written, or as it was written before where it is only initials; "" where only "Q" or "A" stands there.
        start, named, said, end: where the turn begins, where its speaker is named, where its words begin, and the character after its last.
        written: how the speaker is written there; "" where that is their name.
    """

    speaker: str
    start: int
    named: int
    said: int
    end: int
    written: str = ""

    @property
    def place(self) -> tuple[int, int]:
        """(start, end) of the speaker as they are written."""
        return self.named, self.named + len(self.written or self.speaker)


@lru_cache(maxsize=16)
def turns(text: str) -> tuple[Turn, ...]:
    """The turns of a text, in order; none where nobody speaks in turn."""
    heads = [match for match in _HEAD.finditer(text) if _may_speak(match[1])]
    full = _in_full([match[1] for match in heads])
    times = Counter(_folded(full.get(match[1], match[1])) for match in heads)
    if len(heads) < _FEWEST or len(times) < 2 or max(times.values()) < 2:
        return ()
    ends = [match.start() for match in heads[1:]] + [len(text)]
    return tuple(
        Turn(
            "" if _folded(match[1]) in _LABELS["roles"] else full.get(match[1], match[1]),
            match.start(),
            match.start(1),
            match.end(),
            end,
            match[1] if match[1] in full else "",
        )
        for match, end in zip(heads, ends, strict=True)
    )


@lru_cache(maxsize=16)
def letters(text: str) -> tuple[Turn, ...]:
    """The letters of a thread, each with its sender, in order, or one with a greeting and a signature below its last line; none where
    nothing says who sends."""
    heads = list(_SENDER.finditer(text))
    signed = _SIGNED.search(text, max(0, len(text) - _SIGNATURE)) if not heads and _GREETING.match(text) else None
    if signed:
        return (Turn(signed[1].strip(), 0, signed.start(1), 0, len(text)),)
    ends = [*(match.start() for match in heads[1:]), len(text)][: len(heads)]
    return tuple(Turn(match[1].strip(), match.start(), match.start(1), match.end(), end) for match, end in zip(heads, ends, strict=True))


def turn_at(found: tuple[Turn, ...], offset: int) -> Turn | None:
    """The turn that has a character; None before the first."""
    index = bisect_right([turn.start for turn in found], offset) - 1
    return found[index] if index >= 0 else None


def addressed(found: tuple[Turn, ...], turn: Turn) -> str:
    """Whom a speaker of two talks to; "" where there are more, or they have no name."""
    others = {other.speaker for other in found if other.speaker != turn.speaker}
    return others.pop() if len(others) == 1 else ""


def _may_speak(label: str) -> bool:
    """Whether a label is written as a name or a role is, and is no head of a letter."""
    words = label.split()
    if _folded(label) in _LABELS["roles"]:
        return True
    return words[0][:1].isupper() and words[-1][:1].isupper() and _folded(label) not in _LABELS["heads"]


def _in_full(labels: Sequence[str]) -> Mapping[str, str]:
    """The longer label that each label of initials stands for: "YM" or "M" behind turns of "Ysolde Marrabane"."""
    found: dict[str, str] = {}
    names: dict[str, set[str]] = defaultdict(set)
    for label in dict.fromkeys(labels):
        known = names.get(label, ())
        if len(known) == 1 and len(label) <= _MOST_INITIALS:
            (found[label],) = known
        for initials in _initials(label):
            names[initials].add(label)
    return found


def _initials(name: str) -> frozenset[str]:
    """What a name may be shortened to: all its initials, or that of its first or last word."""
    firsts = [word[0] for word in name.split() if word[0].isupper() and word not in _ARTICLES]
    return frozenset({"".join(firsts), *firsts[:1], *firsts[-1:]}) if len(name) > _MOST_INITIALS else frozenset()


def _folded(label: str) -> str:
    return label.lower().rstrip(".")
