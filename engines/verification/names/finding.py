"""Names in a text, and whether a reference mentions a name in any of its forms.

Only capital letters and word lists are used, so that any text is indexed at reading speed; who a pronoun or "the minister" stands for
is worked out from the parse in `engines.verification.names.coreference`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engines.core.plain.copying import model_text
from engines.core.plain.spacing import single_spaced
from engines.english.pronouns import POSSESSIVES, SUBJECTS
from engines.verification.names.aliases import POSSESSIVE, WORD, acronyms, fold, is_acronym, lexicon, name_words, place_of, same

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["Name", "NameIndex", "find_names", "fold", "lexicon", "name_words", "place_of", "same"]

_INITIAL = re.compile(r"[^\W\d_]\.?$")


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a text: `start`, `end` code points, `surface` its characters with single spaces as models read them, `words` its folded
    words without titles, company suffixes and possessive."""

    start: int
    end: int
    surface: str
    words: tuple[str, ...]


def find_names(text: str, sentences: Sequence[tuple[int, int]] | None = None) -> tuple[Name, ...]:
    """Runs of capitalised words in `text`, in order.

    A word that begins a sentence counts only if it is capitalised elsewhere inside a sentence or is followed by another capitalised word;
    without `sentences` a sentence begins after a full stop.
    """
    safe = model_text(text)
    matches = list(WORD.finditer(safe))
    starts = {start for start, _ in sentences} if sentences is not None else None
    firsts = [_begins(matches, safe, i) if starts is None else m.start() in starts for i, m in enumerate(matches)]
    inside = {m.group() for m, first in zip(matches, firsts, strict=True) if not first and m.group()[0].isupper()}
    lowered = {m.group() for m in matches if m.group()[0].islower()}
    found: list[Name] = []
    index = 0
    while index < len(matches):
        word = matches[index].group()
        if not _capitalised(word) or (firsts[index] and word not in inside and not _opens_name(matches, index, lowered)):
            index += 1
            continue
        stop = _run(matches, index, safe)
        start, end = matches[index].start(), matches[stop - 1].end()
        if end - start > 2 and safe[end - 2 : end] in ("'s", "’s"):
            end -= 2
        surface = single_spaced(safe[start:end])
        words = name_words(surface)
        if words and not (len(words) == 1 and (len(words[0]) == 1 or words[0] in lexicon().titles)):
            found.append(Name(start, end, surface, words))
        index = stop
    return tuple(found)


def _capitalised(word: str) -> bool:
    return word[0].isupper() and word not in ("I", "I'm", "I've", "I'll", "I'd")


def _begins(matches: list[re.Match[str]], text: str, index: int) -> bool:
    if index == 0:
        return True
    before = matches[index - 1].group()
    return before in (".", "!", "?", ":", "…", '"', "“", "”", "‘") or "\n" in text[matches[index - 1].end() : matches[index].start()]


def _opens_name(matches: list[re.Match[str]], index: int, lowered: set[str]) -> bool:
    word = matches[index].group()
    if word.lower() in lowered or word.lower() in _FUNCTION_WORDS:
        return False
    following = matches[index + 1].group() if index + 1 < len(matches) else ""
    return (
        _capitalised(following or ".")
        or is_acronym(word)
        or following in ("'s", "’s", "’")
        or place_of(word) != ""
        or word[-2:] in ("'s", "’s")
    )


_FUNCTION_WORDS = (
    SUBJECTS
    | POSSESSIVES
    | {
        "the",
        "a",
        "an",
        "in",
        "on",
        "at",
        "by",
        "for",
        "from",
        "to",
        "of",
        "with",
        "as",
        "but",
        "and",
        "or",
        "so",
        "yet",
        "if",
        "when",
        "while",
    }
    | {
        "after",
        "before",
        "since",
        "until",
        "although",
        "though",
        "because",
    }
    | {
        "this",
        "that",
        "these",
        "those",
        "there",
        "here",
        "then",
        "now",
        "what",
        "who",
        "why",
        "how",
        "where",
        "which",
        "not",
        "no",
        "all",
        "some",
    }
    | {
        "both",
        "each",
        "many",
        "most",
        "several",
        "however",
        "meanwhile",
        "according",
        "under",
        "over",
        "during",
        "despite",
    }
)


