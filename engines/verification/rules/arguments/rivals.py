"""Somebody or something else in the same part: of another name, with the title of another person, another object.

Unlike `engines.verification.rules.edits.near_copies` this needs the parse and not the order of words: a short statement picks one fact
out of a long sentence. Summaries put most things in other words, so little is taken for a conflict: names for names, and a noun only
where the
reference has that noun nowhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.english.animacy import noun_class
from engines.verification.encoding.alignment import Alignment
from engines.verification.names.aliases import fold
from engines.verification.sentences.edits import Change
from engines.verification.sentences.lexical_relations import SYMMETRIC, alike, are_exclusive, are_related
from engines.verification.sentences.parsed import PRONOUNS, Facts, Relation, counts

_LIGHT = frozenset({"be", "have", "do", "make", "get", "take", "say", "go", "come", "give", "become", "tell", "use", "include"})
"""Verbs that are said of too many things for one of them to exclude another."""
_LOOSE = frozenset({"MOD", "APPOS", "ADV", "COMP", "ATTR", "including", "like", "as", "than", "of"})
_CORE = frozenset({"SUBJ", "OBJ", "IOBJ"})
_EMPTY = frozenset({"be", "have", "do"})
_IDENTITY = frozenset({"be", "become", "remain"})
_ANY_ONE = frozenset({"a", "an", "one", "another", "some", "former", "ex", "deputy", "vice"})
_BESIDE = 0.75
"""The share of the other words that a sentence must have for one of its places to be the place that is meant."""


@dataclass(frozen=True)
class Whereabouts:
    """What the whole reference has of a hypothesis.

    Attributes:
        present: the tokens whose words are anywhere in it.
        together: pairs of tokens whose words are in one of its sentences.
    """

    present: frozenset[int] = frozenset()
    together: frozenset[tuple[int, int]] = frozenset()


def whereabouts(alignment: Alignment, mine: Facts) -> Whereabouts:
    """Where the words of an aligned hypothesis are in its reference."""
    words = alignment.words
    word_of = {
        token: word
        for token, (start, end) in enumerate(mine.spans)
        for word in np.flatnonzero((words.starts < end) & (words.ends > start))[:1]
    }
    shared: NDArray[np.float32] = alignment.exact @ alignment.exact.T
    present = frozenset(token for token, word in word_of.items() if alignment.found[word])
    together = frozenset((a, b) for a, first in word_of.items() for b, second in word_of.items() if shared[first, second] > 0)
    return Whereabouts(present, together)


def rivals(mine: Facts, other: Facts, frame: float, known: Whereabouts) -> Iterator[Change]:
    """What a sentence `other` of the reference has in the place of something of the hypothesis `mine`.

    Args:
        frame: the share of the hypothesis' words without names and values that the sentence has.
    """
    for relation in mine.relations:
        if not counts(mine, relation.dep) or (relation.head, relation.dep) in known.together or _is_value(mine, relation.dep):
            continue
        if others := _excluding(mine, relation, other):
            yield Change("exclusive", frozenset({relation.dep}), others, frozenset({relation.head}))
        if relation.dep in mine.named:
            if rival := _another_name(mine, relation, other, frame):
                yield Change("rival", frozenset(name_tokens(mine, relation.dep)), rival, frozenset({relation.head}))
        elif relation.role == "OBJ" and relation.dep not in known.present and (things := _another_object(mine, relation, other)):
            yield Change("object", frozenset({relation.dep}), things, frozenset({relation.head}))
    yield from _titles(mine, other)


def _excluding(mine: Facts, relation: Relation, other: Facts) -> frozenset[int]:
    """What the same word has in the same part, if it cannot be both: "a degree in law" and "in medicine"."""
    same = [r.dep for r in other.relations if r.role == relation.role and mine.keys[relation.head] & other.keys[r.head]]
    excluded = bool(same) and all(are_exclusive(mine, relation.dep, other, t) for t in same)
    return frozenset(same) if excluded and not any(mine.keys[relation.dep] & keys for keys in other.keys) else frozenset()


def _another_name(mine: Facts, relation: Relation, other: Facts, frame: float) -> frozenset[int]:
    """The name that stands where the hypothesis has this one, beside the same word and at least half of its other arguments."""
    if relation.role in _LOOSE or not mine.keys[relation.head] or mine.lemmas[relation.head] in _LIGHT | SYMMETRIC:
        return frozenset()
    if any(_surfaces(mine, relation.dep) & keys for keys in other.keys):
        return frozenset()
    core = relation.role in _CORE
    same = [r for r in other.relations if r.role == relation.role and mine.keys[relation.head] & other.keys[r.head]]
    if not core and not same and frame >= _BESIDE:
        # What a prepositional phrase hangs on is the parser's guess.
        same = [r for r in other.relations if r.role == relation.role]
    company = [r.dep for r in mine.relations if r.head == relation.head and r.dep != relation.dep and counts(mine, r.dep)]
    for rival in same:
        names = [t for t in linked(other, rival.dep) if t in other.named and not _is_value(other, t)]
        shared = sum(_has_argument(other, rival.head, mine.keys[dep]) for dep in company)
        beside = shared >= max(1, len(company) / 2) or (not core and frame >= _BESIDE)
        if _told_too(mine, other, rival):
            continue
        if names and beside and not any(mine.keys[relation.dep] & _surfaces(other, t) for t in names):
            return frozenset(t for name in names for t in name_tokens(other, name))
    return frozenset()


def _told_too(mine: Facts, other: Facts, rival: Relation) -> bool:
    """Whether the hypothesis tells the same of the rival: "in Orrin, after a pilot in Skerry Bay"."""
    return any(
        r.role == rival.role and mine.keys[r.head] & other.keys[rival.head] and mine.keys[r.dep] & other.keys[rival.dep]
        for r in mine.relations
    )


def _another_object(mine: Facts, relation: Relation, other: Facts) -> frozenset[int]:
    """What the same did it to instead, which is not another word for the object."""
    if mine.classes[relation.dep] != "NOUN" or relation.head not in mine.verbs or mine.lemmas[relation.head] in _EMPTY:
        return frozenset()
    doers = [r.dep for r in mine.relations if r.head == relation.head and r.role == "SUBJ"]
    found: frozenset[int] = frozenset()
    for verb in other.verbs:
        objects = [r.dep for r in other.relations if r.head == verb and r.role == "OBJ" and other.keys[r.dep]]
        objects = [t for t in objects if other.lemmas[t] not in PRONOUNS]
        same = mine.keys[relation.head] & other.keys[verb] and any(
            r.head == verb and r.role == "SUBJ" and mine.keys[dep] & other.keys[r.dep] for r in other.relations for dep in doers
        )
        if not same or not objects:
            continue
        if any(not _excludes(mine, relation.dep, other, t) for t in objects):
            return frozenset()
        found |= {t for thing in objects for t in (thing, *(r.dep for r in other.relations if r.head == thing and r.role == "MOD"))}
    return found


def _excludes(mine: Facts, a: int, other: Facts, b: int) -> bool:
    """Whether an object is another thing of the same sort: what is led may be officers and a search at a time."""
    if are_exclusive(mine, a, other, b):
        return True
    own, theirs = noun_class(mine.lemmas[a]), noun_class(other.lemmas[b])
    return (own == theirs or not own or not theirs) and not (are_related(mine, a, other, b) or alike(mine.lemmas[a], other.lemmas[b]))


def _titles(mine: Facts, other: Facts) -> Iterator[Change]:
    """A title that the sentence gives to another name: "the mayor, Roy" for "Tasker is the mayor"."""
    theirs = list(_identities(other))
    for name, title in _identities(mine):
        surfaces = _surfaces(mine, name)
        if any(surfaces & keys for keys in other.keys):
            continue
        of = _modifiers(mine, title, name)
        same = [
            holder
            for holder, noun in theirs
            if mine.lemmas[title] == other.lemmas[noun] and _same_modifiers(of, _modifiers(other, noun, holder))
        ]
        if same and not any(mine.keys[name] & _surfaces(other, holder) for holder in same):
            yield Change("title", frozenset({*name_tokens(mine, name), title}), frozenset(name_tokens(other, same[0])))


def _identities(facts_: Facts) -> Iterator[tuple[int, int]]:
    """(name, title) where a sentence says who has a title: "Roy, the mayor", "the mayor, Roy", "Mayor Roy", "Roy is the mayor"."""
    for relation in facts_.relations:
        first, second = relation.head, relation.dep
        if relation.role == "APPOS":
            pairs = [(first, second), (second, first), *((second, title) for title in _heads_of(facts_, first))]
        elif relation.role == "MOD" and second < first:
            pairs = [(first, second)]
        elif relation.role == "ATTR" and facts_.lemmas[first] in _IDENTITY and first in facts_.verbs and not facts_.verbs[first].negated:
            pairs = [(r.dep, second) for r in facts_.relations if r.head == first and r.role == "SUBJ"]
        else:
            continue
        for name, title in pairs:
            if name in facts_.named and title not in name_tokens(facts_, name)[1:] and _is_title(facts_, title):
                yield name, title


def _is_title(facts_: Facts, token: int) -> bool:
    """Whether a noun names a person, as something that only one can be at a time: "the mayor", not "a writer"."""
    if facts_.classes[token] not in ("NOUN", "PROPN") or noun_class(facts_.lemmas[token]) != "person":
        return False
    inside = {token, *(r.dep for r in facts_.relations if r.head == token and r.role == "MOD" and r.dep < token)}
    return not any(facts_.lemmas[t] in _ANY_ONE for t in (min(inside) - 1, *inside) if t >= 0)


def _modifiers(facts_: Facts, title: int, name: int) -> list[frozenset[str]]:
    """What a title is of: "harbour" in "harbour master", "Vesper Bay" in "the mayor of Vesper Bay"."""
    own = set(name_tokens(facts_, name))
    return [facts_.keys[r.dep] for r in facts_.relations if r.head == title and r.role in ("MOD", "of") and r.dep not in own]


def _same_modifiers(first: Sequence[frozenset[str]], second: Sequence[frozenset[str]]) -> bool:
    return any(a & b for a in first for b in second)


def _heads_of(facts_: Facts, token: int) -> list[int]:
    """ "Mayor" for "Vesper Bay" in "the mayor of Vesper Bay", on which the parser often hangs the name that follows."""
    return [r.head for r in facts_.relations if r.role == "of" and r.dep == token]


def linked(facts_: Facts, token: int) -> tuple[int, ...]:
    """A noun and the names that it is said to be: "the minister, Voss"."""
    parts = {
        token,
        *(r.dep for r in facts_.relations if r.role == "of" and r.head == token and noun_class(facts_.lemmas[token]) == "person"),
    }
    names = [r.dep if r.head in parts else r.head for r in facts_.relations if r.role == "APPOS" and {r.head, r.dep} & parts]
    return (token, *names)


def name_tokens(facts_: Facts, token: int) -> tuple[int, ...]:
    """The tokens of a name, its last one first."""
    return (token, *(r.dep for r in facts_.relations if r.head == token and r.role == "MOD" and r.dep in facts_.named))


def _surfaces(facts_: Facts, token: int) -> frozenset[str]:
    """The words of a name, without what it is said to be."""
    return frozenset(fold(facts_.text[slice(*facts_.spans[t])]) for t in name_tokens(facts_, token))


def _has_argument(facts_: Facts, head: int, keys: frozenset[str]) -> bool:
    return any(r.head == head and keys & facts_.keys[r.dep] for r in facts_.relations)


def _is_value(facts_: Facts, token: int) -> bool:
    start, end = facts_.spans[token]
    return any(v.start < end and start < v.end for v in facts_.values)
