"""What a verb says was done: the plain verbs for "turned down", and whether one may be meant by another, or is its opposite."""

import json
from functools import cache

from engines.core.files import asset
from engines.verification.sentences.lexical_relations import are_opposite, are_related, cosine, opposites_of, synonyms_of
from engines.verification.sentences.parsed import Facts

FILE = "acts.json"
_LIKE = 0.35
"""The cosine of two single verbs from which on one may be meant by the other, wherever it stands."""
_LIKE_THERE = 0.22
"""The same for verbs in the same place: "share" and "post" have 0.23, most others 0.1."""
_PARTICLES = frozenset(
    {"up", "down", "out", "off", "over", "back", "away", "on", "in", "into", "for", "through", "apart", "aside", "together", "ahead"}
)


@cache
def _lists() -> dict[str, frozenset[str]]:
    stored = json.loads(asset("verifier", FILE).read_text("utf-8"))
    return {name: frozenset(stored[name].split()) for name in ("light", "empty", "up", "down")}


@cache
def _phrasal() -> dict[str, frozenset[str]]:
    stored = json.loads(asset("verifier", FILE).read_text("utf-8"))["phrasal"]
    return {phrase: frozenset(verbs.split()) for phrase, verbs in stored.items()}


def words_of(name: str) -> frozenset[str]:
    """One of the lists of assets/verifier/acts.json: "light", "empty", "up" or "down"."""
    return _lists()[name]


def particle(facts_: Facts, verb: int) -> str:
    """The "down" of "turned down" and of "turned the offer down", "" where there is none."""
    after = "".join(facts_.lemmas[verb + 1 : verb + 2])
    lemma = facts_.lemmas[verb]
    if f"{lemma} {after}" in _phrasal():
        return after
    if after in _PARTICLES and not any(r.head == verb and r.role == after for r in facts_.relations):
        return after
    things = [r.dep for r in facts_.relations if r.head == verb and r.role == "OBJ" and r.dep > verb]
    behind = "".join(facts_.lemmas[max(things) + 1 : max(things) + 2]) if things else ""
    return behind if f"{lemma} {behind}" in _phrasal() and facts_.classes[max(things) + 1] in ("ADP", "ADV") else ""


def meanings(facts_: Facts, verb: int, without: frozenset[str]) -> frozenset[str]:
    """The verbs that say what a verb says, nothing for one of the verbs `without` and for an unknown phrase."""
    lemma, follows = facts_.lemmas[verb], particle(facts_, verb)
    if follows:
        return _phrasal().get(f"{lemma} {follows}", frozenset())
    return frozenset() if lemma in without or facts_.classes[verb] != "VERB" else frozenset({lemma})


def may_mean(mine: Facts, verb: int, own: frozenset[str], other: Facts, token: int) -> bool:
    """Whether a word of another sentence may stand for a verb of these `meanings`."""
    if mine.keys[verb] & other.keys[token] or are_related(mine, verb, other, token):
        return True
    theirs = meanings(other, token, frozenset()) if token in other.verbs else frozenset({other.lemmas[token]})
    if any(own & words_of(way) and theirs & words_of(way) for way in ("up", "down")):
        return True
    if any(a == b or a in synonyms_of(b) or b in synonyms_of(a) for a in own for b in theirs):
        return True
    return token in other.verbs and any(cosine(a, b) >= _LIKE for a in own for b in theirs)


def are_like(own: frozenset[str], other: Facts, there: int) -> bool:
    """Whether the encoder finds a verb of these `meanings` like one that stands in the same place."""
    return any(cosine(a, b) >= _LIKE_THERE for a in own for b in meanings(other, there, frozenset()))


def say_opposites(mine: Facts, verb: int, own: frozenset[str], other: Facts, there: int) -> bool:
    """Whether two verbs say opposites of each other, with their particles."""
    theirs = meanings(other, there, frozenset())
    if not theirs:
        return False
    if own == {mine.lemmas[verb]} and theirs == {other.lemmas[there]} and are_opposite(mine, verb, other, there):
        return True
    up, down = words_of("up"), words_of("down")
    return any(b in opposites_of(a) or (a in up and b in down) or (a in down and b in up) for a in own for b in theirs)
