"""More of something where the reference has less of it: "shares rose" for "shares fell", "visitor numbers were lower" for "numbers rose".

A direction is told of a topic: the subject of a verb, the noun of a comparative. What the reference tells of the same topic is compared,
whatever words it has for it; where it tells both, the one with more of the hypothesis around it counts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.verification.sentences.edits import Change
from engines.verification.sentences.parsed import BARE, PRONOUNS, Facts, counts
from engines.verification.sentences.verb_senses import meanings, words_of
from engines.verification.values.finding import Value

_BE = frozenset({"be", "become", "remain", "stay", "get", "stand", "seem"})
_NOMINAL = frozenset({"NOUN", "PROPN"})
_STANDING_FOR = frozenset({"that", "those", "one"})
"""Words for a topic that was named before: "those of its rival rose"."""


@dataclass(frozen=True)
class _Direction:
    """That something is told to be more (1) or less (-1): the word that says it, the topic, and what else is told beside it."""

    sign: int
    token: int
    topic: int
    beside: frozenset[int]


def turned_directions(mine: Facts, theirs: Sequence[Facts]) -> Iterator[tuple[Change, int]]:
    """The words of a hypothesis that say more where sentences of the reference say less, each with the index of the sentence."""
    for own in _directions(mine):
        known = [
            (_shared(mine, own, other, there), there.sign == own.sign, index, there)
            for index, other in enumerate(theirs)
            for there in _directions(other)
            if _same_topic(mine, own, other, there) and not _sides_may_differ(mine, own, other, there)
        ]
        best = max((shared for shared, *_ in known), default=0)
        first = [entry for entry in known if entry[0] == best]
        if first and not any(same for _, same, *_ in first):
            _, _, index, there = first[0]
            yield Change("opposite", frozenset({own.token}), frozenset({there.token})), index


def _directions(facts_: Facts) -> Iterator[_Direction]:
    up, down = words_of("up"), words_of("down")
    for token in range(len(facts_.keys)):
        said = meanings(facts_, token, frozenset()) if token in facts_.verbs else frozenset({_form(facts_, token), facts_.lemmas[token]})
        sign = bool(said & up) - bool(said & down)
        if not sign or (token in facts_.verbs and facts_.verbs[token].negated):
            continue
        for topic, verb in _topics(facts_, token):
            beside = frozenset(r.dep for r in facts_.relations if r.head == verb and r.dep not in (topic, token) and counts(facts_, r.dep))
            yield _Direction(sign, token, topic, beside)


def _form(facts_: Facts, token: int) -> str:
    return facts_.text[slice(*facts_.spans[token])].lower()


def _topics(facts_: Facts, token: int) -> Iterator[tuple[int, int]]:
    """(topic, verb that tells of it) of a word for more or less: who rises, what is lower."""
    for r in facts_.relations:
        if r.head == token and token in facts_.verbs and r.role in ("SUBJ", "OBJ"):
            # What has both rises by the one that it has: "the firm increased its sales".
            if r.role == "SUBJ" and any(o.head == token and o.role == "OBJ" and not _is_value(facts_, o.dep) for o in facts_.relations):
                continue
            yield r.dep, token
        elif r.dep == token and token not in facts_.verbs:
            if r.role == "ATTR" and facts_.lemmas[r.head] in _BE:
                yield from ((s.dep, r.head) for s in facts_.relations if s.head == r.head and s.role == "SUBJ")
            elif r.role == "MOD" and facts_.classes[r.head] in _NOMINAL:
                verb = next((s.head for s in facts_.relations if s.dep == r.head and s.head in facts_.verbs), r.head)
                yield r.head, verb


def _is_value(facts_: Facts, token: int) -> bool:
    start, end = facts_.spans[token]
    return any(_overlaps(v, start, end) for v in facts_.values)


def _overlaps(value: Value, start: int, end: int) -> bool:
    return value.start < end and start < value.end


def _same_topic(mine: Facts, own: _Direction, other: Facts, there: _Direction) -> bool:
    """Whether both tell of the same: the same noun, and of what it is of nothing that the other sentence does not have."""
    if _is_value(mine, own.topic) or _is_value(other, there.topic):
        return False
    keys, known = _described(mine, own.topic), _described(other, there.topic)
    heads, heads_there = mine.keys[own.topic], other.keys[there.topic]
    if other.lemmas[there.topic] in _STANDING_FOR:
        return bool(keys) and any(k & o for k in keys for o in known)
    if other.lemmas[there.topic] in PRONOUNS and not heads & heads_there:
        return False
    elliptic = other.classes[there.topic] == "PROPN" and any(heads_there & k for k in keys)
    if not (heads & heads_there or elliptic):
        return False
    if keys and not elliptic and _is_anyones(other, there.topic) and not any(k & o for k in keys for o in known):
        return False
    return _fits(keys, other, there) and _fits([] if elliptic else known, mine, own)


def _sides_may_differ(mine: Facts, own: _Direction, other: Facts, there: _Direction) -> bool:
    """Whether both compare, and not the same with something: "A holds less than B" is no other than "B holds more than A"."""
    if "than" not in mine.lemmas or "than" not in other.lemmas:
        return False
    return not any(mine.keys[t] & other.keys[u] for t in own.beside for u in there.beside if t < own.token)


def _described(facts_: Facts, topic: int) -> list[frozenset[str]]:
    """The names and nouns that tell what a topic is of: "ticket" and "Oriel" in "Oriel's ticket sales"."""
    own = [r.dep for r in facts_.relations if r.head == topic and r.role in ("MOD", "of", "in", "for")]
    return [facts_.keys[t] for t in own if facts_.classes[t] in _NOMINAL or len(facts_.keys[t]) > BARE]


def _is_anyones(facts_: Facts, topic: int) -> bool:
    """Whether a topic is of somebody whom only a pronoun names: "its shares"."""
    return any(r.head == topic and r.role == "MOD" and facts_.lemmas[r.dep] in PRONOUNS for r in facts_.relations)


def _fits(described: Sequence[frozenset[str]], facts_: Facts, direction: _Direction) -> bool:
    """Whether what a topic is of is the topic of the other sentence, or told of it."""
    if not described:
        return True
    near = {direction.topic, *direction.beside}
    near |= {r.dep for r in facts_.relations if r.head in near}
    own = _described(facts_, direction.topic)
    if own:
        return any(k & o for k in described for o in own) or any(k & facts_.keys[direction.topic] for k in described)
    elliptic = any(k & facts_.keys[direction.topic] for k in described)
    return elliptic or any(k & keys for k in described for keys in facts_.keys)


def _shared(mine: Facts, own: _Direction, other: Facts, there: _Direction) -> int:
    """How much of what is told beside the one is told beside the other."""
    return sum(any(mine.keys[t] & other.keys[u] for u in there.beside) for t in own.beside)
