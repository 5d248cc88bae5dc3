"""Advice for something where the reference advises against it: "recommends a microwave" for "advises never to use a microwave".

What is advised is told in many ways ("recommend", "should", "warn against", "never do"); two of them are compared by the thing that
they are about and by what is to be done with it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.verification.sentences.edits import Change
from engines.verification.sentences.lexical_relations import NEGATIVE, are_related
from engines.verification.sentences.parsed import Facts, counts

_FOR = frozenset({"recommend", "advise", "suggest", "urge", "encourage", "advocate", "counsel", "instruct", "tell", "favour", "favor"})
_AGAINST = frozenset({"warn", "caution", "discourage", "dissuade", "forbid", "prohibit"})
_OUGHT = frozenset({"should", "must", "ought"})
_ANY_DOING = frozenset({"use", "do", "take", "try", "employ", "have", "choose"})
"""What is done with a thing when nothing more is said of it: who recommends a tool recommends to use it."""


@dataclass(frozen=True, slots=True)
class _Advice:
    """Advice for (1) or against (-1) something: the word that gives it, the things that it is about, what is to be done (None: use)."""

    sign: int
    token: int
    things: tuple[int, ...]
    doing: int | None


def turned_advice(mine: Facts, theirs: Sequence[Facts]) -> Iterator[tuple[Change, int]]:
    """The words of a hypothesis that advise what sentences of the reference advise against, or the reverse, with each sentence's index."""
    for own in _advice(mine):
        known = [(there, index) for index, other in enumerate(theirs) for there in _advice(other) if _same(mine, own, other, there)]
        if known and not any(there.sign == own.sign for there, _ in known):
            there, index = known[0]
            yield Change("opposite", frozenset({own.token, *own.things}), frozenset({there.token})), index


def agrees(mine: Facts, theirs: Sequence[Facts]) -> bool:
    """Whether the reference gives the same advice as the hypothesis, with a negation or without: "warns against", "never do"."""
    given = list(_advice(mine))
    known = [(own, there) for own in given for other in theirs for there in _advice(other) if _same(mine, own, other, there)]
    return bool(known) and all(own.sign == there.sign for own, there in known)


def _advice(facts_: Facts) -> Iterator[_Advice]:
    for verb, assertion in facts_.verbs.items():
        lemma = facts_.lemmas[verb]
        if lemma not in _FOR | _AGAINST:
            if _is_told_to(facts_, verb):
                yield from _about(facts_, verb, -1 if assertion.negated else 1, verb)
            continue
        against = [r.dep for r in facts_.relations if r.head == verb and r.role == "against"]
        done = [r.dep for r in facts_.relations if r.head == verb and r.role == "COMP" and r.dep > verb and r.dep in facts_.verbs]
        if against:
            sign, about = -1, against[0]
        elif lemma in ("tell", "warn", "instruct", "caution") and not (done and _infinitive(facts_, done[0])):
            continue
        else:
            about = done[0] if done and (_is_to_be_done(facts_, lemma, done[0]) or lemma in _AGAINST) else verb
            refused = about != verb and facts_.verbs[about].negated
            sign = -1 if refused or lemma in _AGAINST else 1
        yield from _about(facts_, verb, -sign if assertion.negated else sign, about)


def _about(facts_: Facts, token: int, sign: int, about: int) -> Iterator[_Advice]:
    """The advice with its things: the objects of what is to be done, or the noun itself."""
    things = [r.dep for r in facts_.relations if r.head == about and r.role == "OBJ" and counts(facts_, r.dep)]
    if about not in facts_.verbs:
        things = [about]
    doing = about if about in facts_.verbs and about != token else token if facts_.lemmas[token] not in _FOR | _AGAINST else None
    if things:
        yield _Advice(sign, token, tuple(things), doing)


def _is_told_to(facts_: Facts, verb: int) -> bool:
    """Whether a verb says what ought to be done: "should use", "never use"."""
    before = facts_.lemmas[max(0, verb - 3) : verb]
    if _OUGHT.intersection(before):
        return True
    return bool(NEGATIVE.intersection(before)) and verb <= 3 and not any(r.head == verb and r.role == "SUBJ" for r in facts_.relations)


def _is_to_be_done(facts_: Facts, lemma: str, verb: int) -> bool:
    """Whether what follows is what is advised, not what is reported: "to paint", "painting", "recommends that nobody paint"."""
    gerund = facts_.text[slice(*facts_.spans[verb])].endswith("ing")
    return gerund or lemma in ("recommend", "urge") or _infinitive(facts_, verb)


def _infinitive(facts_: Facts, verb: int) -> bool:
    return "to" in facts_.lemmas[max(0, verb - 2) : verb]


def _same(mine: Facts, own: _Advice, other: Facts, there: _Advice) -> bool:
    """Whether two pieces of advice are about the same thing, and the same is to be done with it."""
    shared = [(a, b) for a in own.things for b in there.things if mine.keys[a] & other.keys[b]]
    if not shared or any(_differ(mine, a, other, b) for a, b in shared):
        return False
    doings = [None if d is None or f.lemmas[d] in _ANY_DOING else d for f, d in ((mine, own.doing), (other, there.doing))]
    if doings[0] is None or doings[1] is None:
        # The parser may take what is done for a part of the name of the thing: "burning old rope".
        told = [f.keys[d] for f, d in ((mine, doings[0]), (other, doings[1])) if d is not None]
        parts = [f.keys[r.dep] for f, things in ((mine, own.things), (other, there.things)) for r in f.relations if r.head in things]
        return all(any(keys & part for part in parts) for keys in told)
    return bool(mine.keys[doings[0]] & other.keys[doings[1]]) or are_related(mine, doings[0], other, doings[1])


def _differ(mine: Facts, a: int, other: Facts, b: int) -> bool:
    """Whether both things are told more of, and not the same: "a bread knife", "a putty knife"."""
    own, theirs = (
        [f.keys[r.dep] for r in f.relations if r.head == t and r.role in ("MOD", "of") and counts(f, r.dep)]
        for f, t in ((mine, a), (other, b))
    )
    return bool(own) and bool(theirs) and not any(x & y for x in own for y in theirs)
