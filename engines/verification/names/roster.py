"""What the people of a reference are said to be, from letters and word lists alone: "treasurer Owen Hartig", "Owen Hartig (treasurer)", a
signature with the post below the name, a speaker's line.

Whoever is called "the treasurer" in another text is then one of those who are said to be one.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engines.english.animacy import lexicon, noun_class
from engines.english.word_forms import lemmas
from engines.verification.encoding.reference import EncodedReference
from engines.verification.encoding.words import Words
from engines.verification.names.aliases import lexicon as name_lexicon
from engines.verification.names.aliases import fold, place_of

_BETWEEN = re.compile(r",\s+|\s*\(|\s+[-–—]\s+|[ \t]*\n|\s*\|\s*|\t+")
"""What stands between a name and what its bearer is said to be."""
_WITHIN = re.compile(r"[ \t’'.-]*")
_BEING = frozenset({"is", "was", "became", "as"})
_BEFORE_NOUN = frozenset({"the", "a", "an", "our", "its", "their", "his", "her", "my", "your"})
_REACH = 5
"""Words behind a name among which is what its bearer is said to be."""


@dataclass(frozen=True, slots=True)
class Roster:
    """Who is said to be what.

    Attributes:
        holders: by the key of a word for people the keys of the words of the names of those who are so called.
        roles: by the key of the last or a single word of a name the keys of the words for people that its bearer is called.
    """

    holders: Mapping[str, frozenset[str]]
    roles: Mapping[str, frozenset[str]]
    single: Mapping[str, frozenset[str]]

    def holder(self, role: str) -> frozenset[str]:
        """The words of the name of the only one who is so called, folded; none where nobody or several are."""
        return self.single.get(role, frozenset())


def is_role(surface: str) -> bool:
    """Whether a word may be a noun in the singular for one person, and no first name."""
    form = surface.lower()
    return form in lemmas(form).get("NOUN", ()) and noun_class(form) == "person" and not (surface[0].isupper() and form in lexicon().first_names)


def roster(reference: EncodedReference) -> Roster:
    """Who is said to be what in a reference."""
    words, text = reference.words, reference.text.model_text
    holders, roles = defaultdict(set), defaultdict(set)
    called: dict[str, set[frozenset[str]]] = defaultdict(set)
    for first, last in _runs(words, text):
        for role in (*_before(words, text, first), *_behind(words, text, last)):
            name = [i for i in range(first, last) if not is_role(words.surfaces[i]) or i == last - 1 > first]
            keys = {words.keys[i] for i in name}
            if keys and words.keys[role] not in keys:
                called[words.keys[role]].add(frozenset(fold(words.surfaces[i]) for i in name))
                holders[words.keys[role]] |= keys
                for key in keys:
                    roles[key].add(words.keys[role])
    frozen = ({k: frozenset(v) for k, v in of.items()} for of in (holders, roles))
    single = {role: max(names, key=len) for role, names in called.items() if all(names_ <= max(names, key=len) for names_ in names)}
    return Roster(*frozen, single)


def _runs(words: Words, text: str) -> Iterator[tuple[int, int]]:
    """The runs of words that may be the names of people, first and one past the last."""
    i = 0
    while i < len(words):
        if not words.names[i] or words.numbers[i]:
            i += 1
            continue
        j = i + 1
        while j < len(words) and words.names[j] and not words.numbers[j] and _WITHIN.fullmatch(text[int(words.ends[j - 1]) : int(words.starts[j])]):
            j += 1
        lists = name_lexicon()
        spoken = [words.surfaces[k].lower() for k in range(i, j)]
        if not any(word in lists.institutions for word in spoken) and not place_of(" ".join(words.surfaces[i:j])):
            yield i, j
        i = j


def _before(words: Words, text: str, first: int) -> Iterator[int]:
    """The words for people right before a name, or at its head: "Captain Osk"."""
    if is_role(words.surfaces[first]) and first + 1 < len(words) and words.names[first + 1]:
        yield first
    if first and is_role(words.surfaces[first - 1]) and text[int(words.ends[first - 1]) : int(words.starts[first])] in (" ", ", "):
        yield first - 1


def _behind(words: Words, text: str, last: int) -> Iterator[int]:
    """The word for people in what stands behind a name."""
    if last >= len(words):
        return
    between = text[int(words.ends[last - 1]) : int(words.starts[last])]
    at = last
    if words.surfaces[at].lower() in _BEING and between == " ":
        at += 1
        if at >= len(words) or words.surfaces[at].lower() not in _BEFORE_NOUN:
            return
    elif not _BETWEEN.fullmatch(between):
        return
    found = None
    for i in range(at, min(at + _REACH, len(words))):
        if i > at and not _WITHIN.fullmatch(text[int(words.ends[i - 1]) : int(words.starts[i])]):
            break
        if is_role(words.surfaces[i]):
            found = i
        elif found is not None or not (words.content[i] or words.surfaces[i].lower() in _BEFORE_NOUN):
            break
    if found is not None:
        yield found
