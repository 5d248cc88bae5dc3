"""Another name in the same role beside the same word and at least half of its other arguments.

This needs the parse and not the order of words: a short statement picks one fact out of a long sentence.
"""

from collections.abc import Iterator

from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Near
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import SYMMETRIC
from engines.verification.sentences.naming import linked, name_tokens, surfaces
from engines.verification.sentences.parsed import ParsedSentence, Relation, counts
from engines.verification.sentences.word_lists import word_list

_LIGHT = word_list("verbs of anything")
"""Verbs that are said of too many things for one of them to exclude another."""
_LOOSE = frozenset({"MOD", "APPOS", "ADV", "COMP", "ATTR", "including", "like", "as", "than", "of"})
_CORE = frozenset({"SUBJ", "OBJ", "IOBJ"})
_BESIDE = 0.75
"""The share of the other words that a premise must have for one of its places to be the place that is meant."""


@rule("entity in a role", ConflictKind.ENTITY, "names in the same role beside the same verb, of premises that say nearly the same")
def entity_in_role(case: Case) -> Iterator[Conflict]:
    """The names of a hypothesis in whose role a premise has another name."""
    mine = case.hypothesis
    for relation in mine.relations:
        if relation.dep not in mine.named or not counts(mine, relation.dep) or _is_value(mine, relation.dep) or _together(case, relation):
            continue
        for near in case.near:
            if instead := _another_name(mine, relation, near):
                tokens = frozenset(name_tokens(mine, relation.dep))
                span = near.span(min(instead), max(instead))
                yield Conflict(ConflictKind.ENTITY, tokens, span, frozenset({relation.head}), near.place)


def _together(case: Case, relation: Relation) -> bool:
    """Whether a segment of the reference has both the name and the word that it depends on."""
    first, second = case.words(relation.head), case.words(relation.dep)
    exact = case.alignment.exact
    return bool(len(first) and len(second) and (exact[first[0]] * exact[second[0]]).any())


def _another_name(mine: ParsedSentence, relation: Relation, near: Near) -> frozenset[int]:
    """The tokens of the name that stands where the hypothesis has this one."""
    other = near.sentence
    if relation.role in _LOOSE or not mine.keys[relation.head] or mine.lemmas[relation.head] in _LIGHT | SYMMETRIC:
        return frozenset()
    if any(surfaces(mine, relation.dep) & keys for keys in other.keys):
        return frozenset()
    core = relation.role in _CORE
    same = [r for r in other.relations if r.role == relation.role and mine.keys[relation.head] & other.keys[r.head]]
    if not core and not same and near.frame >= _BESIDE:
        # What a prepositional phrase hangs on is the parser's guess.
        same = [r for r in other.relations if r.role == relation.role]
    company = [r.dep for r in mine.relations if r.head == relation.head and r.dep != relation.dep and counts(mine, r.dep)]
    for there in same:
        names = [t for t in linked(other, there.dep) if t in other.named and not _is_value(other, t)]
        shared = sum(_has_argument(other, there.head, mine.keys[dep]) for dep in company)
        beside = shared >= max(1, len(company) / 2) or (not core and near.frame >= _BESIDE)
        if names and beside and not _told_too(mine, other, there) and not any(mine.keys[relation.dep] & surfaces(other, t) for t in names):
            return frozenset(t for name in names for t in name_tokens(other, name))
    return frozenset()


def _told_too(mine: ParsedSentence, other: ParsedSentence, there: Relation) -> bool:
    """Whether the hypothesis tells the same of the other name: "in Orrin, after a pilot in Skerry Bay"."""
    return any(
        r.role == there.role and mine.keys[r.head] & other.keys[there.head] and mine.keys[r.dep] & other.keys[there.dep]
        for r in mine.relations
    )


def _has_argument(sentence: ParsedSentence, head: int, keys: frozenset[str]) -> bool:
    return any(r.head == head and keys & sentence.keys[r.dep] for r in sentence.relations)


def _is_value(sentence: ParsedSentence, token: int) -> bool:
    start, end = sentence.spans[token]
    return any(v.start < end and start < v.end for v in sentence.values)
