"""Whether what fills a part in a hypothesis may be what fills it in a sentence: the same, another one, or nobody can tell.

Summaries put most things in other words, so little is taken for another one: a name for another name, an amount for another amount, a
noun for a noun that is no other word for it, a pronoun only where a name before it in its own sentence is what it stands for.
"""

from collections.abc import Sequence
from enum import IntEnum
from functools import cache

from engines.english.animacy import noun_class
from engines.english.lexicon import words
from engines.verification.rules.arguments.rivals import linked, name_tokens
from engines.verification.sentences.lexical_relations import alike, are_exclusive, are_opposite, are_related
from engines.verification.sentences.parsed import BARE, PRONOUNS, Facts
from engines.verification.values.finding import Value, compare, entails

_STAND_INS = PRONOUNS | {"who", "which", "that", "whom", "one", "other", "those", "these", "some", "all", "both", "each"}
_NAMELESS = frozenset({"sort", "kind", "type", "number", "lot", "part", "member", "group", "people", "person", "thing", "man", "woman"})

_CIRCUMSTANCES = frozenset({"time", "attribute", "quantity", "state", "act", "motive", "feeling", "cognition", "event", "relation"})
"""Classes of nouns that say when, how or why: what has one of them may have a place besides."""


class Fit(IntEnum):
    """How two fillers of one part go together, the best of several being the greatest."""

    OTHER = 0
    OPEN = 1
    SAME = 2


def fit(mine: Facts, a: int, theirs: Facts, b: int) -> Fit:
    """How token `a` of a hypothesis goes together with token `b` of a sentence."""
    amounts = _amount(mine, a), _amount(theirs, b)
    if amounts[0] and amounts[1] and (is_amount(mine, a) or is_amount(theirs, b) or mine.keys[a] & theirs.keys[b]):
        return _of_amounts(amounts[0], amounts[1])
    if mine.keys[a] & theirs.keys[b]:
        return Fit.OTHER if _another_kind(mine, a, theirs, b) or _other_bearers(mine, a, theirs, b) else Fit.SAME
    if are_exclusive(mine, a, theirs, b):
        return Fit.OTHER
    if are_related(mine, a, theirs, b) or alike(mine.lemmas[a], theirs.lemmas[b]):
        return Fit.SAME
    if is_amount(mine, a) or is_amount(theirs, b) or is_nameless(mine, a) or (is_nameless(theirs, b) and theirs.lemmas[b] not in PRONOUNS):
        return Fit.OPEN
    if theirs.lemmas[b] in PRONOUNS:
        return _of_pronoun(mine, a, theirs, b)
    if any(f.classes[t] not in ("NOUN", "PROPN") for f, t in ((mine, a), (theirs, b))):
        return Fit.OPEN
    return _of_nouns(mine, a, theirs, b)


def is_nameless(facts_: Facts, token: int) -> bool:
    """Whether a word does not say what it is that it stands for: "some", "a member", "the number"."""
    return facts_.lemmas[token] in _nameless()


@cache
def _nameless() -> frozenset[str]:
    return _STAND_INS | _NAMELESS | words("partitives")


def is_name(facts_: Facts, token: int) -> bool:
    """A name, or what may be one that the tagger does not know: a single thing with a capital letter and no article."""
    written = facts_.text[slice(*facts_.spans[token])]
    bare = written[:1].isupper() and written.lower() == facts_.lemmas[token] and facts_.classes[token - 1 : token] != ("DET",)
    return token in facts_.named or facts_.classes[token] == "PROPN" or bare


def _of_amounts(claimed: Value, known: Value) -> Fit:
    if entails(known, claimed):
        return Fit.SAME
    return Fit.OTHER if claimed.kind == known.kind and compare(known, claimed) == "different" else Fit.OPEN


def _of_pronoun(mine: Facts, a: int, theirs: Facts, b: int) -> Fit:
    """A pronoun is another one than a name if it stands for a name before it in its sentence, and the sentence does not have this one
    before it too: which of the two is meant is a guess."""
    before = [t for t in range(b) if theirs.keys[t]]
    known = len(theirs.keys[b]) > BARE and any(t in theirs.named and theirs.keys[b] & theirs.keys[t] for t in before)
    return Fit.OTHER if known and is_name(mine, a) and not any(mine.keys[a] & theirs.keys[t] for t in before) else Fit.OPEN


