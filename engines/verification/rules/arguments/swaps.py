"""Two arguments that have each other's places, whatever the order of words: of one verb, of two verbs, of two prepositions.

One argument in another place is not enough: "East signed with the Jaguars" and "the Jaguars signed East" are both true.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Near
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import SYMMETRIC
from engines.verification.sentences.naming import name_tokens
from engines.verification.sentences.parsed import PRONOUNS, ParsedSentence, Relation, counts

_WORDS = 0.9
"""The share of the hypothesis' words that the premise must have."""
_LOOSE = frozenset({"MOD", "APPOS", "ADV"})
"""Roles whose fillers the parser attaches too freely to tell whether two were exchanged."""


@rule("swap of arguments", ConflictKind.SWAP, "two arguments of verbs or prepositions that fill each other's roles in a premise")
def swap_of_arguments(case: Case) -> Iterator[Conflict]:
    """The arguments of a hypothesis that a premise has the other way round."""
    mine = case.hypothesis
    places = [r for r in mine.relations if r.role not in _LOOSE and counts(mine, r.dep) and mine.lemmas[r.dep] not in PRONOUNS]
    for near in case.near:
        theirs = {r: _fillers(near.sentence, mine.keys[r.head], r.role) for r in places} if near.words >= _WORDS else {}
        for first, second in combinations([r for r in theirs if theirs[r]], 2):
            if _are_swapped(mine, first, second, near, theirs[first], theirs[second]):
                words = name_tokens(near.sentence, theirs[first][0])
                found = near.span(min(words), max(words))
                yield Conflict(ConflictKind.SWAP, frozenset({first.dep, second.dep}), found, near=near.place)
    yield from _turned_round(case)


def _turned_round(case: Case) -> Iterator[Conflict]:
    """Who does something and to whom it is done, where premises have it done by the latter to the former, or to whom a pronoun names."""
    mine = case.hypothesis
    for verb in mine.verbs:
        doers, things = (_role(mine, verb, role) for role in ("SUBJ", "OBJ"))
        if len(doers) != 1 or len(things) != 1 or not mine.keys[verb] or mine.lemmas[verb] in SYMMETRIC:
            continue
        told = [(p, there) for p in case.premises for there in p.sentence.verbs if mine.keys[verb] & p.sentence.keys[there]]
        parts = [(p, _role(p.sentence, there, "SUBJ"), _role(p.sentence, there, "OBJ")) for p, there in told]
        if any(_have(mine, doers, p.sentence, there) or _have(mine, things, p.sentence, done_to) for p, there, done_to in parts):
            continue
        for premise, there, done_to in parts:
            open_to = any(premise.sentence.lemmas[t] in PRONOUNS for t in done_to)
            if _have(mine, things, premise.sentence, there) and (open_to or _have(mine, doers, premise.sentence, done_to)):
                words = name_tokens(premise.sentence, there[0])
                yield Conflict(ConflictKind.SWAP, frozenset({*doers, *things}), premise.span(min(words), max(words)))
                break


def _role(sentence: ParsedSentence, verb: int, role: str) -> list[int]:
    return [r.dep for r in sentence.relations if r.head == verb and r.role == role and sentence.keys[r.dep]]


def _have(mine: ParsedSentence, own: Sequence[int], other: ParsedSentence, theirs: Sequence[int]) -> bool:
    return any(mine.keys[a] & other.keys[b] for a in own for b in theirs)


def _are_swapped(
    mine: ParsedSentence, first: Relation, second: Relation, near: Near, firsts: Sequence[int], seconds: Sequence[int]
) -> bool:
    """Whether each of two arguments fills the role of the other, and neither its own.

    Args:
        firsts, seconds: what fills the roles of the two in the premise.
    """
    if first.head == second.head and (first.role == second.role or mine.lemmas[first.head] in SYMMETRIC):
        return False
    a, b = mine.keys[first.dep], mine.keys[second.dep]
    has = [[any(keys & near.sentence.keys[t] for t in role) for role in (firsts, seconds)] for keys in (a, b)]
    return not a & b and has == [[False, True], [True, False]]


def _fillers(sentence: ParsedSentence, head: frozenset[str], role: str) -> list[int]:
    """What fills a role of a word."""
    return [r.dep for r in sentence.relations if r.role == role and head & sentence.keys[r.head] and counts(sentence, r.dep)]
