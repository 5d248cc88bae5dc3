"""Another noun beside the same words: "the daughter of a cabinetmaker" where the reference has "the daughter of a clockmaker".

The noun is nowhere in the reference, in no other word either; a noun of the same class stands there in the same relation to a word that
both have, and the reference has nearly all the rest.
"""

from collections.abc import Iterator, Sequence

from engines.english.animacy import noun_class
from engines.verification.sentences.edits import Change
from engines.verification.sentences.fillers import is_nameless
from engines.verification.sentences.lexical_relations import alike, are_exclusive, are_related
from engines.verification.sentences.parsed import Facts, counts

_REST = 0.6
"""The share of the other content words that a sentence must have."""
_VAGUE = frozenset(
    {"act", "relation", "state", "time", "attribute", "cognition", "communication", "possession", "quantity", "group", "feeling", "motive"}
)
"""Kinds of nouns that are often another word for what is told."""
_KIN = frozenset(
    {"father", "mother", "parent", "son", "daughter", "brother", "sister", "wife", "husband", "child", "man", "woman", "boy", "girl"}
)
"""Who is who follows from other words: the daughter of a shepherd has a shepherd for a father."""
_OBJECTS = frozenset({"artifact", "animal", "food", "plant", "substance", "object", "body", ""})
"""Classes that a noun of no known class is most often of."""
_LOOSE = frozenset({"ADV", "COMP"})


def other_things(mine: Facts, theirs: Sequence[Facts], present: frozenset[int]) -> Iterator[tuple[Change, int]]:
    """The nouns of a hypothesis in whose place sentences of the reference have others, each with the index of the sentence.

    Args:
        present: the tokens of the hypothesis that are anywhere in the reference.
    """
    for noun in range(len(mine.keys)):
        if (
            noun in present
            or not _names_a_thing(mine, noun)
            or _is_title(mine, noun)
            or any(_is_meant(mine, noun, other) for other in theirs)
        ):
            continue
        for index, other in enumerate(theirs):
            if _rest(mine, noun, other) < _REST:
                continue
            things = frozenset(t for t in range(len(other.keys)) if _is_another(mine, noun, other, t))
            if things:
                yield Change("thing", frozenset({noun}), things), index
                break


def _names_a_thing(facts_: Facts, token: int) -> bool:
    if facts_.classes[token] != "NOUN" or not counts(facts_, token) or is_nameless(facts_, token) or facts_.lemmas[token] in _KIN:
        return False
    start, end = facts_.spans[token]
    return noun_class(facts_.lemmas[token]) not in _VAGUE and not any(v.start < end and start < v.end for v in facts_.values)


def _is_title(facts_: Facts, noun: int) -> bool:
    """Whether a noun stands beside a name, or is a part of one: "manager Tony Brandt", who may have other titles."""
    beside = {noun - 1, noun + 1} & facts_.named
    return bool(beside) or any(r.dep == noun and r.head in facts_.named and r.role in ("MOD", "APPOS") for r in facts_.relations)


def _is_meant(mine: Facts, noun: int, other: Facts) -> bool:
    """Whether a word of the sentence may stand for a noun."""
    return any(
        counts(other, t)
        and not are_exclusive(mine, noun, other, t)
        and (are_related(mine, noun, other, t) or (other.classes[t] in ("NOUN", "PROPN") and alike(mine.lemmas[noun], other.lemmas[t])))
        for t in range(len(other.keys))
    )


def _rest(mine: Facts, noun: int, other: Facts) -> float:
    """The share of the other content words of the hypothesis that the sentence has, itself or in another word."""
    words = [t for t in range(len(mine.keys)) if t != noun and counts(mine, t)]
    keys = frozenset(key for keys in other.keys for key in keys)
    there = [t for t in range(len(other.keys)) if counts(other, t)]
    known = sum(bool(mine.keys[t] & keys) or any(are_related(mine, t, other, u) for u in there) for t in words)
    return known / len(words) if words else 0.0


def _is_another(mine: Facts, noun: int, other: Facts, there: int) -> bool:
    """Whether another noun of the sentence has the place of this one."""
    if not _names_a_thing(other, there) or any(mine.keys[t] & other.keys[there] for t in range(len(mine.keys)) if counts(mine, t)):
        return False
    own, known = noun_class(mine.lemmas[noun]), noun_class(other.lemmas[there])
    of_a_kind = own == known or (not (own and known) and (own or known) in _OBJECTS)
    return of_a_kind and _have_the_same_beside(mine, noun, other, there)


def _have_the_same_beside(mine: Facts, noun: int, other: Facts, there: int) -> bool:
    for r in mine.relations:
        if r.role in _LOOSE or noun not in (r.head, r.dep):
            continue
        for s in other.relations:
            if s.role != r.role or (s.dep if r.dep == noun else s.head) != there:
                continue
            a, b = (r.head, s.head) if r.dep == noun else (r.dep, s.dep)
            if mine.keys[a] & other.keys[b] or (a in mine.verbs and are_related(mine, a, other, b)):
                return True
    return False