def _of_nouns(mine: Facts, a: int, theirs: Facts, b: int) -> Fit:
    """A name is compared with the names of what stands there ("her coach, Lem"), a noun with a noun.

    What has a name may be called by another noun of its class, a noun by what it is told by, and people by their group ("the lawmakers",
    "the parliament") unless the sentence has both.
    """
    names = [t for t in linked(theirs, b) if is_name(theirs, t)]
    if is_name(mine, a):
        if not names:
            return Fit.OPEN
        return Fit.SAME if any(_same_name(mine, a, theirs, t) for t in names) else Fit.OTHER
    there = [t for t in range(len(theirs.keys)) if t != b and mine.keys[a] & theirs.keys[t]]
    if is_name(theirs, b) or not _around(theirs, b).isdisjoint(there):
        return Fit.OPEN
    own, other = noun_class(mine.lemmas[a]), noun_class(theirs.lemmas[b])
    if {own, other} == {"person", "group"}:
        return Fit.OTHER if there else Fit.OPEN
    return Fit.OPEN if names and not (own and other and own != other) else Fit.OTHER


def _same_name(mine: Facts, a: int, theirs: Facts, b: int) -> bool:
    """Whether two names may be of one: they share their last words, or the one is a part of the other ("Karl")."""
    own, other = name_tokens(mine, a), name_tokens(theirs, b)
    if len(own) > 1 and len(other) > 1:
        own, other = own[:1], other[:1]
    return any(mine.keys[x] & theirs.keys[y] or are_related(mine, x, theirs, y) for x in own for y in other)


def _around(facts_: Facts, noun: int) -> frozenset[int]:
    """What a noun is told by: "minister" and "Dahl" for "the government of Minister Dahl", "bans" for "a law that bans"."""
    first = _joined(facts_, noun)
    return first.union(*(_joined(facts_, t) for t in first if t not in facts_.verbs))


def _joined(facts_: Facts, token: int) -> frozenset[int]:
    return frozenset(r.dep if r.head == token else r.head for r in facts_.relations if token in (r.head, r.dep))


def _another_kind(mine: Facts, a: int, theirs: Facts, b: int) -> bool:
    """Whether the same noun is told apart by what it is called: the old cabins are not the new ones."""
    return any(
        are_opposite(mine, x, theirs, y) or are_exclusive(mine, x, theirs, y) for x in _modifiers(mine, a) for y in _modifiers(theirs, b)
    )


def _other_bearers(mine: Facts, a: int, theirs: Facts, b: int) -> bool:
    """Whether the same noun has other names beside it: "the tug Petrel" is not "Dunlin, a tug"."""
    own, other = ([t for t in _called(f, token) if is_name(f, t)] for f, token in ((mine, a), (theirs, b)))
    if not own or not other or mine.lemmas[a] != theirs.lemmas[b] or is_name(mine, a) or is_name(theirs, b):
        return False
    return not any(_same_name(mine, x, theirs, y) or _written(mine, x) & _written(theirs, y) for x in own for y in other)


def _called(facts_: Facts, token: int) -> Sequence[int]:
    """The names that stand beside a noun as its own."""
    beside = [r.dep if r.head == token else r.head for r in facts_.relations if r.role == "APPOS" and token in (r.head, r.dep)]
    return [t for t in beside if t != token]


def _written(facts_: Facts, token: int) -> frozenset[str]:
    return frozenset(facts_.text[slice(*facts_.spans[t])].lower() for t in name_tokens(facts_, token))


def _modifiers(facts_: Facts, token: int) -> Sequence[int]:
    return [r.dep for r in facts_.relations if r.head == token and r.role == "MOD"]


def is_amount(facts_: Facts, token: int) -> bool:
    """Whether a token is itself an amount or a date."""
    return _value(facts_, [token]) is not None


def _amount(facts_: Facts, token: int) -> Value | None:
    """The amount that a token is, or that it is counted by: 28 for "twenty-eight" and for "twenty-eight people"."""
    return _value(facts_, [token]) or _value(facts_, _modifiers(facts_, token))


def _value(facts_: Facts, tokens: Sequence[int]) -> Value | None:
    spans = [facts_.spans[t] for t in tokens]
    return next((v for v in facts_.values if any(v.start < end and start < v.end for start, end in spans)), None)


def comparable(mine: Facts, a: int, theirs: Facts, b: int) -> bool:
    """Whether two fillers of one preposition exclude each other: "at the brewery" and "at the bridge", but not "at the age of 92"."""
    if is_amount(mine, a) or is_amount(theirs, b) or (is_name(mine, a) and is_name(theirs, b)):
        return True
    own, other = noun_class(mine.lemmas[a]), noun_class(theirs.lemmas[b])
    return own == other or not {own, other} & _CIRCUMSTANCES
