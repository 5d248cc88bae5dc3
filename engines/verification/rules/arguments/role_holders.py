"""Somebody else as what one person is: "treasurer Owen Hartig" where the treasurer is called Milo Brandt.

What stands right beside a name says what its bearer is: before it ("the treasurer, Milo Brandt", "her sister Ada") or behind it ("Milo
Brandt, the treasurer"). Who is so called nowhere near the reference's word, while another name is, is somebody else.
"""

import re
from collections.abc import Iterator

from engines.english.animacy import noun_class
from engines.english.pronouns import POSSESSIVES
from engines.verification.encoding.words import key
from engines.verification.names.aliases import name_words
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Premise
from engines.verification.rules.registry import rule
from engines.verification.sentences.naming import name_tokens, surfaces
from engines.verification.sentences.parsed import ParsedSentence
from engines.verification.sentences.roster import is_role
from engines.verification.sentences.word_lists import word_list

NAME = "role holder"
_MOST = 6
"""Sentences of the reference, besides the premises, that are read for one word."""
_AWAY = 60
"""Characters on either side of the reference's word among which a name is looked for."""
_END = re.compile(r"[.!?;]\s")
_NAMES = re.compile(r"[^\W\d_a-z][\w'’.-]*(?:\s[^\W\d_a-z][\w'’.-]*)*")
_OF_PLACES = frozenset({"at", "from", "in", "near", "of", "on"})
_SAYING_WHAT = frozenset({"MOD", "of"})
_OF_THE_SAME_POST = word_list("words for who has the same post")


@rule(NAME, ConflictKind.ENTITY, "names beside what somebody is, where the reference so calls another one")
def role_holder(case: Case) -> Iterator[Conflict]:
    """The names of a hypothesis beside a word for people that the reference has beside another name, and nowhere near this one.

    Where a sentence that fits better calls who is so named something else, that word is wrong, and not the name.
    """
    mine = case.hypothesis
    present = frozenset(key for keys in mine.keys for key in keys)
    for name, role in dict.fromkeys(_roles(mine)):
        own = surfaces(mine, name)
        called = None
        for premise in _premises(case, role):
            other, beside = premise.sentence, list(_roles(premise.sentence))
            there = [(n, r) for n, r in beside if mine.lemmas[role] == _of_one(other, r) and _may_be_same(mine, role, other, r)]
            if any(surfaces(other, n) & own for n, _ in there):
                break
            called = called or next(((premise, r) for n, r in beside if _may_be_called(surfaces(other, n), own)), None)
            holder = next((n for n, _ in there if not surfaces(other, n) & present), None)
            if holder is not None:
                alike = called is not None and called[0].sentence.lemmas[called[1]] in _OF_THE_SAME_POST
                unsaid = not any(_said_of(mine, role) & _said_of(other, r) for _, r in there)
                if alike or (unsaid and _is_told_unnamed(case, mine, role)):
                    break
                if not _is_so_called(case, mine.lemmas[role], own):
                    wrong, (place, found) = name_tokens(mine, name), (premise, name_tokens(other, holder))
                    if called is not None and called[0] is not premise:
                        wrong, place, found = _described(mine, role), called[0], _described(called[0].sentence, called[1])
                    yield Conflict(ConflictKind.ENTITY, frozenset(wrong), place.span(min(found), max(found)))
                break


def _premises(case: Case, role: int) -> Iterator[Premise]:
    """The premises, and the other sentences of the reference that have a word for people."""
    yield from case.clause_premises
    known = {premise.number for premise in case.clause_premises}
    yield from case.read([i for i in case.reference.sentences_with(key(case.hypothesis.lemmas[role])) if i not in known][:_MOST])


def _of_one(sentence: ParsedSentence, role: int) -> str:
    """The lemma of a word for one person, "" of one for several: "two daughters, Ines and Paloma"."""
    return sentence.lemmas[role] if is_role(sentence.text[slice(*sentence.spans[role])]) else ""


def _may_be_called(name: frozenset[str], own: frozenset[str]) -> bool:
    """Whether two names may be one person's: not those of two of a family."""
    return bool(name & own) and (name <= own or own <= name)


def _described(sentence: ParsedSentence, role: int) -> tuple[int, ...]:
    """A word for people with the adjectives and nouns before it that say of what kind."""
    return (role, *(r.dep for r in sentence.of(role) if r.role == "MOD" and r.dep < role and sentence.classes[r.dep] in ("ADJ", "NOUN")))


def _roles(sentence: ParsedSentence) -> Iterator[tuple[int, int]]:
    """The last words of names of people, each with the word for a person right beside it."""
    within = {r.dep for r in sentence.relations if r.role == "MOD"}
    for name in sorted(sentence.named - within):
        if sentence.classes[name] == "PROPN":
            before = min(name_tokens(sentence, name)) - 1
            role = before - 1 if before > 0 and sentence.lemmas[before] == "," else before
            begins = role < before and _begins_main_clause(sentence, name)
            if role >= 0 and _is_person(sentence, role) and not begins and not _is_place(sentence, name):
                yield name, role
    for relation in sentence.relations:
        ends = ((relation.head, relation.dep), (relation.dep, relation.head)) if relation.role == "APPOS" else ()
        for name, role in ((relation.head, relation.dep),) if relation.role == "MOD" else ends:
            named = name in sentence.named and sentence.classes[name] == "PROPN" and not _is_place(sentence, name)
            if named and _is_person(sentence, role) and _stand_together(sentence, name, role):
                yield name, role


