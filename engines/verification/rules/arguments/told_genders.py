"""Who of the people of a reference is a man and who is a woman: by a title, a first name or what they are said to be, where no pronoun
tells otherwise."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from engines.english.pronouns import HE, SHE
from engines.verification.encoding.reference import EncodedReference
from engines.verification.names.aliases import place_of
from engines.verification.names.finding import Name
from engines.verification.names.genders import gender_of_word
from engines.verification.sentences.roster import roster

_BEFORE = re.compile(r"\b([^\W\d_]{1,3}\.|[^\W\d_]+) \Z")
"""A word before a name: a full stop behind a longer one than "Mrs." ends a sentence."""
_LONGEST_TITLE = 16
_PRONOUN = re.compile(rf"\b(?:(?P<male>{HE.subject})|{SHE.subject})\b", re.IGNORECASE)
_OTHER = {"male": "female", "female": "male"}
_ONCE = 1
"""One pronoun behind a name may be somebody else's."""


def told_genders(reference: EncodedReference) -> Mapping[str, str]:
    """male or female by the folded words of the names of a reference; "" of words of people of both, and of whom it is not told."""
    names = [name for name in reference.names.names if not place_of(name.surface)]
    told: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for name in names:
        told[name.words].update(_of_name(reference, name))
    called = {frozenset(words): words for words in told}
    for role, holder in reference.derived(roster).items():
        if holder in called:
            told[called[holder]].update({gender_of_word(role)} - {""})  # "the chairman, Lothar Quist"
    full = Counter(word for words in told if len(words) > 1 for word in set(words))
    pronouns, of_word = _pronouns(reference, names), defaultdict[str, set[str]](set)
    for words, genders in told.items():
        alone = [word for word in words if full[word] == 1]
        genders = genders.union(*(told[word,] for word in alone if (word,) in told))  # "Mr Quist" is Lothar Quist
        open_ = len(words) > 1 or not full[words[0]]
        found = genders.copy().pop() if len(genders) == 1 else ""
        votes = pronouns[words[-1]]
        denied = bool(found) and votes[_OTHER[found]] > max(votes[found], _ONCE)
        for word in words if open_ else ():
            of_word[word].add("" if denied else found)
    return {word: genders.pop() if len(genders) == 1 else "" for word, genders in of_word.items()}


def _of_name(reference: EncodedReference, name: Name) -> Iterator[str]:
    """By the title before a name or at its head, or by its first name."""
    text = reference.text.model_text
    before = _BEFORE.search(text, max(0, name.start - _LONGEST_TITLE), name.start)
    parts = name.surface.split(" ")
    words = [before[1]] if before else []
    words += parts[:-1] if len(parts) > 1 else []
    yield from (gender for word in words if (gender := gender_of_word(word)))


def _pronouns(reference: EncodedReference, names: Sequence[Name]) -> Mapping[str, Counter[str]]:
    """How often "he" and "she" are the first pronoun behind a name, in its sentence or the next, before another name, by its last word."""
    text, sentences = reference.text.model_text, reference.text.sentences
    starts, found = [start for start, _ in sentences], defaultdict[str, Counter[str]](Counter)
    ends = [*(name.start for name in names), len(text)][1:]
    for name, following in zip(names, ends, strict=True):
        number = bisect_right(starts, name.start) - 1
        end = min(sentences[min(number + 1, len(sentences) - 1)][1], following) if number >= 0 else 0
        pronoun = _PRONOUN.search(text, name.end, max(end, name.end))
        if pronoun:
            found[name.words[-1]]["male" if pronoun["male"] else "female"] += 1
    return found
