"""Who of the people of a reference is a man and who is a woman: by a title, a first name or what they are said to be."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from engines.verification.encoding.reference import EncodedReference
from engines.verification.names.aliases import place_of
from engines.verification.names.finding import Name
from engines.verification.names.genders import gender_of_word
from engines.verification.sentences.roster import roster

_BEFORE = re.compile(r"([^\W\d_]+\.?) \Z")
_LONGEST_TITLE = 16


def told_genders(reference: EncodedReference) -> Mapping[str, str]:
    """male or female by the folded words of the names of a reference; words of people of both, and of people of whom it is not told,
    are left out."""
    told: dict[tuple[str, ...], set[str]] = defaultdict(set)
    names = [name for name in reference.names.names if not place_of(name.surface)]
    called = dict(_called(reference))
    for name in names:
        told[name.words].update(_of_name(reference, name), called.get(frozenset(name.words), ()))
    of_word: dict[str, set[str]] = defaultdict(set)
    full = [name for name in told if len(name) > 1]
    for words, genders in told.items():
        for word in words:
            longer = [other for other in full if word in other]
            if len(words) > 1 or not longer:
                of_word[word].update(genders or {""} if len(words) > 1 else genders)
            elif len(longer) == 1 and not told[longer[0]]:
                of_word[word].update(genders)
                of_word[word].discard("")
    return {word: min(genders) for word, genders in of_word.items() if len(genders) == 1 and "" not in genders}


def _of_name(reference: EncodedReference, name: Name) -> Iterator[str]:
    """By the title before a name or at its head, or by its first name."""
    text = reference.text.model_text
    before = _BEFORE.search(text, max(0, name.start - _LONGEST_TITLE), name.start)
    parts = name.surface.split(" ")
    words = [before[1]] if before else []
    words += parts[:-1] if len(parts) > 1 else []
    yield from (gender for word in words if (gender := gender_of_word(word)))


def _called(reference: EncodedReference) -> Iterator[tuple[frozenset[str], set[str]]]:
    """By what people are said to be: "the chairman, Lothar Quist"."""
    for role, name in reference.derived(roster).items():
        gender = gender_of_word(role)
        if gender:
            yield name, {gender}
