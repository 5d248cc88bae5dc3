"""Somebody else as what one person is: "treasurer Owen Hartig" where the treasurer is called Milo Brandt.

What stands right beside a name says what its bearer is: before it ("the treasurer, Milo Brandt", "her sister Ada") or behind it ("Milo
Brandt, the treasurer"). Who is so called nowhere near the reference's word, while another name is, is somebody else.
"""

import re
from collections.abc import Iterator

from engines.english.animacy import noun_class
from engines.verification.names.aliases import name_words
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.registry import rule
from engines.verification.sentences.naming import name_tokens, surfaces
from engines.verification.sentences.parsed import ParsedSentence

NAME = "role holder"
_AWAY = 60
"""Characters on either side of the reference's word among which a name is looked for."""
_END = re.compile(r"[.!?;]\s")
_NAMES = re.compile(r"[^\W\d_a-z][\w'’.-]*(?:\s[^\W\d_a-z][\w'’.-]*)*")
_OF_PLACES = frozenset({"at", "from", "in", "near", "of", "on"})
_SAYING_WHAT = frozenset({"MOD", "of"})


@rule(NAME, ConflictKind.ENTITY, "names beside what somebody is, where the premises that fit best so call another one")
def role_holder(case: Case) -> Iterator[Conflict]:
    """The names of a hypothesis beside a word for people that a premise has beside another name, and nowhere near this one."""
    mine = case.hypothesis
    present = frozenset(key for keys in mine.keys for key in keys)
    roles = list(_roles(mine))
    known = [(premise, list(_roles(premise.sentence))) for premise in case.premises] if roles else []
    for name, role in roles:
        own = surfaces(mine, name)
        for premise, theirs in known:
            other = premise.sentence
            there = [(n, r) for n, r in theirs if mine.lemmas[role] == other.lemmas[r] and _may_be_same(mine, role, other, r)]
            if any(surfaces(other, n) & own for n, _ in there):
                break
            holder = next((n for n, _ in there if not surfaces(other, n) & present), None)
            if holder is not None:
                if not _is_so_called(case, mine.lemmas[role], own):
                    tokens = name_tokens(other, holder)
                    yield Conflict(ConflictKind.ENTITY, frozenset(name_tokens(mine, name)), premise.span(min(tokens), max(tokens)))
                break


def _roles(sentence: ParsedSentence) -> Iterator[tuple[int, int]]:
    """The last words of names of people, each with the word for a person right beside it."""
    for relation in sentence.relations:
        ends = ((relation.head, relation.dep), (relation.dep, relation.head)) if relation.role == "APPOS" else ()
        for name, role in ((relation.head, relation.dep),) if relation.role == "MOD" else ends:
            named = name in sentence.named and sentence.classes[name] == "PROPN" and not _is_place(sentence, name)
            of_person = role not in sentence.named and sentence.classes[role] == "NOUN" and noun_class(sentence.lemmas[role]) == "person"
            if named and of_person and _stand_together(sentence, name, role):
                yield name, role


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
    captain" and "captain"."""
    known = frozenset(key for keys in other.keys for key in keys)
    if any(r.role == "MOD" and mine.classes[r.dep] == "ADJ" and not mine.keys[r.dep] & known for r in mine.of(role)):
        return False
    own, theirs = _said_of(mine, role), _said_of(other, there)
    return not own or not theirs or bool(own & theirs)


def _said_of(sentence: ParsedSentence, role: int) -> frozenset[str]:
    nouns = (r.dep for r in sentence.of(role) if r.role in _SAYING_WHAT and sentence.classes[r.dep] in ("NOUN", "PROPN"))
    return frozenset(key for noun in nouns for key in sentence.keys[noun])


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
