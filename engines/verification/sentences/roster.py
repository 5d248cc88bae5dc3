"""What the people of a reference are said to be, from letters and word lists alone: "treasurer Owen Hartig", "Owen Hartig (treasurer)", a
signature with the post below the name.

Whoever is called "the treasurer" in another text is then the one who is said to be the treasurer.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from engines.english.animacy import lexicon, noun_class
from engines.english.calendar import CALENDAR_NAMES
from engines.english.pronouns import POSSESSIVES
from engines.english.word_forms import lemmas
from engines.verification.encoding.reference import EncodedReference
from engines.verification.encoding.words import Words
from engines.verification.names.aliases import fold, name_words, place_of
from engines.verification.names.aliases import lexicon as of_names

_BETWEEN = re.compile(r",\s+|\s*\(|\s+[-–—]\s+|[ \t]*\n|\s*\|\s*|\t+")
"""What stands between a name and what its bearer is said to be."""
_WITHIN = re.compile(r"[ \t’'.-]*")
_BELONGING = re.compile(r"[ \t]+|-|[’']s[ \t]+")
"""What stands between the words of a name, and between those of what somebody is: "the club's treasurer"."""
_BEFORE = frozenset({" ", ", "})
_ABBREVIATED = 3
"""Letters of a word behind which a full stop ends no sentence: "Dr. Osk", "J. Osk"."""
BEFORE_THINGS = frozenset({"at", "in", "near", "off", "on", "outside", "the"})
"""Words that stand before the names of places and things, not of people."""
_OF_WHAT = frozenset({"at", "for", "in", "of", "on"})
_BEING = frozenset({"is", "was", "became", "as"})
_DETERMINERS = POSSESSIVES | {"the", "a", "an"}
_ONE_OF_SEVERAL = frozenset({"another", "fellow", "other"})
"""What tells that somebody else is one, too: "fellow swimmer Runa Osk"."""
_SOMEBODY = frozenset({""})
_GREETINGS = frozenset({"dear"})
_PLURAL = ("s", "men", "people")
"""How words end that are no singular, where no list tells: "midfielder" is one, and "midfielders" none."""
_OF_HEADINGS = frozenset({"act", "cognition", "communication", "event", "time"})
"""Classes of nouns that stand alone as headings, seldom as names: "Biography"."""
_IN_FULL = (2, 3)
"""Words of a person's name that has their first and last one."""
_REACH = 5
"""Words behind a name among which is what its bearer is said to be."""


def is_role(surface: str) -> bool:
    """Whether a word may be a noun in the singular for one person, and is no first name."""
    form = surface.lower()
    if form in _GREETINGS or (surface[:1].isupper() and form in lexicon().first_names):
        return False
    known = lemmas(form)
    singular = form in known.get("NOUN", ()) if known else surface[:1].islower() and not form.endswith(_PLURAL)
    return singular and noun_class(form) == "person"


def roster(reference: EncodedReference) -> Mapping[str, frozenset[str]]:
    """The folded words of a name by the key of a word for people, of everybody who alone is so called in a reference."""
    words, text = reference.words, reference.text.model_text
    called: dict[str, set[frozenset[str]]] = defaultdict(set)
    taken = set[int]()
    for first, last in _names(words, text):
        kept = [words.surfaces[i] for i in range(first, last) if i == last - 1 > first or not is_role(words.surfaces[i])]
        name = frozenset(name_words(" ".join(kept)))
        behind = list(_behind(words, text, last))
        taken.update(behind)
        for role in (*(i for i in _before(words, text, first) if i not in taken), *behind):
            if name and fold(words.surfaces[role]) not in name:
                called[words.keys[role]].add(name)
                if role and words.surfaces[role - 1].lower() in _ONE_OF_SEVERAL:
                    called[words.keys[role]].add(_SOMEBODY)
    longest = {role: max(names, key=lambda name: (len(name), sorted(name))) for role, names in called.items()}
    return {role: longest[role] for role, names in called.items() if all(name <= longest[role] for name in names)}


