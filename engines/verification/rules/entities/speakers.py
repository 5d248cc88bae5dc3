"""Who says, thinks or asks something, where a sentence of the reference has somebody else say it."""

from collections.abc import Sequence

from engines.english.animacy import noun_class
from engines.verification.sentences.lexical_relations import SAYING
from engines.verification.sentences.parsed import BARE, PRONOUNS, Facts

_BESIDE = 3
"""A name so many tokens before a verb may be its subject, whatever the parser says: "the school, Alpine Ways, said"."""
_ARTICLES = frozenset({"the", "this", "that", "a", "an", "one"})


def other_speaker(mine: Facts, other: Facts, tokens: frozenset[int]) -> bool:
    """Whether what somebody says, thinks or asks is said in the sentence by somebody else."""
    for verb in mine.verbs:
        speakers, said = _parts(mine, verb)
        if mine.lemmas[verb] not in SAYING or not said or not tokens & set(speakers):
            continue
        if any(mine.lemmas[t] in PRONOUNS for t in speakers):
            continue
        for index in other.verbs:
            theirs, known = _parts(other, index)
            same = mine.lemmas[verb] == other.lemmas[index] and any(mine.keys[a] & other.keys[b] for a in said for b in known)
            resolved = [t for t in theirs if other.lemmas[t] not in PRONOUNS or len(other.keys[t]) > BARE]
            if any(_described(mine, t) and not _body(mine, t, other, theirs) for t in speakers):
                continue
            beside = [other.keys[t] for t in range(max(0, index - _BESIDE), index)]
            if any(mine.keys[a] & keys for a in speakers if a in mine.named for keys in beside):
                continue
            if same and resolved and len(resolved) == len(theirs):
                return not any(mine.keys[a] & other.keys[b] for a in speakers for b in theirs)
    return False


def _described(facts_: Facts, token: int) -> bool:
    """Whether this is "the minister" or "a woman", who may be anybody."""
    return token not in facts_.named and any(facts_.lemmas[t] in _ARTICLES for t in range(max(0, token - 3), token))


def _body(mine: Facts, token: int, other: Facts, speakers: Sequence[int]) -> bool:
    """Whether this is a body of its own, as "the teachers' union" is, where a person speaks: not another name for who does."""
    if noun_class(mine.lemmas[token]) != "group" or any(mine.keys[token] & keys for keys in other.keys):
        return False
    of = any(r.head == token and r.role in ("MOD", "of") and mine.classes[r.dep] in ("NOUN", "PROPN") for r in mine.relations)
    return of or any(noun_class(other.lemmas[t]) == "person" for t in speakers)


def _parts(facts_: Facts, verb: int) -> tuple[list[int], list[int]]:
    """Who does what a verb says, and the clause that depends on it."""
    own = [r for r in facts_.relations if r.head == verb]
    return [r.dep for r in own if r.role == "SUBJ"], [r.dep for r in own if r.role == "COMP"]
