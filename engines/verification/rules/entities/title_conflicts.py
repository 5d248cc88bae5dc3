"""A title that somebody has not: the reference gives it to another one, or gives this one another title, or the same one elsewhere.

"Audorf, the finance director" where Leary is the finance director; "Oyelaran, the treasurer" where she is the chair; "Horak, the chief
executive of Bellweather" where he is that of Lacto-Nord.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.words import key
from engines.verification.names.aliases import same
from engines.verification.sentences.edits import Change, Mistaken
from engines.verification.sentences.lexical_relations import alike, are_related
from engines.verification.sentences.parsed import Facts, counts, facts
from engines.verification.sentences.titles import Title, is_person, titles, written

_MOST_READ = 8
"""So many sentences with the name, and as many with the title, are read."""
_STEM = 5
_SPELT_ALIKE = 0.8
"""The likeness of two names, [0, 1], from which on one may be a slip of the pen."""
_GENERAL = frozenset(
    {"man", "woman", "person", "boy", "girl", "member", "one", "other", "someone", "resident", "native", "citizen", "figure", "friend"}
    | {"colleague", "official", "spokesman", "spokeswoman", "expert", "star", "hero", "user", "author", "child", "player", "people"}
)
"""What people may be called besides a title."""
_LEADING = frozenset({"head", "leader", "boss", "chief"})
"""Another word for most titles: only whose head one is tells."""
_KIN = frozenset(
    {"wife", "husband", "son", "daughter", "father", "mother", "brother", "sister", "cousin", "uncle", "aunt", "nephew", "niece"}
    | {"grandfather", "grandmother", "grandson", "granddaughter", "widow", "widower", "partner"}
)
"""What one is to several people."""


@dataclass(frozen=True)
class _Held:
    """A title in a sentence of the reference, by the sentence's number."""

    sentence: int
    facts: Facts
    title: Title


def sentences_read(alignment: Alignment, mine: Facts) -> list[int]:
    """The sentences of the reference, by their numbers, that tell of the names with a title and of others with that title."""
    return list(dict.fromkeys(i for title in titles(mine.text) for part in _where(alignment, mine, title) for i in part))


def title_conflicts(alignment: Alignment, mine: Facts) -> Iterator[Mistaken]:
    """The titles of a hypothesis that conflict with those of the reference."""
    for title in titles(mine.text):
        if title.lemma in _GENERAL or title.honorific or not alignment.reference.names.mentions(_name(mine, title)):
            continue
        by_name, by_title = _where(alignment, mine, title)
        read = {i: facts(_sentence(alignment, i)) for i in dict.fromkeys([*by_name, *by_title])}
        held = [_Held(i, f, t) for i, f in read.items() for t in titles(f.text)]
        own = [h for h in held if _same_one(h.title.words, title.words)]
        others = [h for h in held if h not in own and h.title.lemma == title.lemma and _excludes(mine, title, h)]
        found = _conflict(mine, title, own, others, [read[i] for i in by_name])
        if found:
            start = alignment.reference.text.sentences[found.sentence][0]
            shown = found.title.tokens if found in own else found.title.name
            spans = [found.facts.spans[t] for t in shown]
            span = start + min(s for s, _ in spans), start + max(e for _, e in spans)
            yield Mistaken(Change("title", frozenset(title.tokens)), span)


def _conflict(mine: Facts, title: Title, own: Sequence[_Held], others: Sequence[_Held], about: Sequence[Facts]) -> _Held | None:
    """What the reference has instead of a title, if it does not have it.

    Args:
        own: the titles of the same name.
        others: the same title of other names.
        about: the sentences with the name.
    """
    if same_title := [h for h in own if _alike(mine, title.head, h.facts, h.title.head)]:
        elsewhere = all(h.title.owners and title.owners and not h.title.owners & title.owners for h in same_title)
        return (
            same_title[0]
            if elsewhere and title.unique and same_title[0].title.lemma == title.lemma and title.lemma not in _KIN | _LEADING
            else None
        )
    theirs = {(h.facts.text, h.title.head) for h in others}
    if any(_says(mine, title, f, t) for f in about for t in range(len(f.keys)) if counts(f, t) and (f.text, t) not in theirs):
        return None
    if title.lemma in _KIN:
        related = [h for h in own if h.title.lemma in _KIN and h.title.owners & title.owners]
        return next(iter(related or others), None)
    if title.lemma in _LEADING:
        return next((h for h in others if h.title.owners & title.owners), None)
    telling = [h for h in own if not h.title.honorific]
    if others:
        return (telling or others)[0]
    return telling[0] if telling and title.unique and not any(h.title.lemma in _GENERAL | _LEADING for h in own) else None


def _excludes(mine: Facts, title: Title, held: _Held) -> bool:
    """Whether only one of two may have a title; of "a newly hired clerk" there is one if both are called so."""
    if title.unique and held.title.unique:
        return True
    said, known = (
        frozenset(written(f, t) for t in of.tokens if t != of.head and t not in f.named)
        for f, of in ((mine, title), (held.facts, held.title))
    )
    return bool(said & known)


def _says(mine: Facts, title: Title, other: Facts, token: int) -> bool:
    """Whether a word of a sentence about somebody may say that he has the title."""
    lemma = other.lemmas[token]
    if lemma == title.lemma or written(other, token) == title.lemma:
        return True
    if other.classes[token] in ("NOUN", "PROPN"):
        return is_person(lemma) and lemma not in _GENERAL and _alike(mine, title.head, other, token)
    return other.classes[token] == "VERB" and lemma[:_STEM] == title.lemma[:_STEM]


def _alike(mine: Facts, a: int, theirs: Facts, b: int) -> bool:
    return mine.lemmas[a] == theirs.lemmas[b] or are_related(mine, a, theirs, b) or alike(mine.lemmas[a], theirs.lemmas[b])


def _where(alignment: Alignment, mine: Facts, title: Title) -> tuple[list[int], list[int]]:
    """The sentences with the name and those with the noun of the title."""
    reference = alignment.reference
    named = {reference.sentence_of(name.start) for name in reference.names.mentions(_name(mine, title))}
    titled = {int(reference.segments[reference.word_segments[p], 2]) for p in reference.positions(key(title.lemma))}
    return sorted(named)[:_MOST_READ], sorted(titled)[:_MOST_READ]


def _name(mine: Facts, title: Title) -> str:
    return mine.text[mine.spans[title.name[0]][0] : mine.spans[title.name[-1]][1]]


def _sentence(alignment: Alignment, number: int) -> str:
    text = alignment.reference.text
    return text.model_text[slice(*text.sentences[number])]


def _same_one(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Whether two names, as folded words, may be of one: one is part or a form of the other, or hardly spelt otherwise."""
    if set(first) <= set(second) or set(second) <= set(first) or (first[-1] == second[-1] and first[0][0] == second[0][0]):
        return True
    one, other = (" ".join(word.capitalize() for word in words) for words in (first, second))
    return same(one, other) or SequenceMatcher(None, one, other).ratio() >= _SPELT_ALIKE