def _run(matches: list[re.Match[str]], index: int, text: str) -> int:
    lists = lexicon()
    stop = index + 1
    while stop < len(matches):
        word = matches[stop].group()
        gap = text[matches[stop - 1].end() : matches[stop].start()]
        if "\n" in gap or matches[stop - 1].group()[-2:] in ("'s", "’s"):
            break
        initial = word == "." and not gap and (_INITIAL.match(matches[stop - 1].group()) or fold(matches[stop - 1].group()) in lists.titles)
        linked = word.lower() in lists.connectors - {"and", "in", "at", "for", "e"} and _joins(matches, stop)
        if not (_capitalised(word) or initial or linked):
            break
        stop += 1
    while not matches[stop - 1].group()[0].isupper() and stop > index + 1:
        stop -= 1
    return stop


def _joins(matches: list[re.Match[str]], index: int) -> bool:
    following = [m.group() for m in matches[index + 1 : index + 3]]
    if not following:
        return False
    return _capitalised(following[0]) or (following[0] in ("the", "der", "la") and len(following) > 1 and _capitalised(following[1]))


@dataclass(frozen=True)
class NameIndex:
    """The names of a reference, ready to be asked whether it mentions a name in any of its forms."""

    names: tuple[Name, ...]
    words: frozenset[str]
    by_word: dict[str, tuple[int, ...]] = field(repr=False)
    by_place: dict[str, tuple[int, ...]] = field(repr=False)
    by_acronym: dict[str, tuple[int, ...]] = field(repr=False)

    @classmethod
    def of(cls, source: "str | Iterable[str | Doc]") -> "NameIndex":
        """Index a text, or several strings or spaCy documents (their offsets then count in the texts joined by spaces)."""
        text = source if isinstance(source, str) else " ".join(item if isinstance(item, str) else item.text for item in source)
        names = find_names(text)
        by_word: dict[str, list[int]] = defaultdict(list)
        by_place: dict[str, list[int]] = defaultdict(list)
        by_acronym: dict[str, list[int]] = defaultdict(list)
        for index, name in enumerate(names):
            for word in dict.fromkeys(name.words):
                by_word[word].append(index)
            if place_of(name.surface):
                by_place[place_of(name.surface)].append(index)
            for acronym in acronyms(name.surface):
                by_acronym[acronym].append(index)
        words = frozenset(POSSESSIVE.sub("", fold(word)) for word in WORD.findall(text) if word[0].isalnum())
        return cls(names, words, *({k: tuple(v) for k, v in table.items()} for table in (by_word, by_place, by_acronym)))

    def mentions(self, name: str) -> tuple[Name, ...]:
        """The names of the reference that can mean `name`, in order."""
        words = name_words(name)
        near = {i for word in words for i in self.by_word.get(word, ())}
        near |= set(self.by_place.get(place_of(name), ())) | set(self.by_acronym.get("".join(words), ()))
        for word in words[-1:] + words[:1]:
            near |= {i for other in lexicon().nicknames.get(word, ()) for i in self.by_word.get(other, ())}
        near |= {i for acronym in acronyms(name) for i in self.by_word.get(acronym, ())}
        found = {i for i in near if same(name, self.names[i].surface)}
        # Whoever is named in full somewhere may have only initials elsewhere: "GO" for Ollerenshaw, where there is a Greta Ollerenshaw.
        full = (self.names[i].surface for i in found if len(self.names[i].words) > len(words))
        shortened = {i for surface in full for acronym in acronyms(surface) for i in self.by_word.get(acronym, ())}
        found |= {i for i in shortened if is_acronym(self.names[i].surface)}
        return tuple(self.names[i] for i in sorted(found))

    def namesakes(self, name: str) -> tuple[Name, ...]:
        """The longer names of the reference that share the last word with `name` but cannot mean it: "Tom Smith" for "Anna Smith"."""
        last = name_words(name)[-1:]
        near = {i for word in last for i in self.by_word.get(word, ())}
        candidates = (self.names[i] for i in sorted(near))
        return tuple(n for n in candidates if len(n.words) > 1 and n.words[-1:] == last and not same(name, n.surface))

    def covers(self, name: str) -> float:
        """How much of `name` the reference has, [0, 1]: 1 when it has the name in any form, else the share of its words found anywhere."""
        words = [word for word in name_words(name) if word not in lexicon().connectors] or list(name_words(name))
        if not words:
            return 1.0
        known = self.mentions(name)
        if any(len(mention.words) >= len(words) for mention in known) or (known and not self.namesakes(name)):
            return 1.0
        if known:
            return len(known[0].words) / max(len(words), 1)
        return sum(word in self.words for word in words) / len(words)

    def same(self, a: str, b: str) -> bool:
        """Whether the two names can mean the same."""
        return same(a, b)
