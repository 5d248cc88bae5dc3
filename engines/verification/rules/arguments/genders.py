"""Somebody of the other sex in the same place: "he retired in 2004" where she did, "broke his wrist" where it was hers.

What a pronoun depends on is looked for in the sentences of the reference that fit best. It is no matter who is meant: whoever stands
there must be one that the pronoun may stand for.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from engines.english.animacy import noun_class
from engines.english.pronouns import SPEAKERS
from engines.verification.encoding.words import key
from engines.verification.names.aliases import fold
from engines.verification.names.coreference import personal
from engines.verification.names.genders import gender_of_word
from engines.verification.rules.arguments.told_genders import told_genders
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Premise
from engines.verification.rules.registry import rule
from engines.verification.sentences.naming import name_tokens
from engines.verification.sentences.parsed import ParsedSentence, Relation, counts
from engines.verification.sentences.roster import is_role, roster
from engines.verification.sentences.word_lists import word_list

NAME = "gender"
_OPEN = "open"
"""What a person is of whom nobody can tell."""
_MOST, _JOINED = 6, 4
"""Sentences that may have a verb for whoever does it to count, and tokens before somebody among whom others are joined with them."""
_OTHER = {"male": "female", "female": "male"}
_OWNING = frozenset({"SUBJ", "OBJ", "MOD"})
"""Roles that a noun and a verb share: "his pardon" of one who was pardoned."""
_SYMMETRIC = word_list("symmetric nouns")
_HYPHENED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
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
            if any(place.gender == own for place in places):
                continue
            places += [place for r in heads for place in _anywhere(case, r)]
            other = next((place for place in places if place.gender == _OTHER[own] and not _is_joined(place, own)), None)
            if other is not None and not any(place.gender in (own, _OPEN) for place in places):
                yield Conflict(ConflictKind.COREFERENCE, frozenset({token}), other.premise.span(other.person, other.person))


def _is_joined(place: _Place, own: str) -> bool:
    """Whether somebody of the pronoun's sex is there, too: "her and her father's papers"."""
    sentence = place.premise.sentence
    before = range(max(0, place.person - _JOINED), place.person - 1)
    return any(_pronoun(sentence, token) == own and sentence.lemmas[token + 1] == "and" for token in before)


def _places(case: Case, relation: Relation) -> Iterator[_Place]:
    mine = case.hypothesis
    for premise in case.clause_premises:
        other = premise.sentence
        for there in _relations(other):
            if mine.keys[relation.head] & other.keys[there.head] and _same_role(mine, relation, other, there):
                yield _Place(premise, there.dep, _gender(case, other, there.dep))


def _anywhere(case: Case, relation: Relation) -> Iterator[_Place]:
    """Whoever does what a verb says anywhere in the reference, where a premise has the verb and few sentences do."""
    mine = case.hypothesis
    if mine.classes[relation.head] != "VERB" or relation.role != "SUBJ":
        return
    numbers = case.reference.sentences_with(key(mine.lemmas[relation.head]))
    known = {premise.number for premise in case.clause_premises}
    if len(numbers) > _MOST or known.isdisjoint(numbers):
        return
    for premise in case.read(numbers):
        other = premise.sentence
        for there in other.relations:
            if there.role == relation.role and other.lemmas[there.head] == mine.lemmas[relation.head]:
                yield _Place(premise, there.dep, _gender(case, other, there.dep))


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
        owned = "MOD" in (relation.role, there.role) and {relation.role, there.role} <= _OWNING
        noun = mine.classes[relation.head] != "VERB"  # "he worked out how" is not "his work on it"
        return owned and (noun or not _beside(mine, relation).isdisjoint(_beside(other, there)))
    if relation.role != there.role:
        return False
    if mine.classes[relation.head] != "VERB":
        return mine.lemmas[relation.head] == other.lemmas[there.head]  # not "his wife, a niece of Osk's" of Osk's niece
    return not _beside(mine, relation).isdisjoint(_beside(other, there))


def _beside(sentence: ParsedSentence, relation: Relation) -> frozenset[str]:
    """What else a verb has, and who says, thinks or does what it is told by: "Aske said that she was amused"."""
    deps = [r.dep for r in sentence.of(relation.head) if r.dep != relation.dep]
    above = [r.head for r in sentence.relations if r.dep == relation.head and r.role == "COMP"]
    deps += [r.dep for head in above for r in sentence.of(head) if r.role == "SUBJ" and r.dep != relation.dep]
    return frozenset(key for dep in deps if counts(sentence, dep) for key in sentence.keys[dep])


def _gender(case: Case, sentence: ParsedSentence, token: int) -> str:
    """male or female of a pronoun, a name or a word for a man or a woman, "open" of a person of whom nobody can tell, "" of all else."""
    own = _pronoun(sentence, token)
    if own:
        return own
    word, told = _word(sentence, token), case.reference.derived(told_genders)
    if token in sentence.named:
        words = [_double(sentence, part) or _word(sentence, part) for part in name_tokens(sentence, token)]
        found = {told[fold(part)] if fold(part) in told else gender_of_word(part) for part in words} - {""}
    else:
        found = {gender_of_word(word.lower())} - {""}
        holder = case.reference.derived(roster).get(key(sentence.lemmas[token]), frozenset()) if not found and is_role(word) else ()
        found |= {told.get(part, "") for part in holder} - {""}
    if len(found) == 1:
        return found.pop()
    return _OPEN if word.lower() in SPEAKERS or token in sentence.named or noun_class(sentence.lemmas[token]) == "person" else ""


def _double(sentence: ParsedSentence, token: int) -> str:
    """The whole of a name with a hyphen, of which the parse makes several words; "" of any other word."""
    start, end = sentence.spans[token]
    return next((m[0] for m in _HYPHENED.finditer(sentence.text) if m.start() <= start and end <= m.end()), "")


def _pronoun(sentence: ParsedSentence, token: int) -> str:
    return personal(_word(sentence, token)) if sentence.classes[token] in ("PRON", "DET") else ""


def _noun_before(sentence: ParsedSentence, token: int) -> str:
    """The gender of the last noun for a man or a woman before a pronoun, who is meant by it: "it cost her father his life"."""
    nouns = (t for t in range(token - 1, -1, -1) if sentence.classes[t] == "NOUN" and t not in sentence.named)
    return next((gender for t in nouns if (gender := gender_of_word(_word(sentence, t).lower()))), "")


def _word(sentence: ParsedSentence, token: int) -> str:
    return sentence.text[slice(*sentence.spans[token])]