def full_names(reference: EncodedReference) -> Mapping[str, frozenset[str]]:
    """The folded words of a person's name by each of them, where it is nobody else's: "dario" and "menk" of Dario Menk."""
    forms: dict[str, set[frozenset[str]]] = defaultdict(set)
    for name in reference.names.names:
        if len(name.words) in _IN_FULL and name.words[0] in lexicon().first_names:
            for word in name.words:
                forms[word].add(frozenset(name.words))
    longest = {word: max(names, key=lambda name: (len(name), sorted(name))) for word, names in forms.items()}
    return {word: longest[word] for word, names in forms.items() if all(name <= longest[word] for name in names)}


def _names(words: Words, text: str) -> Iterator[tuple[int, int]]:
    """The runs of words that may be names of people, the first and one past the last."""
    named = [
        bool(is_name) and surface.lower() not in CALENDAR_NAMES
        for is_name, surface in zip(words.names & ~words.numbers, words.surfaces, strict=True)
    ]
    first = 0
    while first < len(words):
        last = first + 1
        while named[first] and last < len(words) and named[last] and _goes_on(words, text, last):
            last += 1
        surfaces = words.surfaces[first:last]
        of_thing = first > 0 and _gap(words, text, first) == " " and words.surfaces[first - 1].lower() in BEFORE_THINGS
        if (
            named[first]
            and not (last == first + 1 and noun_class(surfaces[0].lower()) in _OF_HEADINGS)
            and not of_thing
            and of_names().institutions.isdisjoint(map(str.lower, surfaces))
            and not place_of(" ".join(surfaces))
        ):
            yield first, last
        first = last


def _goes_on(words: Words, text: str, word: int) -> bool:
    """Whether a word may belong to the same name as the one before: no full stop behind a long word, where a sentence ends, is between."""
    gap = _gap(words, text, word)
    return _WITHIN.fullmatch(gap) is not None and ("." not in gap or len(words.surfaces[word - 1]) <= _ABBREVIATED)


def _gap(words: Words, text: str, word: int) -> str:
    """What stands between a word and the one before it."""
    return text[int(words.ends[word - 1]) : int(words.starts[word])]


def _before(words: Words, text: str, first: int) -> Iterator[int]:
    """The words for people right before a name, at its head, or before what they are of: "Captain Osk", "the clerk of Brill, Ada Osk"."""
    in_full = first + 1 < len(words) and words.names[first + 1]
    if in_full and is_role(words.surfaces[first]):
        yield first
    if first and _gap(words, text, first) in _BEFORE and is_role(words.surfaces[first - 1]):
        yield first - 1
    elif in_full and first and _gap(words, text, first) == ", ":
        for role in range(first - 2, max(first - _REACH, 0) - 1, -1):
            if not _BELONGING.fullmatch(_gap(words, text, role + 1)):
                break
            if is_role(words.surfaces[role]) and words.surfaces[role + 1].lower() in _OF_WHAT:
                yield role
                break


def _behind(words: Words, text: str, last: int) -> Iterator[int]:
    """The word for people in what stands behind a name."""
    at = last
    if at >= len(words):
        return
    if words.surfaces[at].lower() in _BEING and _gap(words, text, at) == " ":
        at += 1
        if at >= len(words) or words.surfaces[at].lower() not in _DETERMINERS:
            return
    elif not _BETWEEN.fullmatch(_gap(words, text, at)):
        return
    found = None
    for i in range(at, min(at + _REACH, len(words))):
        if i > at and not _BELONGING.fullmatch(_gap(words, text, i)):
            break
        determines = words.surfaces[i].lower() in _DETERMINERS
        if is_role(words.surfaces[i]):
            found = i
        elif found is not None or (determines and i > at) or not (determines or words.content[i]):
            break
    named = found is not None and found + 1 < len(words) and words.names[found + 1] and _gap(words, text, found + 1) == " "
    if found is not None and not named:  # "Ada Osk, her nephew Bo Lind" says what Bo Lind is
        yield found
