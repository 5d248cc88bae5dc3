"""Somebody else as who does something: "devised by Hedda Lunqvist" where only Wenna Duvray devises anything.

A verb that a reference has once or twice tells of few deeds. Whoever does it there is found by name, by what they are, or as who tells the
passage; where all of them are others than the one the hypothesis has, the hypothesis has the wrong one.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.core.plain.turns import turn_at
from engines.english.pronouns import I
from engines.verification.encoding.words import key
from engines.verification.names.aliases import name_words
from engines.verification.rules.arguments.people import are_two, in_full, is_called_person, person_of, told
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Premise
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import SAYING
from engines.verification.sentences.naming import name_tokens, name_words_of
from engines.verification.sentences.parsed import ParsedSentence, Relation, counts
from engines.verification.sentences.roster import is_role, roster
from engines.verification.sentences.word_lists import word_list

NAME = "other doer"
_LIGHT = word_list("light verbs")
_MOST = 2
"""Sentences that may have the verb."""
_ALIKE_SAID = 2
"""Words besides that must be told with a verb of saying: many say something; of others one is enough."""


class _Doer(NamedTuple):
    """Who does something in a premise: the words by which the reference calls them, none where nobody can tell, and where they stand."""

    person: frozenset[str]
    place: tuple[int, int]


@rule(NAME, ConflictKind.ENTITY, "who does what a verb says that the reference has of others alone")
def other_doer(case: Case) -> Iterator[Conflict]:
    """The people of a hypothesis who do what the reference says of somebody else, and of nobody else."""
    mine = case.hypothesis
    for relation in mine.relations if not case.is_copy else ():
        verb, lemma = relation.head, mine.lemmas[relation.head]
        if relation.role != "SUBJ" or mine.classes[verb] != "VERB" or not counts(mine, verb) or lemma in _LIGHT:
            continue
        person = person_of(case, relation.dep)
        numbers = case.reference.sentences_with(key(lemma)) if person else ()
        if not 0 < len(numbers) <= _MOST:
            continue
        premises = case.read(numbers)
        if not any(_shared(case, relation, premise) >= (_ALIKE_SAID if lemma in SAYING else 1) for premise in premises):
            continue
        doers = [doer for premise in premises for doer in _doers(case, premise, lemma)]
        if doers and all(doer.person and are_two(doer.person, person) for doer in doers) and not _is_said_of(mine, verb, doers):
            tokens = name_tokens(mine, relation.dep) if relation.dep in mine.named else (relation.dep,)
            yield Conflict(ConflictKind.ENTITY, frozenset(tokens), doers[0].place)


def _shared(case: Case, relation: Relation, premise: Premise) -> int:
    """How many content words of a hypothesis a premise has, besides the verb and who does it."""
    mine, other = case.hypothesis, premise.sentence
    known = frozenset(key for t, keys in enumerate(other.keys) if counts(other, t) for key in keys)
    return sum(not known.isdisjoint(mine.keys[t]) for t in case.content if t not in (relation.head, relation.dep) and t not in mine.named)


def _is_said_of(mine: ParsedSentence, verb: int, doers: Sequence[_Doer]) -> bool:
    """Whether the hypothesis has a doer of the reference beside the verb, too."""
    beside = frozenset(key for r in mine.of(verb) if r.role == "SUBJ" for key in mine.keys[r.dep])
    return any(not doer.person.isdisjoint(beside) for doer in doers)


def _doers(case: Case, premise: Premise, lemma: str) -> Iterator[_Doer]:
    other = premise.sentence
    for verb, there in enumerate(other.lemmas):
        if there != lemma or other.classes[verb] not in ("VERB", "NOUN", "ADJ"):
            continue
        subjects = [r.dep for r in other.of(verb) if r.role == "SUBJ"]
        if not subjects:
            yield _Doer(frozenset(), (0, 0))
        for token in subjects:
            between = {t for t in other.named if token < t < verb} - {t for each in subjects for t in name_tokens(other, each)}
            person = _person(case, premise, token)
            nearer = any(person.isdisjoint(other.keys[t]) for t in between)
            yield _Doer(frozenset() if nearer else person, _place(premise, token))


def _place(premise: Premise, token: int) -> tuple[int, int]:
    words = name_tokens(premise.sentence, token) if token in premise.sentence.named else (token,)
    return premise.span(min(words), max(words))


def _person(case: Case, premise: Premise, token: int) -> frozenset[str]:
    """The words by which the reference calls whoever a word of it stands for, none where nobody can tell."""
    other, reference = premise.sentence, case.reference
    surface = other.text[slice(*other.spans[token])]
    if surface in I.plain or surface.lower() in I.plain - {"i"}:
        turn = turn_at(told(reference), premise.start)
        return in_full(reference, frozenset(name_words(turn.speaker))) if turn is not None and turn.speaker else frozenset()
    if token in other.named:
        full = in_full(reference, name_words_of(other, token))
        return full if full and is_called_person(reference, full) else frozenset()
    return _holder(case, other, token) if is_role(surface) else frozenset()


def _holder(case: Case, other: ParsedSentence, token: int) -> frozenset[str]:
    return case.reference.derived(roster).get(key(other.lemmas[token]), frozenset())
