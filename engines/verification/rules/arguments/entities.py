"""Another name in the same role beside the same word and at least half of its other arguments.

This needs the parse and not the order of words: a short statement picks one fact out of a long sentence.
"""

from collections.abc import Iterator

from engines.core.plain.turns import turn_at
from engines.english.pronouns import I
from engines.verification.names.speakers import spoken
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Near
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import SYMMETRIC
from engines.verification.sentences.naming import is_value, linked, name_tokens, name_words_of, surfaces
from engines.verification.sentences.parsed import BARE, ParsedSentence, Relation, counts
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
        if relation.dep not in mine.named or not counts(mine, relation.dep) or is_value(mine, relation.dep):
            continue
        together = _together(case, relation)
        for near in case.near:
            instead = _another_name(mine, relation, near)
            if instead and (not together or instead <= _speaking(near.sentence)):
                tokens = frozenset(name_tokens(mine, relation.dep))
                yield Conflict(ConflictKind.ENTITY, tokens, _span(case, near, instead), frozenset({relation.head}), near.place)


def _speaking(sentence: ParsedSentence) -> frozenset[int]:
    """The tokens by which the speaker of a turn is meant: "I", where it is known who speaks."""
    return frozenset(t for t, lemma in enumerate(sentence.lemmas) if lemma in I.plain and len(sentence.keys[t]) > BARE)


def _is_speaker(mine: ParsedSentence, token: int, keys: frozenset[str]) -> bool:
    """Whether a name is the one that "I" stands for, or a part of it, or has it as a part."""
    own = name_words_of(mine, token)
    return own <= keys or keys - I.plain <= own


def _span(case: Case, near: Near, instead: frozenset[int]) -> tuple[int, int]:
    """Where the reference has the other name: of a speaker where their turn begins."""
    if instead <= _speaking(near.sentence) and (turn := turn_at(spoken(case.reference.text.text), near.start)):
        return turn.place
    return near.span(min(instead), max(instead))


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
    speaking = _speaking(other)
    has_name = any(surfaces(mine, relation.dep) & keys for keys in other.keys)
    if has_name and not speaking:
        return frozenset()
    core = relation.role in _CORE
    same = [r for r in other.relations if r.role == relation.role and mine.keys[relation.head] & other.keys[r.head]]
    if not core and not same and near.frame >= _BESIDE:
        # What a prepositional phrase hangs on is the parser's guess.
        same = [r for r in other.relations if r.role == relation.role]
    company = [r.dep for r in mine.relations if r.head == relation.head and r.dep != relation.dep and counts(mine, r.dep)]
    for there in same:
        spoken = [there.dep] if there.dep in speaking and not _is_speaker(mine, relation.dep, other.keys[there.dep]) else []
        names = [t for t in linked(other, there.dep) if t in other.named and not is_value(other, t)] or spoken
        shared = sum(_has_argument(other, there.head, mine.keys[dep]) for dep in company)
        beside = shared >= max(1, len(company) / 2) or (not core and near.frame >= _BESIDE)
        apart = not (has_name or _told_too(mine, other, there) or any(mine.keys[relation.dep] & surfaces(other, t) for t in names))
        if names and beside and (names == spoken or apart):
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
