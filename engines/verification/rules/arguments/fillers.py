"""Something else in the same place: "a daughter of an organist" where she is the daughter of a bookbinder, "studied with Wendisch" where it
was with Achterberg.

Two names exclude each other, and so do two nouns of one class, where both fill the same role of the same word and no sentence that fits
the hypothesis has that word with its own filler.
"""

from collections.abc import Iterator

from engines.english.animacy import noun_class
from engines.english.calendar import CALENDAR_NAMES
from engines.verification.names.aliases import fold
from engines.verification.rules.arguments.people import are_two, in_full
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Premise
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import SAYING, cosine, is_wider, may_stand_for
from engines.verification.sentences.naming import name_tokens, name_words_of
from engines.verification.sentences.parsed import ParsedSentence, Relation, counts
from engines.verification.sentences.word_lists import word_list

NAME = "other filler"
_LIGHT = word_list("light verbs") | word_list("verbs of anything") | SAYING
"""Words that have too many fillers for one of them to exclude another."""
_WIDE = word_list("words for any of a class")
_LOOSE = frozenset({"ADV", "APPOS", "ATTR", "COMP"})
_SAID = frozenset({"", "cognition", "communication"})
"""Classes of nouns for what somebody thinks or says, which is called many things: her opinion may be her evidence."""
_NOUNS = frozenset({"NOUN", "PROPN"})
_LIKE = 0.45
"""The cosine of two nouns, each alone, from which on one may be meant by the other."""


@rule(NAME, ConflictKind.ENTITY, "names and nouns beside those of their class that fill the same role of the same word in the premises")
def other_filler(case: Case) -> Iterator[Conflict]:
    """The names and nouns of a hypothesis in whose place the premises have others."""
    mine = case.hypothesis
    if case.is_copy:
        return
    present = frozenset(key for keys in mine.keys for key in keys)
    for relation in mine.relations:
        if not _tells(mine, relation) or any(_has_both(case, relation, premise.sentence) for premise in case.clause_premises):
            continue
        there = [(premise, r) for premise in case.clause_premises for r in _in_place(mine, relation, premise.sentence)]
        if there and all(_excludes(case, relation, *place) for place in there):
            premise, other = there[0]
            theirs = _whole(premise.sentence, other.dep)
            called = frozenset(_whole(mine, relation.dep))
            said = frozenset(key for t in theirs for key in premise.sentence.keys[t])
            if said.isdisjoint(present - frozenset(key for t in called for key in mine.keys[t])):
                yield Conflict(ConflictKind.ENTITY, called, premise.span(min(theirs), max(theirs)))


def _whole(sentence: ParsedSentence, token: int) -> tuple[int, ...]:
    return name_tokens(sentence, token) if token in sentence.named else (token,)


def _tells(sentence: ParsedSentence, relation: Relation) -> bool:
    """Whether a noun or a name fills a role that one thing has, of a verb or noun that means something."""
    head, filler = relation.head, relation.dep
    if relation.role in _LOOSE or not (counts(sentence, head) and counts(sentence, filler)):
        return False
    if sentence.classes[head] not in ("VERB", "NOUN") or sentence.lemmas[head] in _LIGHT or sentence.classes[filler] not in _NOUNS:
        return False
    if relation.role == "MOD" and (sentence.classes[head] != "NOUN" or filler not in sentence.named):
        return False
    if sentence.lemmas[filler + 1 : filler + 2] == ("-",) or (head and sentence.text[sentence.spans[head][0]].isupper()):
        return False  # "the Tamsin Drove Society" droves nothing
    if sentence.lemmas[filler] in CALENDAR_NAMES:
        return False  # there is a meeting in March and one in July
    start, end = sentence.spans[filler]
    return not any(value.start < end and start < value.end for value in sentence.values)


def _has_both(case: Case, relation: Relation, other: ParsedSentence) -> bool:
    """Whether a sentence has the word and what fills its role, in whatever place."""
    mine, filler = case.hypothesis, relation.dep
    if not any(mine.keys[relation.head] & keys for keys in other.keys):
        return False
    same = [t for t, keys in enumerate(other.keys) if mine.keys[filler] & keys]
    return any(filler not in mine.named or t not in other.named or not _are_two_people(case, mine, filler, other, t) for t in same)


def _in_place(mine: ParsedSentence, relation: Relation, other: ParsedSentence) -> list[Relation]:
    """What fills the role of the same word in another sentence, names also of a word that may stand for it and shares something else."""
    alike = (r for r in other.relations if r.role == relation.role and mine.classes[relation.head] == other.classes[r.head])
    return [r for r in alike if counts(other, r.dep) and _is_same_head(mine, relation, other, r)]


def _is_same_head(mine: ParsedSentence, relation: Relation, other: ParsedSentence, there: Relation) -> bool:
    if mine.keys[relation.head] & other.keys[there.head]:
        return True
    if relation.dep not in mine.named or not may_stand_for(mine, relation.head, other, there.head):
        return False
    return not _else(mine, relation).isdisjoint(_else(other, there))


def _else(sentence: ParsedSentence, relation: Relation) -> frozenset[str]:
    """What else belongs to a word, by its keys."""
    deps = (r.dep for r in sentence.of(relation.head) if r.dep != relation.dep and counts(sentence, r.dep))
    return frozenset(key for dep in deps for key in sentence.keys[dep])


def _excludes(case: Case, relation: Relation, premise: Premise, there: Relation) -> bool:
    """Whether what fills the role there cannot be meant by what the hypothesis has."""
    mine, other, own, filler = case.hypothesis, premise.sentence, relation.dep, there.dep
    if other.classes[filler] not in _NOUNS:
        return False
    if own in mine.named and filler in other.named and _are_two_people(case, mine, own, other, filler):
        return True
    if mine.keys[own] & other.keys[filler] or may_stand_for(mine, own, other, filler):
        return False
    if own in mine.named or filler in other.named:
        return own in mine.named and filler in other.named and not _are_one_name(case, _word(mine, own), _word(other, filler))
    if is_wider(mine, own, other, filler):
        return False
    alike, nouns = noun_class(mine.lemmas[own]), {mine.lemmas[own], other.lemmas[filler]}
    if relation.role == "SUBJ" or nouns & _WIDE:  # who does something is called many things, and of a bridge the deck sways
        return False
    return alike not in _SAID and alike == noun_class(other.lemmas[filler]) and cosine(mine.lemmas[own], other.lemmas[filler]) < _LIKE


def _are_two_people(case: Case, mine: ParsedSentence, own: int, other: ParsedSentence, filler: int) -> bool:
    """Whether two names with a last name in common are those of two people of the reference."""
    names = name_words_of(mine, own), name_words_of(other, filler)
    known = [in_full(case.reference, name) for name in names]
    return not names[0].isdisjoint(names[1]) and all(known) and are_two(known[0], known[1])


def _are_one_name(case: Case, first: str, second: str) -> bool:
    """Whether the reference has two words in one name: "Edmund Leach" may be called either."""
    return any(first in name.words and second in name.words for name in case.reference.names.names)


def _word(sentence: ParsedSentence, token: int) -> str:
    return fold(sentence.text[slice(*sentence.spans[token])])
