"""Said where the reference denies it: "called the cracks dangerous" where they "were not dangerous", or the other way round.

What is said of something is looked up by its subject and its property, or by its verb with what both sentences have beside it, however
differently the two are built: with "be", or after a verb that calls or finds something so.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import NEGATIVE, are_opposite
from engines.verification.sentences.parsed import ParsedSentence, counts

_PROPERTIES = frozenset({"ADJ", "NOUN", "VERB"})


@dataclass(frozen=True)
class _Said:
    """That `of` is `what`, two tokens; `denied`: that it is not."""

    of: int
    what: int
    denied: bool


@rule("polarity of a property", ConflictKind.NEGATION, "what is said to be so and so beside premises that deny it")
def polarity(case: Case) -> Iterator[Conflict]:
    """The properties that a hypothesis gives something and every premise that speaks of them denies."""
    mine = case.hypothesis
    for said in _properties(mine):
        there = [(premise, other) for premise in case.premises for other in _properties(premise.sentence)]
        about = [(p, o) for p, o in there if mine.keys[said.of] & p.sentence.keys[o.of]]
        verdicts = [(p, o, agrees) for p, o in about if (agrees := _agrees(mine, said, p.sentence, o)) is not None]
        against = next(((p, o) for p, o, agrees in verdicts if not agrees), None)
        if against is not None and not any(agrees for *_, agrees in verdicts):
            premise, other = against
            yield Conflict(ConflictKind.NEGATION, frozenset({said.what}), premise.span(_begins(premise.sentence, other), other.what))


def _properties(sentence: ParsedSentence) -> list[_Said]:
    """What a sentence says to be so and so: by "be" and the like of its subject, by another verb with an object of that."""
    found = []
    for relation in sentence.relations:
        if relation.role == "MOD" and sentence.classes[relation.dep] == "ADJ" and counts(sentence, relation.head):
            found.append(_Said(relation.head, relation.dep, False))
        if relation.role != "ATTR" or sentence.classes[relation.dep] not in _PROPERTIES or not counts(sentence, relation.dep):
            continue
        verb, beside = relation.head, sentence.of(relation.head)
        objects = [r.dep for r in beside if r.role == "OBJ"]
        subjects = [r.dep for r in beside if r.role == "SUBJ"]
        known = sentence.verbs.get(verb)
        if known is not None and known.doubt < 2:
            found += [_Said(of, relation.dep, known.negated) for of in objects or subjects if counts(sentence, of)]
    return found


def _agrees(mine: ParsedSentence, said: _Said, theirs: ParsedSentence, other: _Said) -> bool | None:
    """Whether two sentences say the same of a property; None where they speak of different ones."""
    if mine.lemmas[said.what] == theirs.lemmas[other.what]:
        return said.denied == other.denied
    if are_opposite(mine, said.what, theirs, other.what):
        return said.denied != other.denied
    return None


def _begins(sentence: ParsedSentence, said: _Said) -> int:
    """The token at which the denial begins."""
    before = [t for t in range(max(0, said.what - 4), said.what) if sentence.lemmas[t] in NEGATIVE]
    return before[0] if said.denied and before else said.what
