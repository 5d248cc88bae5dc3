"""Near copies made false: a sentence of the reference says almost the same, but negated, with roles exchanged, of another value or name.

People who label summaries rarely see such cases, so the learned heads know little of them; here they are recognised by rule. A
hypothesis is contradicted when every sentence that says nearly the same (shares most of its words) conflicts with it. How much a kind
of conflict weighs is in assets/verifier/contradictions.json, with how it was found.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engines.files import asset
from engines.text import model_text
from engines.verification.aliases import fold
from engines.verification.alignment import Alignment
from engines.verification.contrasts import (
    best_sentences,
    evidence_facts,
    looked_up,
    opposed,
    ordering,
    quantifiers,
    tokens_of,
    value_contrast,
    with_aliases,
)
from engines.verification.relations import CORE, PRONOUNS, Facts, counts, facts
from engines.verification.values import Value
from engines.verification.words import split

_LEAST = 0.6
"""Share of the words of a hypothesis that a sentence must have to say nearly the same."""
_SHARED = 0.5
_LOOSE = frozenset({"MOD", "APPOS", "ADV"})
"""Roles whose fillers the parser attaches too freely to tell whether two were exchanged."""
_OPEN = 2
"""How much more doubtful a sentence must be that is not much the same as the hypothesis."""


@dataclass(frozen=True)
class Nearness:
    """How near a sentence of the reference comes to a hypothesis, shares of content words in [0, 1].

    Attributes:
        words: of the hypothesis that the sentence has.
        frame: the same without names and values, which a false copy may have replaced.
        back: of the sentence's words that the hypothesis has, without names and values; high only where nothing was left out.
    """

    words: float
    frame: float
    back: float

    @property
    def much_the_same(self) -> bool:
        """Whether the hypothesis is the sentence with little changed, not a shorter account of it."""
        return self.frame >= 0.7 and self.back >= 0.75


@cache
def weights() -> dict[str, dict[str, float]]:
    """The weight of each kind of conflict, [0, 1], for "statement" and for "question"."""
    table: dict[str, dict[str, float]] = json.loads(asset("verifier", "contradictions.json").read_text("utf-8"))["weights"]
    return table


def is_copy(alignment: Alignment) -> bool:
    """Whether a sentence of the reference has the very words of the text, whatever their case and spacing."""
    text = alignment.reference.text
    if not len(alignment.words) or alignment.runs[-1] < len(alignment.words):
        return False
    keys = tuple(alignment.words.keys)
    return any(tuple(split(text.model_text[slice(*text.sentences[i])]).keys) == keys for i in best_sentences(alignment))


def contradictions(alignment: Alignment, masks: Sequence[NDArray[np.bool_] | None]) -> list[frozenset[str]]:
    """The kinds of conflict of each mask (None: the whole text) with the sentences that say nearly the same; empty if one agrees."""
    if is_copy(alignment):
        return [frozenset()] * len(masks)
    theirs = evidence_facts(alignment)
    mine = with_aliases(facts(model_text(alignment.text)), alignment)
    known = frozenset(fold(word) for word in alignment.reference.names.words)
    near = [(other, nearness) for other in theirs if (nearness := _nearness(mine, other)).frame >= _LEAST]
    found = []
    for mask in masks:
        tokens = tokens_of(alignment, mine, mask)
        kinds = [(_conflicts(mine, other, tokens, nearness, known), nearness) for other, nearness in near]
        agreeing = any(not conflict and nearness.words >= _LEAST for conflict, nearness in kinds)
        conflicts = [conflict for conflict, _ in kinds if conflict]
        found.append(frozenset() if agreeing or not conflicts else min(conflicts, key=lambda conflict: weight(conflict, "statement")))
    return found


def weight(kinds: frozenset[str], of: str) -> float:
    """How sure it is that a "statement" or "question" with these conflicts is unsupported, [0, 1]; 0 without any."""
    return max((weights()[of].get(kind, 0.0) for kind in kinds), default=0.0)


def _nearness(mine: Facts, other: Facts) -> Nearness:
    return Nearness(_share(mine, other, False), _share(mine, other, True), _share(other, mine, True))


def _share(of: Facts, found_in: Facts, frame: bool) -> float:
    words = [t for t in range(len(of.keys)) if counts(of, t)]
    if frame:
        plain = [t for t in words if t not in of.named and not any(v.start < of.spans[t][1] and of.spans[t][0] < v.end for v in of.values)]
        words = plain or words
    present = frozenset(key for keys in found_in.keys for key in keys)
    return sum(bool(of.keys[t] & present) for t in words) / len(words) if words else 0.0


def _conflicts(mine: Facts, other: Facts, tokens: frozenset[int], near: Nearness, known: frozenset[str]) -> frozenset[str]:
    found = set()
    for verb in mine.verbs:
        if verb in tokens:
            found |= _verb_conflicts(mine, verb, other, near)
    found |= _relation_conflicts(mine, other, tokens, near, known)
    whole = len(tokens) == len(mine.keys)
    for value in mine.values:
        inside = whole or any(value.start < mine.spans[t][1] and mine.spans[t][0] < value.end for t in tokens)
        if inside and near.frame >= 0.75 and _comparable(value, other) and value_contrast(value, [other]) == "wrong":
            found.add("value")
    if near.words >= _LEAST and opposed(mine, [other], tokens):
        found.add("opposite")
    if near.words >= _LEAST and ordering(mine, [other], tokens):
        found.add("order")
    if near.words >= 0.8 and quantifiers(mine, [other], tokens):
        found.add("quantity")
    return frozenset(found)


def _comparable(value: Value, other: Facts) -> bool:
    """Whether the sentence counts the same thing: an age is not contradicted by a number of charges."""
    return value.kind != "number" or any(v.kind == "number" and v.counted == value.counted for v in other.values)


def _verb_conflicts(mine: Facts, verb: int, other: Facts, near: Nearness) -> set[str]:
    """Polarity and doubt beside the same verb with at least half of the same arguments."""
    around = _arguments(mine, verb)
    best: tuple[float, int] | None = None
    for index in other.verbs:
        if not (mine.lemmas[verb] == other.lemmas[index] or mine.keys[verb] & other.keys[index]):
            continue
        beside = _arguments(other, index)
        shared = sum(any(k & b for b in beside) for k in around)
        if around and shared >= _SHARED * len(around) and (best is None or shared > best[0]):
            best = (shared, index)
    if best is None:
        return set()
    said, known = mine.verbs[verb], other.verbs[best[1]]
    found = {"polarity"} if said.negated != known.negated and near.words >= _LEAST else set()
    # A plan that was carried out by the time of writing is not a conflict; what only may be so is none the less open.
    more = known.doubt - said.doubt
    return found | ({"doubt"} if near.words >= 0.75 and (more >= _OPEN or (more > 0 and near.much_the_same)) else set())


def _arguments(facts_: Facts, verb: int) -> list[frozenset[str]]:
    return [facts_.keys[r.dep] for r in facts_.relations if r.head == verb and counts(facts_, r.dep)]


def _relation_conflicts(mine: Facts, other: Facts, tokens: frozenset[int], near: Nearness, known: frozenset[str]) -> set[str]:
    """Arguments with another filler or in another role. `known` are the words of the whole reference's names: a name that it has
    elsewhere may be meant here too, unless the sentence is much the same."""
    found = {"roles"} if near.words >= 0.9 and _exchanged(mine, other, tokens) else set()
    present = frozenset(key for keys in other.keys for key in keys)
    for relation in mine.relations:
        inside = relation.dep in tokens and (relation.head in tokens or len(tokens) == len(mine.keys))
        if not inside or not counts(mine, relation.dep) or mine.lemmas[relation.dep] in PRONOUNS:
            continue
        outcome = looked_up(mine, relation, [other]).outcome
        elsewhere = bool(mine.keys[relation.dep] & present)
        if elsewhere and near.words >= 0.9 and near.much_the_same and outcome == "swapped" and relation.role in CORE:
            found.add("roles")
        elif not elsewhere and outcome == "replaced" and near.frame >= 0.7:
            part = relation.role == "MOD" and relation.head in mine.named and bool(mine.keys[relation.head] & present)
            # "New" of "the New York Jets" beside "the Jets": the same name in full.
            if part:
                continue
            if relation.dep in mine.named and (near.much_the_same or not mine.keys[relation.dep] & known):
                found.add("name")
            else:
                found.add("word" if near.much_the_same else "argument")
    return found


def _exchanged(mine: Facts, other: Facts, tokens: frozenset[int]) -> bool:
    """Whether two arguments have each other's places in the other sentence: of one verb, of two verbs, of two prepositions.

    One argument in another place is not enough: "East signed with the Jaguars" and "the Jaguars signed East" are both true.
    """
    places = [r for r in mine.relations if r.role not in _LOOSE and counts(mine, r.dep) and mine.lemmas[r.dep] not in PRONOUNS]
    theirs = {r: _fillers(other, mine.keys[r.head], r.role) for r in places}
    for first, second in combinations([r for r in places if theirs[r]], 2):
        if (first.head, first.role) == (second.head, second.role) or not tokens & {first.dep, second.dep}:
            continue
        a, b = mine.keys[first.dep], mine.keys[second.dep]
        if a & b or not (_has(theirs[first], b) and _has(theirs[second], a)):
            continue
        if not (_has(theirs[first], a) or _has(theirs[second], b)):
            return True
    return False


def _fillers(facts_: Facts, head: frozenset[str], role: str) -> list[frozenset[str]]:
    """What fills a role of a word, as keys."""
    return [facts_.keys[r.dep] for r in facts_.relations if r.role == role and head & facts_.keys[r.head] and counts(facts_, r.dep)]


def _has(members: Sequence[frozenset[str]], keys: frozenset[str]) -> bool:
    return any(keys & member for member in members)
