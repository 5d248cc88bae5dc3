"""A noun that the reference has nowhere, in no other form or word either, where one place of it has half of the rest.

A thing of which the source says nothing was made up, unless the words around it let readers take it for granted (the head of the LSS
engine).
"""

from collections.abc import Iterator

from engines.english.animacy import noun_class
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import alike, may_stand_for
from engines.verification.sentences.parsed import ParsedSentence, counts
from engines.verification.sentences.tellers import may_be_teller

_REST = 0.5
"""The share of the other words, by weight, that two neighbouring sentences must have for one of their nouns to be looked for there."""
_LIKE = 0.45
"""The cosine from which on a word is taken to be meant by one of the reference, in its context."""
_DOUBTED = 0.0
"""Log-odds below which people rather drop a word than keep it (the head of the LSS engine); a "contract" goes with signing."""
_VAGUE = frozenset({"", "act", "cognition", "communication", "event", "group", "person", "relation", "state", "time"})
"""Kinds of nouns that are often another word for what a verb or a clause of the reference says: "asks for guidance", "the organization",
"a method", "an objection", "a success"; people are called many things; and what is no noun of any kind is mistaken for one."""


@rule("added noun", ConflictKind.ADDITION, "nouns of which the reference has no form, synonym or like word, and that people would drop")
def added_noun(case: Case) -> Iterator[Conflict]:
    """The nouns that were added to what the reference tells."""
    alignment = case.alignment
    found = {token: int(case.words(token)[0]) for token in case.content if _is_new(case, token)}
    if not found:
        return
    rest = alignment.weights.copy()
    rest[list(found.values())] = 0
    if float((rest @ alignment.degrees2).max(initial=0.0)) < _REST * max(float(rest.sum()), 1e-9):
        return
    for token, word in found.items():
        if case.support[word] < _DOUBTED:
            yield Conflict(ConflictKind.ADDITION, frozenset({token}))


def _is_new(case: Case, token: int) -> bool:
    mine, alignment = case.hypothesis, case.alignment
    inside, (start, end) = case.words(token), mine.spans[token]
    if mine.classes[token] != "NOUN" or len(inside) != 1 or alignment.found[inside[0]] or alignment.likeness[inside[0]] >= _LIKE:
        return False
    if any(v.start < end and start < v.end for v in mine.values) or noun_class(mine.lemmas[token]) in _VAGUE or _set_phrase(mine, token):
        return False
    if may_be_teller(mine.lemmas[token], case.reference):
        return False
    return not any(_may_mean(mine, token, premise.sentence, t) for premise in case.premises for t in range(len(premise.sentence.keys)))


def _set_phrase(sentence: ParsedSentence, token: int) -> bool:
    """Whether this is the noun of "in addition to", "in front of" or "in addition,", which names no thing."""
    before, after = sentence.classes[token - 1 : token], sentence.classes[token + 1 : token + 2]
    return before == ("ADP",) and after in (("ADP",), ("PUNCT",)) and token + 2 < len(sentence.classes)


def _may_mean(mine: ParsedSentence, token: int, other: ParsedSentence, there: int) -> bool:
    """Whether a word of a premise is another word for a noun."""
    nominal = other.classes[there] in ("NOUN", "PROPN")
    return counts(other, there) and (
        may_stand_for(mine, token, other, there) or (nominal and alike(mine.lemmas[token], other.lemmas[there]))
    )
