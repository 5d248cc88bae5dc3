"""Somebody of the other sex in the same place: "he retired in 2004" where she did, "broke his wrist" where it was hers.

What a pronoun depends on is looked for in the sentences of the reference that fit best. It is no matter who is meant: whoever stands
there must be one that the pronoun may stand for.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engines.verification.names.coreference import personal
from engines.verification.names.genders import gender_of_word
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Premise
from engines.verification.rules.registry import rule
from engines.verification.sentences.naming import name_tokens
from engines.verification.sentences.parsed import ParsedSentence, Relation, counts
from engines.verification.sentences.word_lists import word_list

NAME = "gender"
_OTHER = {"male": "female", "female": "male"}
_OWNING = frozenset({"SUBJ", "OBJ", "MOD"})
"""Roles that a noun and a verb share: "his pardon" of one who was pardoned."""
_SYMMETRIC = word_list("symmetric nouns")
_APOSTROPHES = frozenset("'’")


class _Place(NamedTuple):
    """Where a premise has what a pronoun depends on, and whoever is in the pronoun's role there."""

    premise: Premise
    person: int
    gender: str


@rule(NAME, ConflictKind.COREFERENCE, "he and she beside who is in the same role of the same word in the premises that fit best")
def gender(case: Case) -> Iterator[Conflict]:
    """The pronouns of a hypothesis in whose every place a premise has somebody of the other sex."""
    mine = case.hypothesis
    for token in range(len(mine.keys)):
        own = _pronoun(mine, token)
        if own in _OTHER and _noun_before(mine, token) != own:
            heads = [r for r in _relations(mine) if r.dep == token and counts(mine, r.head) and mine.lemmas[r.head] not in _SYMMETRIC]
            places = [place for r in heads for place in _places(case, r)]
            other = next((place for place in places if place.gender == _OTHER[own]), None)
            if other is not None and not any(place.gender == own for place in places):
                yield Conflict(ConflictKind.COREFERENCE, frozenset({token}), other.premise.span(other.person, other.person))


def _places(case: Case, relation: Relation) -> Iterator[_Place]:
    mine = case.hypothesis
    for premise in case.clause_premises:
        other = premise.sentence
        for there in _relations(other):
            if mine.keys[relation.head] & other.keys[there.head] and _same_role(mine, relation, other, there):
                yield _Place(premise, there.dep, _gender(other, there.dep))


def _relations(sentence: ParsedSentence) -> Iterator[Relation]:
    """The relations of a sentence, and whoever is said to be something as the subject of that: "he" of "disappointed"."""
    for relation in sentence.relations:
        yield relation
        if relation.role == "SUBJ" and sentence.lemmas[relation.head] == "be":
            yield from (Relation(r.dep, "SUBJ", relation.dep) for r in sentence.of(relation.head) if r.role == "ATTR")


def _same_role(mine: ParsedSentence, relation: Relation, other: ParsedSentence, there: Relation) -> bool:
    """Whether a person does, suffers or owns there what the pronoun's does; of a verb something else must be the same, too."""
    end = other.spans[there.dep][1]
    if there.role == "MOD" and not (_pronoun(other, there.dep) or other.text[end : end + 1] in _APOSTROPHES):
        return False  # "his aunt Runa" is no aunt of Runa's
    if mine.classes[relation.head] != other.classes[there.head]:
        return "MOD" in (relation.role, there.role) and {relation.role, there.role} <= _OWNING
    if relation.role != there.role:
        return False
    if mine.classes[relation.head] != "VERB":
        return True
    return not _beside(mine, relation).isdisjoint(_beside(other, there))


def _beside(sentence: ParsedSentence, relation: Relation) -> frozenset[str]:
    """What else a verb has, and who says, thinks or does what it is told by: "Aske said that she was amused"."""
    deps = [r.dep for r in sentence.of(relation.head) if r.dep != relation.dep]
    above = [r.head for r in sentence.relations if r.dep == relation.head and r.role == "COMP"]
    deps += [r.dep for head in above for r in sentence.of(head) if r.role == "SUBJ" and r.dep != relation.dep]
    return frozenset(key for dep in deps if counts(sentence, dep) for key in sentence.keys[dep])


def _gender(sentence: ParsedSentence, token: int) -> str:
    """male or female of a pronoun, a name or a noun for a man or a woman; "" where nobody can tell."""
    own = _pronoun(sentence, token)
    if own or token not in sentence.named:
        return own or gender_of_word(_word(sentence, token).lower())
    found = {gender_of_word(_word(sentence, part)) for part in name_tokens(sentence, token)} - {""}
    return found.pop() if len(found) == 1 else ""


def _pronoun(sentence: ParsedSentence, token: int) -> str:
    return personal(_word(sentence, token)) if sentence.classes[token] in ("PRON", "DET") else ""


def _noun_before(sentence: ParsedSentence, token: int) -> str:
    """The gender of the last noun for a man or a woman before a pronoun, who is meant by it: "it cost her father his life"."""
    nouns = (t for t in range(token - 1, -1, -1) if sentence.classes[t] == "NOUN" and t not in sentence.named)
    return next((gender for t in nouns if (gender := gender_of_word(_word(sentence, t).lower()))), "")


def _word(sentence: ParsedSentence, token: int) -> str:
    return sentence.text[slice(*sentence.spans[token])]