def _begins_main_clause(sentence: ParsedSentence, name: int) -> bool:
    """Whether a comma before a name ends a clause that opens the sentence, and a verb follows the name: "After it hit a visitor, Osk had it
    fenced"."""
    behind = max(name_tokens(sentence, name)) + 1
    opened = sentence.classes[0] in ("SCONJ", "ADP", "ADV") and any(verb < name for verb in sentence.verbs)
    return opened and sentence.classes[behind : behind + 1] in (("AUX",), ("VERB",))


def _is_person(sentence: ParsedSentence, token: int) -> bool:
    """Whether a noun that is no name is a word for people."""
    return token not in sentence.named and sentence.classes[token] == "NOUN" and noun_class(sentence.lemmas[token]) == "person"


def _stand_together(sentence: ParsedSentence, name: int, role: int) -> bool:
    """Whether nothing stands between them but a comma, or behind the name what belongs to the word for a person."""
    tokens = name_tokens(sentence, name)
    if role < name:
        return not sentence.text[sentence.spans[role][1] : sentence.spans[min(tokens)][0]].strip(" ,")
    between = [t for t in range(max(tokens) + 1, role) if sentence.keys[t]]
    own = {r.dep for r in sentence.of(role)}
    return all(t in own or sentence.classes[t] in ("ADJ", "ADP", "ADV", "DET", "PRON") for t in between)


def _is_place(sentence: ParsedSentence, name: int) -> bool:
    """Whether something is in, at or of it, or it is called what is no person: "on the river Oste"."""
    if any(r.dep == name and r.role in _OF_PLACES for r in sentence.relations):
        return True
    kinds = (noun_class(sentence.lemmas[r.dep]) for r in sentence.of(name) if r.role == "MOD" and r.dep not in sentence.named)
    return any(kind not in ("", "person") for kind in kinds)


def _may_be_same(mine: ParsedSentence, role: int, other: ParsedSentence, there: int) -> bool:
    """Whether what the two words are said of need not differ: not "chief executive of Orlo" and "chief executive of Tarn", nor "former
    captain" and "captain", nor "his wife" of two."""
    known = frozenset(key for keys in other.keys for key in keys)
    if any(r.role == "MOD" and mine.classes[r.dep] in ("ADJ", "VERB") and not mine.keys[r.dep] & known for r in mine.of(role)):
        return False
    owner, owners = _owner(mine, role), _owner(other, there)
    if owner and owners and not _may_be_called(owner, owners):
        return False
    own, theirs = _said_of(mine, role), _said_of(other, there)
    return not own or not theirs or bool(own & theirs)


def _said_of(sentence: ParsedSentence, role: int) -> frozenset[str]:
    nouns = (r.dep for r in sentence.of(role) if r.role in _SAYING_WHAT and sentence.classes[r.dep] in ("NOUN", "PROPN"))
    return frozenset(key for noun in nouns for key in sentence.keys[noun])


def _owner(sentence: ParsedSentence, role: int) -> frozenset[str]:
    """By what whoever a pronoun before a word stands for is called: "his wife"."""
    pronouns = (r.dep for r in sentence.of(role) if r.role == "MOD" and sentence.text[slice(*sentence.spans[r.dep])].lower() in POSSESSIVES)
    return frozenset(key for pronoun in pronouns for key in sentence.keys[pronoun]) - POSSESSIVES


def _is_told_unnamed(case: Case, mine: ParsedSentence, role: int) -> bool:
    """Whether the reference tells without a name of somebody who is the same for the same: "the Harrow goalkeeper saved it"."""
    said = _said_of(mine, role)
    for premise in case.read(case.reference.sentences_with(key(mine.lemmas[role]))[:_MOST]) if said else ():
        other = premise.sentence
        named = {r for _, r in _roles(other)}
        alike = (t for t, lemma in enumerate(other.lemmas) if lemma == mine.lemmas[role] and t not in named)
        if any(_said_of(other, t) & said for t in alike):
            return True
    return False


def _is_so_called(case: Case, role: str, name: frozenset[str]) -> bool:
    """Whether the name is the next one before or behind the word anywhere in the reference, in the same sentence."""
    text = case.reference.text.model_text
    for match in re.finditer(re.escape(role), text, re.IGNORECASE):
        before = _END.split(text[max(0, match.start() - _AWAY) : match.start()])[-1]
        behind = _END.split(text[match.end() : match.end() + _AWAY])[0]
        nearest = (*_NAMES.findall(before)[-1:], *_NAMES.findall(behind)[:1])
        if any(name & set(name_words(found)) for found in nearest):
            return True
    return False
