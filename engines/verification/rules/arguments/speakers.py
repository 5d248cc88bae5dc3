"""Who says, thinks or asks something, where a sentence of the reference has somebody else say it."""

from collections.abc import Iterator, Sequence

from engines.english.animacy import noun_class
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import SAYING
from engines.verification.sentences.naming import name_tokens
from engines.verification.sentences.parsed import BARE, PRONOUNS, ParsedSentence

_BESIDE = 3
"""A name so many tokens before a verb may be its subject, whatever the parser says: "the school, Alpine Ways, said"."""
_ARTICLES = frozenset({"the", "this", "that", "a", "an", "one"})


@rule("speaker", ConflictKind.ATTRIBUTION, "who says, thinks or asks something, beside who does in premises that say nearly the same")
def speaker(case: Case) -> Iterator[Conflict]:
    """The speakers of a hypothesis in whose place a premise has others."""
    mine = case.hypothesis
    for verb in mine.verbs:
        speakers, said = _parts(mine, verb)
        if mine.lemmas[verb] not in SAYING or not said or any(mine.lemmas[t] in PRONOUNS for t in speakers):
            continue
        for near in case.near:
            others = next((of for there in near.sentence.verbs if (of := _others(mine, verb, near.sentence, there))), ())
            if others and speakers:
                words = [t for other in others for t in name_tokens(near.sentence, other)]
                yield Conflict(ConflictKind.ATTRIBUTION, frozenset(speakers), near.span(min(words), max(words)), near=near.place)


def _others(mine: ParsedSentence, verb: int, other: ParsedSentence, there: int) -> Sequence[int]:
    """Who else says the same with the same verb; nobody where it may be the same one."""
    speakers, said = _parts(mine, verb)
    theirs, known = _parts(other, there)
    if mine.lemmas[verb] != other.lemmas[there] or not any(mine.keys[a] & other.keys[b] for a in said for b in known):
        return ()
    if any(_described(mine, t) and not _body(mine, t, other, theirs) for t in speakers):
        return ()
    beside = [other.keys[t] for t in (*theirs, *range(max(0, there - _BESIDE), there))]
    if any(mine.keys[a] & keys for a in speakers for keys in beside):
        return ()
    resolved = all(other.lemmas[t] not in PRONOUNS or len(other.keys[t]) > BARE for t in theirs)
    return theirs if resolved else ()


def _described(sentence: ParsedSentence, token: int) -> bool:
    """Whether this is "the minister" or "a woman", who may be anybody."""
    return token not in sentence.named and any(sentence.lemmas[t] in _ARTICLES for t in range(max(0, token - 3), token))


def _body(mine: ParsedSentence, token: int, other: ParsedSentence, speakers: Sequence[int]) -> bool:
    """Whether this is a body of its own, as "the teachers' union" is, where a person speaks: not another name for who does."""
    if noun_class(mine.lemmas[token]) != "group" or any(mine.keys[token] & keys for keys in other.keys):
        return False
    of = any(r.head == token and r.role in ("MOD", "of") and mine.classes[r.dep] in ("NOUN", "PROPN") for r in mine.relations)
    return of or any(noun_class(other.lemmas[t]) == "person" for t in speakers)


def _parts(sentence: ParsedSentence, verb: int) -> tuple[list[int], list[int]]:
    """Who does what a verb says, and the clause that depends on it."""
    own = [r for r in sentence.relations if r.head == verb]
    return [r.dep for r in own if r.role == "SUBJ"], [r.dep for r in own if r.role == "COMP"]
