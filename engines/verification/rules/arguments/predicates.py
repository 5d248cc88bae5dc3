"""Another verb between the same arguments: "demolished the shed" where the reference has "bought the shed".

The verb of the hypothesis is nowhere in the reference; a premise has the same somebody do something to the same thing, with a verb that
is no other word for this one, and has no word near that may stand for it.
"""

from collections.abc import Iterator

from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import SAYING, SYMMETRIC, are_opposite, cosine, may_stand_for, thesaurus_told
from engines.verification.sentences.parsed import ParsedSentence, Relation, counts
from engines.verification.sentences.thesaurus import Told
from engines.verification.sentences.word_lists import word_list

_LIGHT = word_list("light verbs")
"""Verbs that are said of too many things for one of them to exclude another."""
_LOOSE = frozenset({"MOD", "APPOS", "ADV", "ATTR", "COMP"})
_LIKE = 0.35
"""The cosine of two words, each alone, from which on one may be meant by the other."""
_WORDS = frozenset({"VERB", "NOUN", "ADJ"})


@rule("predicate", ConflictKind.PREDICATE, "verbs that have the arguments of another verb of a premise")
def predicate(case: Case) -> Iterator[Conflict]:
    """The verbs of a hypothesis in whose place the premises have others."""
    mine = case.hypothesis
    for verb in mine.verbs:
        words = case.words(verb)
        if not _tells(mine, verb) or not len(words) or case.alignment.found[words[0]]:
            continue
        parts = [r for r in mine.relations if r.head == verb and r.role not in _LOOSE and counts(mine, r.dep)]
        if len(parts) < 2:
            continue
        untold = not any(_may_tell(mine, verb, premise.sentence) for premise in case.premises)
        for premise in case.premises:
            another = (t for t in premise.sentence.verbs if _is_another(mine, parts, premise.sentence, t))
            there = next((t for t in another if untold or _excluded(mine, verb, premise.sentence, t)), None)
            if there is not None:
                yield Conflict(ConflictKind.PREDICATE, frozenset({verb}), premise.span(there, there))
                break


def _tells(sentence: ParsedSentence, verb: int) -> bool:
    """Whether a verb says what was done, and not that it was said or was not done."""
    plain = sentence.classes[verb] == "VERB" and not sentence.verbs[verb].negated
    return plain and sentence.lemmas[verb] not in _LIGHT | SYMMETRIC | SAYING


def _may_tell(mine: ParsedSentence, verb: int, other: ParsedSentence) -> bool:
    """Whether a word of a premise may stand for a verb; its opposite does not."""
    words = [
        t for t in range(len(other.keys)) if other.classes[t] in _WORDS and counts(other, t) and not are_opposite(mine, verb, other, t)
    ]
    return any(may_stand_for(mine, verb, other, t) or cosine(mine.lemmas[verb], other.lemmas[t]) >= _LIKE for t in words)


def _excluded(mine: ParsedSentence, verb: int, other: ParsedSentence, there: int) -> bool:
    """Whether a verb of a premise says something else by the thesaurus, and no word of the premise tells this one."""
    if thesaurus_told(mine, verb, other, there) is not Told.OTHERWISE:
        return False
    return not any(other.classes[t] in _WORDS and thesaurus_told(mine, verb, other, t) > Told.UNKNOWN for t in range(len(other.keys)))


def _is_another(mine: ParsedSentence, parts: list[Relation], other: ParsedSentence, there: int) -> bool:
    """Whether a verb of a premise has two of the arguments, in the same roles, an object or all of them."""
    if not _tells(other, there):
        return False
    same = [p for p in parts if any(r.head == there and r.role == p.role and mine.keys[p.dep] & other.keys[r.dep] for r in other.relations)]
    return len(same) >= 2 and (len(same) == len(parts) or any(p.role == "OBJ" for p in same))
