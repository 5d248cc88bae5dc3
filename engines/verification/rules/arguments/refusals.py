"""What did not come about: "accepted a chair" where she declined it, "the repairs were carried out" where they were postponed, "signed the
declaration" where she refused to.

The reference has the same thing as the object of a verb of refusing, or of the same verb denied, and no sentence that fits says that it
was done.
"""

from collections.abc import Iterator

from engines.english.pronouns import REFLEXIVE
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import NEGATIVE, are_opposite, is_denied
from engines.verification.sentences.parsed import ParsedSentence, counts
from engines.verification.sentences.word_lists import word_list

NAME = "refused"
_REFUSING, _BRINGING_ABOUT = word_list("verbs of refusing"), word_list("verbs of bringing about")
_PARTICLES = frozenset({"ADP", "ADV", "PART"})
_AFTER = 3
"""Words after a verb among which its particle stands: "turn it down"."""
_LIMITED = frozenset({"before", "but", "first", "if", "initially", "only", "originally", "than", "unless", "until", "when"})
"""Words that say how far, or until when, something was denied."""
_OF_ANOTHER = frozenset({"after", "before", "once", "unlike", "until", "when", "whereas"})
"""Words before a verb that set it off against what was before or is with others."""


@rule(NAME, ConflictKind.PREDICATE, "objects of verbs of bringing about beside those of verbs of refusing, or of the same verb denied")
def refused(case: Case) -> Iterator[Conflict]:
    """The verbs of a hypothesis that bring about what the premises say was refused or not done."""
    mine = case.hypothesis
    if case.is_copy:
        return
    for relation in mine.relations:
        verb = relation.head
        if relation.role != "OBJ" or not (counts(mine, verb) and counts(mine, relation.dep)) or not _is_fact(mine, verb):
            continue
        if _refusing(mine, verb) is not None or not _OF_ANOTHER.isdisjoint(mine.lemmas[max(0, verb - _AFTER - 1) : verb]):
            continue
        same = [
            (premise, r.head)
            for premise in case.clause_premises
            for r in premise.sentence.relations
            if r.role == "OBJ"
            and r.head in premise.sentence.verbs
            and mine.keys[relation.dep] & premise.sentence.keys[r.dep]
            and _is_to_oneself(mine, verb) == _is_to_oneself(premise.sentence, r.head)
        ]
        turned = [
            (p, there) for p, there in same if _excludes(mine, verb, p.sentence, there) and not _is_told(mine, verb, p.sentence, there)
        ]
        done = any(mine.keys[verb] & premise.sentence.keys[there] and not is_denied(premise.sentence, there) for premise, there in same)
        if turned and not done:
            premise, there = turned[0]
            last = _refusing(premise.sentence, there) or there
            tokens = _wrong(mine, verb, premise.sentence, there)
            yield Conflict(ConflictKind.PREDICATE, tokens, premise.span(there, last))


def _is_to_oneself(sentence: ParsedSentence, verb: int) -> bool:
    """Whether somebody does something to themselves: "nobody taught her" does not deny "taught herself"."""
    objects = (r.dep for r in sentence.of(verb) if r.role in ("OBJ", "IOBJ"))
    return any(sentence.text[slice(*sentence.spans[token])].lower() in REFLEXIVE for token in objects)


def _is_told(mine: ParsedSentence, own: int, other: ParsedSentence, there: int) -> bool:
    """Whether the hypothesis has both: "he opposed signals, which the board adopted"."""
    return any(mine.keys[verb] & other.keys[there] for verb in mine.verbs if verb != own)


def _wrong(mine: ParsedSentence, verb: int, other: ParsedSentence, there: int) -> frozenset[int]:
    """What says that it came about: a verb of saying that is the opposite of the one that denies it ("admitted that …"), what there is of a
    thing where there is none ("clear evidence"), somebody where nobody did it, else the verb."""
    above, theirs = _governor(mine, verb), _governor(other, there)
    if above is not None and theirs is not None and are_opposite(mine, above, other, theirs):
        return frozenset({above})
    if not mine.keys[verb] & other.keys[there]:
        return frozenset({verb})
    left_out = [r.dep for r in other.of(there) if r.role == "OBJ" and "no" in other.lemmas[max(0, r.dep - _AFTER) : r.dep]]
    things = [r.dep for r in mine.of(verb) if r.role == "OBJ"] if left_out else []
    some = [r.dep for thing in things for r in mine.of(thing) if r.role == "MOD" and r.dep < thing]
    if some and not any(mine.keys[t] & keys for t in some for keys in other.keys):
        return frozenset(some)
    nobody = any(other.lemmas[r.dep] in NEGATIVE for r in other.of(there) if r.role == "SUBJ")
    somebody = [r.dep for r in mine.of(verb) if r.role == "SUBJ" and counts(mine, r.dep)] if nobody else []
    if somebody:
        return frozenset({somebody[0], *(r.dep for r in mine.of(somebody[0]) if r.role == "MOD" and r.dep < somebody[0])})
    return _with_auxiliaries(mine, verb)


def _governor(sentence: ParsedSentence, verb: int) -> int | None:
    """The verb that a clause depends on."""
    return next((r.head for r in sentence.relations if r.dep == verb and r.role == "COMP"), None)


def _with_auxiliaries(sentence: ParsedSentence, verb: int) -> frozenset[int]:
    """A verb and what stands before it where the reference has its negation: "is also recommended"."""
    first = verb
    while first and sentence.classes[first - 1] in ("AUX", "ADV"):
        first -= 1
    return frozenset(range(first, verb + 1))


def _is_fact(sentence: ParsedSentence, verb: int) -> bool:
    if verb not in sentence.verbs or sentence.verbs[verb].negated or sentence.verbs[verb].doubt:
        return False
    return not any(is_denied(sentence, r.dep) for r in sentence.of(verb) if r.dep not in sentence.verbs)  # "won by neither side"


def _refusing(sentence: ParsedSentence, verb: int) -> int | None:
    """The last token of a verb of refusing, with its particle, None for any other verb."""
    lemma = sentence.lemmas[verb]
    if lemma in _REFUSING:
        return verb
    for token in range(verb + 1, min(verb + 1 + _AFTER, len(sentence.lemmas))):
        if sentence.classes[token] in _PARTICLES and f"{lemma}-{sentence.lemmas[token]}" in _REFUSING:
            return token
    return None


def _excludes(mine: ParsedSentence, own: int, other: ParsedSentence, there: int) -> bool:
    """Whether a verb of a premise says of an object that what the hypothesis has was not done with it."""
    if mine.keys[own] & other.keys[there]:
        return is_denied(other, there) and not _is_limited(other, there)
    if mine.lemmas[own] not in _BRINGING_ABOUT or any(mine.keys[own] & keys for keys in other.keys):
        return False
    return _refusing(other, there) is not None and _is_fact(other, there) and not _is_limited(other, there)


def _is_limited(sentence: ParsedSentence, verb: int) -> bool:
    """Whether only a manner, a time or a condition is denied: "did not advertise them properly", "at first refused"."""
    manner = any(r.role == "ADV" and sentence.text[slice(*sentence.spans[r.dep])].endswith("ly") for r in sentence.of(verb))
    return manner or not _LIMITED.isdisjoint(sentence.lemmas[max(0, verb - 4) : verb + 8])
