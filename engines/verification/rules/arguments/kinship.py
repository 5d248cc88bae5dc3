"""Another relative: "her daughter Mila" where the reference calls Mila her niece, "her brother mended engines" where her father did.

Whoever is called a relative is one to somebody, and somebody else's at the same time: a brother is a son. So only words are held against
each other that do not tell of two people from either side ("father" and "son"), beside the same name or in the same role of the same verb.
"""

from collections.abc import Iterator
from itertools import product

from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import SAYING
from engines.verification.sentences.naming import surfaces
from engines.verification.sentences.parsed import CORE, ParsedSentence, counts
from engines.verification.sentences.word_lists import word_list

NAME = "kinship"
_ELDERS, _JUNIORS, _EQUALS, _SPOUSES = (word_list(f"kin: {name}") for name in ("elders", "juniors", "equals", "spouses"))
_KIN = _ELDERS | _JUNIORS | _EQUALS | _SPOUSES
_FROM_EITHER_SIDE = ((_ELDERS, _JUNIORS), (_JUNIORS, _ELDERS), (_EQUALS, _EQUALS), (_SPOUSES, _SPOUSES))
_NAMED = "a name beside it"


@rule(NAME, ConflictKind.ENTITY, "words for relatives beside the same name or verb as another one of a premise")
def kinship(case: Case) -> Iterator[Conflict]:
    """The relatives of a hypothesis that the premises call otherwise."""
    mine = case.hypothesis
    if case.is_copy:
        return
    for token in _relatives(mine):
        own = list(_beside(mine, token))
        found = []
        for premise in case.clause_premises if own else ():
            other = premise.sentence
            for there in _relatives(other):
                beside = list(_beside(other, there))
                if any(role == part and _are_one(mine, one, other, two) for (one, role), (two, part) in product(own, beside)):
                    found.append((premise, there))
        words = [premise.sentence.lemmas[there] for premise, there in found]
        if found and not any(_may_tell(mine.lemmas[token], word) for word in words):
            premise, there = found[0]
            yield Conflict(ConflictKind.ENTITY, frozenset({token}), premise.span(there, there))


def _are_one(mine: ParsedSentence, own: int, other: ParsedSentence, there: int) -> bool:
    """Whether two names have a word in common, or two verbs are one and are not done to two things."""
    if own in mine.named and there in other.named:
        return bool(surfaces(mine, own) & surfaces(other, there))
    objects = [frozenset(key for r in s.of(verb) if r.role == "OBJ" for key in s.keys[r.dep]) for s, verb in ((mine, own), (other, there))]
    return bool(mine.keys[own] & other.keys[there]) and (not all(objects) or bool(objects[0] & objects[1]))


def _may_tell(own: str, word: str) -> bool:
    """Whether two words for relatives may be told of one pair of people."""
    return own == word or any(own in one and word in other for one, other in _FROM_EITHER_SIDE)


def _relatives(sentence: ParsedSentence) -> Iterator[int]:
    """The words for relatives of a sentence, but for those by marriage: "daughter-in-law"."""
    return (t for t, lemma in enumerate(sentence.lemmas) if lemma in _KIN and sentence.lemmas[t + 1 : t + 2] != ("-",))


def _beside(sentence: ParsedSentence, token: int) -> Iterator[tuple[int, str]]:
    """What stands beside a relative, and how: a name that is theirs, or the verb whose role they fill."""
    after = token + 2 if sentence.lemmas[token + 1 : token + 2] == (",",) else token + 1
    if after < len(sentence.keys) and after in sentence.named:
        yield next((r.head for r in sentence.relations if r.dep == after and r.role == "MOD" and r.head in sentence.named), after), _NAMED
    for relation in sentence.relations:
        if token not in (relation.head, relation.dep):
            continue
        other = relation.dep if relation.head == token else relation.head
        if not counts(sentence, other) or sentence.lemmas[other] in _KIN:
            continue
        end = sentence.spans[other][1]
        if other in sentence.named:
            if relation.role == "APPOS" or (relation.role == "MOD" and other > token) or sentence.text[end : end + 1] not in ("'", "’"):
                yield other, _NAMED
        elif relation.head == other and relation.role in CORE and _tells(sentence, other):
            yield other, relation.role


def _tells(sentence: ParsedSentence, verb: int) -> bool:
    return sentence.classes[verb] == "VERB" and sentence.lemmas[verb] not in SAYING
